// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Directions in space that move along an orbit, for the gravity-gradient torque: circular and Kepler orbits.
///
/// Convention. d(t) is in space. An orbit lies in the plane of two orthonormal vectors and runs from the
///             first towards the second. On a circle |d| = 1; on an ellipse |d|^2 = (a/r)^3, so that with mu
///             = n^2 the torque is 3 n^2 (a/r)^3 times that of the unit vectors (gravity_gradient.hpp).
/// Method.     With s = sin E/2, E from Kepler's equation (kepler.hpp): r/a = (1 - e) + 2 e s^2 and cos f =
///             ((1 - e) - 2 s^2) a/r, sin f = sqrt(1 - e^2) sin E a/r: no cancellation near the pericentre,
///             however eccentric the orbit.
/// Accuracy.   Rounding n (t - pericentre) changes the mean anomaly by eps times itself, as does rounding n:
///             after N revolutions the phase is accurate to about 6 N eps.

#include <cmath>
#include <limits>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/core/sine.hpp>
#include <polhode/core/vec3.hpp>
#include <string>

#include "core/kepler.hpp"
#include "core/number_text.hpp"

namespace polhode::torques {

namespace detail {

template <class T>
std::string vector_text(const Vec3<T>& v) {
  return tuple_text({static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)});
}

}  // namespace detail

/// v / |v|.
/// @throws InvalidInput, with this name, if v is zero or not finite
template <class T>
Vec3<T> unit_vector(const char* name, const Vec3<T>& v) {
  const T length = norm(v);
  if (!(length > T(0) && length <= std::numeric_limits<T>::max()))
    throw InvalidInput(name, detail::vector_text(v), "a finite vector that is not zero");
  return {v.x / length, v.y / length, v.z / length};
}

/// The plane of an orbit, spanned by any two vectors that are not parallel. The first is normalised, the
/// second made orthogonal to it.
template <class T>
class OrbitPlane {
 public:
  OrbitPlane() = default;
  OrbitPlane(const Vec3<T>& first, const Vec3<T>& towards)
      : first_(unit_vector("first vector of the plane of an orbit", first)),
        second_(unit_vector(name_of_second, towards)) {
    const Vec3<T> across = cross(first_, cross(second_, first_));  // second - (second . first) first
    if (!(norm(across) > T(16) * std::numeric_limits<T>::epsilon()))
      throw InvalidInput(name_of_second, detail::vector_text(towards),
                         "a vector that is not parallel to the first");
    const Vec3<T> v = unit_vector(name_of_second, across);
    second_ = unit_vector(name_of_second, v - dot(v, first_) * first_);
  }

  /// The same in another number type.
  template <class U>
  explicit OrbitPlane(const OrbitPlane<U>& p) noexcept
      : first_(convert<T>(p.first())), second_(convert<T>(p.second())) {}

  /// The directions at angle 0 and at a right angle.
  const Vec3<T>& first() const noexcept { return first_; }
  const Vec3<T>& second() const noexcept { return second_; }
  Vec3<T> normal() const noexcept { return cross(first_, second_); }

 private:
  static constexpr const char* name_of_second = "second vector of the plane of an orbit";

  Vec3<T> first_{T(1), T(0), T(0)}, second_{T(0), T(1), T(0)};
};

/// d = cos(n t) first + sin(n t) second.
template <class T>
class CircularOrbit {
 public:
  explicit CircularOrbit(const T& rate, const OrbitPlane<T>& plane = {}) noexcept
      : plane_(plane), angular_velocity_(rate * plane.normal()), rate_(rate) {}

  /// The same in another number type.
  template <class U>
  explicit CircularOrbit(const CircularOrbit<U>& o) noexcept
      : plane_(o.plane_), angular_velocity_(convert<T>(o.angular_velocity_)), rate_(o.rate_) {}

  Vec3<T> operator()(const T& t) const noexcept {
    const auto [sine, cosine] = sine_and_cosine(rate_ * t);
    return cosine * plane_.first() + sine * plane_.second();
  }

  Vec3<T> angular_velocity() const noexcept { return angular_velocity_; }

 private:
  template <class>
  friend class CircularOrbit;

  OrbitPlane<T> plane_;
  Vec3<T> angular_velocity_;
  T rate_;
};

/// d = (a/r)^(3/2) (cos f first + sin f second), f the true anomaly: the first vector points to the
/// pericentre.
template <class T>
class KeplerOrbit {
 public:
  /// `pericentre` is the time of a pericentre passage.
  KeplerOrbit(const T& mean_motion, const T& eccentricity, const T& pericentre = T(0),
              const OrbitPlane<T>& plane = {})
      : plane_(plane), rate_(mean_motion), e_(eccentricity), pericentre_(pericentre) {
    using std::acos;
    using std::sqrt;
    if (!(eccentricity >= T(0) && eccentricity < T(1)))
      throw InvalidInput("eccentricity of an orbit", number_text(static_cast<double>(eccentricity)),
                         "a number from 0 to less than 1");
    minor_axis_ = sqrt((T(1) - e_) * (T(1) + e_));
    turn_ = T(2) * acos(T(-1));
  }

  /// The same in another number type.
  template <class U>
  explicit KeplerOrbit(const KeplerOrbit<U>& o) noexcept
      : plane_(o.plane_),
        rate_(o.rate_),
        e_(o.e_),
        pericentre_(o.pericentre_),
        minor_axis_(o.minor_axis_),
        turn_(o.turn_) {}

  Vec3<T> operator()(const T& t) const noexcept {
    using std::cos;
    using std::remainder;
    using std::sin;
    using std::sqrt;
    const T half = eccentric_anomaly<T>(remainder(rate_ * (t - pericentre_), turn_), e_) / T(2);
    const T s = sin(half), c = cos(half), near = T(1) - e_, closeness = T(1) / (near + T(2) * e_ * s * s);
    const T scale = closeness * closeness * sqrt(closeness);
    return (scale * (near - T(2) * s * s)) * plane_.first() +
           (scale * minor_axis_ * T(2) * s * c) * plane_.second();
  }

 private:
  template <class>
  friend class KeplerOrbit;

  OrbitPlane<T> plane_;
  T rate_, e_, pericentre_, minor_axis_, turn_;
};

}  // namespace polhode::torques
