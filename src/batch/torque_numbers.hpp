// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Numbers per kind of body, provided to lanes body by body.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "batch/block.hpp"
#include "batch/padded_block.hpp"
#include "batch/splitting_bodies.hpp"

namespace polhode::batch {

template <class Real>
class NumberTable {
 public:
  NumberTable(std::size_t numbers, std::size_t kinds)
      : kinds_(kinds), stride_(whole_registers(kinds)), columns_(numbers) {
    for (Column& c : columns_) c.values.resize(stride_);
  }

  std::size_t numbers() const noexcept { return columns_.size(); }
  void set(std::size_t number, std::size_t kind, double value) noexcept {
    columns_[number].values[kind] = static_cast<Real>(value);
  }

  /// To be called after all are set: numbers common to all kinds are stored once. Those of a single kind
  /// always are, although a NaN does not equal itself.
  void settle() {
    for (Column& c : columns_) {
      const Real first = c.values.front();
      const auto is_first = [&](Real x) { return x == first && std::signbit(x) == std::signbit(first); };
      const auto end = c.values.begin() + static_cast<std::ptrdiff_t>(kinds_);
      c.is_common = kinds_ == 1 || std::all_of(c.values.begin(), end, is_first);
      if (c.is_common)
        c.values = std::vector<Real>(most_lanes, first);
      else
        std::fill(end, c.values.end(), *(end - 1));
    }
  }

  /// Provides the numbers of the bodies `first`, ... as numbers `at`, ... of `to`. `scratch` has room for
  /// block_size values per number.
  void find(const SplittingBodies& bodies, std::size_t first, std::size_t size, TorqueNumbers<Real>& to,
            std::size_t at, Real* scratch) const noexcept {
    for (std::size_t n = 0; n < columns_.size(); ++n) {
      const Column& c = columns_[n];
      to.stride[at + n] = c.is_common ? 0 : 1;
      to.first[at + n] = c.values.data();
      if (c.is_common) continue;
      if (bodies.form == Form::each) {
        to.first[at + n] += first;
        continue;
      }
      Real* gathered = scratch + n * block_size;
      for (std::size_t i = 0; i < whole_registers(size); ++i)
        gathered[i] = c.values[bodies.kind_of(first + std::min(i, size - 1))];
      to.first[at + n] = gathered;
    }
  }

 private:
  struct Column {
    std::vector<Real> values;
    bool is_common = false;
  };
  std::size_t kinds_, stride_;
  std::vector<Column> columns_;
};

}  // namespace polhode::batch
