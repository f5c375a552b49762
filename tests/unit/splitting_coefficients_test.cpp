// SPDX-License-Identifier: MIT
// The coefficients are held to what they promise on small problems with the same structure as the rigid
// body's: a drift, a kick.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <polhode/splitting/splitting.hpp>
#include <set>
#include <string>
#include <support/refusal.hpp>
#include <support/wide.hpp>
#include <type_traits>
#include <vector>

namespace splitting_coefficients_test {
namespace {

using polhode::composition;
using polhode::KickNeed;
using polhode::Splitting;
using polhode::splitting;
using polhode::splittings;
using polhode::test::refusal;
using polhode::test::Wide;

constexpr long double eps = std::numeric_limits<long double>::epsilon();

template <class T, std::size_t N>
using State = std::array<T, N>;

// Problems: where they start, for how long they run, and their two flows. c is h^2 times the coefficient of
// the gradient.

/// H = e^p - p + e^q - q: Lotka and Volterra's, in the logarithms. Nothing is quadratic.
struct LotkaVolterra {
  static constexpr std::size_t size = 2;
  static constexpr int time = 4;
  static constexpr std::array<double, size> start = {1.0, 0.0};

  template <class T>
  void drift(State<T, size>& x, const T& h) const {
    using std::exp;
    x[0] += h * (exp(x[1]) - T(1));
  }
  template <class T>
  void kick(State<T, size>& x, const T& h, const T&) const {
    using std::exp;
    x[1] -= h * (exp(x[0]) - T(1));
  }
};

/// H = p^2/2 - cos q. The force is F = -sin q, and that of the potential F^2 is g = -sin 2q.
struct Pendulum {
  static constexpr std::size_t size = 2;
  static constexpr int time = 3;
  static constexpr std::array<double, size> start = {1.0, 0.0};

  template <class T>
  void drift(State<T, size>& x, const T& h) const {
    x[0] += h * x[1];
  }
  template <class T>
  void kick(State<T, size>& x, const T& h, const T& c) const {
    using std::sin;
    x[1] += h * (-sin(x[0]) - c * -sin(x[0] + x[0]));
  }
};

struct BriefPendulum : Pendulum {
  static constexpr int time = 1;
};

/// The product of two polynomials in eps of degree 3, cut off there.
template <class T>
State<T, 4> times(const State<T, 4>& a, const State<T, 4>& b) {
  State<T, 4> c{};
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; i + j < 4; ++j) c[i + j] += a[i] * b[j];
  }
  return c;
}

/// A state whose q and p are polynomials in eps, so that the orders of the error in eps and in h are seen
/// apart: entries 0 to 3 are q's coefficients, 4 to 7 those of p. The drift is the exact rotation of (p^2 +
/// q^2)/2.
struct WeakForce {
  static constexpr std::size_t size = 8;
  static constexpr int time = 4;
  static constexpr std::array<double, size> start = {1.0, 0.0, 0.0, 0.0, 0.25, 0.0, 0.0, 0.0};

  template <class T>
  void drift(State<T, size>& x, const T& h) const {
    using std::cos, std::sin;
    const T c = cos(h), s = sin(h);
    for (std::size_t k = 0; k < 4; ++k) {
      const T q = x[k], p = x[k + 4];
      x[k] = c * q + s * p;
      x[k + 4] = c * p - s * q;
    }
  }

  template <class T>
  static State<T, 4> part(const State<T, size>& x, std::size_t from) {
    return {x[from], x[from + 1], x[from + 2], x[from + 3]};
  }

  /// The exact kick of eps (q^3/3 + q^4/4).
  template <class T>
  void kick(State<T, size>& x, const T& h, const T&) const {
    const State<T, 4> q = part(x, 0), square = times(q, q), cube = times(square, q);
    for (std::size_t k = 1; k < 4; ++k) x[k + 4] -= h * (square[k - 1] + cube[k - 1]);
  }
};

/// The same with eps (q^3/3 + p^3/3), whose kick is not known and is replaced by a Strang step.
struct WeakForceByStrang : WeakForce {
  template <class T>
  void kick(State<T, size>& x, const T& h, const T&) const {
    const auto turn = [&](std::size_t from, std::size_t to, const T& length) {
      const State<T, 4> a = part(x, from), square = times(a, a);
      for (std::size_t k = 1; k < 4; ++k) x[k + to] += length * square[k - 1];
    };
    turn(0, 4, -h / T(2));
    turn(4, 0, h);
    turn(0, 4, -h / T(2));
  }
};

