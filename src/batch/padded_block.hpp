// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Padding to whole registers: sizes, and the last block of a batch, copied to padded arrays.

#include <algorithm>
#include <array>
#include <cstddef>

#include "batch/block.hpp"

namespace polhode::batch {

/// The size rounded up to whole registers of any target.
constexpr std::size_t whole_registers(std::size_t size) noexcept {
  return (size + most_lanes - 1) / most_lanes * most_lanes;
}

/// The pointers of StateSpans or CompensationSpans.
template <class Spans>
auto pointers_of(const Spans& s) noexcept {
  return StatePointers<typename decltype(s.mx)::value_type>{
      s.mx.data(), s.my.data(), s.mz.data(), s.qw.data(), s.qx.data(), s.qy.data(), s.qz.data()};
}

template <class Real>
std::array<Real*, 7> list(const StatePointers<Real>& p) noexcept {
  return {p.mx, p.my, p.mz, p.qw, p.qx, p.qy, p.qz};
}

/// The pointers advanced by some bodies; null stays null.
template <class Real>
StatePointers<Real> advanced_by(const StatePointers<Real>& p, std::size_t bodies) noexcept {
  if (!p.mx) return {};
  return {p.mx + bodies, p.my + bodies, p.mz + bodies, p.qw + bodies,
          p.qx + bodies, p.qy + bodies, p.qz + bodies};
}

/// Copies of seven arrays, with the last body repeated up to a whole number of registers.
template <class Real>
class PaddedArrays {
 public:
  PaddedArrays(const StatePointers<Real>& from, std::size_t size) noexcept : from_(from), size_(size) {
    const std::array<Real*, 7> all = list(from);
    for (std::size_t i = 0; i < all.size() && from.mx; ++i) {
      Array& to = arrays_[i];
      std::copy_n(all[i], size, to.data());
      std::fill(to.begin() + static_cast<std::ptrdiff_t>(size),
                to.begin() + static_cast<std::ptrdiff_t>(whole_registers(size)), to[size - 1]);
    }
  }

  StatePointers<Real> pointers() noexcept {
    if (!from_.mx) return {};
    auto& a = arrays_;
    return {a[0].data(), a[1].data(), a[2].data(), a[3].data(), a[4].data(), a[5].data(), a[6].data()};
  }
  void copy_back() const noexcept {
    const std::array<Real*, 7> all = list(from_);
    for (std::size_t i = 0; i < all.size() && from_.mx; ++i) std::copy_n(arrays_[i].data(), size_, all[i]);
  }

 private:
  using Array = std::array<Real, block_size>;

  StatePointers<Real> from_;
  std::size_t size_;
  std::array<Array, 7> arrays_;
};

}  // namespace polhode::batch
