// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The Moser-Veselov equation of the free body solved without iteration: roots of a cubic, then eigenvectors.
///
/// Convention. M = hat(h m) = omega^T J - J omega, J diagonal, I1 = J2 + J3 and cyclic; W = omega^T J, R =
///             omega^T. The step is R: attitude X R, momentum omega m. With the unit quaternion r = (w, v) of
///             R the equation reads h m_i = 2 (I_i w v_i - (I_j - I_k) v_j v_k), and m' - m = 4/h (I_j - I_k)
///             v_j v_k.
/// Method.     The eigenvalues of W solve P(lambda) = det(lambda^2 - lambda M - J^2) = 0, a cubic in
///             lambda^2; the right solution is the one whose eigenvalues have positive real parts. One of
///             them is split off, the one that is farthest from the others; the other two are held as their
///             half sum and the square of their half difference, which are smooth where the two meet.
///             Eigenvectors of W by QR with pivoting, of 3x3 matrices for real roots, of one 6x6 matrix for a
///             complex or a close pair; an orthonormal basis of (x, (W - M/2) x); S = V2 V1^-1; W = S + M/2.
///                                                       [McLachlan, Zanna 2005, 1.2 and 9, signs corrected]
///             Where eigenvectors nearly coincide (a body close to a sphere, steps that hardly turn a
///             symmetric one) the Cayley-Hamilton theorem for W with W^2 = M W + J^2 gives it without them:
///               (J^2 + M^2 - e1 M + e2) W = e1 J^2 + e3 - M J^2,
///               e1, e2, e3 the symmetric functions of the roots.
///             Every solution is corrected by Newton's method in r, which restores the digits of short steps,
///             and then verified: the equation componentwise, and that all sums of two eigenvalues of W have
///             positive real parts. At most one solution has that; it begins at the identity for h = 0. Where
///             the roots have no digits left (very short steps, thin bodies) Newton's method begins at h
///             omega. J3 <= 0 (plates, and moments against the triangle inequality) is no exception: the
///             smallest eigenvalue has the sign of J3. R is found from the two columns of W with the larger
///             J.
/// Accuracy.   |m|, energy and spatial momentum change by 0.1 to 1.7 eps sqrt(n) in n = 10000 steps, on six
///             bodies (one thin, one symmetric, a sphere, one close to it) and h |omega| from 0.001 to 1
///             (measured once). Against the fixed point of kernel/moser_veselov.hpp, 200000 random steps
///             (measured once): 1.1 eps below h |omega| = 0.5, 14 below 0.9, 59 towards the limit, where two
///             eigenvalues of W meet the imaginary axis and the solution is a square root. Without the
///             correction the paper's solver changes the invariants by 6 to 130 eps sqrt(n) (measured once).
/// Limit.      No step with h |omega| < 1 was refused to a body with J3 > 0 (18000 random steps); a sphere
///             ends at h |m| = I; a plate whose J3 is zero to rounding was refused at 0.83. With J3 < 0 some
///             steps are refused although a solution leads there from the identity: from h |omega| = 0.84 on
///             for bodies with I1 > I3/20 (20000 random steps), for far thinner ones at shorter steps too.

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/core/compensated.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/kernel/moser_veselov.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/rotation/quat.hpp>

#include "moser_veselov/small_matrix.hpp"

namespace polhode {

namespace moser_veselov {

template <class T>
using Matrix3 = SmallMatrix<T, 3, 3>;

template <class T>
Matrix3<T> skew(const Vec3<T>& a) noexcept {
  return {{T(0), a.z, -a.y, -a.z, T(0), a.x, a.y, -a.x, T(0)}};
}

template <class T>
Matrix3<T> diagonal(const T& x, const T& y, const T& z) noexcept {
  return {{x, T(0), T(0), T(0), y, T(0), T(0), T(0), z}};
}

template <class T>
bool is_finite(const Vec3<T>& a) noexcept {
  return largest(a) <= std::numeric_limits<T>::max() && a.x == a.x && a.y == a.y && a.z == a.z;
}

/// The body in units of a power of two near its largest moment, and how its equation is checked.
template <class T>
class EquationOfBody {
 public:
  /// Ascending moments, positive.
  explicit EquationOfBody(const Vec3<T>& moments) noexcept
      : exponent_(binary_exponent(moments.z)),
        I_(scaled(moments, -exponent_)),
        J_(kernel::half_sum_moments(I_)),
        gaps_{two_sum(I_.y, -I_.z), two_sum(I_.z, -I_.x), two_sum(I_.x, -I_.y)} {}

