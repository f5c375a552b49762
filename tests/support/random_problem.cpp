// SPDX-License-Identifier: MIT
#include "support/random_problem.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <numbers>
#include <polhode/torque/formula_text.hpp>
#include <random>

namespace polhode::test {

namespace {

std::string number_text(double x) {
  char text[40];
  std::snprintf(text, sizeof text, x < 0 ? "(%.17g)" : "%.17g", x);
  return text;
}

template <class T>
Vec3<T> vector(const std::vector<double>& numbers, std::size_t first) {
  return {T(numbers[first]), T(numbers[first + 1]), T(numbers[first + 2])};
}

Eigen::Vector3d eigen(const std::vector<double>& numbers, std::size_t first) {
  return {numbers[first], numbers[first + 1], numbers[first + 2]};
}

template <class T>
Vec3<T> unit(const Vec3<T>& v) {
  using std::sqrt;
  return (T(1) / sqrt(dot(v, v))) * v;
}

/// Of a quaternion of any length.
template <class T>
Vec3<T> in_body(const Quat<T>& q, const Vec3<T>& v) {
  const Quat<T> turned = q.conjugate() * Quat<T>{T(0), v.x, v.y, v.z} * q;
  return (T(1) / dot(q, q)) * turned.vec();
}

template <class T>
Vec3<T> product(const std::array<std::array<T, 3>, 3>& a, const Vec3<T>& v) {
  const auto row = [&](std::size_t i) { return a[i][0] * v.x + a[i][1] * v.y + a[i][2] * v.z; };
  return {row(0), row(1), row(2)};
}

template <class T>
std::array<std::array<T, 3>, 3> inverse(const std::array<std::array<T, 3>, 3>& a) {
  std::array<std::array<T, 3>, 3> b;
  T determinant = T(0);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const std::size_t p = (j + 1) % 3, r = (j + 2) % 3, s = (i + 1) % 3, t = (i + 2) % 3;
      b[i][j] = a[p][s] * a[r][t] - a[p][t] * a[r][s];
      if (i == 0) determinant += a[j][0] * b[0][j];
    }
  for (auto& row : b)
    for (T& x : row) x = x / determinant;
  return b;
}

template <class T>
std::array<std::array<T, 3>, 3> convert_matrix(const std::array<std::array<double, 3>, 3>& a) {
  std::array<std::array<T, 3>, 3> b;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) b[i][j] = T(a[i][j]);
  return b;
}

/// The eccentric anomaly, by Newton's method from E = M + e sin M.
template <class T>
T eccentric_anomaly(const T& mean, const T& e) {
  using std::abs;
  using std::cos;
  using std::sin;
  T E = mean + e * sin(mean);
  for (int i = 0; i < 60; ++i) {
    const T change = (E - e * sin(E) - mean) / (T(1) - e * cos(E));
    E = E - change;
    if (!(abs(change) > std::numeric_limits<T>::epsilon() * abs(E))) break;
  }
  return E;
}

/// Direction of the attracting mass, and (a / r)^3.
template <class T>
Vec3<T> on_orbit(const Vec3<T>& first, const Vec3<T>& towards, const T& mean, const T& e, T& cube) {
  using std::cos;
  using std::sin;
  using std::sqrt;
  const Vec3<T> u = unit(first), w = unit(cross(u, cross(unit(towards), u)));
  const T E = eccentric_anomaly(mean, e), r = T(1) - e * cos(E);
  cube = T(1) / (r * r * r);
  return ((cos(E) - e) / r) * u + (sqrt(T(1) - e * e) * sin(E) / r) * w;
}

template <class T>
Vec3<T> table_value(const TorquePart& part, const T& time, double inside) {
  const auto row = [&](std::size_t i) {
    return Vec3<T>{T(part.torques[i].x()), T(part.torques[i].y()), T(part.torques[i].z())};
  };
  const std::size_t last = part.times.size() - 1;
  if (inside < part.times.front()) return part.holds_beyond ? row(0) : Vec3<T>{};
  if (inside > part.times.back()) return part.holds_beyond ? row(last) : Vec3<T>{};
  std::size_t i = 0;
  while (i + 1 < last && inside > part.times[i + 1]) ++i;
  const T at = (time - T(part.times[i])) / (T(part.times[i + 1]) - T(part.times[i]));
  return row(i) + at * (row(i + 1) - row(i));
}

}  // namespace

