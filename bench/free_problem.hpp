// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The free water molecule until a time, for general solvers and for us; its end is known with 36 digits.

#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>

#include "general_solvers.hpp"
#include "water.hpp"

namespace polhode::bench {

template <class T>
struct FreeSetting {
  Vec3<T> moments;
  NoTorque torque;
  kernel::Phase<T> start;
};

/// tests/reference/free.csv, A002 to A004.
inline kernel::Phase<long double> known_water_end(int time) {
  switch (time) {
    case 1:
      return {{3.07047629251508779649329800114320979e-01L, 7.72242902669422401596677344570166272e-01L,
               5.56203786977159026505512285945752142e-01L},
              {6.91620676223047475021305867971119156e-01L, 5.00863684375458382930624697392833117e-01L,
               3.57938305903558959042570329301578470e-01L, 3.77725534034311729667013302779371590e-01L}};
    case 100:
      return {{1.52147939875964534801910669607987119e-02L, 9.65591627461608622865282888985077254e-01L,
               2.59617640040034480878958092472171422e-01L},
              {-5.20806343610634736010574231572723313e-01L, -5.19815955306033482384811284316152675e-01L,
               -5.86676503257908605917422160074680283e-01L, -3.38175702245549298842932364371277878e-01L}};
    default:
      return {{3.70235716205323144265661083928451611e-01L, 6.65926183663505054060169339745440697e-01L,
               6.47663363451485530629290779912341224e-01L},
              {-5.02458167456353903160495897861086940e-01L, 2.68516818271714047599381467662560049e-01L,
               3.79748576376938399365032142512232870e-01L, 7.28852198323724955939998560953899571e-01L}};
  }
}

/// Time is 1, 100 or 10000.
template <int Time>
struct FreeWater {
  static_assert(Time == 1 || Time == 100 || Time == 10000, "no reference for other times");
  static constexpr double end = Time;
  static constexpr double first_step = 0.02;  // h |omega| = 0.03, so that little is lost to finding the step

  template <class T>
  static FreeSetting<T> setting() {
    const kernel::Phase<double> p = water_start();
    return {convert<T>(water), {}, {convert<T>(p.m), convert<T>(p.q)}};
  }
  static kernel::Phase<long double> known_end() { return known_water_end(Time); }
};

}  // namespace polhode::bench