  const Vec3<T>& J() const noexcept { return J_; }

  /// h m in the body's unit, without overflow on the way.
  Vec3<T> turned(const Vec3<T>& m, const T& h) const noexcept {
    using std::ldexp;
    const T size = largest(m);
    if (!(size > T(0)) || !is_finite(m)) return h * m;
    const int e = binary_exponent(size);
    return ldexp(h, e - exponent_) * scaled(m, -e);
  }

  /// Half of h omega, where r - 1 begins for short steps.
  Quat<T> first_guess(const Vec3<T>& y) const noexcept {
    return {T(1), y.x / (T(2) * I_.x), y.y / (T(2) * I_.y), y.z / (T(2) * I_.z)};
  }

  /// The unit quaternion of the solution near r, w > 0; NaN if there is none that passes.
  Quat<T> corrected(const Vec3<T>& y, Quat<T> r) const noexcept {
    bool is_solved = false;
    for (int correction = 0; correction < 8; ++correction) {
      const Vec3<T> turn = newton(y, r);
      if (!(largest(turn) < T(0.5))) break;
      const Vec3<T> v = r.vec() + T(0.5) * (r.w * turn + cross(turn, r.vec()));
      r = unit({r.w - T(0.5) * dot(turn, r.vec()), v.x, v.y, v.z});
      // One more than is needed, because what passes by a few eps is not yet as good as it can be.
      if (is_solved) return solves(y, r) && r.w > T(0) && is_on_branch(y, r) ? r : kernel::no_quaternion<T>();
      is_solved = solves(y, r);
    }
    return kernel::no_quaternion<T>();
  }

  /// The increments of a step with rotation r.
  kernel::Increment<T> increment(const Vec3<T>& m, const T& h, const Quat<T>& r) const noexcept {
    using std::ldexp;
    if (!(r.w == r.w)) return kernel::failed_increment<T>();
    // v/h is half the angular velocity: neither overflows where m does not.
    const Vec3<T> v = r.vec();
    const int e = largest(v) > T(0) ? binary_exponent(largest(v)) : 0;
    const Vec3<T> unit_v = scaled(v, -e), rate = (T(4) / ldexp(h, -exponent_ - e)) * unit_v;
    const kernel::Increment<T> i{{gap(0, rate.y * v.z), gap(1, rate.z * v.x), gap(2, rate.x * v.y)},
                                 {-dot(v, v) / (T(1) + r.w), v.x, v.y, v.z}};
    return is_finite(i.dm) && is_finite(m) ? i : kernel::failed_increment<T>();
  }

 private:
  /// (I2 - I3, I3 - I1, I1 - I2)[axis] x. The difference is not rounded first: that error, the same at every
  /// step, would make the energy drift.
  T gap(std::size_t axis, const T& x) const noexcept { return gaps_[axis].sum * x + gaps_[axis].error * x; }

  static Quat<T> unit(const Quat<T>& q) noexcept {
    using std::sqrt;
    const T length = sqrt(dot(q, q));
    return {q.w / length, q.x / length, q.y / length, q.z / length};
  }

  Vec3<T> residual(const Vec3<T>& y, const Quat<T>& r) const noexcept {
    return {y.x - T(2) * (I_.x * r.w * r.x - gap(0, r.y * r.z)),
            y.y - T(2) * (I_.y * r.w * r.y - gap(1, r.z * r.x)),
            y.z - T(2) * (I_.z * r.w * r.z - gap(2, r.x * r.y))};
  }