/// How a coefficient becomes a number.
template <class T>
struct AsIs {
  T operator()(long double c) const { return T(c); }
};

template <class T, class Problem, class Read = AsIs<T>>
State<T, Problem::size> run(const Problem& problem, const Splitting& s, int steps, Read read = {}) {
  State<T, Problem::size> x;
  std::ranges::transform(problem.start, x.begin(), [](double v) { return T(v); });
  const T h = T(problem.time) / T(steps);
  const auto drift = [&](std::size_t i) { problem.drift(x, T(read(s.drifts[i]) * h)); };
  const auto kick = [&](std::size_t i) {
    problem.kick(x, T(read(s.kicks[i]) * h), s.gradients.empty() ? T(0) : T(read(s.gradients[i]) * h * h));
  };
  const std::size_t pairs = std::min(s.drifts.size(), s.kicks.size());
  for (int n = 0; n < steps; ++n) {
    for (std::size_t i = 0; i < pairs; ++i) {
      s.starts_with_kick ? kick(i) : drift(i);
      s.starts_with_kick ? drift(i) : kick(i);
    }
    s.starts_with_kick ? kick(pairs) : drift(pairs);
  }
  return x;
}

/// The solution, by extrapolation of Strang steps in powers of h^2 with fifty digits; good to 1e-24 or
/// better, by the change that the last of the twenty columns makes.
template <class Problem>
const State<Wide, Problem::size>& solution(const Problem& problem) {
  static const State<Wide, Problem::size> found = [&problem] {
    const Splitting strang{.drifts = {1.0L}, .kicks = {0.5L, 0.5L}};
    const auto steps = [](int row) { return 16 + 4 * row; };
    std::vector<State<Wide, Problem::size>> above, row;
    for (int j = 0; j < 20; ++j) {
      row = {run<Wide>(problem, strang, steps(j))};
      for (int k = 1; k <= j; ++k) {
        const Wide ratio = Wide(steps(j)) / Wide(steps(j - k));
        State<Wide, Problem::size> next = row.back();
        for (std::size_t i = 0; i < next.size(); ++i) {
          next[i] += (next[i] - above[static_cast<std::size_t>(k) - 1][i]) / (ratio * ratio - Wide(1));
        }
        row.push_back(next);
      }
      above = row;
    }
    return row.back();
  }();
  return found;
}

/// The largest error among the entries from `first` on, each `stride`-th of them.
template <class T = long double, class Problem, class Read = AsIs<T>>
double error(const Problem& problem, const Splitting& s, int steps, std::size_t first = 0,
             std::size_t stride = 1, Read read = {}) {
  const auto& exact = solution(problem);
  const State<T, Problem::size> x = run<T>(problem, s, steps, read);
  Wide worst = 0;
  for (std::size_t i = first; i < x.size(); i += stride) {
    const Wide difference = abs(Wide(x[i]) - exact[i]);
    if (!isfinite(difference)) return std::numeric_limits<double>::infinity();
    worst = std::max<Wide>(worst, difference);
  }
  return static_cast<double>(worst);
}

/// The order seen between the last n and 2n of 4, 8, ..., 256 steps whose errors stay above what rounding
/// leaves: in long double it is 3e-17 at most, with fifty digits 2e-19 from the coefficients.
template <class T = long double, class Problem>
double order_seen(const Problem& problem, const Splitting& s, std::size_t first = 0, std::size_t stride = 1) {
  const double floor = std::is_same_v<T, Wide> ? 5e-18 : 1e-15;
  double order = std::numeric_limits<double>::quiet_NaN(), coarse = error<T>(problem, s, 4, first, stride);
  for (int steps = 8; steps <= 256; steps *= 2) {
    const double fine = error<T>(problem, s, steps, first, stride);
    if (fine < floor) break;
    order = std::log2(coarse / fine);
    coarse = fine;
  }
  return order;
}

