// SPDX-License-Identifier: MIT
#include "simulation/event_search.hpp"

#include <algorithm>
#include <array>
#include <boost/math/tools/minima.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numbers>

namespace polhode::simulation {

namespace {

/// Of all panels together, and of the bisections of one of them.
constexpr std::uint64_t most_looks = 100'000;
constexpr int most_bisections = 20;

/// cos(pi j k / n), by which values at Chebyshev points give coefficients.
template <std::size_t n>
struct Cosines {
  std::array<std::array<double, n + 1>, n + 1> of{};

  Cosines() {
    for (std::size_t j = 0; j <= n; ++j)
      for (std::size_t k = 0; k <= n; ++k)
        of[j][k] = std::cos(std::numbers::pi * static_cast<double>(j * k % (2 * n)) / n);
  }
};

template <std::size_t n>
const Cosines<n>& cosines() {
  static const Cosines<n> all;
  return all;
}

/// A polynomial by its Chebyshev coefficients, on -1 to 1.
template <std::size_t n>
class Interpolant {
 public:
  /// The values are at -cos(pi j / n).
  explicit Interpolant(const std::array<double, n + 1>& values) {
    const Cosines<n>& c = cosines<n>();
    for (std::size_t k = 0; k <= n; ++k) {
      double sum = 0;
      for (std::size_t j = 0; j <= n; ++j) sum += weight(j) * values[n - j] * c.of[j][k];
      c_[k] = 2 * weight(k) * sum / n;
    }
  }

  double mean() const noexcept { return std::abs(c_[0]); }
  /// The sum of the sizes of some coefficients, and the largest size.
  double sum(std::size_t from, std::size_t to = n) const noexcept {
    double all = 0;
    for (std::size_t k = from; k <= to; ++k) all += std::abs(c_[k]);
    return all;
  }
  double largest(std::size_t from, std::size_t to = n) const noexcept {
    double all = 0;
    for (std::size_t k = from; k <= to; ++k) all = std::max(all, std::abs(c_[k]));
    return all;
  }

  double operator()(double x) const noexcept { return clenshaw(c_, x); }

  /// Where the derivative vanishes, in order.
  std::vector<double> extremes() const {
    std::array<double, n + 1> d{};
    for (std::size_t k = n; k-- > 0;)
      d[k] = (k + 2 <= n ? d[k + 2] : 0) + 2 * static_cast<double>(k + 1) * c_[k + 1];
    d[0] /= 2;
    constexpr std::size_t cells = 16;
    constexpr int halvings = 30;
    const Cosines<cells>& grid = cosines<cells>();
    std::vector<double> found;
    double low = -1, at_low = clenshaw(d, low);
    for (std::size_t i = 1; i <= cells; ++i) {
      const double high = -grid.of[1][i], at_high = clenshaw(d, high);
      if ((at_low < 0) != (at_high < 0)) {
        double a = low, b = high;
        for (int k = 0; k < halvings; ++k) {
          const double middle = 0.5 * (a + b);
          ((clenshaw(d, middle) < 0) == (at_low < 0) ? a : b) = middle;
        }
        found.push_back(0.5 * (a + b));
      }
      low = high;
      at_low = at_high;
    }
    return found;
  }

 private:
  static double weight(std::size_t j) noexcept { return j == 0 || j == n ? 0.5 : 1.0; }
  static double clenshaw(const std::array<double, n + 1>& c, double x) noexcept {
    double b1 = 0, b2 = 0;
    for (std::size_t k = n; k > 0; --k) {
      const double b = c[k] + 2 * x * b1 - b2;
      b2 = b1;
      b1 = b;
    }
    return c[0] + x * b1 - b2;
  }

  std::array<double, n + 1> c_{};
};

class Panels {
 public:
  Panels(const LookedAt& function, double panels, std::vector<Look>& looks)
      : function_(function), looks_(looks), left_(most_looks + 16 * static_cast<std::uint64_t>(panels)) {}

  void search(const Look& from, const Look& to, int bisections) {
    const double middle = 0.5 * (from.time + to.time), half = 0.5 * (to.time - from.time);
    const auto time_of = [&](double x) { return middle + half * x; };
    const Cosines<8>& c = cosines<8>();
    const auto node = [&](std::size_t j) { return look(time_of(-c.of[1][j])); };

    std::array<Look, 9> at;
    at.front() = from;
    at.back() = to;
    for (const std::size_t j : {2u, 4u, 6u}) at[j] = node(j);
    if (bisections == 0) {
      // Five looks at a function that is faster than the motion may be alike by chance.
      const Interpolant<4> rough({at[0].value, at[2].value, at[4].value, at[6].value, at[8].value});
      if (!is_slow(rough)) are_slow_ = false;
      if (is_clear(rough)) {
        looks_.push_back(to);
        return;
      }
    }
    for (const std::size_t j : {1u, 3u, 5u, 7u}) at[j] = node(j);
    std::array<double, 9> values;
    for (std::size_t j = 0; j < 9; ++j) values[j] = at[j].value;
    const Interpolant<8> p(values);
    const double tail = p.largest(7);
    if (tail <= resolved * p.largest(1, 5) || p.mean() > very_far * p.sum(1)) {
      if (p.mean() > p.sum(1) + 10 * tail)
        looks_.push_back(to);
      else
        take_monotone_pieces(p, at, tail, time_of);
      return;
    }
    const double noise = bisections == 0 ? 0 : noise_at({at[2], at[4], at[6]}, half);
    if (tail <= 16 * noise) {
      // A function that is zero up to rounding passes through it nowhere in particular.
      if (p.sum(0) <= 64 * noise)
        looks_.push_back(to);
      else
        take_monotone_pieces(p, at, tail, time_of);
      return;
    }
    constexpr double few_digits = 64 * std::numeric_limits<double>::epsilon();
    if (bisections == most_bisections || left_ == 0 || std::abs(half) <= few_digits * std::abs(middle)) {
      looks_.insert(looks_.end(), at.begin() + 1, at.end());
      return;
    }
    search(from, at[4], bisections + 1);
    search(at[4], to, bisections + 1);
  }