  /// The left turn that the linearised equation asks for: (tr(W) - W) turn = residual.
  Vec3<T> newton(const Vec3<T>& y, const Quat<T>& r) const noexcept {
    const Vec3<T> e = residual(y, r);
    const Mat3<T> R = to_matrix(r);
    // Rows in units of the moments, so that pivoting does not take a thin body's first row for a small one.
    const T x = T(1) / I_.x, w = T(1) / I_.y, z = T(1) / I_.z;
    const Matrix3<T> K{{x * (R(1, 1) * J_.y + R(2, 2) * J_.z), w * (-R(1, 0) * J_.x), z * (-R(2, 0) * J_.x),
                        x * (-R(0, 1) * J_.y), w * (R(2, 2) * J_.z + R(0, 0) * J_.x), z * (-R(2, 1) * J_.y),
                        x * (-R(0, 2) * J_.z), w * (-R(1, 2) * J_.z), z * (R(0, 0) * J_.x + R(1, 1) * J_.y)}};
    const SmallMatrix<T, 3, 1> turn = solved(K, SmallMatrix<T, 3, 1>{{x * e.x, w * e.y, z * e.z}});
    return {turn(0, 0), turn(1, 0), turn(2, 0)};
  }

  bool solves(const Vec3<T>& y, const Quat<T>& r) const noexcept {
    using std::abs;
    const Vec3<T> e = residual(y, r);
    const T size = T(8) * std::numeric_limits<T>::epsilon() * largest(r.vec());
    return abs(e.x) <= size * (I_.x + abs(gaps_[0].sum)) && abs(e.y) <= size * (I_.y + abs(gaps_[1].sum)) &&
           abs(e.z) <= size * (I_.z + abs(gaps_[2].sum));
  }

  /// Whether the eigenvalues of tr(W) - W, which are the sums of two of W, have positive real parts
  /// (Hurwitz). W = R J has the symmetric functions e1 = sum J_i R_ii, e2 = sum J_i J_j R_kk, e3 = J1 J2 J3.
  bool is_on_branch(const Vec3<T>& y, const Quat<T>& r) const noexcept {
    const Mat3<T> R = to_matrix(r);
    const T e1 = J_.x * R(0, 0) + J_.y * R(1, 1) + J_.z * R(2, 2);
    const T e2 = J_.y * J_.z * R(0, 0) + J_.z * J_.x * R(1, 1) + J_.x * J_.y * R(2, 2);
    const T e3 = J_.x * J_.y * J_.z, product = e1 * e2 - e3;
    return e1 > T(0) && product > T(0) && T(2) * e1 * (e1 * e1 + e2) > product &&
           (e3 >= T(0) || is_connected(y, e1, e2, e3));
  }

  /// For J3 < 0 there are solutions that do not begin at the identity. Along t y, 0 <= t <= 1, e1 falls from
  /// tr(J) with (e2 + b)^2 = Q(e1) = b e1^2 + 2 e3 e1 + const, b = sum J_i^2 y_i^2/|y|^2, unless Q vanishes
  /// on the way, or F = e1^2 Q - (b e1 + e3)^2 where b e1 + e3 is positive. Their Taylor expansions show that
  /// they do not.
  bool is_connected(const Vec3<T>& y, const T& e1, const T& e2, const T& e3) const noexcept {
    const Vec3<T> u = T(1) / largest(y) * y;
    const T b = (J_.x * J_.x * u.x * u.x + J_.y * J_.y * u.y * u.y + J_.z * J_.z * u.z * u.z) / dot(u, u);
    if (!(e2 + b > T(0))) return false;
    constexpr int parts = 16;
    const T step = (J_.x + J_.y + J_.z - e1) / T(parts),
            constant = (e2 + b) * (e2 + b) - (b * e1 + T(2) * e3) * e1;
    const auto lower = [&](const T& derivative) { return derivative < T(0) ? derivative * step : T(0); };
    for (int part = 0; part < parts; ++part) {
      const T e = e1 + T(part) * step, Q = (b * e + T(2) * e3) * e + constant, dQ = T(2) * (b * e + e3);
      if (!(Q + lower(dQ) > T(0))) return false;
      if (dQ + T(2) * b * step < T(0)) continue;
      const T F = e * e * Q - dQ * dQ / T(4), dF = e * (T(2) * Q + e * dQ) - b * dQ;
      const T ddF = Q + T(2) * e * dQ + b * (e * e - b),
              dddF = dQ + T(2) * b * e;  // over 2! and 3!; F'''' > 0
      if (!(F + lower(dF + lower(ddF + lower(dddF))) > T(0))) return false;
    }
    return true;
  }