long double sum(const std::vector<long double>& terms) {
  Wide total = 0;
  for (const long double t : terms) total += Wide(t);
  return static_cast<long double>(total - Wide(1));
}

bool reads_backwards(const std::vector<long double>& list) {
  return std::equal(list.begin(), list.end(), list.rbegin(), list.rend());
}

TEST(SplittingCoefficients, AreSymmetricAndAddUpToOne) {
  for (const Splitting& s : splittings()) {
    EXPECT_LE(std::abs(sum(s.drifts)), 2 * eps) << s.name;
    EXPECT_LE(std::abs(sum(s.kicks)), 2 * eps) << s.name;
    EXPECT_TRUE(reads_backwards(s.drifts) && reads_backwards(s.kicks)) << s.name;
    EXPECT_EQ(s.kicks.size() + (s.starts_with_kick ? 0 : 2), s.drifts.size() + 1) << s.name;
    if (!s.composed.empty()) {
      EXPECT_LE(std::abs(sum(s.composed)), 2 * eps) << s.name;
      EXPECT_TRUE(reads_backwards(s.composed)) << s.name;
    }
    EXPECT_TRUE(s.gradients.empty() ||
                (s.gradients.size() == s.kicks.size() && reads_backwards(s.gradients)));
    EXPECT_EQ(s.gradients.empty(), s.need != KickNeed::gradient) << s.name;
    EXPECT_TRUE(s.small_orders.empty() || s.order == std::ranges::min(s.small_orders)) << s.name;
  }
}

/// The coefficients in the middle are computed from the sum; here they are as published, which is a check on
/// all the others.
TEST(SplittingCoefficients, CloseWithThePublishedMiddle) {
  struct Published {
    const char* name;
    int kicks_per_step;
    long double drift, kick, tolerance;
  };
  const long double fifteen = 2e-16L, nineteen = 3e-19L;
  for (const Published& p : std::vector<Published>{
           {"strang_kick", 1, 1.0L, 0.5L, nineteen},
           {"strang_drift", 1, 0.5L, 1.0L, nineteen},
           {"mclachlan_s2", 2, 0.5L, 0.61363334499243285207L, nineteen},
           {"forest_ruth", 3, -1.7024143839193152681L, -0.1756035959798288170L, nineteen},
           {"suzuki4", 5, -0.65796308717750294857L, -0.12173615769156360571L, nineteen},
           {"mclachlan_s4", 4, -0.045454545454545454545L, 1.2600938479639575087L, nineteen},
           {"mclachlan_s5", 5, 0.4L, 0.50806658841042026313L, nineteen},
           {"mclachlan_ss5", 5, -0.8109328569353400900L, -0.0927332142338350225L, nineteen},
           {"blanes_moan_s6", 6, 0.434336666566456L, 0.2193769557534996L, fifteen},
           {"mclachlan_sb3a4", 4, 2.0L / 3.0L, -0.5L, nineteen},
           {"mclachlan_sb3a5", 5, 0.3819554224212718118L, 0.50592059438123984212L, nineteen},
           {"blanes_moan_srkn6b", 6, -0.350171622895351L, 0.1195241940131508L, fifteen},
           {"chin_4a", 2, 0.5L, 2.0L / 3.0L, nineteen},
           {"yoshida6", 7, 1.31518632068391121889L, 0.06875316825252010597L, nineteen},
           {"mclachlan_ss9", 9, 0.9432033015235617027L, 0.0499688390679135471L, nineteen},
           {"kahan_li6", 9, 0.79854399093482996339895035L, 0.44037879361419038181522040L, nineteen},
           {"blanes_moan_s10", 10, -0.016404589403618L, -0.7255255585086898L, fifteen},
           {"okunbor_skeel6", 7, 0.34399425728109261313L, 0.38064159097092574080L, nineteen},
           {"blanes_moan_srkn11b", 11, 0.20477705429147L, 0.2366699247869311L, fifteen},
           {"blanes_moan_srkn14a", 14, 0.2073050690568954L, -0.19641146648645423L, fifteen},
           {"yoshida8", 15, 1.7084530707866603157L, 0.90562646008943987343L, nineteen},
           {"mclachlan_ss15", 15, -0.79688793935291635401978884L, -0.2407974234780748787L, nineteen},
           {"mclachlan_ss17", 17, -0.626994825405133975L, -0.1560190707444195585L, nineteen},
           {"kahan_li8", 17, -0.60550853383003451169892108L, -0.15524840511036210641397742L, nineteen},
           {"sofroniou_spaletta10", 35, 0.04931773575959453791768001L, 0.04949605319966220848612441L,
            nineteen},
           {"saba2", 2, 0.57735026918962576450914878L, 0.5L, nineteen},
           {"saba3", 3, 0.38729833462074168851792654L, 4.0L / 9.0L, nineteen},
           {"saba4", 4, 0.33998104358485626480266576L, 0.32607257743127307131346803L, nineteen},
           {"mclachlan_84", 5, -0.09326381495814967072L, -1.07350001963440575260L, nineteen},
           {"mclachlan_bab_84", 5, 0.38073727029120931994L, 0.36561766098765283405L, nineteen},
           {"blanes_104", 7, -0.01453004174289681837857815L, 0.82670857757125044072958843L, nineteen},
           {"blanes_864", 7, -0.33369861622767800572656260L, 0.06539614228237341845597218L, nineteen},
           {"blanes_1064", 8, -0.65386122583278670938071174L, -0.01737538195906509300561788L, nineteen},
           {"blanes_h844", 6, 0.76289334417472809430449881L, 0.71768965379427013885587921L, nineteen},
           {"blanes_h864", 8, 0.53075794807044717763406742L, 0.49304999273201250536982810L, nineteen},
           {"blanes_h1064", 9, 0.25747611206734045344922823L, 0.27667111912108009750494573L, nineteen},
       }) {
    const Splitting& s = splitting(p.name);
    EXPECT_EQ(s.kicks_per_step(), p.kicks_per_step) << p.name;
    EXPECT_LE(std::abs(s.drifts[s.drifts.size() / 2] - p.drift), p.tolerance) << p.name;
    EXPECT_LE(std::abs(s.kicks[s.kicks.size() / 2] - p.kick), p.tolerance) << p.name;
  }
}