  bool are_slow() const noexcept { return are_slow_; }

 private:
  /// Last coefficients against the others, of an interpolant that is the function.
  static constexpr double resolved = 1e-3, nearly_resolved = 0.03;
  /// A mean so many times all the rest is not led to zero by what was not seen.
  static constexpr double very_far = 100;

  Look look(double time) {
    if (left_ > 0) --left_;
    return {time, function_(time)};
  }

  static bool is_slow(const Interpolant<4>& p) noexcept {
    return p.largest(3) <= nearly_resolved * p.largest(1, 2) || p.mean() > very_far * p.sum(1);
  }
  static bool is_clear(const Interpolant<4>& p) noexcept {
    return is_slow(p) && p.mean() > 1.5 * p.sum(1, 2) + 10 * p.largest(3);
  }

  /// By how much values differ at times so near that the function has not changed.
  double noise_at(const std::array<Look, 3>& at, double half) {
    double noise = 0;
    for (const Look& l : at) noise = std::max(noise, std::abs(look(l.time + 1e-10 * half).value - l.value));
    return noise;
  }

  template <class TimeOf>
  void take_monotone_pieces(const Interpolant<8>& p, const std::array<Look, 9>& at, double tail,
                            const TimeOf& time_of) {
    const Cosines<8>& c = cosines<8>();
    const double direction = at[8].time - at[0].time;
    std::size_t next = 1;
    Look before = at[0];
    const auto take = [&](const Look& l) {
      looks_.push_back(l);
      before = l;
    };
    for (const double x : p.extremes()) {
      while (next < 8 && -c.of[1][next] <= x) take(at[next++]);
      const double time = time_of(x);
      if (!((time - before.time) * direction > 0 && (at[next].time - time) * direction > 0)) continue;
      const Look extreme = look(time);
      const double doubt = 4 * (std::abs(p(x) - extreme.value) + tail);
      take(std::abs(extreme.value) <= doubt ? nearest_to_zero(before, extreme, at[next]) : extreme);
    }
    while (next < 9) take(at[next++]);
  }

  /// The extreme of the function itself, or a place on the way there where it has another sign.
  Look nearest_to_zero(const Look& before, const Look& extreme, const Look& after) {
    const double sign = std::copysign(1.0, before.value);
    Look best = extreme;
    const auto is_nearer = [&](double value) { return sign * value < sign * best.value; };
    const auto is_past = [&] { return sign * best.value <= 0; };
    if (before.value == 0 || sign * after.value <= 0 || is_past()) return extreme;
    const auto value = [&](double time) {
      if (is_past()) return 0.0;  // ends the search
      const Look l = look(time);
      if (is_nearer(l.value)) best = l;
      return sign * l.value;
    };
    std::uintmax_t most = 60;
    const auto [low, high] = std::minmax(before.time, after.time);
    boost::math::tools::brent_find_minima(value, low, high, std::numeric_limits<double>::digits / 2, most);
    return best;
  }

  const LookedAt& function_;
  std::vector<Look>& looks_;
  std::uint64_t left_;
  bool are_slow_ = true;
};

}  // namespace

bool look_closely(const LookedAt& function, Look from, Look to, double panels, std::vector<Look>& looks) {
  Panels all(function, panels, looks);
  Look begin = from;
  for (double i = 1; i < panels; i += 1) {
    const double time = from.time + (to.time - from.time) * (i / panels);
    if (time == begin.time) continue;
    const Look end{time, function(time)};
    all.search(begin, end, 0);
    begin = end;
  }
  all.search(begin, to, 0);
  return panels == 1 && all.are_slow();
}

bool is_clear_of_zero(std::span<const Look, 5> looks) noexcept {
  // Newton's form from the last look backwards.
  std::array<double, 5> d;
  for (std::size_t i = 0; i < 5; ++i) d[i] = looks[4 - i].value;
  for (std::size_t order = 1; order < 5; ++order)
    for (std::size_t i = 4; i >= order; --i)
      d[i] = (d[i] - d[i - 1]) / (looks[4 - i].time - looks[4 - i + order].time);
  const double from = looks[3].time, to = looks[4].time;
  double least = std::numeric_limits<double>::infinity(), last_terms = 0, sign = 0;
  for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    const double t = from + part * (to - from);
    double product = 1, sum = 0, last = 0;
    for (std::size_t i = 0; i < 5; ++i) {
      const double term = d[i] * product;
      sum += term;
      if (i >= 3) last += std::abs(term);
      product *= t - looks[4 - i].time;
    }
    if (sum == 0 || sum * sign < 0) return false;
    sign = std::copysign(1.0, sum);
    least = std::min(least, std::abs(sum));
    last_terms = std::max(last_terms, last);
  }
  // Between the five points at most an eighth of the second difference more, which the ends show.
  const double change = std::abs(looks[4].value - looks[3].value);
  return least > 4 * last_terms + 0.25 * change;
}

}  // namespace polhode::simulation