  int exponent_;
  Vec3<T> I_, J_;
  std::array<ExactSum<T>, 3> gaps_;
};

/// The eigenvalues of W: `single`, and half_sum +- sqrt(square).
template <class T>
struct Roots {
  T single, half_sum, square;

  /// Whether sums of two have positive real parts; false where there is no solution.
  bool are_separated() const noexcept {
    using std::sqrt;
    const T nearer = single + half_sum - (square > T(0) ? sqrt(square) : T(0));
    return half_sum > T(0) && nearer > T(0);
  }

  /// Whether all three are real and the two of the pair are far enough apart for an eigenvector each.
  bool are_apart() const noexcept {
    return square > std::numeric_limits<T>::epsilon() * T(1 << 26) * half_sum * half_sum;
  }
};

/// The root of x^3 + a x^2 + b x + c that is farthest from the other two.
template <class T>
T separate_root(const T& a, const T& b, const T& c) noexcept {
  using std::abs;
  using std::acos;
  using std::cbrt;
  using std::cos;
  using std::sqrt;
  const T q = (a * a - T(3) * b) / T(9), half = (a * (T(2) * a * a - T(9) * b) + T(27) * c) / T(54);
  const T q3 = q * q * q, s = abs(half), excess = s * s - q3;
  T distance;
  if (excess >= T(0)) {
    const T u = cbrt(s + sqrt(excess));
    distance = u == T(0) ? u : u + q / u;
  } else {
    distance = T(2) * sqrt(q) * cos(acos(s / sqrt(q3)) / T(3));
  }
  T x = (half > T(0) ? -distance : distance) - a / T(3);
  const T slope = (T(3) * x + T(2) * a) * x + b;
  if (slope != T(0)) {
    const T step = (((x + a) * x + b) * x + c) / slope;
    if (abs(step) < T(0.125) * abs(distance)) x = x - step;
  }
  return x;
}

/// The eigenvalues for y = h m. NaN among them where there are none off the imaginary axis.
template <class T>
Roots<T> roots_of(const Vec3<T>& J, const Vec3<T>& y) noexcept {
  using std::sqrt;
  const Vec3<T> JJ{J.x * J.x, J.y * J.y, J.z * J.z}, yy{y.x * y.x, y.y * y.y, y.z * y.z};
  const T sum = JJ.x + JJ.y + JJ.z - (yy.x + yy.y + yy.z);
  const T pairs = JJ.x * JJ.y + JJ.z * (JJ.x + JJ.y) - dot(JJ, yy);
  const T e3 = J.x * J.y * J.z;
  const T mu = separate_root(-sum, pairs, -e3 * e3);
  // If mu is the largest root, the sum of the others would be lost in it; if the smallest, the sum keeps its
  // digits.
  const bool is_largest = T(3) * mu > sum;
  const T rest = is_largest ? (pairs - e3 * e3 / mu) / mu : sum - mu;
  const T product_mu = is_largest ? e3 * e3 / mu : pairs - mu * rest;
  T single, product;
  if (is_largest && rest * rest >= T(4) * product_mu) {
    single = sqrt(mu);
    product = e3 / single;
  } else {
    product = sqrt(product_mu);
    single = e3 / product;
  }
  return {single, sqrt(rest + T(2) * product) / T(2), (rest - T(2) * product) / T(4)};
}

/// R of W = R J by the two columns with the larger J (the first two: moments ascend).
template <class T>
Quat<T> rotation_of(const Vec3<T>& J, const Matrix3<T>& W) noexcept {
  using std::sqrt;
  const auto column = [&W](std::size_t j, const T& divisor) {
    return Vec3<T>{W(0, j) / divisor, W(1, j) / divisor, W(2, j) / divisor};
  };
  const auto unit = [](const Vec3<T>& v) { return T(1) / sqrt(dot(v, v)) * v; };
  const Vec3<T> x = column(0, J.x), y = column(1, J.y), n = unit(cross(x, y));
  // Neither column before the other: their half sum and half difference are turned to be orthogonal.
  const Vec3<T> s = unit(x + y), d = cross(n, s);
  const T half = sqrt(T(0.5));
  const Vec3<T> a = half * (s - d), b = half * (s + d);
  return to_quat(Mat3<T>{{a.x, b.x, n.x, a.y, b.y, n.y, a.z, b.z, n.z}});
}

struct NullSpaceByQr {
  template <std::size_t K, class Square>
  static auto of(const Square& A) noexcept {
    return null_space_by_qr<K>(A);
  }
};

/// Columns X that span the eigenspaces of W, and W X.
template <class T>
struct Eigenbasis {
  Matrix3<T> X, WX;
};

template <class NullSpace, class T>
Eigenbasis<T> eigenbasis(const Vec3<T>& J, const Vec3<T>& y, const Roots<T>& roots) noexcept {
  using std::sqrt;
  const Matrix3<T> M = skew(y), one = Matrix3<T>::identity(), JJ = diagonal(J.x * J.x, J.y * J.y, J.z * J.z);
  Eigenbasis<T> basis;
  const auto set_eigenvector = [&](std::size_t column, const T& lambda) {
    const auto x = NullSpace::template of<1>(JJ - lambda * lambda * one + lambda * M);
    basis.X.set_block(0, column, x);
    basis.WX.set_block(0, column, lambda * x);
  };
  set_eigenvector(0, roots.single);
  const T &s = roots.half_sum, &d = roots.square;
  if (roots.are_apart()) {
    const T larger = s + sqrt(d);
    set_eigenvector(1, larger);
    set_eigenvector(2, (s * s - d) / larger);
  } else {
    // The null space of this matrix of rank 4 is (u, (W - s) u) for u in the pair's plane.
    const Matrix3<T> block = JJ - (s * s + d) * one + s * M, corner = M - T(2) * s * one;
    SmallMatrix<T, 6, 6> A;
    A.set_block(0, 0, block);
    A.set_block(0, 3, corner);
    A.set_block(3, 0, d * corner);
    A.set_block(3, 3, block);
    const SmallMatrix<T, 6, 2> space = NullSpace::template of<2>(A);
    const auto u = space.template block<3, 2>(0, 0);
    basis.X.set_block(0, 1, u);
    basis.WX.set_block(0, 1, s * u + space.template block<3, 2>(3, 0));
  }
  return basis;
}

/// B A^-1
template <class T>
Matrix3<T> divided(const Matrix3<T>& B, const Matrix3<T>& A) noexcept {
  return solved(A.transpose(), B.transpose()).transpose();
}

/// W by its eigenvectors and an orthonormal basis, as in the paper.
template <class T>
Matrix3<T> by_eigenvectors(const Vec3<T>& J, const Vec3<T>& y, const Roots<T>& roots) noexcept {
  const Matrix3<T> M = skew(y);
  const auto [X, WX] = eigenbasis<NullSpaceByQr>(J, y, roots);
  SmallMatrix<T, 6, 3> V;
  V.set_block(0, 0, X);
  V.set_block(3, 0, WX - T(0.5) * M * X);
  const auto basis = orthonormal_basis(V);
  const Matrix3<T> S = divided(basis.template block<3, 3>(3, 0), basis.template block<3, 3>(0, 0));
  return T(0.5) * (S + S.transpose() + M);
}

/// W by its characteristic polynomial.
template <class T>
Matrix3<T> by_polynomial(const Vec3<T>& J, const Vec3<T>& y, const Roots<T>& roots) noexcept {
  const Matrix3<T> M = skew(y), one = Matrix3<T>::identity(), JJ = diagonal(J.x * J.x, J.y * J.y, J.z * J.z);
  const T product = roots.half_sum * roots.half_sum - roots.square;
  const T e1 = roots.single + T(2) * roots.half_sum, e2 = T(2) * roots.half_sum * roots.single + product;
  const T e3 = J.x * J.y * J.z;
  return solved(JJ + M * M - e1 * M + e2 * one, e1 * JJ + e3 * one - M * JJ);
}

/// The unit quaternion of the solution for y = h m, verified, from these roots; NaN where it does not pass.
template <class T>
Quat<T> solution(const EquationOfBody<T>& body, const Vec3<T>& y, const Roots<T>& roots) noexcept {
  const Vec3<T>& J = body.J();
  const Quat<T> guess = body.first_guess(y);
  const T half_digits = std::numeric_limits<T>::epsilon() * T(1 << 20);
  Quat<T> r = kernel::no_quaternion<T>();
  if (largest(guess.vec()) > half_digits && roots.are_separated()) {
    r = body.corrected(y, rotation_of(J, by_eigenvectors(J, y, roots)));
    if (!(r.w == r.w)) r = body.corrected(y, rotation_of(J, by_polynomial(J, y, roots)));
  }
  // Steps too short for the roots to tell from none, and thin bodies, of whose roots two are lost beside the
  // third.
  if (!(r.w == r.w) && largest(guess.vec()) <= T(0.25)) r = body.corrected(y, guess);
  return r;
}

/// Why there was no solution, in numbers that are finite. From J3 = 0 on the one that begins at the identity
/// may have ended while the roots are apart.
template <class T>
kernel::Failure why_no_solution(const Vec3<T>& J, const Roots<T>& roots) noexcept {
  return J.z > T(64) * std::numeric_limits<T>::epsilon() * J.x && roots.are_separated()
             ? kernel::Failure::lost_digits
             : kernel::Failure::no_unique_solution;
}

}  // namespace moser_veselov

/// The discrete Moser-Veselov step with the paper's solver, roots at each step.
template <class T>
class ExplicitMoserVeselov {
 public:
  explicit ExplicitMoserVeselov(const Vec3<T>& moments) noexcept : body_(moments) {}

