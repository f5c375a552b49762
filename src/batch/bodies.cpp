// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/batch/bodies.hpp>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>
#include <type_traits>
#include <utility>

#include "batch/body_table.hpp"
#include "batch/padded_block.hpp"
#include "batch/refusals.hpp"
#include "core/number_text.hpp"

namespace polhode::batch {

template <class Real>
ExactTriple<Real> packed(const kernel::ExactConstants<Real>& k) noexcept {
  const auto with_time_scale = [&k](Real x) {
    const Real y = x * k.time_scale;
    const bool in_range = k.time_scale != 0 && (x == 0 || std::isnormal(y));
    return in_range ? y : std::numeric_limits<Real>::quiet_NaN();
  };
  return {k.c1.small, with_time_scale(k.half_a2), with_time_scale(k.half_inv_i3)};
}

template <class Real>
kernel::ExactConstants<Real> unpacked(const ExactTriple<Real>& k) noexcept {
  const Real first_is_large = std::signbit(k.factor) ? Real(1) : Real(0);
  return {{first_is_large, k.factor}, {1 - first_is_large, -k.factor}, k.half_a2, k.half_inv_i3, Real(1), 0};
}

namespace {

/// From the moments in double, whose differences have more digits than those in float.
template <class Real>
kernel::ExactConstants<Real> exact_constants_of(const Vec3<double>& moments) noexcept {
  return convert<Real>(kernel::exact_constants(moments));
}

template <class Real>
std::string text(Real x) {
  return number_text(static_cast<double>(x));
}

/// The moments in Real; throws InvalidInput, naming `what` and the index, if a float cannot represent them
/// with all its digits.
template <class Real>
Vec3<Real> moments_in(const Inertia& body, const char* what, std::size_t place) {
  const Vec3<double> given = from_eigen(body.moments());
  const Vec3<Real> moments = convert<Real>(given);
  if constexpr (!std::is_same_v<Real, double>) {
    const auto is_held = [](double x, Real rounded) { return x == 0 || std::isnormal(rounded); };
    if (!is_held(given.x, moments.x) || !is_held(given.y, moments.y) || !is_held(given.z, moments.z))
      throw InvalidInput(std::string("moments of ") + what + std::to_string(place),
                         text(given.x) + ", " + text(given.y) + ", " + text(given.z),
                         "0, or numbers from " + text(std::numeric_limits<Real>::min()) + " to " +
                             text(std::numeric_limits<Real>::max()) + " in single precision");
  }
  return moments;
}

template <class Real>
Kind<Real> kind(const Inertia& body, const char* what, std::size_t place) {
  const Vec3<Real> moments = moments_in<Real>(body, what, place);
  const kernel::ExactConstants<Real> exact = exact_constants_of<Real>(from_eigen(body.moments()));
  MoserVeselovConstants<Real> moser_veselov(moments);
  return {moments, exact, packed(exact), moser_veselov, moser_veselov.numbers()};
}

/// Consecutive arrays of equal length, filled body by body.
template <class Real>
class Arrays {
 public:
  Arrays(std::vector<Real>& held, std::size_t arrays, std::size_t size)
      : stride_(whole_registers(size)), size_(size) {
    held.resize(arrays * stride_);
    first_ = held.data();
  }
  void set(std::size_t array, std::size_t body, Real number) noexcept {
    const std::size_t end = body + 1 == size_ ? stride_ : body + 1;
    std::fill(first_ + array * stride_ + body, first_ + array * stride_ + end, number);
  }
  const Real* operator[](std::size_t array) const noexcept { return first_ + array * stride_; }
  Triples<Real> triple(std::size_t array) const noexcept {
    return {(*this)[array], (*this)[array + 1], (*this)[array + 2]};
  }
  std::size_t stride() const noexcept { return stride_; }

