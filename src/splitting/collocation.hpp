// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Gauss collocation, as a kick for torques without a flow of their own.
///
/// Convention. A kick (kick.hpp): attitude and time are fixed. s = 1 .. 5 stages, order 2 s.
/// Method.     K_i = torque(m + h sum_j a_ij K_j), m(h) - m = h sum b_i K_i with Gauss nodes and weights and
///             a_ij = int_0^c_i l_j [Hairer, Lubich, Wanner 2006, II.1.3], computed by the same rule on [0,
///             c_i], which is exact for the polynomial l_j. Fixed-point iteration until the change is below
///             round-off or, within a few rounding errors, no longer decreases. It converges if h times the
///             derivative of the torque with respect to m is below about 1; the limit is a hundred sweeps.
/// Errors.     NaN if the iteration does not converge.
/// Conserves.  Every quadratic invariant of the kick [ibid., IV.2.1]: |m| if the torque is normal to m.
///             Symmetric.
/// Accuracy.   Double bracket (internal_dissipation.hpp), 20000 random kicks: rounding of the increment 4.1
///             eps x |m| with x = k h |m|^2 / I1; 1000 consecutive kicks, without the rounding of the sums,
///             changed |m|^2 by 0.15 eps. The first failures occur at k h |m|^2 (1/I1 - 1/I3) = 1.4 for one
///             stage, 2.5 for two, 3.4 for more.

#include <array>
#include <cstddef>
#include <limits>
#include <polhode/core/norm.hpp>
#include <polhode/core/slopes.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/kernel/gauss_nodes.hpp>
#include <utility>

namespace polhode {

inline constexpr int most_collocation_stages = 5;

/// a_ij and b_j of the Gauss methods, for a number of stages selected at run time.
template <class T>
class GaussCollocation {
 public:
  /// @param stages  replaced by the nearest number from 1 to 5
  explicit GaussCollocation(int stages) noexcept {
    if (stages <= 1)
      fill<1>();
    else if (stages == 2)
      fill<2>();
    else if (stages == 3)
      fill<3>();
    else if (stages == 4)
      fill<4>();
    else
      fill<5>();
  }

  std::size_t stages() const noexcept { return stages_; }
  const T& a(std::size_t i, std::size_t j) const noexcept { return a_[i][j]; }
  const T& b(std::size_t j) const noexcept { return b_[j]; }

 private:
  static constexpr std::size_t most = most_collocation_stages;

  template <std::size_t N>
  void fill() noexcept {
    const kernel::GaussRule<T, N> rule = kernel::gauss_rule<T, N>();
    stages_ = N;
    for (std::size_t j = 0; j < N; ++j) {
      b_[j] = rule.weights[j];
      for (std::size_t i = 0; i < N; ++i) {
        T sum = T(0);
        for (std::size_t k = 0; k < N; ++k)
          sum = sum + rule.weights[k] * lagrange(rule.nodes, j, rule.nodes[i] * rule.nodes[k]);
        a_[i][j] = rule.nodes[i] * sum;
      }
    }
  }

  /// The polynomial that is one at node j and zero at the others.
  template <std::size_t N>
  static T lagrange(const std::array<T, N>& nodes, std::size_t j, const T& x) noexcept {
    T product = T(1);
    for (std::size_t k = 0; k < N; ++k)
      if (k != j) product = product * ((x - nodes[k]) / (nodes[j] - nodes[k]));
    return product;
  }

  std::size_t stages_ = 0;
  std::array<std::array<T, most>, most> a_{};
  std::array<T, most> b_{};
};

template <class T, class K>
class CollocationKick {
 public:
  static constexpr bool is_flow = false;

  CollocationKick(K torque, int stages) noexcept : torque_(std::move(torque)), rule_(stages) {}

  /// NaN if c is not 0: modified potentials require torques that do not depend on m.
  Vec3<T> operator()(const kernel::Phase<T>& p, const T& t, const T& h, const T& c) noexcept {
    if (c != T(0)) return kernel::no_vector<T>();
    const T eps = std::numeric_limits<T>::epsilon();
    const std::size_t s = rule_.stages();
    Stages slopes{}, moved{};
    T before = std::numeric_limits<T>::infinity();
    int enough = most_sweeps;  // sweeps until the slopes have converged
    for (int sweeps = 0; sweeps < (has_slopes<T> ? 3 : 1) * most_sweeps; ++sweeps) {
      for (std::size_t i = 0; i < s; ++i) slopes[i] = torque_(kernel::Phase<T>{p.m + moved[i], p.q}, t);
      T change = T(0), size = T(0);
      for (std::size_t i = 0; i < s; ++i) {
        Vec3<T> next;
        for (std::size_t j = 0; j < s; ++j) next = next + rule_.a(i, j) * slopes[j];
        next = h * next;
        change = larger(change, largest(next - moved[i]));
        size = larger(size, largest(next));
        moved[i] = next;
      }
      const bool below_rounding = change <= eps * size;
      const bool at_rounding = change >= before && change <= T(16) * eps * (largest(p.m) + size);
      if (below_rounding || at_rounding) {
        // Slopes converge at the same rate, but start later.
        if (!has_slopes<T> || sweeps >= enough) return step(slopes, h);
        if (enough == most_sweeps) enough = 2 * sweeps + 4;
      }
      before = change;
    }
    return kernel::no_vector<T>();
  }

 private:
  using Stages = std::array<Vec3<T>, most_collocation_stages>;
  static constexpr int most_sweeps = 100;

  static T larger(const T& a, const T& b) noexcept { return a >= b ? a : b; }

  Vec3<T> step(const Stages& slopes, const T& h) const noexcept {
    Vec3<T> sum;
    for (std::size_t j = 0; j < rule_.stages(); ++j) sum = sum + rule_.b(j) * slopes[j];
    sum = h * sum;
    const T total = sum.x + sum.y + sum.z;
    return total - total == T(0) ? sum : kernel::no_vector<T>();
  }

  K torque_;
  GaussCollocation<T> rule_;
};

}  // namespace polhode