  kernel::Increment<T> operator()(const Vec3<T>& m, const T& h) const noexcept {
    if ((h == T(0) || m == Vec3<T>{}) && moser_veselov::is_finite(h * m)) return {};
    const Vec3<T> y = body_.turned(m, h);
    return body_.increment(m, h, moser_veselov::solution(body_, y, moser_veselov::roots_of(body_.J(), y)));
  }

  kernel::Failure why(const Vec3<T>& m, const T& h) const noexcept {
    const Vec3<T> y = body_.turned(m, h);
    if (!moser_veselov::is_finite(y)) return kernel::Failure::out_of_range;
    return moser_veselov::why_no_solution(body_.J(), moser_veselov::roots_of(body_.J(), y));
  }

 private:
  moser_veselov::EquationOfBody<T> body_;
};

/// The same for one orbit and one step size: the roots are constants of both. Steps for which they are not
/// the roots are solved by the correction alone, or refused.
template <class T>
class ExplicitMoserVeselovRootsOnce {
 public:
  ExplicitMoserVeselovRootsOnce(const Vec3<T>& moments, const Vec3<T>& m0, const T& h) noexcept
      : body_(moments), roots_(moser_veselov::roots_of(body_.J(), body_.turned(m0, h))) {}

  kernel::Increment<T> operator()(const Vec3<T>& m, const T& h) const noexcept {
    if ((h == T(0) || m == Vec3<T>{}) && moser_veselov::is_finite(h * m)) return {};
    return body_.increment(m, h, moser_veselov::solution(body_, body_.turned(m, h), roots_));
  }

  kernel::Failure why(const Vec3<T>& m, const T& h) const noexcept {
    if (!moser_veselov::is_finite(body_.turned(m, h))) return kernel::Failure::out_of_range;
    return moser_veselov::why_no_solution(body_.J(), roots_);
  }

 private:
  moser_veselov::EquationOfBody<T> body_;
  moser_veselov::Roots<T> roots_;
};

}  // namespace polhode
