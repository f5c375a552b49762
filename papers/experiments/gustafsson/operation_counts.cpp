// SPDX-License-Identifier: MIT
#include "experiments/gustafsson/operation_counts.hpp"

#include <array>
#include <cstddef>
#include <polhode/kernel/advance.hpp>
#include <polhode/papers/factorization.hpp>
#include <polhode/papers/magnus.hpp>
#include <polhode/rotation/exponential.hpp>

namespace polhode::experiments::gustafsson {
namespace {

using Number = CountedNumber;
using Vector = Vec3<Number>;
using Quaternion = Quat<Number>;

/// The printed program's loop.
class AsPrinted {
 public:
  OperationGroups magnus(int order);
  OperationGroups factorization(int order);

 private:
  template <class Call>
  auto charged(int& group, const Call& call) {
    const int before = Number::count.total();
    auto result = call();
    group += Number::count.total() - before;
    return result;
  }

  Vector velocity(const Vector& m) {
    return charged(groups_.other, [&] { return Vector{m.x / I_.x, m.y / I_.y, m.z / I_.z}; });
  }
  Vector commutator(const Vector& a, const Vector& b) {
    return charged(groups_.brackets, [&] { return Number(2) * cross(a, b); });
  }
  Vector cross_product(const Vector& a, const Vector& b) {
    return charged(groups_.brackets, [&] { return cross(a, b); });
  }
  Quaternion product(const Quaternion& p, const Quaternion& q) {
    return charged(groups_.quaternion_products, [&] {
      const Number w = p.w * q.w - dot(p.vec(), q.vec());
      const Vector v = p.w * q.vec() + q.w * p.vec() + cross(p.vec(), q.vec());
      return Quaternion{w, v.x, v.y, v.z};
    });
  }
  Quaternion exponential(const Vector& v) {
    return charged(groups_.other, [&] {
      const Number angle = sqrt(dot(v, v)), cosine = cos(angle);
      const Vector u = ((Number(1) / angle) * sin(angle)) * v;
      return Quaternion{cosine, u.x, u.y, u.z};
    });
  }
  Quaternion frame(const Vector& m) const {
    const Number c(0.5), one(1);
    return {c * sqrt(one + m.z), (c * m.x + c * m.y) / sqrt(one + m.z), (c * m.y - c * m.x) / sqrt(one + m.z),
            c * sqrt(one + m.z)};
  }
  Number frame_rate(const Vector& m) {
    const Vector w = velocity(m), rate = cross_product(m, w);
    const Number k = Number(0.5) / (Number(1) + m.z);
    return k * (m.y * rate.x - m.x * rate.y);
  }

