// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/euler.hpp>
#include <polhode/rotation/quat.hpp>
#include <utility>
#include <vector>

#include "core/number_text.hpp"

namespace polhode {
namespace {

// Angles are computed in long double and rounded once, so that sums and differences lose no digits.
using Real = long double;

constexpr Real pi = std::numbers::pi_v<Real>;
constexpr std::string_view letters = "xyz";

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

std::string upper_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return result;
}

/// The kind of rotations, given by a word before the letters or by their case, and the letters in lower case.
std::optional<std::pair<EulerTurns, std::string>> parse_kind(std::string_view text) {
  const std::string lower = lower_case(text);
  for (const auto& [word, turns] : {std::pair(std::string_view("intrinsic "), EulerTurns::intrinsic),
                                    std::pair(std::string_view("extrinsic "), EulerTurns::extrinsic)})
    if (lower.starts_with(word)) return std::pair(turns, lower.substr(word.size()));
  if (text == lower) return std::pair(EulerTurns::extrinsic, lower);
  if (text == upper_case(text)) return std::pair(EulerTurns::intrinsic, lower);
  return std::nullopt;
}

Quat<Real> turn_about(std::size_t axis, double angle) noexcept {
  const Real half = static_cast<Real>(angle) / 2, sine = std::sin(half);
  return {std::cos(half), axis == 0 ? sine : 0, axis == 1 ? sine : 0, axis == 2 ? sine : 0};
}

/// An angle in [-2 pi, 2 pi] reduced to (-pi, pi] and rounded.
double wrapped(Real angle) noexcept {
  const Real turned = angle > pi ? angle - 2 * pi : angle <= -pi ? angle + 2 * pi : angle;
  const auto result = static_cast<double>(turned);
  return result == -std::numbers::pi ? std::numbers::pi : result;
}

}  // namespace

EulerSequence EulerSequence::from_text(std::string_view text) {
  if (const auto parts = parse_kind(text); parts && parts->second.size() == 3) {
    const std::array<std::size_t, 3> axes{letters.find(parts->second[0]), letters.find(parts->second[1]),
                                          letters.find(parts->second[2])};
    const bool known = std::all_of(axes.begin(), axes.end(), [](std::size_t axis) { return axis < 3; });
    if (known && axes[0] != axes[1] && axes[1] != axes[2]) return {axes, parts->first};
  }
  throw InvalidInput(
      "sequence of Euler angles", "\"" + std::string(text) + "\"",
      "three of the axes x, y, z, none twice in a row, all in capitals (\"ZYX\": intrinsic, about "
      "the axes of the rotating body) or all in lower case (\"zyx\": extrinsic, about the fixed axes "
      "of space), or after a word (\"intrinsic zyx\")");
}

std::string EulerSequence::text() const {
  const std::string lower{letters[axes_[0]], letters[axes_[1]], letters[axes_[2]]};
  return turns_ == EulerTurns::intrinsic ? upper_case(lower) : lower;
}

std::span<const std::string> euler_sequence_names() {
  static const std::vector<std::string> names{"ZYX", "XYZ", "YZX", "ZXY", "XZY", "YXZ", "ZXZ", "ZYZ",
                                              "XYX", "XZX", "YXY", "YZY", "zyx", "xyz", "yzx", "zxy",
                                              "xzy", "yxz", "zxz", "zyz", "xyx", "xzx", "yxy", "yzy"};
  return names;
}

Attitude attitude_from_euler(const EulerSequence& sequence, const Eigen::Vector3d& angles) {
  if (!angles.allFinite())
    throw InvalidInput("Euler angles", tuple_text({angles.x(), angles.y(), angles.z()}), "finite numbers");
  const auto& axes = sequence.axes();
  const Quat<Real> first = turn_about(axes[0], angles.x()), middle = turn_about(axes[1], angles.y()),
                   last = turn_about(axes[2], angles.z());
  const Quat<Real> q =
      sequence.turns() == EulerTurns::intrinsic ? first * middle * last : last * middle * first;
  return to_eigen(convert<double>(q.w < 0 ? -q : q));
}

EulerAngles euler_angles(const EulerSequence& sequence, const Attitude& attitude) noexcept {
  const double length = norm(from_eigen(attitude));
  if (!(length > 0 && std::isfinite(length))) {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {{nan, nan, nan}, false};
  }
  // In the paper the rotations are about fixed axes i, j, k; intrinsic sequences are these in reverse.
  const bool reversed = sequence.turns() == EulerTurns::intrinsic;
  const auto& axes = sequence.axes();
  const std::size_t i = axes[reversed ? 2 : 0], j = axes[1], k = 3 - i - j;
  const Real sign = (i + 1) % 3 == j ? 1 : -1;  // of the permutation (i, j, k)
  const Quat<Real> q = convert<Real>(from_eigen(attitude));
  const std::array<Real, 3> v{q.x, q.y, q.z};

  // Two complex numbers, a + ib and c + id. For three different axes the attitude is rotated by a right angle
  // about j (up to a factor), which makes the sequence proper.
  const bool proper = sequence.is_proper();
  const Real a = proper ? q.w : q.w - v[j], b = proper ? v[i] : v[i] + sign * v[k];
  const Real c = proper ? v[j] : q.w + v[j], d = proper ? sign * v[k] : sign * v[k] - v[i];
  const Real ab = std::hypot(a, b), cd = std::hypot(c, d);
  const Real middle = 2 * std::atan2(cd, ab) - (proper ? 0 : pi / 2);
  const Real half_sum = std::atan2(b, a), half_difference = std::atan2(d, c);

  constexpr Real lock = 2 * static_cast<Real>(std::numeric_limits<double>::epsilon());
  Real first = half_sum - half_difference, last = half_sum + half_difference;
  const bool is_locked = std::min(ab, cd) <= lock * std::max(ab, cd);
  if (is_locked) {
    Real& kept = reversed ? last : first;
    kept = cd < ab ? 2 * half_sum : reversed ? 2 * half_difference : -2 * half_difference;
    (reversed ? first : last) = 0;
  }
  if (!proper) last *= sign;
  if (reversed) std::swap(first, last);
  return {{wrapped(first), static_cast<double>(middle), wrapped(last)}, is_locked};
}

}  // namespace polhode
