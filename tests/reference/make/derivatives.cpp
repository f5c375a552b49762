// SPDX-License-Identifier: MIT
/// @file
/// Writes free_derivatives.csv or torqued_derivatives.csv: the derivatives of the motions of free.csv, motion.csv and
/// torqued.csv, to 30 digits, by numbers of 50 digits that carry their derivatives through an integrator which knows
/// nothing of elliptic functions.
///
/// Method.     Gragg, Bulirsch and Stoer's extrapolation of the modified midpoint rule. Over more than a hundred periods:
///             the period by its AGM, one period integrated, its turn about the momentum read off and multiplied.
/// Check.      Values against the tables; with `check`, some columns against central differences.
/// Convention. Columns as free/motion_derivative.hpp, small rotations in the body; moments in the order given, then the
///             time, then the torque's p1..p7. second: the largest change of an entry of the Jacobian, over the largest
///             entry of its block, per unit relative change of all inputs at once, with mixed signs.
/// Usage.      g++ -std=c++20 -O2 -Iinclude tests/reference/make/derivatives.cpp -o make && ./make free|torqued FOLDER [PART OF THE NAME] [FIRST ROW]

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <map>
#include <polhode/core/dual.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace mp = boost::multiprecision;
using Real = mp::number<mp::cpp_bin_float<50>, mp::et_off>;
constexpr int directions = 17;  // attitude 3, momentum 3, moments 3, time, parameters 7
using Number = polhode::Dual<Real, directions>;
using State = std::array<Number, 7>;  // m, then q with the scalar first

struct Problem {
  std::string id, kind;
  std::array<Number, 3> moments, m;
  std::array<Number, 4> q;
  std::array<Number, 7> p;
  Number t;
};

