// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The interface between the translation units of the targets and the rest: plain pointers to the numbers of
/// a block of bodies, and functions.
///
/// Convention. A block holds a whole number of registers (padded_block.hpp). A function steps all bodies
///             suited for lanes, leaves the others unchanged, writes the indices of these, ascending, to
///             `unfit`, which has room for all, and returns their number. The caller recomputes them with the
///             scalar kernels (drift.hpp).
/// Method.     The units of the targets are compiled with instructions that the processor may lack. Anything
///             they instantiate for plain numbers, even std::max<double>, might be used by the linker for the
///             whole program. They therefore use only pointers, sizes and lanes, and this header contains no
///             function.

#include <cstddef>
#include <cstdint>

namespace polhode::batch {

/// The number of bodies in a block: seven numbers each, as many for compensation and a few constants fit in
/// the first-level cache.
inline constexpr std::size_t block_size = 128;

/// The largest number of lanes of any target; divides block_size.
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
  StatePointers<Real> lost;  ///< compensation; all null for plain summation
  const Real* h;             ///< one per body
  std::uint32_t* unfit;
};

/// Three numbers per body: the moments, or the constants of the exact step (see below).
template <class Real>
struct Triples {
  const Real *x, *y, *z;
};

/// The exact step's constants of a body.
template <class Real>
struct ExactTriple {
  Real factor;       ///< c1 if c1 <= c2, otherwise -c2, including -0: the sign tells which
  Real half_a2;      ///< times the time scale; NaN if out of range
  Real half_inv_i3;  ///< as half_a2
};

/// Many numbers per body: number i of body p is first[i * number_stride + p * place_stride]. For one common
/// body place_stride is 0 and each number is stored most_lanes times.
template <class Real>
struct Columns {
  const Real* first;
  std::size_t number_stride, place_stride;
};

/// The number of constants of a body for the discrete Moser-Veselov step: MoserVeselovBody, ModifiedMoments
/// and the time scale.
inline constexpr std::size_t moser_veselov_columns = 20 + 28 + 1;

/// The numbers of a torque per body: number i of body p is first[i][p * stride[i]]. A common number has
/// stride 0 and is stored most_lanes times.
template <class Real>
struct TorqueNumbers {
  static constexpr std::size_t most = 18;
  const Real* first[most];
  std::size_t stride[most];
};

/// One vector per body.
template <class Real>
struct Vectors {
  Real *x, *y, *z;
};

/// The kind of a torque kernel, in the order of torques::AttitudeKernel.
enum class TorqueForm { heavy_top, gravity_gradient, vessel_restoring, steady_in_space, steady_in_body };

/// The function table of one target.
template <class Real>
struct Functions {
  std::size_t width;  ///< bodies in a register
  std::size_t (*exact)(const Block<Real>& block, const Triples<Real>& constants);
  /// Computes the constants of the exact step for `size` bodies, a whole number of registers, from their
  /// moments.
  void (*exact_constants)(std::size_t size, const Triples<Real>& moments, Real* factor, Real* half_a2,
                          Real* half_inv_i3);
  std::size_t (*moser_veselov)(const Block<Real>& block, int order, const Columns<Real>& constants);
  std::size_t (*lie_poisson)(const Block<Real>& block, const Triples<Real>& moments);

  // For splittings. `size` is a whole number of registers.
  /// Adds the torques minus c times their gradients (kick.hpp) to `torques`.
  void (*add_torques)(TorqueForm form, std::size_t size, const StatePointers<Real>& state,
                      const TorqueNumbers<Real>& numbers, Real c, const Vectors<Real>& torques);
  /// Adds h times the torque to the momentum. Returns false if a momentum is then not finite.
  bool (*kick)(std::size_t size, const StatePointers<Real>& state, const StatePointers<Real>& lost, Real h,
               const Vectors<Real>& torques);
  /// The same for the flow of a linear equation (linear_flow.hpp) with the torque as its forcing; the numbers
  /// are those of the rate and of phi_1.
  bool (*linear_kick)(std::size_t size, const StatePointers<Real>& state, const StatePointers<Real>& lost,
                      Real h, const TorqueNumbers<Real>& numbers, const Vectors<Real>& torques);
  /// Whether all components are at most `most` in absolute value, and none is NaN.
  bool (*are_within)(std::size_t size, const Vectors<Real>& vectors, Real most);
};

}  // namespace polhode::batch
