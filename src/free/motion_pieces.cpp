// SPDX-License-Identifier: MIT
#include "free/motion_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <polhode/core/norm.hpp>
#include <polhode/rotation/convention.hpp>

#include "body/wide_axes.hpp"
#include "core/instructions.hpp"

namespace polhode {
namespace {

static_assert(sizeof(State) == 7 * sizeof(double));

/// The admissible truncation error, relative to 1 and to |m|.
constexpr double truncation_error = 1e-17;
constexpr double last_coefficient = 1e-16;
constexpr double most_radians = 2;  ///< |m| / I1 times half a piece
constexpr std::size_t few_times = 8;
constexpr std::size_t next_times = 3;  ///< that a new piece must also contain to be worthwhile

/// K(k') for the complementary parameter k'^2 = mc: the distance of the nearest pole from the real axis.
double distance_of_pole(double mc) {
  double a = 1, b = std::sqrt(std::max(1 - mc, 0.0));
  if (b == 0) return std::numeric_limits<double>::infinity();
  while (std::abs(a - b) > 1e-3 * a) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b);
    a = mean;
  }
  return std::numbers::pi / (a + b);
}

template <class T>
void copy(const Quat<T>& q, double* to) {
  const Quat<double> rounded = convert<double>(q);
  to[0] = rounded.x;
  to[1] = rounded.y;
  to[2] = rounded.z;
  to[3] = rounded.w;
}

}  // namespace

FreeMotion::Pieces::Pieces(const Parts& motion, std::size_t times)
    : motion_(motion), to_user_(wide_axes_attitude(motion.body).conjugate()) {
  place_.fill(-1);
  const auto& f = motion;
  if (times < few_times || !(f.g > 0) || !(f.momentum_scale > 0)) return;
  const long double scale = f.time_scale;
  const kernel::Orbit<long double>& o = f.wide_orbit;
  // The largest rate that a momentum of this magnitude can have, and that of the elliptic functions.
  const Vec3<double> moments = from_eigen(f.body.moments());
  const long double omega =
      std::ldexp(f.g, f.exponent) / static_cast<long double>(moments.x > 0 ? moments.x : moments.y);
  const long double rate = 2 * f.wide_constants.half_a2 * scale * std::sqrt(std::max(o.U, o.V));
  const long double reach = static_cast<long double>(std::pow(truncation_error, 1.0 / (piece::order + 1))) *
                            static_cast<long double>(distance_of_pole(static_cast<double>(f.wide_side.mc)));
  const auto radians = static_cast<long double>(most_radians);
  const long double half = rate * radians > reach * omega ? reach / rate : radians / omega;
  half_ = static_cast<double>(half);
  if (!(std::isnormal(half_) && std::isfinite(omega))) {
    half_ = 0;
    return;
  }
  length_ = 2 * static_cast<long double>(half_);
  pieces_in_time_ = static_cast<double>(1 / length_);
  const Vec3<long double> angular = rotate(convert<long double>(f.start.q), f.wide_m);
  axis_ = (1 / std::sqrt(dot(angular, angular))) * angular;
  const long double quarter = f.quarter.tau;
  if (std::isfinite(quarter)) {
    const long double h = 2 * quarter / f.wide_constants.half_a2;
    period_ = h / scale;
    half_turn_ = f.g * (f.wide_constants.half_inv_i3 * h + 2 * f.quarter.q);
    if (!std::isfinite(period_) || !(period_ > 0)) {
      period_ = 0;
    } else {
      // Account for a change of the sign of q.
      turn_to(1);
      if (dot(turn_ * convert<long double>(f.start.q), convert<long double>(f.phase_after(period_).q)) < 0)
        half_turn_ += std::numbers::pi_v<long double>;
      turn_to(0);
      periods_in_time_ = static_cast<double>(1 / period_);
    }
  }
  has_many_times_ = period_ > 0 && static_cast<long double>(times) > 2 * period_ / half;
}

void FreeMotion::Pieces::turn_to(double periods) {
  periods_ = periods;
  const long double angle =
      std::remainder(static_cast<long double>(periods) * half_turn_, 2 * std::numbers::pi_v<long double>);
  const long double sine = std::sin(angle);
  turn_ = {std::cos(angle), sine * axis_.x, sine * axis_.y, sine * axis_.z};
}

