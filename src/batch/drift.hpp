// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The free motion of a block of bodies: constants, lanes, and the scalar kernels for bodies unsuited for
/// lanes.
///
/// Convention. One Drift per thread: it holds scratch arrays. Arrays of a block have room for a whole number
///             of registers of any target (most_lanes), and after the last body contain the numbers of some
///             body (padded_block.hpp).

#include <array>
#include <cstddef>
#include <cstdint>
#include <polhode/batch/method.hpp>
#include <polhode/batch/target.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/increment.hpp>
#include <vector>

#include "batch/block.hpp"
#include "batch/body_table.hpp"

namespace polhode::batch {

/// Bodies whose drift has failed, and what the first of them began with.
template <class Real>
struct FailedDrifts {
  std::size_t count = 0, first = 0;
  Vec3<Real> momentum{};
  Real length = 0;
};

template <class Real>
class Drift {
 public:
  /// @param most  the largest number of bodies per step
  Drift(const BodyTable<Real>& bodies, BuiltInMethod method, Target target, std::size_t most = block_size);
  Drift(const Drift&) = delete;
  Drift& operator=(const Drift&) = delete;

  /// Steps bodies first, ..., first + size - 1 of the batch, size <= block_size; the pointers are those of
  /// the first of them. `lost` is all null for plain summation.
  void step(std::size_t first, std::size_t size, const StatePointers<Real>& state,
            const StatePointers<Real>& lost, const Real* h) noexcept;

  /// The outcome of all steps so far.
  const FailedDrifts<Real>& failed() const noexcept { return failed_; }

 private:
  using Array = std::array<Real, block_size>;

  Triples<Real> exact_constants(std::size_t first, std::size_t size) noexcept;
  Triples<Real> moments(std::size_t first, std::size_t size) noexcept;
  Columns<Real> moser_veselov_constants(std::size_t first, std::size_t size) noexcept;
  std::size_t step_on_lanes(std::size_t first, std::size_t size, const Block<Real>& block) noexcept;
  kernel::Increment<Real> scalar_step(std::size_t body, const Vec3<Real>& m, Real h) const noexcept;
  /// Those of its kind, those stored for the body, or computed.
  kernel::ExactConstants<Real> exact_constants_of(std::size_t body) const noexcept;
  void redo(std::size_t body, std::size_t place, const Block<Real>& block) noexcept;
  template <class Get>
  Triples<Real> gathered(std::array<Array, 3>& to, std::size_t first, std::size_t size,
                         const Get& get) noexcept;
  void set_column_numbers(std::size_t place, const std::array<Real, moser_veselov_columns>& numbers) noexcept;

  const BodyTable<Real>& bodies_;
  BuiltInMethod method_;
  int order_;  ///< order of a Moser-Veselov method
  const Functions<Real>& functions_;
  // Not initialised: everything read has been written, and zeroing would slow down a batch of one body.
  alignas(64) std::array<Array, 3> triples_;
  alignas(64) std::array<Array, 3> moments_;
  std::vector<Real> columns_;
  std::array<std::uint32_t, block_size> unfit_;
  FailedDrifts<Real> failed_{};
};

}  // namespace polhode::batch
