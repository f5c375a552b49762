// SPDX-License-Identifier: MIT
#include "batch/drift.hpp"

#include <algorithm>
#include <cmath>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/kernel/lie_poisson.hpp>
#include <polhode/kernel/moser_veselov.hpp>

#include "batch/dispatch.hpp"
#include "batch/moser_veselov_order.hpp"
#include "batch/padded_block.hpp"
#include "batch/state_at.hpp"
#include "rotation/finite.hpp"

namespace polhode::batch {

namespace {

int order_of(BuiltInMethod method) noexcept {
  switch (method) {
    case BuiltInMethod::dmv4:
      return 4;
    case BuiltInMethod::dmv6:
      return 6;
    case BuiltInMethod::dmv8:
      return 8;
    case BuiltInMethod::dmv10:
      return 10;
    default:
      return 2;
  }
}

template <class Real>
kernel::Increment<Real> moser_veselov_increment(const MoserVeselovConstants<Real>& k, int order,
                                                const Vec3<Real>& m, Real h) noexcept {
  return k.scale(m, h, [&](const Vec3<Real>& scaled_m, const Real& scaled_h) {
    return kernel::moser_veselov_step(k.body, modification_of(order, k.body, k.series, scaled_m, scaled_h),
                                      scaled_m, scaled_h);
  });
}

}  // namespace

template <class Real>
Drift<Real>::Drift(const BodyTable<Real>& bodies, BuiltInMethod method, Target target, std::size_t most)
    : bodies_(bodies), method_(method), order_(order_of(method)), functions_(functions_of<Real>(target)) {
  const bool is_one = bodies.form == Form::one;
  if (is_moser_veselov(method) && !bodies.moser_veselov.first)
    columns_.resize(moser_veselov_columns * (is_one ? most_lanes : block_size));
  if (!is_one) return;
  const Kind<Real>& kind = bodies.kinds.front();
  const std::size_t filled = whole_registers(std::min(most, block_size));
  const auto fill = [filled](Array& to, Real with) { std::fill_n(to.begin(), filled, with); };
  if (method == BuiltInMethod::exact) {
    fill(triples_[0], kind.triple.factor);
    fill(triples_[1], kind.triple.half_a2);
    fill(triples_[2], kind.triple.half_inv_i3);
  } else {
    fill(moments_[0], kind.moments.x);
    fill(moments_[1], kind.moments.y);
    fill(moments_[2], kind.moments.z);
  }
  if (is_moser_veselov(method))
    for (std::size_t i = 0; i < moser_veselov_columns * most_lanes; ++i)
      columns_[i] = kind.columns[i / most_lanes];
}

/// get(body) returns a Vec3; the last body is repeated up to a whole number of registers.
template <class Real>
template <class Get>
Triples<Real> Drift<Real>::gathered(std::array<Array, 3>& to, std::size_t first, std::size_t size,
                                    const Get& get) noexcept {
  Vec3<Real> v{};
  for (std::size_t i = 0; i < size || i % most_lanes != 0; ++i) {
    if (i < size) v = get(first + i);
    to[0][i] = v.x;
    to[1][i] = v.y;
    to[2][i] = v.z;
  }
  return {to[0].data(), to[1].data(), to[2].data()};
}

template <class Real>
Triples<Real> Drift<Real>::moments(std::size_t first, std::size_t size) noexcept {
  const bool is_whole =
      bodies_.form == Form::each || (bodies_.form == Form::moments && size % most_lanes == 0);
  if (is_whole) return {bodies_.moments.x + first, bodies_.moments.y + first, bodies_.moments.z + first};
  if (bodies_.form == Form::one) return {moments_[0].data(), moments_[1].data(), moments_[2].data()};
  return gathered(moments_, first, size, [this](std::size_t body) { return bodies_.moments_of(body); });
}

template <class Real>
Triples<Real> Drift<Real>::exact_constants(std::size_t first, std::size_t size) noexcept {
  if (bodies_.exact.x) return {bodies_.exact.x + first, bodies_.exact.y + first, bodies_.exact.z + first};
  if (bodies_.form == Form::kinds)
    return gathered(triples_, first, size, [this](std::size_t body) {
      const ExactTriple<Real>& k = bodies_.kind_of(body).triple;
      return Vec3<Real>{k.factor, k.half_a2, k.half_inv_i3};
    });
  if (bodies_.form != Form::one)
    functions_.exact_constants(whole_registers(size), moments(first, size), triples_[0].data(),
                               triples_[1].data(), triples_[2].data());
  return {triples_[0].data(), triples_[1].data(), triples_[2].data()};
}

template <class Real>
void Drift<Real>::set_column_numbers(std::size_t place,
                                     const std::array<Real, moser_veselov_columns>& numbers) noexcept {
  for (std::size_t j = 0; j < numbers.size(); ++j) columns_[j * block_size + place] = numbers[j];
}

template <class Real>
Columns<Real> Drift<Real>::moser_veselov_constants(std::size_t first, std::size_t size) noexcept {
  if (bodies_.moser_veselov.first)
    return {bodies_.moser_veselov.first + first, bodies_.moser_veselov.number_stride, 1};
  if (bodies_.form == Form::one) return {columns_.data(), most_lanes, 0};
  for (std::size_t i = 0; i < size || i % most_lanes != 0; ++i) {
    const std::size_t body = first + (i < size ? i : size - 1);
    if (bodies_.form == Form::kinds)
      set_column_numbers(i, bodies_.kind_of(body).columns);
    else
      set_column_numbers(i, MoserVeselovConstants<Real>(bodies_.moments_of(body)).numbers());
  }
  return {columns_.data(), block_size, 1};
}

template <class Real>
std::size_t Drift<Real>::step_on_lanes(std::size_t first, std::size_t size,
                                       const Block<Real>& block) noexcept {
  if (method_ == BuiltInMethod::exact) return functions_.exact(block, exact_constants(first, size));
  if (method_ == BuiltInMethod::lie_poisson_123) return functions_.lie_poisson(block, moments(first, size));
  return functions_.moser_veselov(block, order_, moser_veselov_constants(first, size));
}

template <class Real>
void Drift<Real>::step(std::size_t first, std::size_t size, const StatePointers<Real>& state,
                       const StatePointers<Real>& lost, const Real* h) noexcept {
  const std::size_t width = functions_.width;
  const Block<Real> block{(size + width - 1) / width * width, state, lost, h, unfit_.data()};
  const std::size_t unfit = step_on_lanes(first, size, block);
  for (std::size_t i = 0; i < unfit && unfit_[i] < size; ++i) redo(first + unfit_[i], unfit_[i], block);
}

template <class Real>
kernel::Increment<Real> Drift<Real>::scalar_step(std::size_t body, const Vec3<Real>& m,
                                                 Real h) const noexcept {
  if (method_ == BuiltInMethod::lie_poisson_123)
    return kernel::LiePoisson123<Real>(bodies_.moments_of(body))(m, h);
  if (method_ == BuiltInMethod::exact) return kernel::exact_step(exact_constants_of(body), m, h);
  const MoserVeselovConstants<Real> k = bodies_.kinds.empty()
                                            ? MoserVeselovConstants<Real>(bodies_.moments_of(body))
                                            : bodies_.kind_of(body).moser_veselov;
  return moser_veselov_increment(k, order_, m, h);
}

template <class Real>
kernel::ExactConstants<Real> Drift<Real>::exact_constants_of(std::size_t body) const noexcept {
  if (!bodies_.kinds.empty()) return bodies_.kind_of(body).exact;
  if (bodies_.exact.x) {
    const ExactTriple<Real> k{bodies_.exact.x[body], bodies_.exact.y[body], bodies_.exact.z[body]};
    if (!std::isnan(k.half_a2) && !std::isnan(k.half_inv_i3)) return unpacked(k);
  }
  return kernel::exact_constants(bodies_.moments_of(body));
}

template <class Real>
void Drift<Real>::redo(std::size_t body, std::size_t place, const Block<Real>& block) noexcept {
  const Vec3<Real> m = momentum_at(block.state, place);
  const Quat<Real> q = attitude_at(block.state, place);
  const kernel::Increment<Real> i = scalar_step(body, m, block.h[place]);
  if (block.lost.mx) {
    const auto next = kernel::advance(
        kernel::CompensatedPhase<Real>{m, momentum_at(block.lost, place), q, attitude_at(block.lost, place)},
        i);
    set(block.state, place, next.m, next.q);
    set(block.lost, place, next.em, next.eq);
  } else {
    const auto next = kernel::advance(kernel::Phase<Real>{m, q}, i);
    set(block.state, place, next.m, next.q);
  }
  if (is_finite(momentum_at(block.state, place)) && is_finite(attitude_at(block.state, place))) return;
  if (failed_.count == 0 || body < failed_.first) failed_ = {failed_.count, body, m, block.h[place]};
  ++failed_.count;
}

template class Drift<double>;
template class Drift<float>;

}  // namespace polhode::batch
