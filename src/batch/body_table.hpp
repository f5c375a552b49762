// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The data of the bodies of a batch.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <polhode/batch/method.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/exact_constants.hpp>
#include <polhode/kernel/moser_veselov.hpp>
#include <polhode/kernel/moser_veselov_series.hpp>
#include <vector>

#include "batch/block.hpp"

namespace polhode::batch {

/// The constants of a body for the discrete Moser-Veselov step of any order.
template <class Real>
struct MoserVeselovConstants {
  kernel::StepScale<Real> scale;
  kernel::MoserVeselovBody<Real> body;
  kernel::ModifiedMoments<Real> series;

  explicit MoserVeselovConstants(const Vec3<Real>& moments) noexcept
      : scale(moments),
        body(kernel::moser_veselov_body(scale.moments(moments))),
        series(kernel::modified_moments(body.inverse)) {}

  /// All numbers in the order in which the lanes read them.
  std::array<Real, moser_veselov_columns> numbers() noexcept {
    std::array<Real, moser_veselov_columns> all{};
    std::size_t next = 0;
    const auto write = [&](const Real& number) { all[next++] = number; };
    kernel::for_each_number(body, write);
    kernel::for_each_number(series, write);
    write(scale.time_scale());
    return all;
  }
};

/// The triple of a body; NaN for the two numbers that include the time scale if they are out of the range of
/// Real.
template <class Real>
ExactTriple<Real> packed(const kernel::ExactConstants<Real>& k) noexcept;
/// The constants of the same body in another unit of time. Not for a triple with NaN.
template <class Real>
kernel::ExactConstants<Real> unpacked(const ExactTriple<Real>& k) noexcept;

/// A body prepared for every method.
template <class Real>
struct Kind {
  Vec3<Real> moments;
  kernel::ExactConstants<Real> exact;
  ExactTriple<Real> triple;
  MoserVeselovConstants<Real> moser_veselov;
  std::array<Real, moser_veselov_columns> columns;
};

enum class Form { one, kinds, each, moments };

/// Arrays per body are padded to a whole number of registers by repeating the last body.
template <class Real>
struct BodyTable {
  Form form = Form::one;
  std::size_t size = 1;
  std::vector<Kind<Real>> kinds;             ///< Form::one, kinds
  std::vector<std::uint32_t> which;          ///< Form::kinds
  std::vector<Real> held;                    ///< Form::each: the memory of the pointers below
  std::array<std::vector<Real>, 3> given{};  ///< Form::moments: likewise
  Triples<Real> moments{};                   ///< Form::each, moments
  Triples<Real> exact{};                     ///< Form::each, prepared for the exact step
  Columns<Real> moser_veselov{};             ///< Form::each, prepared for Moser-Veselov steps

  const Kind<Real>& kind_of(std::size_t body) const noexcept {
    return kinds[form == Form::one ? 0 : which[body]];
  }
  Vec3<Real> moments_of(std::size_t body) const noexcept {
    return form == Form::one || form == Form::kinds
               ? kind_of(body).moments
               : Vec3<Real>{moments.x[body], moments.y[body], moments.z[body]};
  }
  std::size_t memory() const noexcept {
    return kinds.size() * sizeof(Kind<Real>) + which.size() * sizeof(std::uint32_t) +
           (held.size() + given[0].size() + given[1].size() + given[2].size()) * sizeof(Real);
  }
};

constexpr bool is_moser_veselov(BuiltInMethod method) noexcept {
  return method != BuiltInMethod::exact && method != BuiltInMethod::lie_poisson_123;
}

}  // namespace polhode::batch
