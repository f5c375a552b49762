// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A free motion at many times: polynomials over pieces of one period of the momentum, each made when it is
/// needed.
///
/// Method.     A period after a state the momentum is the same and the attitude has turned about the angular
///             momentum, by an angle that is always the same. So a polynomial about a time of the first
///             period serves every other period too, turned: q(t0 + n P + u) = exp(n f L / |L|) q(t0 + u), f
///             half the angle. The state in the middle of a piece is that of FreeMotion::at; its other
///             coefficients are those of the equations of motion (piece_kernel.hpp). The length of a piece is
///             such that what the polynomial leaves out is below 1e-17: a part of the distance to the nearest
///             pole of the elliptic functions, and |m| / I1 times half of it is at most 2, so that the
///             rounding of the momentum in the middle turns the body by an eps or so.
/// Accuracy.   tests/unit/motion_times_test.cpp: the errors are those of at(t), some eps (1 + conditioning).

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
  /// `times`: for how many times states will be asked.
  Pieces(const Parts& motion, std::size_t times);

  void at(std::span<const double> times, std::span<State> states);

 private:
  struct Piece {
    long index;
    bool is_good;
    piece::Polynomial rows;      ///< in the user's frame
    Quat<long double> attitude;  ///< its first row
  };
  /// A piece in one of the periods.
  struct Visit {
    double from = 1, to = 0;  ///< times
    double middle, rest;      ///< the middle is the sum of the two
    const double (*attitude)[4], (*momentum)[4];
  };

  /// Finds or makes the piece of a time and turns it. Whether that is possible.
  bool visit(double time, std::span<const double> next);
  /// Null where making the piece would not save time.
  const Piece* piece_of(long index, bool pays);
  void make(Piece& piece, long index) const;
  void turn_to(double period);

  const Parts& motion_;
  double half_ = 0;                         ///< of a piece's length; 0: no pieces
  long double length_ = 0;                  ///< twice that
  long double period_ = 0, half_turn_ = 0;  ///< of the momentum, and half the angle of a period; 0: none
  double pieces_in_time_ = 0, periods_in_time_ = 0;
  Vec3<long double> axis_{};   ///< of the angular momentum, in space
  Quat<long double> to_user_;  ///< from the principal frame to the user's
  double periods_ = 0;         ///< for which `turn_` is
  Quat<long double> turn_{1, 0, 0, 0};
  bool has_many_times_ = false;
  std::vector<Piece> pieces_;
  std::array<int, 64> place_{};  ///< of a piece in `pieces_`, by the last bits of its index; -1: none
  Visit now_;
  alignas(32) double turned_[piece::order + 1][4];
};

}  // namespace polhode