std::string RandomFormula::text_of(std::size_t node) const {
  const Node& n = nodes_[node];
  const auto a = [&] { return text_of(n.a); };
  const auto b = [&] { return text_of(n.b); };
  switch (n.kind) {
    case Kind::number:
      return number_text(n.value);
    case Kind::time:
      return "t";
    case Kind::attitude:
      return std::string("q") + "wxyz"[n.index];
    case Kind::momentum:
      return "m" + std::to_string(n.index + 1);
    case Kind::velocity:
      return "omega" + std::to_string(n.index + 1);
    case Kind::add:
      return "(" + a() + "+" + b() + ")";
    case Kind::subtract:
      return "(" + a() + "-" + b() + ")";
    case Kind::multiply:
      return a() + "*" + b();
    case Kind::sine:
      return "sin(" + a() + ")";
    case Kind::cosine:
      return "cos(" + a() + ")";
    case Kind::tanh:
      return "tanh(" + a() + ")";
    case Kind::atan:
      return "atan(" + a() + ")";
    case Kind::bell:
      return "exp(-(" + a() + ")^2)";
    case Kind::root:
      return "sqrt(1+(" + a() + ")^2)";
    case Kind::logarithm:
      return "log(1+(" + a() + ")^2)";
    case Kind::square:
      return "(" + a() + ")^2";
    case Kind::cube:
      return "(" + a() + ")^3";
    case Kind::resonance:
      return "(1/(1+(" + a() + ")^2))";
    case Kind::abs:
      return "abs(" + a() + ")";
    case Kind::sign:
      return "sign(" + a() + ")";
    case Kind::min:
      return "min(" + a() + "," + b() + ")";
    case Kind::max:
      return "max(" + a() + "," + b() + ")";
  }
  return {};
}

Torque TorquePart::torque() const {
  const std::vector<double>& p = numbers;
  const auto beyond = holds_beyond ? Beyond::hold : Beyond::zero;
  const auto components = [&](TorqueFrame frame) {
    return formula_torque(
        std::array<std::string, 3>{formulas[0].text(), formulas[1].text(), formulas[2].text()}, {}, frame);
  };
  switch (kind) {
    case Kind::heavy_top:
      return heavy_top(eigen(p, 0), eigen(p, 3));
    case Kind::gravity_fixed:
      return gravity_gradient_fixed(p[0], eigen(p, 1));
    case Kind::gravity_circular:
      return gravity_gradient_circular(p[0], {eigen(p, 1), eigen(p, 4)});
    case Kind::gravity_elliptic:
      return gravity_gradient_elliptic(p[0], p[7], p[8], {eigen(p, 1), eigen(p, 4)});
    case Kind::vessel:
      return vessel_restoring(p[0], p[1], p[2], p[3]);
    case Kind::damping: {
      Eigen::Matrix3d d;
      d << p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8];
      return linear_damping(d);
    }
    case Kind::drag:
      return quadratic_drag(eigen(p, 0));
    case Kind::dissipation:
      return internal_dissipation(p[0]);
    case Kind::gyrostat:
      return gyrostat(eigen(p, 0));
    case Kind::steady_body:
      return steady_torque(eigen(p, 0), TorqueFrame::body);
    case Kind::steady_space:
      return steady_torque(eigen(p, 0), TorqueFrame::space);
    case Kind::table_body:
      return tabulated_torque(times, torques, TorqueFrame::body, beyond);
    case Kind::table_space:
      return tabulated_torque(times, torques, TorqueFrame::space, beyond);
    case Kind::formula_body:
      return components(TorqueFrame::body);
    case Kind::formula_space:
      return components(TorqueFrame::space);
  }
  return {};
}

