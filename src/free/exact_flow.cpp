// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/free/exact_flow.hpp>
#include <polhode/free/motion_derivative.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/rotation/convention.hpp>

#include "body/wide_axes.hpp"
#include "core/number_text.hpp"
#include "free/flow_derivative.hpp"

namespace polhode {

namespace {

/// The momentum is by value so that it stays in registers if the step is valid.
[[gnu::noinline]] void refuse_time(const Inertia& body, Vec3<double> m, double t) {
  if (!std::isfinite(t)) throw InvalidInput("time", number_text(t), "a finite number");
  const double longest = longest_time(body, to_eigen(m));
  if (std::abs(t) > longest)
    throw InvalidInput("time", number_text(t),
                       "at most " + number_text(longest) +
                           " either way: beyond it the angle |m| t / I exceeds 2^53 radians");
}

/// Written in pairs, as a caller's copy reads them: store forwarding from single writes to a wider read is
/// slow.
[[gnu::always_inline]] inline State packed(const kernel::Phase<double>& p) noexcept {
  State s;
  const auto write = [](double* to, double first, double second) {
    using Pair [[gnu::vector_size(16), gnu::aligned(8), gnu::may_alias]] = double;
    *reinterpret_cast<Pair*>(to) = Pair{first, second};
  };
  write(&s.attitude.coeffs()(0), p.q.x, p.q.y);
  write(&s.attitude.coeffs()(2), p.q.z, p.q.w);
  write(&s.momentum(0), p.m.x, p.m.y);
  s.momentum.z() = p.m.z;
  return s;
}

/// As Inertia::to_principal and Inertia::from_principal, for finite vectors.
[[gnu::always_inline]] inline Vec3<double> in_axes(const Eigen::Matrix3d& a, const Vec3<double>& v) noexcept {
  return {a(0, 0) * v.x + a(1, 0) * v.y + a(2, 0) * v.z, a(0, 1) * v.x + a(1, 1) * v.y + a(2, 1) * v.z,
          a(0, 2) * v.x + a(1, 2) * v.y + a(2, 2) * v.z};
}
[[gnu::always_inline]] inline Vec3<double> out_of_axes(const Eigen::Matrix3d& a,
                                                       const Vec3<double>& v) noexcept {
  return {a(0, 0) * v.x + a(0, 1) * v.y + a(0, 2) * v.z, a(1, 0) * v.x + a(1, 1) * v.y + a(1, 2) * v.z,
          a(2, 0) * v.x + a(2, 1) * v.y + a(2, 2) * v.z};
}

}  // namespace

struct ExactFlow::Parts {
  explicit Parts(const Inertia& of)
      : body(of),
        constants(kernel::exact_constants(from_eigen(of.moments()))),
        turns(!is_principal(of)),
        largest_angle(0x1p53 * (of.is_linear() ? of.moments().y() : of.moments().x())) {}

  /// With the step itself, from the attitude and the principal momentum to an increment.
  template <class Step>
  State stepped(const State& start, double t, const Step& step) const;