using V = std::array<Number, 3>;
V cross(const V& a, const V& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
/// Q^T v
V to_body(const Number* q, const V& v) {
  const V u{-q[1], -q[2], -q[3]};
  V c = cross(u, v);
  for (Number& x : c) x = Number(2) * x;
  const V d = cross(u, c);
  return {v[0] + q[0] * c[0] + d[0], v[1] + q[0] * c[1] + d[1], v[2] + q[0] * c[2] + d[2]};
}

State rate(const Problem& problem, const State& y, const Number& t) {
  const V m{y[0], y[1], y[2]},
      w{m[0] / problem.moments[0], m[1] / problem.moments[1], m[2] / problem.moments[2]};
  const Number* q = &y[3];
  V dm = cross(m, w);
  V torque{Number(0), Number(0), Number(0)};
  const auto& p = problem.p;
  const auto gradient = [&](const V& r) {
    const V b = to_body(q, r);
    V c = cross(b, {problem.moments[0] * b[0], problem.moments[1] * b[1], problem.moments[2] * b[2]});
    for (int i = 0; i < 3; ++i) torque[i] = Number(3) * p[0] * p[0] * c[i];
  };
  if (problem.kind == "heavy_top") torque = cross(to_body(q, {p[0], p[1], p[2]}), {p[3], p[4], p[5]});
  if (problem.kind == "gravity_gradient_fixed") gradient({p[1], p[2], p[3]});
  if (problem.kind == "gravity_gradient_circular") gradient({cos(p[0] * t), sin(p[0] * t), Number(0)});
  if (problem.kind == "vessel_restoring") {
    const V u = to_body(q, {Number(0), Number(0), Number(1)});
    torque = cross(u, {p[0] * p[1] * p[2] * u[0], p[0] * p[1] * p[3] * u[1], Number(0)});
    for (int i = 0; i < 3; ++i) torque[i] = torque[i] - p[4 + i] * w[i];
  }
  const Number half(0.5);
  return {dm[0] + torque[0],
          dm[1] + torque[1],
          dm[2] + torque[2],
          half * (-(q[1] * w[0]) - q[2] * w[1] - q[3] * w[2]),
          half * (q[0] * w[0] + q[2] * w[2] - q[3] * w[1]),
          half * (q[0] * w[1] - q[1] * w[2] + q[3] * w[0]),
          half * (q[0] * w[2] + q[1] * w[1] - q[2] * w[0])};
}

/// One step by extrapolation; says how well the last columns agree.
Real step(const Problem& problem, State& y, const Number& t, const Number& h) {
  constexpr int columns = 18;
  std::vector<State> table;
  const State f0 = rate(problem, y, t);
  Real error = 0;
  for (int k = 0; k < columns; ++k) {
    const int n = 2 * (k + 1);
    const Number part = h / Number(n);
    State a = y, b;
    for (int i = 0; i < 7; ++i) b[i] = y[i] + part * f0[i];
    for (int j = 1; j < n; ++j) {
      const State f = rate(problem, b, t + Number(j) * part);
      State c;
      for (int i = 0; i < 7; ++i) c[i] = a[i] + Number(2) * part * f[i];
      a = b;
      b = c;
    }
    const State f = rate(problem, b, t + h);
    State s;
    for (int i = 0; i < 7; ++i) s[i] = Number(0.5) * (a[i] + b[i] + part * f[i]);
    table.push_back(s);
    for (int j = k - 1; j >= 0; --j) {
      const Real ratio = Real(k + 1) / Real(j + 1), w = 1 / (ratio * ratio - 1);
      const Number weight(w, {});
      for (int i = 0; i < 7; ++i) {
        const Number difference = table[j + 1][i] - table[j][i];
        if (j == 0 && k == columns - 1) {
          Real size = abs(difference.value) / (1 + abs(table[1][i].value)), slope = 0, largest = 1;
          for (int d = 0; d < directions; ++d) {
            slope = std::max<Real>(slope, abs(difference.slope[d]));
            largest = std::max<Real>(largest, abs(table[1][i].slope[d]));
          }
          error = std::max<Real>({error, size * w, slope / largest * w});
        }
        table[j][i] = table[j + 1][i] + weight * difference;
      }
    }
  }
  y = table[0];
  return error;
}

State integrate(const Problem& problem, const Number& from, const Number& duration) {
  State y{problem.m[0], problem.m[1], problem.m[2], problem.q[0], problem.q[1], problem.q[2], problem.q[3]};
  Real fastest = 0;
  for (int i = 0; i < 3; ++i) fastest += abs(problem.m[i].value / problem.moments[i].value);
  Real least = problem.moments[0].value;
  for (const Number& x : problem.moments) least = std::min<Real>(least, x.value);
  if (fastest == 0) fastest = 1;
  Real size = Real(0.7) / fastest;
  Number done(0);
  const int sign = duration.value < 0 ? -1 : 1;
  while (done.value != duration.value) {
    Number h = duration - done;
    const bool last = !(abs(h.value) > size);
    if (!last) h = Number(size * sign, {});
    State trial = y;
    const Real error = step(problem, trial, from + done, h);
    if (error > Real(1e-37)) {
      size = size / 2;
      continue;
    }
    y = trial;
    if (last) break;
    done = done + h;
    if (error < Real(1e-41)) size = size * Real(1.2);
  }
  return y;
}

std::array<Number, 4> product(const std::array<Number, 4>& p, const std::array<Number, 4>& r) {
  return {p[0] * r[0] - p[1] * r[1] - p[2] * r[2] - p[3] * r[3],
          p[0] * r[1] + p[1] * r[0] + p[2] * r[3] - p[3] * r[2],
          p[0] * r[2] - p[1] * r[3] + p[2] * r[0] + p[3] * r[1],
          p[0] * r[3] + p[1] * r[2] - p[2] * r[1] + p[3] * r[0]};
}

/// Of the momentum; moments must be ascending and different enough.
Number period(const Problem& b) {
  const auto& i = b.moments;
  const Number span = i[2] - i[0], c1 = i[0] * (i[2] - i[1]) / (i[1] * span),
               c2 = i[2] * (i[1] - i[0]) / (i[1] * span);
  const Number d1 = b.m[0] * b.m[0] + c1 * b.m[1] * b.m[1], d3 = b.m[2] * b.m[2] + c2 * b.m[1] * b.m[1];
  const Number u = c1 * d3, v = c2 * d1, big = u < v ? v : u,
               e = abs(c1 * b.m[2] * b.m[2] - c2 * b.m[0] * b.m[0]);
  Number a(1), g = sqrt(e / big);
  for (int k = 0; k < 12; ++k) {
    const Number mean = Number(0.5) * (a + g);
    g = sqrt(a * g);
    a = mean;
  }
  const Real pi("3.14159265358979323846264338327950288419716939937510582097494459");
  return Number(2 * pi, {}) / a / sqrt(big) / (span / (i[0] * i[2]));
}

State far(const Problem& problem) {
  const auto& i = problem.moments;
  const bool has_period = problem.kind.empty() && i[0] < i[2] && !(i[1] < i[0]) && !(i[2] < i[1]);
  const Number whole = has_period ? period(problem) : Number(0);
  if (!(whole.value > 0 && abs(problem.t.value) > 100 * whole.value))
    return integrate(problem, Number(0), problem.t);
  const Real turns = floor(problem.t.value / whole.value);
  const Number n(turns, {});
  Problem fresh = problem;
  fresh.q = {Number(1), Number(0), Number(0), Number(0)};
  const State once = integrate(fresh, Number(0), whole),
              rest = integrate(fresh, Number(0), problem.t - n * whole);
  const auto& m = problem.m;
  const Number g = sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
  const Number f = n * atan2((once[4] * m[0] + once[5] * m[1] + once[6] * m[2]) / g, once[3]), s = sin(f) / g;
  const auto q = product(product(problem.q, {cos(f), s * m[0], s * m[1], s * m[2]}),
                         {rest[3], rest[4], rest[5], rest[6]});
  return {rest[0], rest[1], rest[2], q[0], q[1], q[2], q[3]};
}

/// 6 x 17, by rows.
std::vector<Real> jacobian(const State& y) {
  std::vector<Real> j;
  Real qq = 0;
  for (int i = 3; i < 7; ++i) qq += y[i].value * y[i].value;
  for (int row = 0; row < 6; ++row)
    for (int k = 0; k < directions; ++k) {
      if (row >= 3) {
        j.push_back(y[row - 3].slope[k]);
        continue;
      }
      const auto v = [&](int i) { return y[3 + i].value; };
      const auto d = [&](int i) { return y[3 + i].slope[k]; };
      const Real parts[3] = {v(0) * d(1) - v(1) * d(0) - v(2) * d(3) + v(3) * d(2),
                             v(0) * d(2) - v(2) * d(0) - v(3) * d(1) + v(1) * d(3),
                             v(0) * d(3) - v(3) * d(0) - v(1) * d(2) + v(2) * d(1)};
      j.push_back(2 * parts[row] / qq);
    }
  return j;
}

/// All inputs as numbers with slopes, changed by relative amounts with these signs.
Problem prepared(const std::map<std::string, std::string>& row, Real change, unsigned signs) {
  const auto input = [&](const std::string& name, int direction) {
    const auto at = row.find(name);
    const double x = at == row.end() || at->second.empty() ? 0 : std::stod(at->second);
    const Real value = Real(x) * (1 + ((signs >> (direction % 16)) & 1 ? change : -change));
    Number n(value, {});
    if (direction < directions) n.slope[direction] = 1;
    return n;
  };
  Problem p;
  p.id = row.at("id");
  p.kind = row.count("kind") ? row.at("kind") : "";
  const char* axis[] = {"1", "2", "3"};
  for (int i = 0; i < 3; ++i) {
    p.m[i] = input(std::string("m0_") + axis[i], 3 + i);
    p.moments[i] = input(std::string("I") + axis[i], 6 + i);
  }
  p.t = input("t", 9);
  for (int i = 0; i < 7; ++i) p.p[i] = input("p" + std::to_string(i + 1), 10 + i);
  const char* parts[] = {"q0_w", "q0_x", "q0_y", "q0_z"};
  Real q[4], length = 0;
  for (int i = 0; i < 4; ++i) q[i] = Real(std::stod(row.at(parts[i]))), length += q[i] * q[i];
  length = sqrt(length);
  for (Real& x : q) x /= length;
  // q (0, theta) / 2
  const Real d[3][4] = {{-q[1], q[0], q[3], -q[2]}, {-q[2], -q[3], q[0], q[1]}, {-q[3], q[2], -q[1], q[0]}};
  for (int i = 0; i < 4; ++i) {
    p.q[i] = Number(q[i], {});
    for (int k = 0; k < 3; ++k) p.q[i].slope[k] = d[k][i] / 2;
  }
  return p;
}

int main(int count, char** arguments) {
  if (count < 3) return 2;
  const std::string what = arguments[1], folder = arguments[2];
  const std::string only = count > 3 ? arguments[3] : "";
  const int first = count > 4 ? std::stoi(arguments[4]) : 0;
  const bool is_free = what == "free";
  const int columns = is_free ? 10 : 17;
  std::cout << "id";
  for (const char* row : {"a1", "a2", "a3", "m1", "m2", "m3"})
    for (int k = 0; k < columns; ++k) std::cout << ',' << row << '_' << k;
  std::cout << ",second\n";
  for (const std::string& table : is_free ? std::vector<std::string>{"free.csv", "motion.csv"}
                                          : std::vector<std::string>{"torqued.csv"}) {
    std::ifstream in(folder + "/" + table);
    std::string line, cell;
    std::getline(in, line);
    std::vector<std::string> names;
    for (std::istringstream s(line); std::getline(s, cell, ',');) names.push_back(cell);
    for (int number = 0; std::getline(in, line); ++number) {
      std::map<std::string, std::string> row;
      std::istringstream s(line);
      for (const std::string& name : names) {
        cell.clear();
        std::getline(s, cell, ',');
        row[name] = cell;
      }
      if (row["id"][0] != 'A' && row["id"][0] != 'T') row["id"] += "_" + row["periods"];
      if ((!only.empty() && row["id"].find(only) == std::string::npos) || number < first) continue;
      if (std::stod(row["I1"]) == 0) continue;
      const Problem problem = prepared(row, 0, 0);
      const State end = far(problem);
      const char* results[] = {"m_1", "m_2", "m_3", "q_w", "q_x", "q_y", "q_z"};
      Real worst = 0, length = 0;
      for (int i = 0; i < 3; ++i) length += end[i].value * end[i].value;
      for (int i = 0; i < 7; ++i)
        worst = std::max<Real>(worst,
                               abs(end[i].value - Real(row[results[i]])) / (i < 3 ? sqrt(length) : Real(1)));
      if (worst > Real("1e-27")) std::cerr << row["id"] << ": value off by " << worst << "\n";
      const std::vector<Real> j = jacobian(end);
      Real second = 0;
      {
        const unsigned signs = 0x5a96u;
        const Real change("1e-18");
        const std::vector<Real> other = jacobian(far(prepared(row, change, signs)));
        // Blocks: rows by three; columns by kind of input.
        for (int b = 0; b < 6; b += 3)
          for (const auto& [first, last] :
               {std::pair(0, 3), std::pair(3, 6), std::pair(6, 9), std::pair(9, 10)}) {
            Real largest = 0, moved = 0;
            for (int r = b; r < b + 3; ++r)
              for (int k = first; k < last; ++k) {
                largest = std::max<Real>(largest, abs(j[r * directions + k]));
                moved = std::max<Real>(moved, abs(other[r * directions + k] - j[r * directions + k]));
              }
            if (largest > 0) second = std::max<Real>(second, moved / largest / change);
          }
      }
      std::cout << row["id"] << std::scientific << std::setprecision(30);
      for (int r = 0; r < 6; ++r)
        for (int k = 0; k < columns; ++k) std::cout << ',' << j[r * directions + k];
      std::cout << ',' << std::setprecision(2) << second << std::endl;
    }
  }
}