template <class T>
Vec3<T> TorquePart::value(const TorqueInputs<T>& in, const std::array<std::array<T, 3>, 3>& tensor,
                          Branches<T>& branches) const {
  const std::vector<double>& p = numbers;
  const auto gravity = [&](const Vec3<T>& direction, const T& rate) {
    const Vec3<T> c = in_body(in.q, direction);
    return (T(3) * rate) * cross(c, product(tensor, c));
  };
  const auto formula = [&] {
    return Vec3<T>{formulas[0].value(in, branches), formulas[1].value(in, branches),
                   formulas[2].value(in, branches)};
  };
  switch (kind) {
    case Kind::heavy_top: {
      // V = (Q^T a) . chi
      return cross(in_body(in.q, vector<T>(p, 0)), vector<T>(p, 3));
    }
    case Kind::gravity_fixed:
      return gravity(unit(vector<T>(p, 1)), T(p[0]) * T(p[0]));
    case Kind::gravity_circular: {
      T cube;
      const Vec3<T> d = on_orbit(vector<T>(p, 1), vector<T>(p, 4), T(p[0]) * in.time, T(0), cube);
      return gravity(d, T(p[0]) * T(p[0]));
    }
    case Kind::gravity_elliptic: {
      T cube;
      const Vec3<T> d =
          on_orbit(vector<T>(p, 1), vector<T>(p, 4), T(p[0]) * (in.time - T(p[8])), T(p[7]), cube);
      return gravity(d, T(p[0]) * T(p[0]) * cube);
    }
    case Kind::vessel: {
      const Vec3<T> u = in_body(in.q, Vec3<T>{T(0), T(0), T(1)});
      const Vec3<T> arm{T(p[2]) * u.x, T(p[3]) * u.y, T(0)};
      return (T(p[0]) * T(p[1])) * cross(u, arm);
    }
    case Kind::damping: {
      const Vec3<T> w = in.omega;
      const auto row = [&](std::size_t i) {
        return -(T(p[i]) * w.x + T(p[i + 1]) * w.y + T(p[i + 2]) * w.z);
      };
      return {row(0), row(3), row(6)};
    }
    case Kind::drag: {
      const Vec3<T> w = in.omega;
      return {-(T(p[0]) * branches.sign(w.x) * w.x * w.x), -(T(p[1]) * branches.sign(w.y) * w.y * w.y),
              -(T(p[2]) * branches.sign(w.z) * w.z * w.z)};
    }
    case Kind::dissipation:
      return T(p[0]) * cross(in.m, cross(in.m, in.omega));
    case Kind::gyrostat:
      return cross(vector<T>(p, 0), in.omega);
    case Kind::steady_body:
      return vector<T>(p, 0);
    case Kind::steady_space:
      return in_body(in.q, vector<T>(p, 0));
    case Kind::table_body:
      return table_value(*this, in.time, in.inside);
    case Kind::table_space:
      return in_body(in.q, table_value(*this, in.time, in.inside));
    case Kind::formula_body:
      return formula();
    case Kind::formula_space:
      return in_body(in.q, formula());
  }
  return {};
}

Torque RandomProblem::torque() const {
  Torque sum;
  for (const TorquePart& part : parts) sum = sum.is_none() ? part.torque() : sum + part.torque();
  if (!impulse_list.empty()) sum = sum + impulses(impulse_list);
  return sum;
}

Torque RandomProblem::function() const {
  std::vector<double> breakpoints;
  for (const TorquePart& part : parts)
    breakpoints.insert(breakpoints.end(), part.times.begin(), part.times.end());
  const double middle = start_time + (times.back() - start_time) / 2;
  Torque f = Torque::of_state("function", [problem = *this, middle](const State& s, double time) {
    Branches<double> branches;
    const Quat<double> q{s.attitude.w(), s.attitude.x(), s.attitude.y(), s.attitude.z()};
    const Vec3<double> m{s.momentum.x(), s.momentum.y(), s.momentum.z()};
    // The library evaluates on the inner side of a breakpoint; a table has no jumps but at its ends.
    double inside = time;
    if (!std::isfinite(inside)) inside = middle;
    const Vec3<double> torque =
        problem.torque_at<double>({time, q, m, problem.velocity(m), inside}, branches);
    return Eigen::Vector3d(torque.x, torque.y, torque.z);
  });
  f = std::move(f).pure().with_breakpoints(breakpoints);
  return impulse_list.empty() ? f : f + impulses(impulse_list);
}

template <class T>
Vec3<T> RandomProblem::velocity(const Vec3<T>& m) const {
  if (!body.is_linear()) return product(inverse(convert_matrix<T>(tensor)), m);
  const T moment = static_cast<T>(body.moments().z());
  return {tensor[0][0] == 0 ? T(0) : m.x / moment, tensor[1][1] == 0 ? T(0) : m.y / moment,
          tensor[2][2] == 0 ? T(0) : m.z / moment};
}