  Inertia body;
  kernel::ExactConstants<double> constants;
  bool turns;            ///< whether the user's axes are not the principal ones
  double largest_angle;  ///< 2^53 times the least moment: |m| |t| may not exceed it
};

ExactFlow::ExactFlow(const Inertia& body) : parts_(std::make_shared<const Parts>(body)) {}

const Inertia& ExactFlow::body() const noexcept { return parts_->body; }

template <class Step>
[[gnu::always_inline]] inline State ExactFlow::Parts::stepped(const State& start, double t,
                                                              const Step& step) const {
  constexpr double eps = std::numeric_limits<double>::epsilon(), most = std::numeric_limits<double>::max();
  Quat<double> q = from_eigen(start.attitude);
  const Vec3<double> given = from_eigen(start.momentum);
  const double gg = dot(given, given);
  const bool is_plain = !body.is_linear() && gg <= most && std::abs(dot(q, q) - 1) <= 8 * eps;
  if (!is_plain) {
    check(body, start);
    q = from_eigen(normalise_attitude(start.attitude).q);
  }
  Vec3<double> m = turns ? in_axes(body.axes(), given) : given;
  if (body.is_linear()) m.x = 0;
  // A bound that needs no square root; refuse_time decides precisely.
  const double sizes = std::abs(m.x) + std::abs(m.y) + std::abs(m.z);
  if (!(sizes * std::abs(t) < largest_angle)) refuse_time(body, m, t);

  kernel::Increment<double> i = step(q, m);
  if (turns) {
    i.dm = out_of_axes(body.axes(), i.dm);
    const Vec3<double> turn = out_of_axes(body.axes(), i.dr.vec());
    i.dr = {i.dr.w, turn.x, turn.y, turn.z};
  }
  const kernel::Phase<double> next = kernel::advance(kernel::Phase<double>{given, q}, i);
  return packed(next);
}

State ExactFlow::operator()(const State& start, double t) const {
  const Parts& parts = *parts_;
  return parts.stepped(
      start, t, [&](const Quat<double>&, const Vec3<double>& m) __attribute__((always_inline)) {
        return kernel::exact_step(parts.constants, m, t);
      });
}

namespace {

using flow_derivative::Both;
using flow_derivative::Followed;

/// As in kernel::exact_step, except near the separatrix: steps that are not short.
void along_step(const kernel::ExactConstants<double>& k, const flow_derivative::Start& start, double h,
                std::size_t which, flow_derivative::Computed& to) {
  const Followed<double> f(k, start.m, start.across[which]);
  const Both<double> tau(k.half_a2 * h), base(k.half_inv_i3 * h);
  if (f.side.mc < Both<double>(0.01)) {
    // Near the separatrix slopes cancel, as does the phase in FreeMotion.
    const Followed<long double> wide(kernel::convert<long double>(k), convert<long double>(start.m),
                                     start.across[which]);
    take(reduced_step(wide, kernel::without_whole_periods(Both<long double>(tau), Both<long double>(base),
                                                          quarter_period(wide))),
         start, which, to);
  } else {
    const bool is_long = !(std::max(f.o.U, f.o.V) * tau * tau <= Both<double>(1));
    take(reduced_step(f, is_long ? kernel::without_whole_periods(tau, base, quarter_period(f))
                                 : kernel::Reduced<Both<double>>{tau, base, false}),
         start, which, to);
  }
}

/// A separate function, so that it is instantiated only once more.
[[gnu::noinline]] kernel::Increment<double> value_alone(const kernel::ExactConstants<double>& k,
                                                        const Vec3<double>& m, double t) noexcept {
  return kernel::exact_step(k, m, t);
}

/// The columns of a step from a principal momentum, and its increment.
[[gnu::noinline]] kernel::Increment<double> with_columns(const Inertia& inertia,
                                                         const kernel::ExactConstants<double>& k,
                                                         const Vec3<double>& m, double t,
                                                         MotionJacobian& jacobian) noexcept {
  const double gg = dot(m, m), scaled_t = t * k.time_scale;
  constexpr double high = kernel::detail::range_end<double>(), low = 1 / high;
  const bool is_in_range = gg > low && gg < high && std::abs(scaled_t) < high && k.time_scale != 0;
  const int e = is_in_range || !(largest(m) > 0) ? 0 : binary_exponent(largest(m));
  const double h = is_in_range ? scaled_t : std::ldexp(t, e - k.exponent);
  const flow_derivative::Body body(inertia, k);
  const flow_derivative::Start own(body, e == 0 ? m : scaled(m, -e));
  flow_derivative::Computed step{};
  const bool is_short = own.unknown != 0 && short_columns(body, own, h, step);
  const kernel::Increment<double> value = is_short && is_in_range ? step.increment : value_alone(k, m, t);
  if (own.unknown == 0)
    step.increment = value_alone(k, own.m, e == 0 ? t : std::ldexp(t, e));
  else if (!is_short)
    for (std::size_t i = 0; i < static_cast<std::size_t>(own.unknown); ++i) along_step(k, own, h, i, step);
  jacobian = of_user(inertia, body, assembled(body, own, step, h), e);
  return value;
}

}  // namespace

MotionDerivative ExactFlow::derivative(const State& start, double t) const {
  MotionDerivative result;
  result.start.momentum = start.momentum;
  const Parts& parts = *parts_;
  result.state = parts.stepped(start, t, [&](const Quat<double>& q, const Vec3<double>& m) {
    result.start.attitude = to_eigen(q);
    return with_columns(parts.body, parts.constants, m, t, result.jacobian);
  });
  return result;
}

}  // namespace polhode
