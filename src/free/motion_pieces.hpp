// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A free motion at many times by polynomials over pieces of one period of the momentum, computed on demand.
///
/// Method.     After one period the momentum returns and the attitude has rotated about the angular momentum
///             by a fixed angle. A polynomial about a time in the first period therefore serves every period
///             after a rotation: q(start_time + n P + u) = exp(n f L / |L|) q(start_time + u), f half the
///             angle. The state in the middle of a piece is that of FreeMotion::at; the other coefficients
///             follow from the equations of motion (piece_kernel.hpp). The length of a piece is such that the
///             truncation error is below 1e-17: a fraction of the distance to the nearest pole of the
///             elliptic functions; and |m| / I1 times half of it is at most 2, so that rounding the momentum
///             in the middle rotates the body by about an eps.
/// Accuracy.   tests/unit/motion_times_test.cpp: the errors are those of at(t), a few eps (1 + conditioning).

#include <array>
#include <cstddef>
#include <polhode/free/motion.hpp>
#include <span>
#include <vector>

#include "free/motion_parts.hpp"
#include "free/piece_kernel.hpp"

namespace polhode {

class FreeMotion::Pieces {
 public:
  /// @param times  the number of times at which states will be requested
  Pieces(const Parts& motion, std::size_t times);

  void at(std::span<const double> times, std::span<State> states);

 private:
  struct Piece {
    long index;
    bool is_good;
    piece::Polynomial rows;      ///< in the user's frame
    Quat<long double> attitude;  ///< its first row
  };
  /// A piece within a certain period.
  struct Visit {
    double from = 1, to = 0;  ///< times
    double middle, rest;      ///< their sum is the middle
    const double (*attitude)[4], (*momentum)[4];
  };

  /// Makes the piece that contains a time current. False if that is not possible.
  bool visit(double time, std::span<const double> next);
  /// Null if creating the piece would not save time.
  const Piece* piece_of(long index, bool pays);
  void make(Piece& piece, long index) const;
  void turn_to(double period);

  const Parts& motion_;
  double half_ = 0;                         ///< half the length of a piece; 0: no pieces
  long double length_ = 0;                  ///< 2 half_
  long double period_ = 0, half_turn_ = 0;  ///< of the momentum, and half the angle per period; 0: none
  double pieces_in_time_ = 0, periods_in_time_ = 0;
  Vec3<long double> axis_{};   ///< of the angular momentum, in space
  Quat<long double> to_user_;  ///< from the principal frame to the user's
  double periods_ = 0;         ///< the number of periods of `turn_`
  Quat<long double> turn_{1, 0, 0, 0};
  bool has_many_times_ = false;
  std::vector<Piece> pieces_;
  std::array<int, 64> place_{};  ///< index in `pieces_`, by the last bits of a piece's index; -1: none
  Visit now_;
  alignas(32) double turned_[piece::order + 1][4];
};

}  // namespace polhode