template <class T>
Vec3<T> RandomProblem::torque_at(const TorqueInputs<T>& in, Branches<T>& branches) const {
  const auto wide_tensor = convert_matrix<T>(tensor);
  Vec3<T> sum{};
  for (const TorquePart& part : parts) sum = sum + part.value(in, wide_tensor, branches);
  if (body.is_linear())
    sum = {tensor[0][0] == 0 ? T(0) : sum.x, tensor[1][1] == 0 ? T(0) : sum.y,
           tensor[2][2] == 0 ? T(0) : sum.z};
  return sum;
}

namespace {

class Maker {
 public:
  explicit Maker(unsigned number) : engine_(number * 2654435761U + 17) {}

  RandomProblem make() {
    p_.time_unit = chance(0.5) ? 1 : power_of_ten(30);
    inertia_unit_ = chance(0.5) ? 1 : power_of_ten(30);
    momentum_unit_ = inertia_unit_ / p_.time_unit;
    torque_unit_ = momentum_unit_ / p_.time_unit;
    make_body();
    make_start();
    make_times();
    const int parts = 1 + static_cast<int>(std::min(3.0, std::floor(-1.4 * std::log(uniform(1e-9, 1)))));
    for (int i = 0; i < parts; ++i) add_part();
    if (chance(0.2)) add_impulses();
    return std::move(p_);
  }

 private:
  using Kind = RandomFormula::Kind;