TEST(SplittingCoefficients, KeepTheirOrderOnTheKickTheyNeed) {
  for (const Splitting& s : splittings()) {
    const double order = s.need == KickNeed::any ? order_seen(LotkaVolterra{}, s) : order_seen(Pendulum{}, s);
    EXPECT_NEAR(order, s.order, 0.1) << s.name;
  }
}

/// Order 6 needs that [B, [B, [B, A]]] vanishes, the modified potential that the drift is quadratic: so
/// `need` is no ornament.
TEST(SplittingCoefficients, LoseTheirOrderOnOthers) {
  for (const Splitting& s : splittings()) {
    if (s.need == KickNeed::any) continue;
    const int kept = s.need == KickNeed::gradient ? 2 : 4;
    EXPECT_NEAR(order_seen(LotkaVolterra{}, s), kept, 0.1) << s.name;
    EXPECT_LT(kept, s.order) << s.name << " would do for any kick";
  }
}

TEST(SplittingCoefficients, ChinsGradientHasTheRightSign) {
  Splitting opposite = splitting("chin_4a");
  for (long double& c : opposite.gradients) c = -c;
  EXPECT_NEAR(order_seen(Pendulum{}, opposite), 2, 0.1);
}

/// Each power of eps by itself. Long double resolves all but order 10, whose errors meet the rounding before
/// the slope has settled.
TEST(SplittingCoefficients, KeepTheirOrdersForWeakTorques) {
  for (const Splitting& s : splittings()) {
    for (std::size_t k = 0; k < s.small_orders.size(); ++k) {
      const double order = s.small_orders[k] < 10 ? order_seen(WeakForce{}, s, k + 1, 4)
                                                  : order_seen<Wide>(WeakForce{}, s, k + 1, 4);
      EXPECT_NEAR(order, s.small_orders[k], 0.1) << s.name << " eps^" << k + 1;
    }
  }
}

/// The Strang step's own error is of the order eps^3 h^2; the H family cancels it.
TEST(SplittingCoefficients, OfTheHFamilyAllowKicksOfOrderTwo) {
  for (const Splitting& s : splittings()) {
    if (s.small_orders.empty()) continue;
    EXPECT_NEAR(order_seen(WeakForceByStrang{}, s, 3, 4), s.name.starts_with("blanes_h") ? 4 : 2, 0.1)
        << s.name;
  }
}

