// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Random motions under torque, each in two forms: as the library is given it, and as formulas in any number
/// type for a reference that shares nothing with the library.

#include <array>
#include <cmath>
#include <cstddef>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/torque.hpp>
#include <string>
#include <vector>

#include "support/reference_motion.hpp"
#include "support/wide.hpp"

namespace polhode::test {

/// What a torque may depend on, in one number type. `inside` is a time strictly inside the piece between two
/// breakpoints that is being integrated: it says which row of a table holds.
template <class T>
struct TorqueInputs {
  T time;
  Quat<T> q;
  Vec3<T> m, omega;
  double inside;
};

/// A random formula as a tree; children come before their parents.
class RandomFormula {
 public:
  enum class Kind {
    number,
    time,
    attitude,
    momentum,
    velocity,
    add,
    subtract,
    multiply,
    sine,
    cosine,
    tanh,
    atan,
    bell,
    root,
    logarithm,
    square,
    cube,
    resonance,
    abs,
    sign,
    min,
    max
  };
  struct Node {
    Kind kind;
    double value = 0;       ///< of a number
    std::size_t index = 0;  ///< of a component
    std::size_t a = 0, b = 0;
  };

  std::size_t add(const Node& node) {
    nodes_.push_back(node);
    return nodes_.size() - 1;
  }

  std::string text() const { return text_of(nodes_.size() - 1); }

  template <class T>
  T value(const TorqueInputs<T>& in, Branches<T>& branches) const {
    std::vector<T> v;
    v.reserve(nodes_.size());
    for (const Node& n : nodes_) v.push_back(value_of(n, v, in, branches));
    return v.back();
  }

 private:
  std::string text_of(std::size_t node) const;

  template <class T>
  static T value_of(const Node& n, const std::vector<T>& v, const TorqueInputs<T>& in,
                    Branches<T>& branches) {
    using std::atan;
    using std::cos;
    using std::exp;
    using std::log;
    using std::sin;
    using std::sqrt;
    using std::tanh;
    const auto component = [&](const Vec3<T>& w) { return n.index == 0 ? w.x : n.index == 1 ? w.y : w.z; };
    switch (n.kind) {
      case Kind::number:
        return T(n.value);
      case Kind::time:
        return in.time;
      case Kind::attitude:
        return n.index == 0 ? in.q.w : n.index == 1 ? in.q.x : n.index == 2 ? in.q.y : in.q.z;
      case Kind::momentum:
        return component(in.m);
      case Kind::velocity:
        return component(in.omega);
      default:
        break;
    }
    const T a = v[n.a], b = v[n.b];
    switch (n.kind) {
      case Kind::add:
        return a + b;
      case Kind::subtract:
        return a - b;
      case Kind::multiply:
        return a * b;
      case Kind::sine:
        return sin(a);
      case Kind::cosine:
        return cos(a);
      case Kind::tanh:
        return tanh(a);
      case Kind::atan:
        return atan(a);
      case Kind::bell:
        return exp(-(a * a));
      case Kind::root:
        return sqrt(T(1) + a * a);
      case Kind::logarithm:
        return log(T(1) + a * a);
      case Kind::square:
        return a * a;
      case Kind::cube:
        return a * a * a;
      case Kind::resonance:
        return T(1) / (T(1) + a * a);
      case Kind::abs:
        return branches.sign(a) * a;
      case Kind::sign:
        return branches.sign(a);
      case Kind::min:
        return branches.sign(a - b) > T(0) ? b : a;
      default:
        return branches.sign(a - b) > T(0) ? a : b;
    }
  }

  std::vector<Node> nodes_;
};

/// One torque of a sum: its kind, its numbers, and how the library makes it.
struct TorquePart {
  enum class Kind {
    heavy_top,
    gravity_fixed,
    gravity_circular,
    gravity_elliptic,
    vessel,
    damping,
    drag,
    dissipation,
    gyrostat,
    steady_body,
    steady_space,
    table_body,
    table_space,
    formula_body,
    formula_space
  };
  Kind kind{};
  std::vector<double> numbers{};
  std::vector<double> times{};             ///< of a table
  std::vector<Eigen::Vector3d> torques{};  ///< likewise
  bool holds_beyond = false;               ///< likewise
  std::vector<RandomFormula> formulas{};   ///< three, of a formula

  Torque torque() const;

  template <class T>
  Vec3<T> value(const TorqueInputs<T>& in, const std::array<std::array<T, 3>, 3>& tensor,
                Branches<T>& branches) const;
};

/// A body, its start, what acts on it and when its states are wanted.
struct RandomProblem {
  Inertia body = Inertia::from_moments(1, 1, 1);
  std::array<std::array<double, 3>, 3> tensor{};  ///< of the body, in the user's frame
  State start{};
  double start_time = 0;
  std::vector<double> times{};
  std::vector<TorquePart> parts{};
  std::vector<Impulse> impulse_list{};
  double time_unit = 1;       ///< in which the body turns by about a radian
  double smallest_width = 1;  ///< of a feature, in these units
  bool has_corners = false;
  bool has_jumps = false;
  std::string text{};  ///< for messages

  /// By the library's own torques and formulas.
  Torque torque() const;
  /// The same as one function, which the library knows nothing of.
  Torque function() const;

  /// In the user's body frame.
  template <class T>
  Vec3<T> torque_at(const TorqueInputs<T>& in, Branches<T>& branches) const;
  template <class T>
  Vec3<T> velocity(const Vec3<T>& m) const;
};

/// The problem of this number; the same in every run.
RandomProblem random_problem(unsigned number);

/// The states at the problem's times, or none where the reference cannot follow it (a sign that switches to
/// and fro, too many steps). `shift` moves the start by that fraction, in a direction that does not matter.
template <class T>
std::vector<Seven<T>> reference_states(const RandomProblem& problem, const ReferenceSettings<T>& settings,
                                       double shift = 0);

extern template std::vector<Seven<double>> reference_states(const RandomProblem&,
                                                            const ReferenceSettings<double>&, double);
extern template std::vector<Seven<long double>> reference_states(const RandomProblem&,
                                                                 const ReferenceSettings<long double>&,
                                                                 double);
extern template std::vector<Seven<Wide>> reference_states(const RandomProblem&,
                                                          const ReferenceSettings<Wide>&, double);

}  // namespace polhode::test