 private:
  std::size_t stride_, size_;
  Real* first_;
};

}  // namespace

template <class Real>
Bodies<Real> Bodies<Real>::one(const Inertia& body) {
  auto table = std::make_shared<BodyTable<Real>>();
  table->kinds.push_back(kind<Real>(body, "body ", 0));
  return Bodies(std::move(table));
}

template <class Real>
Bodies<Real> Bodies<Real>::kinds(std::span<const Inertia> kinds, std::vector<std::uint32_t> which) {
  if (kinds.empty()) throw InvalidInput("number of kinds", "0", "at least one");
  refuse_kinds(kinds.size(), which);
  auto table = std::make_shared<BodyTable<Real>>();
  table->form = Form::kinds;
  table->size = which.size();
  for (std::size_t k = 0; k < kinds.size(); ++k) table->kinds.push_back(kind<Real>(kinds[k], "kind ", k));
  table->which = std::move(which);
  return Bodies(std::move(table));
}

template <class Real>
Bodies<Real> Bodies<Real>::each(std::span<const Inertia> bodies, BuiltInMethod prepared) {
  auto table = std::make_shared<BodyTable<Real>>();
  table->form = Form::each;
  table->size = bodies.size();
  const std::size_t constants = prepared == BuiltInMethod::exact ? 3
                                : is_moser_veselov(prepared)     ? moser_veselov_columns
                                                                 : 0;
  Arrays<Real> arrays(table->held, 3 + constants, bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec3<Real> moments = moments_in<Real>(bodies[i], "body ", i);
    arrays.set(0, i, moments.x);
    arrays.set(1, i, moments.y);
    arrays.set(2, i, moments.z);
    if (prepared == BuiltInMethod::exact) {
      const ExactTriple<Real> k = packed(exact_constants_of<Real>(from_eigen(bodies[i].moments())));
      arrays.set(3, i, k.factor);
      arrays.set(4, i, k.half_a2);
      arrays.set(5, i, k.half_inv_i3);
    } else if (is_moser_veselov(prepared)) {
      const auto numbers = MoserVeselovConstants<Real>(moments).numbers();
      for (std::size_t j = 0; j < numbers.size(); ++j) arrays.set(3 + j, i, numbers[j]);
    }
  }
  table->moments = arrays.triple(0);
  if (prepared == BuiltInMethod::exact) table->exact = arrays.triple(3);
  if (is_moser_veselov(prepared)) table->moser_veselov = {arrays[3], arrays.stride(), 1};
  return Bodies(std::move(table));
}

template <class Real>
Bodies<Real> Bodies<Real>::moments(std::vector<Real> i1, std::vector<Real> i2, std::vector<Real> i3) {
  refuse_length("number of moments I2", "", i2.size(), i1.size(), "many as there are I1");
  refuse_length("number of moments I3", "", i3.size(), i1.size(), "many as there are I1");
  for (std::size_t i = 0; i < i1.size(); ++i) {
    const Real a = i1[i], b = i2[i], c = i3[i];
    const bool is_body = a >= 0 && a <= b && b <= c && b > 0 && std::isfinite(c) && (a > 0 || b == c);
    if (!is_body)
      throw InvalidInput("moments of body " + std::to_string(i), text(a) + ", " + text(b) + ", " + text(c),
                         "0 <= I1 <= I2 <= I3, 0 < I2, all finite, and I2 = I3 if I1 = 0");
  }
  auto table = std::make_shared<BodyTable<Real>>();
  table->form = Form::moments;
  table->size = i1.size();
  table->given = {std::move(i1), std::move(i2), std::move(i3)};
  table->moments = {table->given[0].data(), table->given[1].data(), table->given[2].data()};
  return Bodies(std::move(table));
}

template <class Real>
bool Bodies<Real>::is_one() const noexcept {
  return table_->form == Form::one;
}
template <class Real>
std::size_t Bodies<Real>::size() const noexcept {
  return table_->size;
}
template <class Real>
std::size_t Bodies<Real>::memory() const noexcept {
  return table_->memory();
}

template class Bodies<double>;
template class Bodies<float>;
template kernel::ExactConstants<double> unpacked<double>(const ExactTriple<double>&) noexcept;
template kernel::ExactConstants<float> unpacked<float>(const ExactTriple<float>&) noexcept;

}  // namespace polhode::batch