/// Best first, by the error after 16 steps.
template <class Problem>
void expect_ranking(const Problem& problem, const std::vector<std::string>& names) {
  for (std::size_t i = 1; i < names.size(); ++i) {
    EXPECT_LT(1.4 * error(problem, splitting(names[i - 1]), 16), error(problem, splitting(names[i]), 16))
        << names[i - 1] << " " << names[i];
  }
}

TEST(SplittingCoefficients, RankAsTheirAuthorsMeant) {
  const LotkaVolterra general;
  expect_ranking(general, {"mclachlan_s2", "strang_kick"});
  expect_ranking(general, {"blanes_moan_s6", "mclachlan_s4", "suzuki4", "forest_ruth"});
  expect_ranking(general, {"blanes_moan_s10", "mclachlan_ss9", "yoshida6"});
  expect_ranking(general, {"sofroniou_spaletta10", "mclachlan_ss17", "mclachlan_ss15", "yoshida8"});
  expect_ranking(general, {"sofroniou_spaletta10", "kahan_li8", "mclachlan_ss15"});
  const Pendulum pendulum;
  expect_ranking(pendulum, {"blanes_moan_srkn6b", "blanes_moan_s6", "forest_ruth"});
  expect_ranking(pendulum,
                 {"blanes_moan_srkn14a", "blanes_moan_srkn11b", "blanes_moan_s10", "okunbor_skeel6"});
}

/// 0.314241403071477 is printed in Celledoni, Zanna 2010 for the fourth drift, 30 units of the last digit
/// off. With fifty digits, and coefficients that are exactly the decimals, one sees to where either keeps the
/// order.
TEST(SplittingCoefficients, OfFourteenKicksAreFreeOfTheMisprint) {
  const BriefPendulum pendulum;
  const Splitting& right = splitting("blanes_moan_srkn14a");
  Splitting printed = right;
  for (const std::size_t i : {3U, 11U}) printed.drifts[i] = 0.314241403071477L;
  printed.drifts[7] -= 2 * (printed.drifts[3] - right.drifts[3]);
  const auto decimal = [](long double c) -> Wide {
    const Wide unit = pow(Wide(10), 18);  // no coefficient has more decimals
    return round(Wide(c) * unit) / unit;
  };
  const auto error_of = [&](const Splitting& s, int steps) {
    return error<Wide>(pendulum, s, steps, 0, 1, decimal);
  };
  const double right64 = error_of(right, 64), printed64 = error_of(printed, 64);
  EXPECT_NEAR(std::log2(error_of(right, 32) / right64), 6, 0.15);
  EXPECT_LT(std::log2(error_of(printed, 32) / printed64), 5.2);
  EXPECT_GT(error_of(printed, 128), 15 * error_of(right, 128));
}

/// No method beyond order 2 runs forwards only, unless it uses the gradient [Sheng 1989, Suzuki 1991].
TEST(SplittingCoefficients, RunBackwardsExactlyWhereTheyMust) {
  for (const Splitting& s : splittings()) {
    EXPECT_EQ(s.has_negative(), s.order > 2 && s.need != KickNeed::gradient) << s.name;
  }
}

