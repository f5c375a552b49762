// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What passes between the target units and the rest: plain pointers to the numbers of a block of bodies, and
/// functions.
///
/// Convention. A block holds a whole number of registers; padded_block.hpp sees to that. A function takes the
///             step of all bodies that lanes can take, leaves the others as they were and writes their
///             places, ascending, into `unfit`, which has room for all; it returns how many they are. The
///             caller redoes those by the scalar kernels (drift.hpp).
/// Method.     The units of the targets are compiled with instructions that the machine may not have.
///             Whatever they instantiate on a plain number, down to std::max<double>, could be taken by the
///             linker for the whole program; so they see pointers, sizes and lanes, and this header holds no
///             function.

#include <cstddef>
#include <cstdint>

namespace polhode::batch {

/// Bodies in a block: seven numbers each, as many again for compensation and a few constants stay in the
/// first cache.
inline constexpr std::size_t block_size = 128;

/// The most lanes that a register of any target has; divides block_size.
inline constexpr std::size_t most_lanes = 16;

/// Momentum and attitude in the ascending principal frame.
template <class Real>
struct StatePointers {
  Real *mx, *my, *mz, *qw, *qx, *qy, *qz;
};

template <class Real>
struct Block {
  std::size_t size;
  StatePointers<Real> state;
  StatePointers<Real> lost;  ///< the parts that rounding has left out; all null for plain sums
  const Real* h;             ///< one for each body
  std::uint32_t* unfit;
};

/// Three numbers for each body: the moments, or the exact step's constants (see below).
template <class Real>
struct Triples {
  const Real *x, *y, *z;
};

/// The exact step's constants of a body.
template <class Real>
struct ExactTriple {
  Real factor;       ///< c1 if c1 <= c2, else -c2, -0 included: the sign says which of the two it is
  Real half_a2;      ///< times the time scale; NaN where that is out of range
  Real half_inv_i3;  ///< likewise
};

/// Many numbers for each body: number i of the body at place p stands in first[i * number_stride + p *
/// place_stride]. With one body for all, place_stride is 0 and each number stands there most_lanes times.
template <class Real>
struct Columns {
  const Real* first;
  std::size_t number_stride, place_stride;
};

/// Of a body for the discrete Moser-Veselov step: MoserVeselovBody, ModifiedMoments and the time scale.
inline constexpr std::size_t moser_veselov_columns = 20 + 28 + 1;

/// Numbers of a torque for each body: number i of the body at place p stands in first[i][p * stride[i]]. One
/// that is the same for all has the stride 0 and stands there most_lanes times.
template <class Real>
struct TorqueNumbers {
  static constexpr std::size_t most = 18;
  const Real* first[most];
  std::size_t stride[most];
};

/// A vector for each body.
template <class Real>
struct Vectors {
  Real *x, *y, *z;
};

/// Which torque kernel; in the order of torques::AttitudeKernel.
enum class TorqueForm { heavy_top, gravity_gradient, vessel_restoring, steady_in_space, steady_in_body };

/// The functions of one target.
template <class Real>
struct Functions {
  std::size_t width;  ///< bodies in a register
  std::size_t (*exact)(const Block<Real>& block, const Triples<Real>& constants);
  /// The exact step's constants of `size` bodies, a whole number of registers, from their moments.
  void (*exact_constants)(std::size_t size, const Triples<Real>& moments, Real* factor, Real* half_a2,
                          Real* half_inv_i3);
  std::size_t (*moser_veselov)(const Block<Real>& block, int order, const Columns<Real>& constants);
  std::size_t (*lie_poisson)(const Block<Real>& block, const Triples<Real>& moments);

  // Of a splitting. `size` is a whole number of registers.
  /// Adds the torques less c times their gradients (kick.hpp) to those that are there.
  void (*add_torques)(TorqueForm form, std::size_t size, const StatePointers<Real>& state,
                      const TorqueNumbers<Real>& numbers, Real c, const Vectors<Real>& torques);
  /// Adds h times the torque to the momentum. False if a momentum is then not finite.
  bool (*kick)(std::size_t size, const StatePointers<Real>& state, const StatePointers<Real>& lost, Real h,
               const Vectors<Real>& torques);
  /// Likewise the flow of a linear equation (linear_flow.hpp) with the torque as its forcing; the numbers are
  /// those of the rate and of phi_1.
  bool (*linear_kick)(std::size_t size, const StatePointers<Real>& state, const StatePointers<Real>& lost,
                      Real h, const TorqueNumbers<Real>& numbers, const Vectors<Real>& torques);
  /// Whether no component is larger than `most`, or NaN.
  bool (*are_within)(std::size_t size, const Vectors<Real>& vectors, Real most);
};

}  // namespace polhode::batch
