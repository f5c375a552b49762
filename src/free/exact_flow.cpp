// SPDX-License-Identifier: MIT
#include <cmath>
#include <limits>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/free/exact_flow.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/rotation/convention.hpp>

#include "core/number_text.hpp"

namespace polhode {

namespace {

void refuse_time(const Inertia& body, const Vec3<double>& m, double t) {
  if (!std::isfinite(t)) throw InvalidInput("time", number_text(t), "a finite number");
  const double longest = longest_time(body, m);
  if (std::abs(t) > longest)
    throw InvalidInput("time", number_text(t),
                       "at most " + number_text(longest) +
                           " either way: beyond it the angle |m| t / I exceeds 2^53 radians");
}

/// Written in pairs, as a caller's copy will read it: a processor waits long for pairs that were written singly.
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

/// As Inertia::to_principal and from_principal, for finite vectors.
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

ExactFlow::ExactFlow(const Inertia& body)
    : body_(body),
      constants_(kernel::exact_constants(body.moments())),
      turns_(!(body.axes_attitude() == Quat<long double>::identity())),
      largest_angle_(0x1p53 * (body.is_linear() ? body.moments().y : body.moments().x)) {}

State ExactFlow::operator()(const State& start, double t) const {
  constexpr double eps = std::numeric_limits<double>::epsilon(), most = std::numeric_limits<double>::max();
  Quat<double> q = from_eigen(start.attitude);
  const Vec3<double> given = from_eigen(start.momentum);
  const double gg = dot(given, given);
  const bool is_plain = !body_.is_linear() && gg <= most && std::abs(dot(q, q) - 1) <= 8 * eps;
  if (!is_plain) {
    check(body_, start);
    q = from_eigen(normalise_attitude(start.attitude).q);
  }
  Vec3<double> m = turns_ ? in_axes(body_.axes(), given) : given;
  if (body_.is_linear()) m.x = 0;
  // A bound that needs no root; what it does not decide is looked at closely.
  const double sizes = std::abs(m.x) + std::abs(m.y) + std::abs(m.z);
  if (!(sizes * std::abs(t) < largest_angle_)) refuse_time(body_, m, t);

  kernel::Increment<double> i = kernel::exact_step(constants_, m, t);
  if (turns_) {
    i.dm = out_of_axes(body_.axes(), i.dm);
    const Vec3<double> turn = out_of_axes(body_.axes(), i.dr.vec());
    i.dr = {i.dr.w, turn.x, turn.y, turn.z};
  }
  const kernel::Phase<double> next = kernel::advance(kernel::Phase<double>{given, q}, i);
  return packed(next);
}

}  // namespace polhode