TEST(SplittingNames, AreUniqueAndExplained) {
  std::set<std::string> names;
  for (const Splitting& s : splittings()) {
    EXPECT_TRUE(names.insert(s.name).second) << s.name;
    EXPECT_EQ(s.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_"), std::string::npos) << s.name;
    EXPECT_FALSE(s.summary.empty() || s.reference.empty()) << s.name;
    EXPECT_EQ(&splitting(s.name), &s);
  }
}

TEST(SplittingNames, ThatAreUnknownAreRefusedWithTheNearest) {
  EXPECT_EQ(refusal([] { splitting("suzuki_4"); }),
            "splitting: found suzuki_4, expected a name that splittings() lists; did you mean suzuki4?");
}

TEST(SplittingCoefficients, OfAUserAreChecked) {
  for (const Splitting& s : splittings())
    EXPECT_EQ(refusal([&] { polhode::check(s); }), "accepted") << s.name;
  const auto said = [](const Splitting& s) { return refusal([&] { polhode::check(s); }); };
  const Splitting strang{.name = "mine", .drifts = {1.0L}, .kicks = {0.5L, 0.5L}};
  EXPECT_EQ(said(strang), "accepted");
  Splitting s = strang;
  s.starts_with_kick = false;
  EXPECT_EQ(said(s),
            "splitting mine: found 1 drifts and 2 kicks, expected one drift more than the others, because "
            "they alternate and a step starts and ends with one");
  EXPECT_NE(said({.name = "mine"}), "accepted");
  s = strang;
  s.kicks = {0.5L, 0.25L};
  EXPECT_EQ(said(s), "kicks of splitting mine: found the sum 0.75, expected 1");
  s.kicks = {std::numeric_limits<long double>::quiet_NaN(), 1.0L};
  EXPECT_EQ(said(s), "kicks of splitting mine: found nan, expected finite numbers");
  s = strang;
  s.order = 0;
  EXPECT_EQ(said(s), "splitting mine: found order 0, expected a positive order");
  s = strang;
  s.gradients = {0.0L, 0.0L};
  EXPECT_EQ(said(s),
            "splitting mine: found gradients, expected gradients if and only if `need` is `gradient`");
  s = splitting("chin_4a");
  s.gradients.pop_back();
  EXPECT_EQ(said(s), "splitting chin_4a: found 2 gradients, expected one per kick");
  s.gradients = {0.1L, 0.0L, 0.0L};
  EXPECT_NE(said(s).find("a gradient of the first or the last kick"), std::string::npos);
}

TEST(Composition, IsStrangStepsInTurn) {
  const LotkaVolterra problem;
  for (const Splitting& s : splittings()) {
    if (s.composed.empty()) continue;
    State<long double, 2> x;
    std::ranges::copy(problem.start, x.begin());
    const long double h = problem.time / 16.0L;
    for (int n = 0; n < 16; ++n) {
      polhode::compose(s, h, [&](long double length) {
        s.starts_with_kick ? problem.kick(x, length / 2, 0.0L) : problem.drift(x, length / 2);
        s.starts_with_kick ? problem.drift(x, length) : problem.kick(x, length, 0.0L);
        s.starts_with_kick ? problem.kick(x, length / 2, 0.0L) : problem.drift(x, length / 2);
      });
    }
    const auto y = run<long double>(problem, s, 16);
    // A rounding for each of 16 kappa kicks and drifts, each worth at most |x| <= 2 and grown tenfold.
    EXPECT_LE(std::hypot(x[0] - y[0], x[1] - y[1]), 20 * 16 * s.kicks_per_step() * eps) << s.name;
  }
}

TEST(Composition, OfTheUsersOwnWeightsMayStartEitherWay) {
  const std::vector<long double> half = {splitting("suzuki4").composed[0], splitting("suzuki4").composed[1]};
  const Splitting kick = composition("mine", "as Suzuki's", "none", 4, half);
  const Splitting drift = composition("mine", "as Suzuki's", "none", 4, half, false);
  EXPECT_EQ(kick.kicks, splitting("suzuki4").kicks);
  EXPECT_EQ(kick.drifts, drift.kicks);
  EXPECT_EQ(kick.kicks, drift.drifts);
  EXPECT_EQ(drift.kicks_per_step(), 5);
  EXPECT_NEAR(order_seen(LotkaVolterra{}, drift), 4, 0.1);
}

TEST(Composition, RefusesWhatCannotBe) {
  const std::vector<long double> infinite = {std::numeric_limits<long double>::infinity()};
  EXPECT_EQ(refusal([&] { composition("x", "", "", 4, infinite); }),
            "weight of a composition: found inf, expected a finite number");
  EXPECT_EQ(refusal([] { composition("x", "", "", 3, {}); }),
            "order of a symmetric composition: found 3, expected 2, 4, 6, ...");
  EXPECT_EQ(refusal([] { polhode::compose(splitting("chin_4a"), 1.0, [](double) {}); }),
            "splitting: found chin_4a, expected a composition of Strang steps");
}

}  // namespace
}  // namespace splitting_coefficients_test
