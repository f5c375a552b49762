// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A block of bodies that is advanced through the parts of a splitting's step, in arrays of its own.
///
/// Convention. One per thread. A body that cannot be stepped has failed: it is left out of what follows and
///             given back as NaN, and the others go on. After a function has thrown, the block must not be
///             used further.

#include <array>
#include <cstddef>
#include <exception>
#include <polhode/batch/method.hpp>
#include <polhode/batch/target.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <vector>

#include "batch/block.hpp"
#include "batch/body_table.hpp"
#include "batch/drift.hpp"
#include "batch/splitting_bodies.hpp"
#include "batch/torque_source.hpp"
#include "splitting/collocation.hpp"

namespace polhode::batch {

/// The reason for a failed step.
struct Trouble {
  enum class What { none, torque, change, motion };  ///< change: of the momentum in a kick
  What what = What::none;
  std::size_t body = 0;
  double time = 0;
  Vec3<double> torque{};

  explicit operator bool() const noexcept { return what != What::none; }
};

template <class Real>
class SplittingBlock {
 public:
  /// The arguments must outlive this.
  SplittingBlock(const SplittingBodies& bodies, const BodyTable<Real>& table,
                 const TorqueSource<Real>& source, int order, BuiltInMethod method, Target target);
  SplittingBlock(const SplittingBlock&) = delete;
  SplittingBlock& operator=(const SplittingBlock&) = delete;

  /// Copies the bodies first, ..., first + size - 1 from the arrays of the whole batch; `lost` is all null
  /// for plain summation. failed[i] is not 0 for a body that has failed before; null if none has.
  void take(std::size_t first, std::size_t size, const StatePointers<Real>& state,
            const StatePointers<Real>& lost, const unsigned char* failed) noexcept;
  /// Copies them back, to other arrays.
  void give(const StatePointers<Real>& state, const StatePointers<Real>& lost) noexcept;

  void drift(double length) noexcept;
  void kick(const KickPart<Real>& part) noexcept;
  /// With torques computed by find_torques.
  void kick(const KickPart<Real>& part, const Vectors<Real>& torques) noexcept;
  /// Computes torques into padded arrays, from the block's position on; not for flows and collocation.
  void find_torques(const KickPart<Real>& part, const Vectors<Real>& torques) noexcept;

  // Check whether a part that stays pending would succeed, while the step can still be undone. The block is
  // not changed.
  /// @param surely  if the momenta are at most this large, a drift of this length succeeds and is not tried
  void try_drift(double length, double surely) noexcept;
  void try_kick(const KickPart<Real>& part) noexcept;
  /// With torques computed by find_torques; part.phi is not needed.
  void try_kick(const KickPart<Real>& part, const Vectors<Real>& torques) noexcept;

  /// Of the first body, by its place, that has failed since it was taken.
  const Trouble& trouble() const noexcept { return trouble_; }
  bool has_failed(std::size_t place) const noexcept { return failed_[place]; }
  const std::exception_ptr& thrown() const noexcept { return thrown_; }

 private:
  static constexpr std::size_t stride = block_size + 64 / sizeof(Real);  // avoids cache-set conflicts
  static constexpr std::size_t state_arrays = 7;

  /// The torque on the current body, for collocation.
  struct Asked {
    SplittingBlock* block;
    Vec3<Real> operator()(const kernel::Phase<Real>& p, const Real&) const noexcept {
      return block->guarded([&] { return block->source_.torque(block->body_, p, block->time_); });
    }
  };
  template <class Function>
  Vec3<Real> guarded(const Function& function) noexcept;
  Real* array(std::size_t i) noexcept { return arrays_.data() + i * stride; }
  StatePointers<Real> pointers(std::size_t from) noexcept;
  StatePointers<Real> state() noexcept { return pointers(0); }
  StatePointers<Real> lost() noexcept;
  Vectors<Real> torques() noexcept;
  std::size_t whole_size() const noexcept;
  bool change_momenta(const KickPart<Real>& part) noexcept;
  bool are_momenta_within(double most) noexcept;
  bool kick_must_succeed(const KickPart<Real>& part, const Vectors<Real>& torques) noexcept;
  void clear_failed(const Vectors<Real>& torques) const noexcept;
  template <class Work>
  void try_out(const Work& work) noexcept;
  /// Records the bodies with numbers that are not finite.
  void note(Trouble::What what, double time, const Vectors<Real>& torques) noexcept;

  const SplittingBodies& bodies_;
  const TorqueSource<Real>& source_;
  const Functions<Real>& functions_;
  Drift<Real> drift_;
  CollocationKick<Real, Asked> collocation_;
  std::size_t first_ = 0, size_ = 0;
  bool is_compensated_ = false;
  std::size_t body_ = 0;
  double time_ = 0;
  std::vector<TorqueNumbers<Real>> kernels_;
  TorqueNumbers<Real> linear_{};
  std::vector<Real> gathered_;
  alignas(64) std::array<Real, (2 * state_arrays + 3) * stride> arrays_;
  alignas(64) std::array<Real, block_size> lengths_;
  std::array<bool, block_size> failed_;
  bool has_any_failed_ = false;
  Trouble trouble_;
  std::exception_ptr thrown_;
};

}  // namespace polhode::batch