void FreeMotion::Pieces::make(Piece& piece, long index) const {
  const kernel::Phase<double> middle =
      motion_.phase_after((static_cast<long double>(index) + 0.5L) * length_);
  piece.index = index;
  auto& rows = piece.rows;
  copy(middle.q, rows.attitude[0]);
  const Vec3<double> m = scaled(middle.m, -motion_.exponent);
  const double start[4] = {m.x, m.y, m.z, 0};
  std::copy_n(start, 4, rows.momentum[0]);
  const Vec3<double> moments = from_eigen(motion_.body.moments());
  const long double unit = std::ldexp(static_cast<long double>(half_), motion_.exponent);
  const auto rate = [&](double moment) {
    return moment > 0 ? static_cast<double>(unit / static_cast<long double>(moment)) : 0.0;
  };
  const piece::Functions& f = piece::functions();
  f.expand(rows, {{rate(moments.x), rate(moments.y), rate(moments.z)}});
  // The last coefficients show whether the order is sufficient.
  piece.is_good = true;
  for (int i = 0; i < 4; ++i)
    for (const auto* x : {rows.attitude, rows.momentum})
      piece.is_good = piece.is_good && std::abs(x[piece::order][i]) <= last_coefficient &&
                      std::abs(x[piece::order - 1][i]) <= 6 * last_coefficient;
  piece.attitude = convert<long double>(middle.q) * to_user_;
  if (!(to_user_ == Quat<long double>::identity())) {
    alignas(32) double right[4];
    copy(to_user_, right);
    f.turn_frame(rows.attitude, right);
  }
  copy(piece.attitude, rows.attitude[0]);
  const Mat3<double> axes = from_eigen(motion_.body.axes());
  const double s = motion_.momentum_scale;
  const auto& e = axes.entries;
  alignas(32) const double columns[3][4] = {{s * e[0], s * e[3], s * e[6], 0},
                                            {s * e[1], s * e[4], s * e[7], 0},
                                            {s * e[2], s * e[5], s * e[8], 0}};
  f.transform(rows.momentum, columns);
  const Eigen::Vector3d user = motion_.body.from_principal(to_eigen(middle.m));
  std::copy_n(user.data(), 3, rows.momentum[0]);
}

const FreeMotion::Pieces::Piece* FreeMotion::Pieces::piece_of(long index, bool pays) {
  int& place = place_[static_cast<std::size_t>(index) % place_.size()];
  if (place >= 0 && pieces_[static_cast<std::size_t>(place)].index == index)
    return &pieces_[static_cast<std::size_t>(place)];
  if (!pays && !has_many_times_) return nullptr;
  if (place < 0) {
    place = static_cast<int>(pieces_.size());
    pieces_.emplace_back();
  }
  Piece& piece = pieces_[static_cast<std::size_t>(place)];
  make(piece, index);
  return &piece;
}

bool FreeMotion::Pieces::visit(double time, std::span<const double> next) {
  const long double since = static_cast<long double>(time) - static_cast<long double>(motion_.start_time);
  // Outside the valid range and near its ends, at(t) is used, which throws if necessary.
  if (!(std::abs(since) + static_cast<long double>(half_) * 2 <
        static_cast<long double>(motion_.longest_time)))
    return false;
  // Any period and piece that contains the time is suitable.
  const double periods = std::rint(static_cast<double>(since) * periods_in_time_);
  const long double first = static_cast<long double>(periods) * period_, within = since - first;
  const double place = std::floor(static_cast<double>(within) * pieces_in_time_);
  if (!(std::abs(place) < 1e15)) return false;
  const long double middle = static_cast<long double>(motion_.start_time) +
                             (first + (static_cast<long double>(place) + 0.5L) * length_);
  now_.middle = static_cast<double>(middle);
  now_.rest = static_cast<double>(middle - static_cast<long double>(now_.middle));
  now_.from = now_.middle - half_;
  now_.to = now_.middle + half_;
  const bool pays =
      next.size() >= next_times && std::all_of(next.begin(), next.begin() + next_times,
                                               [&](double t) { return t >= now_.from && t <= now_.to; });
  const Piece* piece = piece_of(static_cast<long>(place), pays);
  if (piece == nullptr || !piece->is_good) {
    now_.to = now_.from - 1;
    return false;
  }
  now_.attitude = piece->rows.attitude;
  if (periods != 0) {
    if (periods_ != periods) turn_to(periods);
    alignas(32) double left[4];
    copy(turn_, left);
    piece::functions().turn(piece->rows.attitude, turned_, left);
    copy(turn_ * piece->attitude, turned_[0]);
    now_.attitude = turned_;
  }
  now_.momentum = piece->rows.momentum;
  return true;
}

void FreeMotion::Pieces::at(std::span<const double> times, std::span<State> states) {
  std::size_t i = 0;
  const auto is_here = [&](double t) { return t >= now_.from && t <= now_.to; };
  while (i < times.size()) {
    if (!is_here(times[i]) && (half_ == 0 || !visit(times[i], times.subspan(i + 1)))) {
      states[i] = motion_.at(times[i]);
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    while (end < times.size() && is_here(times[end])) ++end;
    piece::functions().evaluate(now_.attitude, now_.momentum, &times[i], end - i, now_.middle, now_.rest,
                                1 / half_, states[i].attitude.coeffs().data(), 7);
    i = end;
  }
}

}  // namespace polhode

namespace polhode::piece {

const Functions& functions() noexcept {
#ifdef __x86_64__
  if (has_avx2()) return avx2_functions();
#endif
  return sse2_functions();
}

}  // namespace polhode::piece
