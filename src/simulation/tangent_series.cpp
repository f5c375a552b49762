// SPDX-License-Identifier: MIT
#include "simulation/tangent_series.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <polhode/torque/inverse_inertia.hpp>

#include "core/kepler.hpp"

namespace polhode::simulation {
namespace {

using series::Maker;

Tangent scaled_by(double factor, const Tangent& a) { return chain(a, factor * a.value, factor); }

/// sum of weight(i) x_i y_(k-i) for i = from .. to.
template <class X, class Y>
Tangent convolution(int from, int to, int k, const X& x, const Y& y) {
  Tangent sum;
  for (int i = from; i <= to; ++i) sum = sum + x(i) * y(k - i);
  return sum;
}

}  // namespace

TangentSeries::TangentSeries(const TangentTorque& torque, const Vec3<Tangent>& moments, double direction,
                             double unit)
    : torque_(torque), direction_(direction), unit_(unit) {
  const torques::InverseInertia<Tangent> inertia(moments);
  inverse_ = inertia.inverse();
  gap_ = inertia.gap();
  take_rows(*torque.tape);
  rows_.resize((series::row::first_made + made_.size()) * (order + 1));
  for (auto* list : {&a_, &b_, &c_, &d_}) list->resize(made_.size() * (order + 1));
  for (std::size_t r = 0; r < made_.size(); ++r)
    if (made_[r].maker == Maker::root) roots_.push_back(series::row::first_made + static_cast<int>(r));
}

void TangentSeries::take_rows(const series::Tape& tape) {
  const std::vector<series::Row>& all = tape.all();
  std::vector<bool> is_needed(all.size(), false);
  const auto need = [&](const series::Form& f) {
    for (const series::Term& t : f.terms)
      if (t.row >= series::row::first_made)
        is_needed[static_cast<std::size_t>(t.row - series::row::first_made)] = true;
  };
  std::vector<series::Form*> roots;
  for (series::Form& f : torque_.torque) roots.push_back(&f);
  for (auto& change : torque_.change)
    for (series::Form& f : change) roots.push_back(&f);
  for (const series::Form* f : roots) need(*f);
  for (std::size_t r = all.size(); r-- > 0;) {
    // A sine and its cosine are made together.
    if (all[r].maker == Maker::cosine && is_needed[r]) is_needed[r - 1] = true;
    if (all[r].maker == Maker::sine && is_needed[r]) is_needed[r + 1] = true;
    if (!is_needed[r]) continue;
    need(all[r].a);
    need(all[r].b);
  }
  std::vector<int> number(all.size(), 0);
  const auto renumber = [&](series::Form& f) {
    for (series::Term& t : f.terms)
      if (t.row >= series::row::first_made)
        t.row = number[static_cast<std::size_t>(t.row - series::row::first_made)];
  };
  for (std::size_t r = 0; r < all.size(); ++r) {
    if (!is_needed[r]) continue;
    number[r] = series::row::first_made + static_cast<int>(made_.size());
    made_.push_back(all[r]);
    renumber(made_.back().a);
    renumber(made_.back().b);
  }
  for (series::Form* f : roots) renumber(*f);
  torque_.tape = nullptr;
}

void TangentSeries::begin(const kernel::Phase<Tangent>& start, double time) {
  const Tangent length = sqrt(dot(start.q, start.q));
  const Quat<Tangent> q = (Tangent(1) / length) * start.q;
  std::fill(rows_.begin(), rows_.end(), Tangent());
  put_first({start.m, q}, Tangent(time));
}

void TangentSeries::put_first(const kernel::Phase<Tangent>& p, const Tangent& time) {
  const std::array<Tangent, 9> first{p.q.w, p.q.x, p.q.y, p.q.z, p.m.x, p.m.y, p.m.z, Tangent(1), time};
  for (int row = 0; row < 9; ++row) coefficient(row, 0) = first[static_cast<std::size_t>(row)];
  time_ = time.value;
}

Vec3<Tangent> TangentSeries::torque_at(const kernel::Phase<Tangent>& phase, const Tangent& time) {
  put_first(phase, time);
  for (std::size_t r = 0; r < made_.size(); ++r) make(r, 0);
  return {torque_part(0, 0), torque_part(1, 0), torque_part(2, 0)};
}

/// With what changes in the formula itself.
Tangent TangentSeries::torque_part(std::size_t axis, int k) const {
  Tangent part = form(torque_.torque[axis], k);
  for (std::size_t direction = 0; direction < tangent_directions; ++direction) {
    const series::Form& change = torque_.change[direction][axis];
    if (change.is_constant() && change.constant == 0) continue;
    double sum = k == 0 ? change.constant : 0;
    for (const series::Term& t : change.terms) sum += t.factor * coefficient(t.row, k).value;
    part.slope[direction] += sum;
  }
  return part;
}

Tangent TangentSeries::form(const series::Form& f, int k) const {
  Tangent sum(k == 0 ? f.constant : 0.0);
  for (const series::Term& t : f.terms) sum = sum + scaled_by(t.factor, coefficient(t.row, k));
  return sum;
}

void TangentSeries::make(std::size_t index, int k) {
  const series::Row& row = made_[index];
  const int out = series::row::first_made + static_cast<int>(index);
  const std::size_t base = index * (order + 1);
  const auto at = [base](std::vector<Tangent>& list) {
    return [&list, base](int i) -> Tangent& { return list[base + static_cast<std::size_t>(i)]; };
  };
  const auto a = at(a_), b = at(b_), c = at(c_), d = at(d_);
  const auto own = [&](int i) -> Tangent& { return coefficient(out, i); };
  const auto weighted = [](const auto& x) { return [&x](int i) { return scaled_by(i, x(i)); }; };
  a(k) = form(row.a, k);
  b(k) = form(row.b, k);
  const double per = k > 0 ? 1.0 / k : 0;
  // y' d = a' for a known d = d_0 + ...: the coefficient k of y, once d is known below k.
  const auto integral = [&](const auto& y, const auto& below) {
    return (a(k) - scaled_by(per, convolution(1, k - 1, k, weighted(y), below))) / below(0);
  };
  switch (row.maker) {
    case Maker::product:
      own(k) = convolution(0, k, k, a, b);
      break;
    case Maker::quotient:
      own(k) = (a(k) - convolution(0, k - 1, k, own, b)) / b(0);
      break;
    case Maker::root:
      own(k) = k == 0 ? sqrt(a(0)) : (a(k) - convolution(1, k - 1, k, own, own)) / scaled_by(2, own(0));
      break;
    case Maker::exponent:
      own(k) = k == 0 ? exp(a(0)) : scaled_by(per, convolution(1, k, k, weighted(a), own));
      break;
    case Maker::logarithm:
      own(k) = k == 0 ? log(a(0)) : integral(own, a);
      break;
    case Maker::power: {
      if (k == 0) {
        const double value = std::pow(a(0).value, row.number);
        own(0) = chain(a(0), value, row.number * std::pow(a(0).value, row.number - 1));
        break;
      }
      Tangent sum;
      for (int i = 1; i <= k; ++i) sum = sum + scaled_by(row.number * i - (k - i), a(i) * own(k - i));
      own(k) = scaled_by(per, sum) / a(0);
      break;
    }
    case Maker::sine: {
      const auto cosine = [&](int i) -> Tangent& { return coefficient(out + 1, i); };
      if (k == 0) {
        own(0) = sin(a(0));
        cosine(0) = cos(a(0));
      } else {
        own(k) = scaled_by(per, convolution(1, k, k, weighted(a), cosine));
        cosine(k) = scaled_by(-per, convolution(1, k, k, weighted(a), own));
      }
      break;
    }
    case Maker::cosine:  // made with its sine
      break;
    case Maker::arctangent:
      if (k > 0) own(k) = integral(own, d);
      if (k == 0) own(0) = atan(a(0));
      d(k) = Tangent(k == 0 ? 1 : 0) + convolution(0, k, k, a, a);
      break;
    case Maker::hyperbolic_tangent:
      if (k == 0) {
        const double cosh = std::cosh(a(0).value), slope = 1 / (cosh * cosh);
        own(0) = chain(a(0), std::tanh(a(0).value), slope);
        b(0) = chain(a(0), slope, -2 * own(0).value * slope);
      } else {
        own(k) = scaled_by(per, convolution(1, k, k, weighted(a), b));
        b(k) = -convolution(0, k, k, own, own);
      }
      break;
    case Maker::remainder:
      own(k) = k == 0 ? chain(a(0), std::remainder(a(0).value, row.number), 1.0) : a(k);
      break;
    case Maker::anomaly: {
      if (k == 0) {
        const double e = eccentric_anomaly(std::remainder(a(0).value, 2 * std::numbers::pi), row.number);
        own(0) = chain(a(0), e, 1 / (1 - row.number * std::cos(e)));
        b(0) = sin(own(0));
        c(0) = cos(own(0));
      } else {
        own(k) = integral(own, d);
        b(k) = scaled_by(per, convolution(1, k, k, weighted(own), c));
        c(k) = scaled_by(-per, convolution(1, k, k, weighted(own), b));
      }
      d(k) = Tangent(k == 0 ? 1 : 0) - scaled_by(row.number, c(k));
      break;
    }
    case Maker::piece: {
      const series::PiecewiseLinear::Line line = row.piecewise->at(time_, direction_);
      own(k) = k == 0 ? Tangent(line.value) : k == 1 ? Tangent(line.slope * unit_ * direction_) : Tangent();
      break;
    }
    case Maker::parameter:  // refused before
    case Maker::sign:
      break;
  }
}

bool TangentSeries::expand() {
  const double u = unit_ * direction_;
  if (order > 0) coefficient(series::row::time, 1) = Tangent(u);
  const auto q = [this](int i) { return [this, i](int k) -> Tangent& { return coefficient(i, k); }; };
  const auto m = [this](int i) {
    return [this, i](int k) -> Tangent& { return coefficient(series::row::momentum + i, k); };
  };
  const std::array<Tangent, 3> inverse{inverse_.x, inverse_.y, inverse_.z}, gap{gap_.x, gap_.y, gap_.z};
  const auto w = [&](int i) {
    return [&, i](int k) {
      return inverse[static_cast<std::size_t>(i)] * coefficient(series::row::momentum + i, k);
    };
  };
  for (int k = 0; k < order; ++k) {
    for (std::size_t r = 0; r < made_.size(); ++r) make(r, k);
    const double step = u / (k + 1);
    for (int i = 0; i < 3; ++i) {
      const std::size_t n = static_cast<std::size_t>(i);
      const Tangent rate = gap[n] * convolution(0, k, k, m((i + 1) % 3), m((i + 2) % 3)) + torque_part(n, k);
      coefficient(series::row::momentum + i, k + 1) = scaled_by(step, rate);
    }
    const auto part = [&](int a, int b) { return convolution(0, k, k, q(a), w(b)); };
    const double half = step / 2;
    coefficient(0, k + 1) = scaled_by(-half, part(1, 0) + part(2, 1) + part(3, 2));
    coefficient(1, k + 1) = scaled_by(half, part(0, 0) + part(2, 2) - part(3, 1));
    coefficient(2, k + 1) = scaled_by(half, part(0, 1) - part(1, 2) + part(3, 0));
    coefficient(3, k + 1) = scaled_by(half, part(0, 2) + part(1, 1) - part(2, 0));
  }

  // The size of a coefficient: of values and of each direction, relative to what they are themselves.
  const auto size = [&](int k, int first, int count, auto&& of) {
    double largest = 0;
    for (int i = first; i < first + count; ++i) largest = std::max(largest, std::abs(of(coefficient(i, k))));
    return largest;
  };
  double rate = 0;
  const auto add = [&](auto&& of, double least_attitude, double least_momentum) {
    const double attitude = std::max(size(0, 0, 4, of), least_attitude),
                 momentum = std::max(size(0, 4, 3, of), least_momentum);
    for (const int k : {order, order - 1, order - 2}) {
      const double relative = std::max(attitude > 0 ? size(k, 0, 4, of) / attitude : 0,
                                       momentum > 0 ? size(k, 4, 3, of) / momentum : 0);
      if (!(relative <= std::numeric_limits<double>::max())) rate = std::numeric_limits<double>::quiet_NaN();
      rate = std::max(rate, std::pow(relative, 1.0 / k));
    }
  };
  const auto value = [](const Tangent& t) { return t.value; };
  double momentum = size(0, 4, 3, value);
  if (momentum == 0) momentum = std::max(size(1, 4, 3, value), size(2, 4, 3, value));  // from rest
  add(value, 1, momentum);
  for (std::size_t i = 0; i < tangent_directions; ++i) {
    const auto slope = [i](const Tangent& t) { return t.slope[i]; };
    // A direction that has only begun is counted against what the step makes of it.
    const double a = std::max(size(0, 0, 4, slope), size(1, 0, 4, slope)),
                 m1 = std::max(size(0, 4, 3, slope), size(1, 4, 3, slope));
    const double both = std::max(a, momentum > 0 ? m1 / momentum : 0);
    if (both > 0) add(slope, both, both * momentum);
  }
  if (std::isnan(rate)) return false;
  constexpr double left_out = 1e-17;
  const double tau = rate > 0 ? std::pow(left_out, 1.0 / (order + 1)) / rate : 1e3;
  if (!(tau > 0) || !std::isfinite(tau)) return false;
  const double length = tau * unit_;
  reach_ = time_ + direction_ * length;
  // The next unit is near the step, so that no power leaves the range.
  next_unit_ = std::ldexp(1.0, std::ilogb(length));
  return reach_ != time_;
}

bool TangentSeries::root_turns_before(double time) const noexcept {
  constexpr int looks = 8;
  for (const int row : roots_)
    for (int look = 1; look <= looks; ++look) {
      const double tau = (time - time_) / (unit_ * direction_) * look / looks;
      double sum = 0;
      for (int k = order - 1; k >= 0; --k) sum = sum * tau + coefficient(row, k).value;
      if (sum < 0) return true;
    }
  return false;
}

kernel::Phase<Tangent> TangentSeries::at(double time) const {
  const double tau = (time - time_) / (unit_ * direction_);
  const auto sum = [&](int row) {
    Tangent s = coefficient(row, order);
    for (int k = order - 1; k >= 0; --k) s = scaled_by(tau, s) + coefficient(row, k);
    return s;
  };
  return {{sum(4), sum(5), sum(6)}, {sum(0), sum(1), sum(2), sum(3)}};
}

void TangentSeries::advance(double time) {
  begin(at(time), time);
  unit_ = next_unit_;
}

}  // namespace polhode::simulation
