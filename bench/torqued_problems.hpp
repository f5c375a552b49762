// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Bodies under torque that splittings and general solvers both follow.
///
/// Convention. Ascending principal frame, momenta of size one, so that one absolute tolerance suits every
///             part of the state. The data are the same doubles in every number type. setting<T>() has the
///             body, its torque and its start.

#include <cmath>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/torque/torque_kernel.hpp>
#include <string>

#include "torque/gravity_gradient.hpp"
#include "torque/heavy_top.hpp"
#include "torque/linear_damping.hpp"
#include "torque/orbit.hpp"
#include "torque/vessel_restoring.hpp"

namespace polhode::bench {

struct About {
  std::string name;   ///< of its files
  std::string title;  ///< of its picture
  std::string words;  ///< a sentence
};

template <class T, class Torque>
struct Setting {
  Vec3<T> moments;
  Torque torque;
  kernel::Phase<T> start;
};

/// T >> V: the spin has 1000 times the energy of the weight, for a hundred turns.
struct FastTop {
  static constexpr double end = 628;
  static About about() {
    return {"fast_top", "A fast heavy top",
            "I = (0.6, 0.7, 1), spin energy 1000 times the potential's range, 100 turns."};
  }
  template <class T>
  static Setting<T, torques::HeavyTop<T>> setting() {
    const auto moments = convert<T>(Vec3<double>{0.6, 0.7, 1});
    const auto weight = convert<T>(Vec3<double>{0, 0, 2.5e-4}), centre = convert<T>(Vec3<double>{0, 0, 1});
    return {moments,
            {weight, centre, moments},
            {convert<T>(Vec3<double>{0.05, 0.1, 1}), convert<T>(Quat<double>{0.8, 0.6, 0, 0})}};
  }
};

/// T and V of one size, no axis of symmetry: the torque is as strong as anything else.
struct SlowTop {
  static constexpr double end = 20;
  static About about() {
    return {"slow_top", "A slow heavy top", "I = (0.5, 0.8, 1), energy and potential of one size, time 20."};
  }
  template <class T>
  static Setting<T, torques::HeavyTop<T>> setting() {
    const auto moments = convert<T>(Vec3<double>{0.5, 0.8, 1});
    const auto weight = convert<T>(Vec3<double>{0, 0, 0.5}), centre = convert<T>(Vec3<double>{0, 0.6, -0.8});
    return {moments,
            {weight, centre, moments},
            {convert<T>(Vec3<double>{0.2, 0.4, 0.8}), convert<T>(Quat<double>{0.8, 0.6, 0, 0})}};
  }
};

/// A satellite on a circular orbit of unit rate.
template <class T>
using Satellite = Setting<T, torques::GravityGradient<T, torques::CircularOrbit<T>>>;

template <class T>
Satellite<T> satellite(const Vec3<double>& moments_in_double, double rate,
                       const kernel::Phase<double>& start) {
  const auto moments = convert<T>(moments_in_double);
  const T n = T(rate);
  return {
      moments, {n * n, moments, torques::CircularOrbit<T>(n)}, {convert<T>(start.m), convert<T>(start.q)}};
}

/// Twenty turns in each orbit, for five orbits, about an axis that is not that of the orbit.
struct SpinningSatellite {
  static constexpr double end = 628;
  static About about() {
    return {"spinning_satellite", "A spinning satellite",
            "Gravity gradient on a circular orbit, I = (1, 1.4, 1.8) / 1.8, 20 turns in each of 5 orbits."};
  }
  template <class T>
  static auto setting() {
    return satellite<T>({1 / 1.8, 1.4 / 1.8, 1}, 0.05, {{0.05, 0.1, 1}, {0.8, 0.6, 0, 0}});
  }
};

/// It keeps one side down and swings about that, for sixteen orbits.
struct LibratingSatellite {
  static constexpr double end = 100;
  static About about() {
    return {"librating_satellite", "A librating satellite",
            "Gravity gradient on a circular orbit, I = (1, 1.4, 1.8), 16 orbits, one side kept down."};
  }
  template <class T>
  static auto setting() {
    return satellite<T>({1, 1.4, 1.8}, 1, {{0.1, 0.28, 1.8900000000000001}, {1, 0, 0, 0}});
  }
  /// With 36 digits (tests/reference/torqued.csv, T016).
  static kernel::Phase<long double> known_end() {
    return {{-7.39690147706870465976395300966843565e-02L, -1.20021916875606619516099501960603850e-01L,
             1.87850749761722918957199556394263821e+00L},
            {9.61622490650291286543245642221188428e-01L, 3.88892114345012536212351508811677028e-02L,
             -3.17502622670693771321313115653797596e-02L, -2.69743833211262523348231378690767295e-01L}};
  }
};

/// Two kernels.
template <class T, class A, class B>
class Both {
 public:
  static constexpr bool depends_on_momentum = A::depends_on_momentum || B::depends_on_momentum,
                        is_dissipative = A::is_dissipative || B::is_dissipative;

  Both(const A& a, const B& b) noexcept : a_(a), b_(b) {}
  Vec3<T> operator()(const kernel::Phase<T>& p, const T& t) const noexcept { return a_(p, t) + b_(p, t); }
  Mat3<T> rate() const noexcept requires torques::IsLinear<B, T> { return b_.rate(); }
  Vec3<T> forcing(const Quat<T>& q, const T& t) const noexcept requires torques::IsLinear<B, T> {
    return a_(kernel::Phase<T>{{}, q}, t);
  }

 private:
  A a_;
  B b_;
};

/// A torque of the attitude with damping: linear in the momentum.
template <class T, class Torque>
using Damped = Both<T, Torque, torques::LinearDamping<T>>;

/// Gustafsson's vessel [Gustafsson 2010, section 5.3], its masses divided by 2^32: the same motion.
struct DampedVessel {
  static constexpr double end = 15;
  static constexpr double unit = 4294967296;
  static About about() {
    return {"vessel", "A damped vessel",
            "Gustafsson's marine vessel: restoring moment and damping, time 15 s, until its momentum is a "
            "twentieth."};
  }
  template <class T>
  static Setting<T, Damped<T, torques::VesselRestoring<T>>> setting() {
    const auto in_units = [](double x, double y, double z) {
      return convert<T>(Vec3<double>{x / unit, y / unit, z / unit});
    };
    const auto moments = in_units(321640000, 5478200000, 5742600000);
    torques::Vessel<T> vessel{T(6362200 / unit), T(9.81), T(103.628), T(2.1444)};
    vessel.moments = moments;
    return {moments,
            {torques::VesselRestoring<T>(vessel),
             torques::LinearDamping<T>::about_principal_axes(in_units(1e9, 1e9, 1e9), moments)},
            {moments, Quat<T>::identity()}};
  }
  /// With 36 digits (tests/reference/torqued.csv, T010).
  static kernel::Phase<long double> known_end() {
    constexpr auto u = static_cast<long double>(unit);
    return {{-3.12657025318848026743765564156674268e+06L / u, 3.17332813647242285374612343790895681e+07L / u,
             4.27832082228152367080823605912411997e+08L / u},
            {-9.92005607754754189411778527394910527e-01L, -3.26769563613492584307286682982908327e-02L,
             1.01657243954562883267233345679786087e-01L, 6.72524754759387216062572591014753977e-02L}};
  }
};

}  // namespace polhode::bench