  Vector I_{Number(1), Number(1.648785782711929), Number(1.972012709664193)};
  /// Any momenta will do, the count does not depend on them.
  std::array<Vector, 4> m_{{{Number(0.5), Number(0.4), Number(0.6)},
                            {Number(0.5), Number(0.3), Number(0.7)},
                            {Number(0.4), Number(0.3), Number(0.7)},
                            {Number(0.4), Number(0.2), Number(0.7)}}};
  OperationGroups groups_;
};

OperationGroups AsPrinted::magnus(int order) {
  groups_ = {};
  const auto k = [](double constant) { return Number(constant); };
  const Operations all = operations_of([&] {
    std::array<Vector, 4> w;
    for (std::size_t i = 0; i < static_cast<std::size_t>(order / 2); ++i) w[i] = velocity(m_[i]);
    Vector exponent;
    if (order == 2) {
      exponent = k(0.5) * w[0];
    } else if (order == 4) {
      const Vector sum = k(0.25) * (w[0] + w[1]);
      exponent = sum + k(0.14) * commutator(k(0.5) * w[1], k(0.5) * w[0]);
    } else if (order == 6) {
      const Vector a1 = k(0.5) * w[1], a2 = k(0.6) * (w[2] - w[0]), a3 = k(1.7) * (w[2] - k(2) * w[1] + w[0]);
      const Vector c1 = commutator(a1, a2), c2 = k(-1.0 / 60) * commutator(a1, k(2) * a3 + c1);
      exponent = a1 + k(1.0 / 12) * a3 + k(1.0 / 240) * commutator(k(-20) * a1 - a3 + c1, a2 + c2);
    } else {
      const auto combined = [&] { return k(0.1) * w[0] + k(0.2) * w[1] + k(0.3) * w[2] + k(0.4) * w[3]; };
      const Vector a1 = combined(), a2 = combined(), a3 = combined(), a4 = combined();
      const Vector s1 = k(-1.0 / 28) * commutator(a1 + k(1.0 / 28) * a3, a2 + k(3.0 / 28) * a4);
      const Vector r1 = k(1.0 / 3) * commutator(a1, k(-1.0 / 14) * a3 + s1);
      const Vector s2 = commutator(a1 + k(1.0 / 28) * a3 + s1, a2 + k(3.0 / 28) * a4 + r1);
      const Vector s2h = commutator(a2, s1);
      const Vector r2 = commutator(a1 + k(1.25) * s1, k(2) * a3 + s2 + k(0.5) * s2h);
      const Vector s3 = commutator(a1 + k(1.0 / 12) * a3 - k(7.0 / 3) * s1 - k(1.0 / 6) * s2,
                                   k(-9) * a2 - k(2.25) * a4 + k(63) * r1 + r2);
      exponent = a1 + k(1.0 / 12) * a3 - k(7.0 / 120) * s2 + k(1.0 / 360) * s3;
    }
    product(exponential(exponent), Quaternion::identity());
  });
  groups_.linear = all.total() - groups_.total();
  return groups_;
}

OperationGroups AsPrinted::factorization(int order) {
  groups_ = {};
  const Number h(0.1), energy(0.4), two(2);
  const Operations all = operations_of([&] {
    const Quaternion before = frame(m_[0]), after = frame(m_[3]);
    Number psi;
    if (order == 2) {
      psi = h * (two * energy + two * frame_rate(m_[0]));
    } else {
      const auto at = [&](std::size_t i) {
        const Number rate = frame_rate(m_[i]);
        return h * Number(0.25) * (two * energy + two * rate);
      };
      psi = at(0);
      for (std::size_t i = 1; i < static_cast<std::size_t>(order / 2); ++i) psi = psi + at(i);
    }
    const Quaternion turn{cos(psi / two), Number(0), Number(0), sin(psi / two)};
    product(Quaternion::identity(), product(before, product(turn, after)));
  });
  groups_.other += all.total() - groups_.total();
  return groups_;
}

// ---- ours

/// Momenta in the form that the kernels take, with m3 > 0; |phi| is about 0.6 h.
template <std::size_t N>
kernel::MomentumPath<Number, N> some_path(double h) {
  kernel::MomentumPath<Number, N> path{};
  path.start = {Number(0.5), Number(0.4), Number(0.6)};
  path.change = {Number(-0.01), Number(0.02), Number(-0.005)};
  for (std::size_t i = 0; i < N; ++i)
    path.within[i] = (Number(static_cast<double>(i + 1)) / Number(static_cast<double>(N + 1))) * path.change;
  path.orbit.gg = dot(path.start, path.start);
  path.h = Number(h);
  return path;
}

const Vector some_moments{Number(1), Number(1.648785782711929), Number(1.972012709664193)};

/// q r, by increments as the states are updated.
Quaternion turned(const Quaternion& dr) {
  const Quaternion q{Number(0.5), Number(0.5), Number(0.5), Number(0.5)};
  return kernel::fused_product(q, dr);
}

template <int Order>
Operations our_magnus(double h) {
  const kernel::MagnusStep<Number, Order> step(some_moments);
  const auto path = some_path<Order / 2>(h);
  return operations_of([&] { turned(exp_quat_minus_one(step.exponent(path))); });
}

template <int Order>
Operations our_factorization(double h) {
  const kernel::Factorization<Number, Order> step(some_moments);
  const auto path = some_path<Order / 2>(h);
  return operations_of([&] { turned(step.rotation(path)); });
}

}  // namespace

OperationGroups operations_as_printed(Kind kind, int order) {
  return kind == Kind::magnus ? AsPrinted().magnus(order) : AsPrinted().factorization(order);
}

Operations our_operations(Kind kind, int order, bool is_short) {
  const bool magnus = kind == Kind::magnus;
  const double h = is_short ? 0.05 : 0.5;
  switch (order) {
    case 2:
      return magnus ? our_magnus<2>(h) : our_factorization<2>(h);
    case 4:
      return magnus ? our_magnus<4>(h) : our_factorization<4>(h);
    case 6:
      return magnus ? our_magnus<6>(h) : our_factorization<6>(h);
    default:
      return magnus ? our_magnus<8>(h) : our_factorization<8>(h);
  }
}

}  // namespace polhode::experiments::gustafsson