  double uniform(double a, double b) { return std::uniform_real_distribution<>(a, b)(engine_); }
  double normal() { return std::normal_distribution<>()(engine_); }
  bool chance(double p) { return uniform(0, 1) < p; }
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine_); }
  double power_of_ten(double range) { return std::pow(10, uniform(-range, range)); }
  double log_uniform(double a, double b) { return std::exp(uniform(std::log(a), std::log(b))); }

  void make_body() {
    const double kind = uniform(0, 1);
    double a = uniform(0.2, 1), b = uniform(0.2, 1), c = 1;
    if (kind < 0.1)
      a = b = uniform(0.2, 1.8);
    else if (kind < 0.15)
      a = b = c = 1;
    else if (kind < 0.2) {
      a = 0;
      b = 1;
    } else if (kind < 0.3)
      a = log_uniform(1e-3, 1e-1);
    std::array<double, 3> moments{a, b, c};
    if (kind >= 0.05) std::shuffle(moments.begin(), moments.end(), engine_);
    is_by_tensor_ = kind > 0.7;
    if (!is_by_tensor_) {
      for (double& x : moments) x *= inertia_unit_;
      p_.body = Inertia::from_moments(moments[0], moments[1], moments[2]);
      for (std::size_t i = 0; i < 3; ++i) p_.tensor[i][i] = moments[i];
      p_.text = "moments";
      return;
    }
    const Quat<double> q = attitude();
    Eigen::Matrix3d tensor = Eigen::Matrix3d::Zero();
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3<double> axis = in_body(q, Vec3<double>{double(i == 0), double(i == 1), double(i == 2)});
      const Eigen::Vector3d v(axis.x, axis.y, axis.z);
      tensor += moments[i] * inertia_unit_ * v * v.transpose();
    }
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < i; ++j) tensor(i, j) = tensor(j, i);
    p_.body = Inertia::from_tensor(tensor);
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        p_.tensor[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = tensor(i, j);
    p_.text = "tensor";
  }

  Quat<double> attitude() {
    const Quat<double> q{normal(), normal(), normal(), normal()};
    return (1 / std::sqrt(dot(q, q))) * q;
  }

  void make_start() {
    const Quat<double> q = chance(0.2) ? Quat<double>::identity() : attitude();
    const double rate = chance(0.05) ? 0 : uniform(0.3, 1.5) / p_.time_unit;
    Eigen::Vector3d omega(normal(), normal(), normal());
    omega *= rate / omega.norm();
    if (chance(0.1)) omega = {0, 0, rate};
    p_.start = state_from_angular_velocity(p_.body, Attitude{q.w, q.x, q.y, q.z}, omega);
    p_.start_time = chance(0.5) ? 0 : p_.time_unit * (chance(0.6) ? uniform(-20, 20) : log_uniform(1e2, 1e7));
  }

  void make_times() {
    span_ = (chance(0.3) ? -1 : 1) * p_.time_unit * uniform(2, 25);
    std::vector<double> parts{1};
    for (std::size_t i = below(6); i > 0; --i) parts.push_back(uniform(0.001, 1));
    std::sort(parts.begin(), parts.end());
    for (const double x : parts) p_.times.push_back(p_.start_time + x * span_);
    p_.times.erase(std::unique(p_.times.begin(), p_.times.end()), p_.times.end());
  }

  Eigen::Vector3d random_vector(double size) { return size * Eigen::Vector3d(normal(), normal(), normal()); }
  void put(TorquePart& part, const Eigen::Vector3d& v) {
    for (int i = 0; i < 3; ++i) part.numbers.push_back(v(i));
  }

  void add_part() {
    using PartKind = TorquePart::Kind;
    TorquePart part;
    std::size_t kind = below(18);
    if (kind > 14) kind = 13 + kind % 2;
    part.kind = static_cast<PartKind>(kind);
    if (part.kind == PartKind::drag && is_by_tensor_) part.kind = PartKind::damping;
    const double size = log_uniform(0.01, 1);
    const double rate = size / p_.time_unit;
    static const char* const names[] = {
        "heavy_top",    "gravity_fixed", "gravity_circular", "gravity_elliptic", "vessel",
        "damping",      "drag",          "dissipation",      "gyrostat",         "steady_body",
        "steady_space", "table_body",    "table_space",      "formula_body",     "formula_space"};
    p_.text += std::string(" + ") + names[static_cast<std::size_t>(part.kind)];
    switch (part.kind) {
      case PartKind::heavy_top:
        put(part, random_vector(size * torque_unit_));
        put(part, random_vector(1));
        break;
      case PartKind::gravity_fixed:
        part.numbers = {rate};
        put(part, random_vector(1));
        break;
      case PartKind::gravity_circular:
      case PartKind::gravity_elliptic:
        part.numbers = {rate};
        put(part, random_vector(1));
        put(part, random_vector(1));
        part.numbers.push_back(uniform(0, 0.7));
        part.numbers.push_back(p_.start_time + uniform(-20, 20) * p_.time_unit);
        break;
      case PartKind::vessel:
        part.numbers = {size, torque_unit_, uniform(0.1, 2), uniform(0.1, 2)};
        break;
      case PartKind::damping: {
        Eigen::Matrix3d a;
        for (int i = 0; i < 3; ++i) a.col(i) = random_vector(1);
        const Eigen::Matrix3d d = size * momentum_unit_ * 0.2 * (a * a.transpose());
        for (int i = 0; i < 3; ++i)
          for (int j = 0; j < 3; ++j) part.numbers.push_back(i > j ? d(j, i) : d(i, j));
        break;
      }
      case PartKind::drag:
        for (int i = 0; i < 3; ++i)
          part.numbers.push_back(chance(0.2) ? 0 : uniform(0, size) * inertia_unit_);
        p_.has_corners = true;
        break;
      case PartKind::dissipation:
        part.numbers = {size * 0.3 / momentum_unit_};
        break;
      case PartKind::gyrostat:
        put(part, random_vector(size * momentum_unit_));
        break;
      case PartKind::steady_body:
      case PartKind::steady_space:
        put(part, random_vector(0.3 * size * torque_unit_));
        break;
      case PartKind::table_body:
      case PartKind::table_space: {
        double time = p_.start_time + std::min(span_, 0.0) + uniform(-0.2, 0.5) * std::abs(span_);
        for (std::size_t i = 2 + below(8); i > 0; --i) {
          part.times.push_back(time);
          part.torques.push_back(random_vector(0.3 * size * torque_unit_));
          time += uniform(0.02, 0.2) * std::abs(span_);
        }
        part.holds_beyond = chance(0.5);
        break;
      }
      case PartKind::formula_body:
      case PartKind::formula_space:
        add_formulas(part, size);
        break;
    }
    p_.parts.push_back(std::move(part));
  }

  void add_formulas(TorquePart& part, double size) {
    for (int i = 0; i < 3; ++i) {
      RandomFormula f;
      if (chance(0.25)) {
        f.add({.kind = Kind::number, .value = 0});
      } else {
        const std::size_t number =
            f.add({.kind = Kind::number, .value = size * torque_unit_ * uniform(-0.5, 0.5)});
        const std::size_t tree = grow(f, 0);
        f.add({.kind = Kind::multiply, .a = number, .b = tree});
      }
      p_.text += (i ? ", " : " [") + f.text();
      part.formulas.push_back(std::move(f));
    }
    p_.text += "]";
  }

  std::size_t scaled(RandomFormula& f, std::size_t node, double factor) {
    const std::size_t number = f.add({.kind = Kind::number, .value = factor});
    return f.add({.kind = Kind::multiply, .a = number, .b = node});
  }

  std::size_t leaf(RandomFormula& f) {
    const double choice = uniform(0, 1);
    if (choice < 0.35) {
      const std::size_t t = f.add({.kind = Kind::time});
      const std::size_t origin =
          f.add({.kind = Kind::number, .value = p_.start_time + uniform(0, 1) * span_});
      return scaled(f, f.add({.kind = Kind::subtract, .a = t, .b = origin}), uniform(0.3, 2) / p_.time_unit);
    }
    if (choice < 0.7) return f.add({.kind = Kind::attitude, .index = below(4)});
    if (choice < 0.85) return scaled(f, f.add({.kind = Kind::velocity, .index = below(3)}), p_.time_unit);
    return scaled(f, f.add({.kind = Kind::momentum, .index = below(3)}), 1 / momentum_unit_);
  }

  std::size_t grow(RandomFormula& f, int depth) {
    if (depth > 3 || (depth > 0 && chance(0.3))) return leaf(f);
    const double choice = uniform(0, 1);
    if (choice < 0.25) {
      const Kind kind = chance(0.5) ? Kind::multiply : chance(0.5) ? Kind::add : Kind::subtract;
      const std::size_t a = grow(f, depth + 1), b = grow(f, depth + 1);
      return f.add({.kind = kind, .a = a, .b = b});
    }
    if (choice < 0.5) {
      static constexpr Kind smooth[] = {Kind::sine,      Kind::cosine, Kind::root,
                                        Kind::logarithm, Kind::square, Kind::cube};
      const std::size_t a = grow(f, depth + 1);
      return f.add({.kind = smooth[below(4 + (depth > 1 ? 2U : 0U))], .a = a});
    }
    if (choice < 0.75) {
      static constexpr Kind narrow[] = {Kind::tanh, Kind::atan, Kind::bell, Kind::resonance};
      const double width = chance(0.5) ? 1 : log_uniform(0.03, 1);
      p_.smallest_width = std::min(p_.smallest_width, width);
      std::size_t a = grow(f, depth + 1);
      const std::size_t place = f.add({.kind = Kind::number, .value = uniform(-1, 1)});
      a = f.add({.kind = Kind::subtract, .a = a, .b = place});
      return f.add({.kind = narrow[below(4)], .a = scaled(f, a, 1 / width)});
    }
    p_.has_corners = true;
    const std::size_t a = grow(f, depth + 1);
    const std::size_t place = f.add({.kind = Kind::number, .value = uniform(-0.8, 0.8)});
    if (chance(0.5)) {
      const std::size_t moved = f.add({.kind = Kind::subtract, .a = a, .b = place});
      const bool jumps = chance(0.4);
      p_.has_jumps = p_.has_jumps || jumps;
      return f.add({.kind = jumps ? Kind::sign : Kind::abs, .a = moved});
    }
    const std::size_t b = chance(0.5) ? place : grow(f, depth + 1);
    return f.add({.kind = chance(0.5) ? Kind::min : Kind::max, .a = a, .b = b});
  }

  void add_impulses() {
    for (std::size_t i = 1 + below(3); i > 0; --i) {
      const double time =
          chance(0.3) ? p_.times[below(p_.times.size())] : p_.start_time + uniform(0, 1.1) * span_;
      p_.impulse_list.push_back(
          {time, random_vector(0.3 * momentum_unit_), chance(0.5) ? TorqueFrame::space : TorqueFrame::body});
    }
    p_.text += " + impulses";
  }

  std::mt19937_64 engine_;
  RandomProblem p_;
  double inertia_unit_ = 1, momentum_unit_ = 1, torque_unit_ = 1, span_ = 1;
  bool is_by_tensor_ = false;
};

}  // namespace

