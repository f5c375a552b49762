// SPDX-License-Identifier: MIT
// Polhode against numbers and formulas of other people: every line of docs/validation.md.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <array>
#include <cmath>
#include <complex>
#include <initializer_list>
#include <limits>
#include <numbers>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/elliptic/jacobi.hpp>
#include <polhode/elliptic/legendre.hpp>
#include <polhode/elliptic/parameter.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/rotation/euler.hpp>
#include <polhode/simulation/simulate.hpp>
#include <polhode/torque/built_in.hpp>
#include <string>
#include <support/reference_table.hpp>
#include <vector>

namespace validation_test {
namespace {

using namespace polhode;

constexpr double pi = std::numbers::pi, degree = pi / 180;
constexpr double eps = std::numeric_limits<double>::epsilon();

// NASA/TM-2015-218675, check case 2 of atmospheric flight: a brick that tumbles without drag or damping.

Inertia brick() { return Inertia::from_moments(0.001894220, 0.006211019, 0.007194665); }
State brick_start() {
  return {Eigen::Quaterniond::Identity(), brick().momentum(degree * Eigen::Vector3d(10, 20, 30))};
}

/// The body rates after 30 s, in degrees a second, as three of the simulators published them.
struct BrickRates {
  const char* simulator;
  Eigen::Vector3d rates;
  double off;  ///< how far it is from ours
};

TEST(Validation, TumblingBrickOfNasa) {
  const State end = FreeMotion(brick(), brick_start()).at(30);
  const Eigen::Vector3d rates = brick().angular_velocity(end.momentum) / degree;
  const std::array<BrickRates, 3> published{
      {{"SIM 4", {12.6183907757, -17.3974747619, 31.1195888868}, 5e-10},
       {"SIM 5", {12.61842377, -17.3974441, 31.11960301}, 5e-5},
       {"SIM 6", {12.620844062702608, -17.394550197091117, 31.12073831148526}, 0.004}}};
  for (const BrickRates& p : published) EXPECT_LT((rates - p.rates).norm(), p.off) << p.simulator;
}

/// SIM 4's angles are those to north, east and down, which turn with the Earth, and are carried along by 5.7e-5
/// degrees of longitude.
TEST(Validation, AttitudeOfTheTumblingBrick) {
  const double turned = 7.292115e-5 * 30 + 5.74552213287e-5 * degree;
  const Eigen::Quaterniond north_east_down(Eigen::AngleAxisd(turned, Eigen::Vector3d::UnitX()));
  const Eigen::Quaterniond attitude =
      north_east_down.conjugate() * FreeMotion(brick(), brick_start()).at(30).attitude;
  const Eigen::Vector3d angles = euler_angles(EulerSequence::from_text("ZYX"), attitude).angles / degree;
  EXPECT_LT((angles - Eigen::Vector3d(-4.28935504226, -3.81965492189, -56.1513075938)).norm(), 1e-8);
}

// Toutatis as radar saw it [Takahashi, Busch, Scheeres 2013]: their moments and state, their 17 attitudes.

Inertia toutatis() { return Inertia::from_moments(3.0836, 3.235, 1); }
State toutatis_start() {
  return {attitude_from_euler(EulerSequence::from_text("ZXZ"),
                              degree * Eigen::Vector3d(145.498, 65.865, 241.524)),
          toutatis().momentum(degree * Eigen::Vector3d(14.51, 33.529, -98.709))};
}

TEST(Validation, ToutatisIsWhereRadarSawIt) {
  const FreeMotion motion(toutatis(), toutatis_start());
  double squares = 0, worst = 0, rate_squares = 0, far_squares = 0;
  const auto rows = test::read_reference_table("toutatis_1992.csv");
  for (const auto& row : rows) {
    const State s = motion.at(row.number("days_since_1992-11-09T17:49:47"));
    const Eigen::Vector3d angles(row.number("euler_z_deg"), row.number("euler_x_deg"),
                                 row.number("euler_z2_deg"));
    const double off =
        s.attitude.angularDistance(attitude_from_euler(EulerSequence::from_text("ZXZ"), degree * angles)) /
        degree;
    const Eigen::Vector3d rates(row.number("omega_1_deg_day"), row.number("omega_2_deg_day"),
                                row.number("omega_3_deg_day"));
    squares += off * off;
    worst = std::max(worst, off);
    const double rate_square = (toutatis().angular_velocity(s.momentum) / degree - rates).squaredNorm() / 3;
    rate_squares += rate_square;
    if (row.text("utc").starts_with("1992-12-07") || row.text("utc").starts_with("1992-12-14"))
      far_squares += rate_square;
  }
  ASSERT_EQ(rows.size(), 17u);
  // The attitudes are said to be good to 3 to 15 degrees, the rates to 2 to 10 degrees a day.
  EXPECT_NEAR(std::sqrt(squares / 17), 7.70, 0.01);
  EXPECT_NEAR(worst, 15.9, 0.05);
  EXPECT_NEAR(std::sqrt(rate_squares / 17), 9.53, 0.01);
  EXPECT_NEAR(std::sqrt((rate_squares - far_squares) / 15), 3.7, 0.05) << "without two days";
}

/// Published are 5.376 d for the rotation about the long axis and 7.420 d for its precession.
TEST(Validation, PeriodsOfToutatis) {
  const TumblingDescription d = describe(toutatis(), toutatis_start());
  EXPECT_EQ(d.regime, Regime::long_axis_mode);
  EXPECT_NEAR(d.polhode_period / 5.376, 1, 0.002);
  EXPECT_NEAR(d.precession_period / 7.420, 1, 0.002);
}

// Closed forms.

/// A symmetric body turns about the momentum at |m|/I, and about its axis at (1/I3 - 1/I) m3 [Kane].
TEST(Validation, SymmetricBodyInClosedForm) {
  const double I = 2, I3 = 3;
  const Inertia body = Inertia::from_moments(I, I, I3);
  const Eigen::Vector3d m(0.3, -0.4, 1.2);
  const FreeMotion motion(body, {Eigen::Quaterniond::Identity(), m});
  for (const double t : {1.0, 10.0, 100.0}) {
    const Eigen::Quaterniond about_momentum(Eigen::AngleAxisd(m.norm() / I * t, m.normalized()));
    const Eigen::Quaterniond about_axis(
        Eigen::AngleAxisd((1 / I3 - 1 / I) * m.z() * t, Eigen::Vector3d::UnitZ()));
    EXPECT_LT(motion.at(t).attitude.angularDistance(about_momentum * about_axis), 8 * eps * (1 + t)) << t;
  }
}

/// About the intermediate axis a small deviation grows as exp(sigma t), sigma = omega sqrt((I2-I1)(I3-I2)/(I1 I3)).
TEST(Validation, GrowthAboutTheIntermediateAxis) {
  const Inertia body = Inertia::from_moments(1, 2, 3.5);
  const double omega = 1.5, sigma = omega * std::sqrt((2.0 - 1) * (3.5 - 2) / (1 * 3.5));
  // Along the direction that grows: (I2 - I3) omega w3 = I1 sigma w1.
  const double ratio = 1 * sigma / ((2.0 - 3.5) * omega);
  const Eigen::Vector3d start(1e-9, omega, 1e-9 * ratio);
  const FreeMotion motion(body, {Eigen::Quaterniond::Identity(), body.momentum(start)});
  const double t = 8;
  const double grown = body.angular_velocity(motion.at(t).momentum).x() / 1e-9;
  EXPECT_NEAR(std::log(grown) / t / sigma, 1, 1e-10);
}

/// The rigid Earth: A/(C - A) days. With the dynamical ellipticity (C - A)/C = 0.0032737875 of IERS that is 304.5; textbooks
/// say 305.
TEST(Validation, EulersPeriodOfARigidEarth) {
  const double H = 0.0032737875, A = 1 - H;
  const Inertia earth = Inertia::from_moments(A, A, 1);
  const double day = 2 * pi;
  const TumblingDescription d =
      describe(earth, {Eigen::Quaterniond::Identity(), earth.momentum(Eigen::Vector3d(1e-6, 0, 1))});
  EXPECT_NEAR(d.polhode_period / day, A / (1 - A), 1e-10 * A / (1 - A));
  EXPECT_NEAR(d.polhode_period / day, 305, 0.6);
}

/// The period of m is 4 K / lambda on both sides of the separatrix [Landau, Lifshitz, Mechanics, section 37].
TEST(Validation, PeriodsOnBothSidesOfTheSeparatrix) {
  const double I1 = 1, I2 = 2, I3 = 3;
  const Inertia body = Inertia::from_moments(I1, I2, I3);
  for (const Eigen::Vector3d& m : {Eigen::Vector3d(0.3, 0.1, 1), Eigen::Vector3d(1, 0.1, 0.3)}) {
    const double E2 = m.x() * m.x() / I1 + m.y() * m.y() / I2 + m.z() * m.z() / I3, M2 = m.squaredNorm();
    const bool about_3 = M2 > E2 * I2;
    const double k2 = about_3 ? (I2 - I1) * (E2 * I3 - M2) / ((I3 - I2) * (M2 - E2 * I1))
                              : (I3 - I2) * (M2 - E2 * I1) / ((I2 - I1) * (E2 * I3 - M2));
    const double lambda2 =
        about_3 ? (I3 - I2) * (M2 - E2 * I1) / (I1 * I2 * I3) : (I2 - I1) * (E2 * I3 - M2) / (I1 * I2 * I3);
    const double expected = 4 * std::comp_ellint_1(std::sqrt(k2)) / std::sqrt(lambda2);
    EXPECT_NEAR(describe(body, {Eigen::Quaterniond::Identity(), m}).polhode_period / expected, 1, 32 * eps);
  }
}

/// "about 822 periods" in [0, 1e4] [Vilmart 2008, section 5]; 822.06.
TEST(Validation, VilmartsNumberOfPeriods) {
  const Inertia water = Inertia::from_moments(0.345, 0.653, 1.0);
  const double period =
      describe(water, {Eigen::Quaterniond::Identity(), {0.5, 0.2, std::sqrt(0.71)}}).polhode_period;
  EXPECT_NEAR(1e4 / period, 822.06, 0.005);
}

/// Table 17.1 of Abramowitz and Stegun, Handbook of Mathematical Functions: K(m), fifteen digits.
TEST(Validation, CompleteIntegralOfAbramowitzAndStegun) {
  constexpr std::array<std::array<double, 2>, 10> table{{{0.0, 1.570796326794897},
                                                         {0.1, 1.612441348720219},
                                                         {0.2, 1.659623598610528},
                                                         {0.3, 1.713889448178791},
                                                         {0.4, 1.777519371491253},
                                                         {0.5, 1.854074677301372},
                                                         {0.6, 1.949567749806026},
                                                         {0.7, 2.075363135292469},
                                                         {0.8, 2.257205326820854},
                                                         {0.9, 2.578092113348173}}};
  for (const auto& [m, K] : table) EXPECT_NEAR(elliptic::ellint_k(elliptic::from_m(m)), K, 6e-16) << m;
}

/// A printed number is within half a unit of its last decimal, but for those that were rounded to the wrong side:
/// for these, named by what they should be, a unit is allowed, and half of one is not enough.
struct Printed {
  double number, unit;
  bool is_rounded_wrong = false;
};

void expect_as_printed(double ours, const Printed& theirs, const std::string& where) {
  const double error = std::abs(ours - theirs.number) / theirs.unit, rounding = 1e-5;
  if (theirs.is_rounded_wrong) {
    EXPECT_GT(error, 0.5) << where;
  }
  EXPECT_LE(error, (theirs.is_rounded_wrong ? 1 : 0.5) + rounding) << where;
}

std::string place(std::initializer_list<double> numbers) {
  std::string text;
  for (const double number : numbers) text += std::to_string(number) + " ";
  return text;
}

/// Table 17.5 there: F(phi\\alpha), eight decimals, the parameter being sin^2 alpha.
TEST(Validation, FirstKindOfAbramowitzAndStegun) {
  struct Entry {
    double phi, alpha, F;
    bool is_rounded_wrong = false;
  };
  for (const Entry& e : std::vector<Entry>{{5, 40, 0.08731222},
                                           {10, 88, 0.17542473},
                                           {15, 50, 0.26356191},
                                           {20, 20, 0.34988016},
                                           {25, 62, 0.44744153},
                                           {30, 30, 0.52942863},
                                           {35, 84, 0.65228622, true},  // 0.652286215
                                           {40, 14, 0.70117608},
                                           {45, 60, 0.85122375},
                                           {50, 76, 0.99876287},
                                           {55, 48, 1.04333948},
                                           {60, 90, 1.31695790},
                                           {65, 80, 1.48098006},
                                           {70, 70, 1.59590624},
                                           {75, 36, 1.41979198},
                                           {80, 88, 2.42718003},
                                           {85, 86, 3.00370926},
                                           {85, 88, 3.09448898}}) {
    const auto p =
        e.alpha == 90 ? elliptic::from_mc(0.0) : elliptic::from_modulus(std::sin(e.alpha * degree));
    expect_as_printed(elliptic::ellint_f(e.phi * degree, p), {e.F, 1e-8, e.is_rounded_wrong},
                      place({e.phi, e.alpha}));
  }
}

/// Table 17.9 there: Pi(n; phi\\alpha), five decimals.
TEST(Validation, ThirdKindOfAbramowitzAndStegun) {
  struct Entry {
    double n, alpha, phi, Pi;
    bool is_rounded_wrong = false;
  };
  for (const Entry& e :
       std::vector<Entry>{{0.1, 15, 30, 0.52975},
                          {0.1, 75, 90, 2.96601},
                          {0.2, 45, 60, 1.22139, true},  // 1.2213951
                          {0.3, 60, 75, 1.93879},
                          {0.4, 30, 45, 0.87262},
                          {0.5, 45, 90, 2.70129},
                          {0.5, 90, 75, 2.87468},
                          {0.6, 75, 60, 1.66780},
                          {0.7, 15, 90, 2.93263},
                          {0.8, 60, 90, 5.51206},
                          {0.9, 0, 75, 2.74439, true},  // 2.7443970 = atan(sqrt(0.1) tan 75)/sqrt(0.1)
                          {0.9, 45, 90, 6.42557}}) {
    const auto p =
        e.alpha == 90 ? elliptic::from_mc(0.0) : elliptic::from_modulus(std::sin(e.alpha * degree));
    const double ours =
        e.phi == 90 ? elliptic::ellint_pi(e.n, p) : elliptic::ellint_pi(e.n, e.phi * degree, p);
    expect_as_printed(ours, {e.Pi, 1e-5, e.is_rounded_wrong}, place({e.n, e.alpha, e.phi}));
  }
}

/// Table 16.1 there has Neville's theta functions at epsilon = 90 u/K degrees, theta_s with nine decimals and theta_n
/// with ten: sn u is their ratio, and cn u and dn u follow from entries at 90 - epsilon.
TEST(Validation, JacobisFunctionsOfAbramowitzAndStegun) {
  enum class Wrong { none, other, both };  ///< which theta_s is rounded to the wrong side
  struct Entry {
    double alpha, epsilon, theta_s, theta_n, other_s, other_n;  ///< the others at 90 - epsilon
    Wrong wrong = Wrong::none;
  };
  for (const Entry& e :
       std::vector<Entry>{// 0.3426724765, 0.9414855467
                          {5, 20, 0.342672476, 1.0002232051, 0.941485546, 1.0016848932, Wrong::both},
                          {30, 50, 0.822729031, 1.0437590125, 0.690196708, 1.0308100797},
                          {45, 45, 0.837761607, 1.0945882886, 0.837761607, 1.0945882886},
                          {60, 65, 1.275020900, 1.3400789457, 0.583323727, 1.0738276019},
                          // 1.9297107203
                          {75, 10, 0.307065715, 1.0286279374, 1.929710721, 1.9360235909, Wrong::other},
                          {85, 40, 1.816339939, 1.9381519599, 2.290723417, 2.3526471220},
                          {85, 85, 3.367059918, 3.3676482512, 0.213217690, 1.0166388247}}) {
    const auto p = elliptic::from_modulus(std::sin(e.alpha * degree));
    const auto f = elliptic::jacobi(e.epsilon / 90 * elliptic::ellint_k(p), p);
    const double root = std::sqrt(std::cos(e.alpha * degree));
    // That of theta_n, half a unit of which the product has as well.
    const double tenth = 0.5e-10;
    const auto expect_near = [&](double ours, double theirs, double unit, double factor, bool is_wrong) {
      EXPECT_NEAR(ours, theirs, (is_wrong ? 1 : 0.5) * unit + factor * tenth + 1e-14)
          << e.alpha << " " << e.epsilon;
    };
    expect_near(f.sn * e.theta_n, e.theta_s, 1e-9, f.sn, e.wrong == Wrong::both);
    expect_near(f.cn * e.theta_n / root, e.other_s, 1e-9, f.cn / root, e.wrong != Wrong::none);
    expect_near(f.dn * e.theta_n / root, e.other_n, 1e-10, f.dn / root, false);
  }
}

// Under torque.

/// A fast top precesses at the mean rate a/(I3 omega3) and nods at I3 omega3 / I; both are right to the order of their
/// ratio [Landau, Lifshitz, Mechanics, section 35].
TEST(Validation, FastTop) {
  const double I = 1, I3 = 2, spin = 100, weight = 1;
  const Inertia body = Inertia::from_moments(I, I, I3);
  const double precession = weight / (I3 * spin), nutation = I3 * spin / I;
  const Eigen::Quaterniond tilted(Eigen::AngleAxisd(1, Eigen::Vector3d::UnitY()));
  // Begun with the rate of precession it hardly nods.
  const Eigen::Vector3d omega =
      tilted.conjugate() * Eigen::Vector3d(0, 0, precession) + Eigen::Vector3d(0, 0, spin);
  std::vector<double> times;
  for (int i = 1; i <= 400; ++i) times.push_back(i * 0.5 * 2 * pi / nutation);
  const Simulation r =
      simulate(body, {tilted, body.momentum(omega)},
               heavy_top(Eigen::Vector3d(0, 0, weight), Eigen::Vector3d::UnitZ()), times, 1e-12);
  const Eigen::Vector3d axis = r.states.back().attitude * Eigen::Vector3d::UnitZ();
  const double turned = std::atan2(axis.y(), axis.x());
  EXPECT_NEAR(turned / (precession * times.back()), 1, 2e-5);
  EXPECT_NEAR(axis.z(), std::cos(1.0), 1e-9);
  // From rest it nods between two heights, 2 I a sin^2/(I3 spin)^2 apart, with the period 2 pi I/(I3 spin).
  const Eigen::Vector3d rest(0, 0, spin);
  const std::vector<double> nods{pi / nutation, 2 * pi / nutation, 40 * pi / nutation};
  const Simulation s =
      simulate(body, {tilted, body.momentum(rest)},
               heavy_top(Eigen::Vector3d(0, 0, weight), Eigen::Vector3d::UnitZ()), nods, 1e-13);
  const auto height = [&](std::size_t i) {
    return (s.states[i].attitude * Eigen::Vector3d::UnitZ()).z() - std::cos(1.0);
  };
  const double depth = 2 * I * weight * std::pow(std::sin(1.0) / (I3 * spin), 2);
  EXPECT_NEAR(height(0) / depth, -1, 1e-4);
  EXPECT_LT(std::abs(height(1)), 1e-7 * depth);
  EXPECT_LT(std::abs(height(2)), 1e-5 * depth);
}

/// In a circular orbit of rate n the angle in the plane swings at n sqrt(3 (Ix - Iz)/Iy) for small angles, x along the
/// orbit, y across its plane, z to the Earth.
TEST(Validation, LibrationInAGravityGradient) {
  const double n = 1e-3;
  const double Ix = 3, Iy = 3.5, Iz = 1.2;  // along the path, across the plane, towards the Earth
  const double rate = n * std::sqrt(3 * (Ix - Iz) / Iy);
  // Body axes: z along the direction to the attracting mass, which starts along space's x; y along -(orbit normal).
  Eigen::Matrix3d axes;
  axes.col(2) = Eigen::Vector3d(1, 0, 0);
  axes.col(1) = Eigen::Vector3d(0, 0, -1);
  axes.col(0) = axes.col(1).cross(axes.col(2));
  const double small = 1e-6;
  const Eigen::Quaterniond start =
      Eigen::Quaterniond(axes) * Eigen::AngleAxisd(small, Eigen::Vector3d::UnitY());
  const Inertia body = Inertia::from_moments(Ix, Iy, Iz);
  const std::vector<double> times{2 * pi / rate / 4, 2 * pi / rate};
  const Simulation r = simulate(body, {start, body.momentum(Eigen::Vector3d(0, -n, 0))},
                                gravity_gradient_circular(n), times, 1e-13);
  const auto pitch = [&](std::size_t i) {
    const Eigen::Vector3d down(std::cos(n * times[i]), std::sin(n * times[i]), 0);
    const Eigen::Vector3d c = r.states[i].attitude.conjugate() * down;
    return std::atan2(-c.x(), c.z());
  };
  EXPECT_NEAR(pitch(0) / small, 0, 1e-7);
  EXPECT_NEAR(pitch(1) / small, 1, 1e-7);  // of which 1e-13, the tolerance, is 1e-7
}

/// Pointing to the Earth, in body axes x along the path, y across the plane, z to the Earth.
Eigen::Matrix3d pointing_axes() {
  Eigen::Matrix3d axes;
  axes.col(2) = Eigen::Vector3d(1, 0, 0);
  axes.col(1) = Eigen::Vector3d(0, 0, -1);
  axes.col(0) = axes.col(1).cross(axes.col(2));
  return axes;
}

/// Roll and yaw swing together at the roots of s^4 + (1 + 3 k1 + k1 k3) n^2 s^2 + 4 k1 k3 n^4, k1 = (Iy - Iz)/Ix,
/// k3 = (Iy - Ix)/Iz [Hughes, Spacecraft attitude dynamics]. A sum of swings at w1 and w2 that is sampled at times h apart
/// satisfies x(+2) + x(-2) - 2 (c1 + c2) (x(+1) + x(-1)) + (2 + 4 c1 c2) x = 0, c = cos w h.
TEST(Validation, RollAndYawInAGravityGradient) {
  const double n = 1, small = 1e-6, h = 0.4;
  for (const Eigen::Vector3d& I : {Eigen::Vector3d(3, 3.5, 1.2), Eigen::Vector3d(1.238095, 0.938095, 1)}) {
    const double k1 = (I.y() - I.z()) / I.x(), k3 = (I.y() - I.x()) / I.z();
    const double half = (1 + 3 * k1 + k1 * k3) / 2, root = std::sqrt(half * half - 4 * k1 * k3);
    const double c1 = std::cos(n * std::sqrt(half + root) * h), c2 = std::cos(n * std::sqrt(half - root) * h);
    const Inertia body = Inertia::from_moments(I.x(), I.y(), I.z());
    const Eigen::Quaterniond start = Eigen::Quaterniond(pointing_axes()) *
                                     Eigen::AngleAxisd(small, Eigen::Vector3d(1, 0, 0.5).normalized());
    std::vector<double> times;
    for (int i = 0; i < 60; ++i) times.push_back(i * h);
    const Simulation r = simulate(body, {start, body.momentum(Eigen::Vector3d(0, -n, 0))},
                                  gravity_gradient_circular(n), times, 1e-13);
    // The angle about the path, and that about the vertical.
    std::array<std::vector<double>, 2> angles;
    for (std::size_t i = 0; i < times.size(); ++i) {
      const Eigen::Quaterniond orbit =
          Eigen::AngleAxisd(n * times[i], Eigen::Vector3d::UnitZ()) * Eigen::Quaterniond(pointing_axes());
      const Eigen::Quaterniond off = orbit.conjugate() * r.states[i].attitude;
      angles[0].push_back(2 * off.x() / small);
      angles[1].push_back(2 * off.z() / small);
    }
    for (const std::vector<double>& x : angles) {
      double greatest = 0;
      for (std::size_t i = 2; i + 2 < x.size(); ++i) {
        EXPECT_NEAR(x[i + 2] + x[i - 2] - 2 * (c1 + c2) * (x[i + 1] + x[i - 1]) + (2 + 4 * c1 * c2) * x[i], 0,
                    1e-5);
        greatest = std::max(greatest, std::abs(x[i]));
      }
      EXPECT_GT(greatest, 0.5);
    }
  }
}

/// Whether small deviations from pointing to the Earth stay small over some orbits: in Lagrange's region and in that of
/// DeBra and Delp (1961), and not elsewhere.
double greatest_deviation(double Ix, double Iy, double Iz) {
  const double n = 1;
  const Eigen::Matrix3d axes = pointing_axes();
  const double small = 1e-6;
  const Eigen::Quaterniond start =
      Eigen::Quaterniond(axes) * Eigen::AngleAxisd(small, Eigen::Vector3d(1, 1, 1).normalized());
  const Inertia body = Inertia::from_moments(Ix, Iy, Iz);
  std::vector<double> times;
  for (int i = 1; i <= 200; ++i) times.push_back(i * 0.5);
  const Simulation r = simulate(body, {start, body.momentum(Eigen::Vector3d(0, -n, 0))},
                                gravity_gradient_circular(n), times, 1e-11);
  double greatest = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const Eigen::Quaterniond local =
        Eigen::AngleAxisd(n * times[i], Eigen::Vector3d::UnitZ()) * Eigen::Quaterniond(axes);
    greatest = std::max(greatest, local.angularDistance(r.states[i].attitude) / small);
  }
  return greatest;
}

/// The borders of both regions [Hughes]: k1 > k3, k1 k3 > 0, 1 + 3 k1 + k1 k3 > 4 sqrt(k1 k3), over bodies of many shapes.
/// Where a motion would grow slowly, or lies close to the border, 100/n is too short to see which it is.
TEST(Validation, RegionsOfLagrangeAndOfDeBraAndDelp) {
  // The region of DeBra and Delp is narrow.
  std::vector<std::array<double, 2>> shapes{{-0.04, -0.9},  {-0.05, -0.6}, {-0.06, -0.4},
                                            {-0.07, -0.35}, {-0.08, -0.3}, {-0.1, -0.22}};
  for (double k1 = -0.95; k1 < 1; k1 += 0.19)
    for (double k3 = -0.93; k3 < 1; k3 += 0.31) shapes.push_back({k1, k3});
  int lagrange = 0, debra_delp = 0, outside = 0;
  for (const auto& [k1, k3] : shapes) {
    // From k1 = (Iy - Iz)/Ix and k3 = (Iy - Ix)/Iz, with Ix = 1.
    const double Iz = (1 - k1) / (1 - k3), Iy = k1 + Iz;
    const double half = (1 + 3 * k1 + k1 * k3) / 2, inner = half * half - 4 * k1 * k3;
    // Growth of pitch, and of roll and yaw.
    const std::complex<double> root = std::sqrt(std::complex<double>(inner, 0));
    double growth = k1 < k3 ? std::sqrt(3 * (Iz - 1) / Iy) : 0;
    for (const double sign : {-1.0, 1.0})
      growth = std::max(growth, std::abs(std::sqrt(-half + sign * root).real()));
    const bool is_inside = k1 > k3 && k1 * k3 > 0 && half > 0 && inner > 0;
    const double to_border = std::min({k1 - k3, k1 * k3, half, inner});
    if (is_inside ? to_border < 0.015 : growth < 0.15) continue;
    const double deviation = greatest_deviation(1, Iy, Iz);
    if (is_inside) {
      EXPECT_LT(deviation, 30) << k1 << " " << k3;
    } else {
      EXPECT_GT(deviation, 1e4) << k1 << " " << k3;
    }
    ++(!is_inside ? outside : k1 > 0 ? lagrange : debra_delp);
  }
  EXPECT_GE(lagrange, 6);
  EXPECT_GE(debra_delp, 5);
  EXPECT_GE(outside, 30);
}

TEST(Validation, StabilityInAGravityGradient) {
  EXPECT_LT(greatest_deviation(3, 3.5, 1.2), 2) << "Lagrange: Iy > Ix > Iz";
  EXPECT_LT(greatest_deviation(1.238095, 0.938095, 1), 10) << "DeBra, Delp: Ix > Iz > Iy, and slow enough";
  EXPECT_GT(greatest_deviation(2.2, 1.05, 1.3), 1e4) << "Ix > Iz > Iy outside that region";
  EXPECT_GT(greatest_deviation(1.2, 3.5, 3), 1e4) << "the long axis along the path";
  EXPECT_GT(greatest_deviation(3, 2, 3.4), 1e4) << "the greatest moment towards the Earth";
}

}  // namespace
}  // namespace validation_test
