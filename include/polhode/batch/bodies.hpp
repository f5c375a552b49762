// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The bodies of a batch: one for all, a few kinds, or a body each, with or without prepared constants.
///
/// Convention. Only the moments count here; the axes are used where states are converted (states.hpp). Every
///             body that Inertia accepts is accepted: linear, spherical, symmetric, of any scale. In float
///             those whose moments are 0 or normal floats.
/// Method.     One body and kinds are prepared for all methods: that is a table. A body each is prepared for
///             one method: three more numbers for the exact step, 49 for the discrete Moser-Veselov steps,
///             none for the others; another method then prepares its constants at each step. From moments()
///             nothing is prepared: the exact step computes its constants on lanes.
/// Accuracy.   Prepared constants are rounded once; those computed on lanes carry a few roundings, the same
///             at every step: they belong to a body whose moments differ in the last place, and nothing
///             drifts.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <polhode/batch/method.hpp>
#include <polhode/body/inertia.hpp>
#include <span>
#include <utility>
#include <vector>

namespace polhode::batch {

/// What is behind Bodies.
template <class Real>
struct BodyTable;

/// The bodies of a batch in double or float. Copies share what is prepared.
template <class Real>
class Bodies {
 public:
  /// The same body for every state.
  static Bodies one(const Inertia& body);

  /// Body i is kinds[which[i]]. Refuses an empty list of kinds, and an index beyond it.
  static Bodies kinds(std::span<const Inertia> kinds, std::vector<std::uint32_t> which);

  /// Body i is bodies[i], prepared for one method.
  static Bodies each(std::span<const Inertia> bodies, Method prepared = Method::exact);

  /// The moments stay the caller's and must outlive this. Refuses lengths that differ, and moments unless 0
  /// <= I1 <= I2 <= I3, 0 < I2, all finite, and I2 = I3 where I1 = 0. Moments that change later are not
  /// checked again.
  static Bodies moments(std::span<const Real> i1, std::span<const Real> i2, std::span<const Real> i3);

  /// Whether there is one body for batches of any length.
  bool is_one() const noexcept;
  /// Number of bodies; 1 for one body.
  std::size_t size() const noexcept;
  /// Bytes that are held.
  std::size_t memory() const noexcept;

  const BodyTable<Real>& table() const noexcept { return *table_; }

 private:
  explicit Bodies(std::shared_ptr<const BodyTable<Real>> table) : table_(std::move(table)) {}
  std::shared_ptr<const BodyTable<Real>> table_;
};

}  // namespace polhode::batch
