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
  /// The same body for every state, prepared for all methods.
  /// @param body any one
  /// @return a table for batches of any length
  static Bodies one(const Inertia& body);

  /// A few kinds of bodies, prepared for all methods.
  /// @param kinds one at least
  /// @param which body i is kinds[which[i]]
  /// @return a table for as many bodies as `which` has numbers
  /// @throws InvalidInput if there is no kind, or an index is beyond them
  static Bodies kinds(std::span<const Inertia> kinds, std::vector<std::uint32_t> which);

  /// A body each.
  /// @param bodies one for each state
  /// @param prepared the method for which they are prepared
  /// @return a table for as many bodies
  static Bodies each(std::span<const Inertia> bodies, BuiltInMethod prepared = BuiltInMethod::exact);

  /// A body each, of which nothing is prepared. Move the arrays to save copies.
  /// @param i1,i2,i3 the principal moments of each body
  /// @return a table for as many bodies
  /// @throws InvalidInput for lengths that differ, and moments unless 0 <= I1 <= I2 <= I3, 0 < I2, all
  ///         finite, and I2 = I3 where I1 = 0
  static Bodies moments(std::vector<Real> i1, std::vector<Real> i2, std::vector<Real> i3);

  /// @return whether there is one body for batches of any length
  bool is_one() const noexcept;
  /// @return the number of bodies; 1 for one body
  std::size_t size() const noexcept;
  /// @return the bytes that are held
  std::size_t memory() const noexcept;

  // For the library itself.
  const BodyTable<Real>& table() const noexcept { return *table_; }

 private:
  explicit Bodies(std::shared_ptr<const BodyTable<Real>> table) : table_(std::move(table)) {}
  std::shared_ptr<const BodyTable<Real>> table_;
};

}  // namespace polhode::batch