RandomProblem random_problem(unsigned number) { return Maker(number).make(); }

template <class T>
std::vector<Seven<T>> reference_states(const RandomProblem& problem, const ReferenceSettings<T>& settings,
                                       double shift) {
  const double end = problem.times.back(), direction = end > problem.start_time ? 1 : -1;
  // Backwards, impulses are taken back; at one time, the last one first.
  std::vector<Impulse> impulses = problem.impulse_list;
  std::stable_sort(impulses.begin(), impulses.end(),
                   [](const Impulse& a, const Impulse& b) { return a.time < b.time; });
  if (direction < 0) std::reverse(impulses.begin(), impulses.end());

  std::vector<double> stops = problem.times;
  for (const Impulse& i : impulses) stops.push_back(i.time);
  for (const TorquePart& part : problem.parts)
    stops.insert(stops.end(), part.times.begin(), part.times.end());
  std::erase_if(stops, [&](double t) {
    return (t - problem.start_time) * direction <= 0 || (t - end) * direction > 0;
  });
  std::sort(stops.begin(), stops.end(), [&](double a, double b) { return a * direction < b * direction; });
  stops.erase(std::unique(stops.begin(), stops.end()), stops.end());

  double inside = problem.start_time;
  const auto inverse_tensor = problem.body.is_linear() ? std::array<std::array<T, 3>, 3>{}
                                                       : inverse(convert_matrix<T>(problem.tensor));
  const auto slope = [&](const T& time, const Seven<T>& y, Branches<T>& branches) {
    TorqueInputs<T> in{time, {y[0], y[1], y[2], y[3]}, {y[4], y[5], y[6]}, {}, inside};
    in.omega = problem.body.is_linear() ? problem.velocity(in.m) : product(inverse_tensor, in.m);
    const Vec3<T> change = cross(in.m, in.omega) + problem.torque_at(in, branches);
    const Quat<T> turn = in.q * Quat<T>{T(0), in.omega.x / T(2), in.omega.y / T(2), in.omega.z / T(2)};
    return Seven<T>{turn.w, turn.x, turn.y, turn.z, change.x, change.y, change.z};
  };

  const State& s = problem.start;
  const double size = s.momentum.norm();
  Seven<T> y{T(s.attitude.w()), T(s.attitude.x()), T(s.attitude.y()), T(s.attitude.z()),
             T(s.momentum.x()), T(s.momentum.y()), T(s.momentum.z())};
  if (shift != 0) {
    const Quat<T> turned =
        Quat<T>{y[0], y[1], y[2], y[3]} * Quat<T>{T(1), T(shift * 0.6), T(shift * 0.5), T(-shift * 0.6)};
    y[0] = turned.w, y[1] = turned.x, y[2] = turned.y, y[3] = turned.z;
    for (std::size_t i = 4; i < 7; ++i)
      if (problem.tensor[i - 4][i - 4] != 0) y[i] += T(shift * size * (i == 5 ? -0.6 : 0.55));
  }
  ReferenceMotion<T, decltype(slope)> motion(slope, y, T(problem.start_time), settings);
  std::vector<Seven<T>> states;
  const auto apply = [&](const Impulse& i) {
    Seven<T>& state = motion.state();
    Vec3<T> jump{T(i.momentum.x()), T(i.momentum.y()), T(i.momentum.z())};
    if (i.frame == TorqueFrame::space) jump = in_body(Quat<T>{state[0], state[1], state[2], state[3]}, jump);
    const T sign = direction < 0 ? T(-1) : T(1);
    const auto add = [&](std::size_t at, const T& x) {
      if (!problem.body.is_linear() || problem.tensor[at - 4][at - 4] != 0) state[at] += sign * x;
    };
    add(4, jump.x), add(5, jump.y), add(6, jump.z);
  };
  std::size_t next_impulse = 0, next_time = 0;
  while (next_impulse < impulses.size() &&
         (impulses[next_impulse].time - problem.start_time) * direction <= 0)
    ++next_impulse;
  double here = problem.start_time;
  for (const double stop : stops) {
    inside = here + (stop - here) / 2;
    if (!motion.go_to(T(stop))) return {};
    here = stop;
    const auto record = [&] {
      if (next_time < problem.times.size() && problem.times[next_time] == stop) {
        states.push_back(motion.state());
        ++next_time;
      }
    };
    if (direction < 0) record();
    for (; next_impulse < impulses.size() && impulses[next_impulse].time == stop; ++next_impulse)
      apply(impulses[next_impulse]);
    if (direction > 0) record();
  }
  return states;
}

template std::vector<Seven<double>> reference_states(const RandomProblem&, const ReferenceSettings<double>&,
                                                     double);
template std::vector<Seven<long double>> reference_states(const RandomProblem&,
                                                          const ReferenceSettings<long double>&, double);
template std::vector<Seven<Wide>> reference_states(const RandomProblem&, const ReferenceSettings<Wide>&,
                                                   double);

}  // namespace polhode::test
