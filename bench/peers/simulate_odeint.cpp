// SPDX-License-Identifier: MIT
#include "peers/simulate_odeint.hpp"

#include <array>
#include <boost/numeric/odeint.hpp>
#include <exception>
#include <polhode/rotation/convention.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <stdexcept>

#include "outcome.hpp"
#include "simulate_problems.hpp"

namespace polhode::bench {

namespace {

namespace odeint = boost::numeric::odeint;
using Numbers = std::array<double, 7>;

/// q' = q (0, omega) / 2 and m' = m x omega + torque.
[[gnu::always_inline]] inline void rates_of(const kernel::Phase<double>& p, const Vec3<double>& torque,
                                            const torques::InverseInertia<double>& inverse, Numbers& rate) {
  const Vec3<double> half = 0.5 * (inverse * p.m), dm = inverse.cross_velocity(p.m) + torque;
  rate = {-(p.q.x * half.x + p.q.y * half.y + p.q.z * half.z),
          p.q.w * half.x + p.q.y * half.z - p.q.z * half.y,
          p.q.w * half.y + p.q.z * half.x - p.q.x * half.z,
          p.q.w * half.z + p.q.x * half.y - p.q.y * half.x,
          dm.x,
          dm.y,
          dm.z};
}

Numbers numbers_of(const kernel::Phase<double>& p) {
  return {p.q.w, p.q.x, p.q.y, p.q.z, p.m.x, p.m.y, p.m.z};
}

/// With the torque's kernel compiled in.
template <class Problem>
class Equations {
 public:
  Equations() : setting_(Problem::template setting<double>()), inverse_(setting_.moments) {}

  Numbers start() const { return numbers_of(setting_.start); }
  void operator()(const Numbers& y, Numbers& rate, double t) const {
    const kernel::Phase<double> p{{y[4], y[5], y[6]}, {y[0], y[1], y[2], y[3]}};
    rates_of(p, setting_.torque(p, t), inverse_, rate);
  }

 private:
  decltype(Problem::template setting<double>()) setting_;
  torques::InverseInertia<double> inverse_;
};

/// With a function for it.
class FunctionEquations {
 public:
  FunctionEquations(const Vec3<double>& moments, const kernel::Phase<double>& start,
                    const TorqueFunction& torque)
      : inverse_(moments), start_(start), torque_(torque) {}

  Numbers start() const { return numbers_of(start_); }
  void operator()(const Numbers& y, Numbers& rate, double t) const {
    const kernel::Phase<double> p{{y[4], y[5], y[6]}, {y[0], y[1], y[2], y[3]}};
    rates_of(p, from_eigen(torque_(to_eigen(p.q), t)), inverse_, rate);
  }

 private:
  torques::InverseInertia<double> inverse_;
  kernel::Phase<double> start_;
  TorqueFunction torque_;
};

template <class System>
OdeintRun run_of(OdeintSolver solver, double tolerance, const std::vector<double>& times,
                 const System& equations) {
  return [=, &times] {
    std::vector<kernel::Phase<double>> found;
    found.reserve(times.size());
    Numbers y = equations.start();
    Evaluations evaluations;
    const auto rates = [&](const Numbers& now, Numbers& rate, double t) {
      if (!evaluations.next()) throw std::runtime_error("too long");
      equations(now, rate, t);
    };
    const auto take = [&](const Numbers& now, double t) {
      if (t > 0) found.push_back({{now[4], now[5], now[6]}, {now[0], now[1], now[2], now[3]}});
    };
    std::vector<double> all{0};
    all.insert(all.end(), times.begin(), times.end());
    const double first = times.back() / 10000;
    try {
      if (solver == OdeintSolver::fehlberg)
        odeint::integrate_times(
            odeint::make_controlled<odeint::runge_kutta_fehlberg78<Numbers>>(tolerance, tolerance), rates, y,
            all.begin(), all.end(), first, take);
      else
        odeint::integrate_times(
            odeint::make_dense_output<odeint::runge_kutta_dopri5<Numbers>>(tolerance, tolerance), rates, y,
            all.begin(), all.end(), first, take);
    } catch (const std::exception&) {
      return std::vector<kernel::Phase<double>>();  // no step was short enough
    }
    return found;
  };
}

}  // namespace

template <class Problem>
OdeintRun odeint_run(OdeintSolver solver, double tolerance, const std::vector<double>& times) {
  return run_of(solver, tolerance, times, Equations<Problem>());
}

OdeintRun odeint_run(OdeintSolver solver, double tolerance, const std::vector<double>& times,
                     const Vec3<double>& moments, const kernel::Phase<double>& start,
                     const TorqueFunction& torque) {
  return run_of(solver, tolerance, times, FunctionEquations(moments, start, torque));
}

template OdeintRun odeint_run<called::FastTop>(OdeintSolver, double, const std::vector<double>&);
template OdeintRun odeint_run<called::SlowTop>(OdeintSolver, double, const std::vector<double>&);
template OdeintRun odeint_run<called::DampedTop>(OdeintSolver, double, const std::vector<double>&);
template OdeintRun odeint_run<called::SpinningSatellite>(OdeintSolver, double, const std::vector<double>&);
template OdeintRun odeint_run<called::LibratingSatellite>(OdeintSolver, double, const std::vector<double>&);
template OdeintRun odeint_run<called::DampedVessel>(OdeintSolver, double, const std::vector<double>&);
template OdeintRun odeint_run<called::EllipticOrbit>(OdeintSolver, double, const std::vector<double>&);
template OdeintRun odeint_run<called::Gyrostat>(OdeintSolver, double, const std::vector<double>&);
template OdeintRun odeint_run<called::Thruster>(OdeintSolver, double, const std::vector<double>&);

}  // namespace polhode::bench
