// SPDX-License-Identifier: MIT
#include "batch/torque_source.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <polhode/core/error.hpp>
#include <type_traits>
#include <utility>
#include <variant>

#include "splitting/linear_flow.hpp"
#include "splitting/suitability.hpp"
#include "torque/kernel_list.hpp"

namespace polhode::batch {

namespace {

// TorqueForm is the index in AttitudeKernel.
template <TorqueForm form, class K>
constexpr bool has_index =
    std::is_same_v<std::variant_alternative_t<static_cast<std::size_t>(form), torques::AttitudeKernel>, K>;
static_assert(has_index<TorqueForm::heavy_top, torques::HeavyTop<double>>);
static_assert(has_index<TorqueForm::gravity_gradient,
                        torques::GravityGradient<double, torques::FixedDirection<double>>>);
static_assert(has_index<TorqueForm::vessel_restoring, torques::VesselRestoring<double>>);
static_assert(has_index<TorqueForm::steady_in_space, torques::SteadyInSpace<double>>);
static_assert(has_index<TorqueForm::steady_in_body, torques::SteadyInBody<double>>);

std::vector<double> numbers_of(torques::AttitudeKernel kernel) {
  std::vector<double> all;
  std::visit([&](auto& k) { for_each_number(k, [&](double& x) { all.push_back(x); }); }, kernel);
  return all;
}

KickKind kind_of(const PreparedTorque& t) noexcept {
  if (!t.depends_on_momentum) return KickKind::torque;
  if (t.rate) return KickKind::linear;
  return t.flow ? KickKind::flow : KickKind::collocation;
}

template <class Real>
NumberTable<Real> table_of(const std::vector<Mat3<double>>& matrices) {
  NumberTable<Real> table(9, matrices.size());
  for (std::size_t kind = 0; kind < matrices.size(); ++kind)
    for (std::size_t i = 0; i < 9; ++i) table.set(i, kind, matrices[kind].entries[i]);
  table.settle();
  return table;
}

template <class Real>
kernel::Phase<double> as_double(const kernel::Phase<Real>& p) noexcept {
  return {convert<double>(p.m), convert<double>(p.q)};
}

}  // namespace

template <class Real>
TorqueSource<Real>::TorqueSource(AnyTorque<Real> torque, const SplittingBodies& bodies,
                                 const Splitting& splitting)
    : bodies_(bodies), has_linear_(std::ranges::any_of(bodies.kinds, &Inertia::is_linear)) {
  std::visit([&](const auto& t) { prepare(t, splitting); }, torque);
}

template <class Real>
void TorqueSource<Real>::prepare(const TorqueFunction<Real>& function, const Splitting& splitting) {
  if (!function.torques) throw InvalidInput("torque " + function.name, "no function", "a function");
  name_ = function.name;
  function_ = function;
  traits_.depends_on_momentum = function.sees == Sees::state;
  traits_.is_dissipative = function.is_dissipative;
  traits_.is_pure = function.is_pure;
  kind_ = kind_of(traits_);
  refuse_unsuited(splitting, traits_, name_);
}

template <class Real>
void TorqueSource<Real>::prepare(const Torque& torque, const Splitting& splitting) {
  name_ = torque.name();
  const std::size_t kinds = bodies_.kinds.size();
  is_on_lanes_ = true;
  for (std::size_t kind = 0; kind < kinds; ++kind) {
    const PreparedTorque t = torque.prepare(bodies_.kinds[kind]);
    refuse_unsuited(splitting, t, name_);
    if (kind == 0) {
      kind_ = kind_of(t);
      traits_.depends_on_momentum = t.depends_on_momentum;
      traits_.is_dissipative = t.is_dissipative;
      traits_.is_pure = t.is_pure;
      is_built_in_ = t.formula.is_built_in();
      traits_.warnings = t.warnings;
    } else if (kind_of(t) != kind_) {
      throw InvalidInput("torque " + name_ + " on bodies of several kinds", "kicks of different kinds",
                         "the same dependence on the momentum for all bodies");
    }
    if (kind_ == KickKind::linear) rates_.push_back(*t.rate);
    is_on_lanes_ = is_on_lanes_ && take_kernels(t, kind);
  }
  for (Kernel& kernel : kernels_) kernel.numbers.settle();
  for (const Mat3<double>& rate : rates_)
    for (const double entry : rate.entries) largest_rate_ = std::max(largest_rate_, std::abs(entry));
  if (kind_ == KickKind::linear) rate_ = std::make_unique<NumberTable<Real>>(table_of<Real>(rates_));
  if (is_on_lanes_) return;
  kernels_.clear();
  for (const Inertia& body : bodies_.kinds) prepared_.push_back(torque.prepare(body));
}

/// False if the torque of this kind is not a sum of kernels, or not of the same kernels as that of the first
/// kind.
template <class Real>
bool TorqueSource<Real>::take_kernels(const PreparedTorque& torque, std::size_t kind) {
  if (!torque.kernels || kind_ == KickKind::flow || kind_ == KickKind::collocation) return false;
  const std::vector<torques::ListedKernel>& listed = torque.kernels->all;
  if (kind == 0)
    for (const torques::ListedKernel& l : listed)
      kernels_.push_back({static_cast<TorqueForm>(l.kernel.index()),
                          NumberTable<Real>(numbers_of(l.kernel).size(), bodies_.kinds.size()), l.direction});
  if (listed.size() != kernels_.size()) return false;
  for (std::size_t i = 0; i < listed.size(); ++i) {
    Kernel& kernel = kernels_[i];
    if (static_cast<TorqueForm>(listed[i].kernel.index()) != kernel.form ||
        !listed[i].direction != !kernel.direction)
      return false;
    const std::vector<double> numbers = numbers_of(listed[i].kernel);
    for (std::size_t n = 0; n < numbers.size(); ++n) kernel.numbers.set(n, kind, numbers[n]);
  }
  return true;
}

template <class Real>
KickPart<Real> TorqueSource<Real>::at(double time) const {
  KickPart<Real> p{0, time, 0};
  for (const Kernel& kernel : kernels_)
    if (kernel.direction) {
      const Vec3<double> d = kernel.direction(time);
      for (const double x : {d.x, d.y, d.z})
        p.directions.insert(p.directions.end(), most_lanes, static_cast<Real>(x));
    }
  return p;
}

template <class Real>
KickPart<Real> TorqueSource<Real>::part(double length, double time, double gradient) const {
  KickPart<Real> p = at(time);
  p.length = length;
  p.gradient = gradient;
  if (kind_ == KickKind::linear) p.phi = phi(length);
  return p;
}

template <class Real>
std::shared_ptr<const NumberTable<Real>> TorqueSource<Real>::phi(double length) const {
  constexpr std::size_t most_lengths = 40;  // a splitting has at most 36
  const std::lock_guard lock(phi_mutex_);
  const auto known = std::ranges::find(phis_, length, &Phi::length);
  if (known != phis_.end()) return known->numbers;
  std::vector<Mat3<double>> all;
  all.reserve(rates_.size());
  for (Mat3<double> scaled : rates_) {
    for (double& entry : scaled.entries) entry = length * entry;
    all.push_back(phi_1(scaled));
  }
  if (phis_.size() == most_lengths) phis_.pop_front();
  phis_.push_back({length, std::make_shared<const NumberTable<Real>>(table_of<Real>(all))});
  return phis_.back().numbers;
}

template <class Real>
void TorqueSource<Real>::ask(std::size_t first, std::size_t size, double time,
                             const StatePointers<Real>& state, const Vectors<Real>& torques) const {
  if (function_.torques) {
    const auto span = [size](Real* p) { return std::span<Real>(p, size); };
    TorqueQuestion<Real> question{first,          time,           span(state.qw),
                                  span(state.qx), span(state.qy), span(state.qz)};
    function_.torques(question, {span(torques.x), span(torques.y), span(torques.z)});
  } else {
    for (std::size_t i = 0; i < size; ++i) {
      if (std::isnan(state.qw[i])) continue;
      const PreparedTorque& t = prepared_[bodies_.kind_of(first + i)];
      const Quat<double> q = convert<double>(Quat<Real>{state.qw[i], state.qx[i], state.qy[i], state.qz[i]});
      const Vec3<Real> v = convert<Real>(t.rate ? t.forcing(q, time) : t.torque({{}, q}, time));
      torques.x[i] = v.x;
      torques.y[i] = v.y;
      torques.z[i] = v.z;
    }
  }
  for (std::size_t i = 0; i < size && has_linear_; ++i)
    if (is_linear_body(first + i)) torques.x[i] = 0;
}

template <class Real>
Vec3<Real> TorqueSource<Real>::torque(std::size_t body, const kernel::Phase<Real>& p, double time) const {
  if (!function_.torques) return convert<Real>(prepared_[bodies_.kind_of(body)].torque(as_double(p), time));
  Vec3<Real> v{};
  const auto one = [](auto& x) { return std::span(&x, 1); };
  function_.torques(
      {body, time, one(p.q.w), one(p.q.x), one(p.q.y), one(p.q.z), one(p.m.x), one(p.m.y), one(p.m.z)},
      {one(v.x), one(v.y), one(v.z)});
  if (is_linear_body(body)) v.x = 0;
  return v;
}

template <class Real>
Vec3<Real> TorqueSource<Real>::flow(std::size_t body, const kernel::Phase<Real>& p, double time,
                                    double length) const {
  return convert<Real>(prepared_[bodies_.kind_of(body)].flow(as_double(p), time, length));
}

template class TorqueSource<double>;
template class TorqueSource<float>;

}  // namespace polhode::batch
