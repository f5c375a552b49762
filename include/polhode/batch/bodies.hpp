// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The bodies of a batch: one for all states, a few kinds, or one per state, with or without precomputed
/// constants.
///
/// Convention. Only the moments matter here; the axes are used where states are converted (states.hpp). Every
///             body that Inertia accepts is accepted: linear, spherical, symmetric, of any scale; in float
///             those whose moments are 0 or normal floats.
/// Method.     A single body and kinds are prepared for all methods, in a table. Individual bodies are
///             prepared for one method: three more numbers for the exact step, 49 for the discrete
///             Moser-Veselov steps, none for the others; other methods then compute their constants in each
///             step. With moments() nothing is precomputed: the exact step computes its constants on lanes.
/// Accuracy.   Precomputed constants are rounded once. Those computed on lanes carry a few roundings, the
///             same in every step: they belong to a body whose moments differ in the last place, and cause no
///             drift.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <polhode/batch/method.hpp>
#include <polhode/body/inertia.hpp>
#include <span>
#include <utility>
#include <vector>

namespace polhode::batch {

/// The implementation of Bodies.
template <class Real>
struct BodyTable;

/// The bodies of a batch in double or float. Copies share the precomputed constants.
template <class Real>
class Bodies {
 public:
  /// The same body for all states.
  /// @param body  any body
  /// @return a table for batches of any length
  static Bodies one(const Inertia& body);

  /// A few kinds of bodies: body i is kinds[which[i]].
  /// @param kinds  at least one
  /// @param which  indices into `kinds`
  /// @return a table for as many bodies as `which` has indices
  /// @throws InvalidInput if there are no kinds, or an index is out of range
  static Bodies kinds(std::span<const Inertia> kinds, std::vector<std::uint32_t> which);

  /// Individual bodies.
  /// @param bodies    body i is bodies[i]
  /// @param prepared  the method for which constants are precomputed
  /// @return a table for as many bodies
  static Bodies each(std::span<const Inertia> bodies, BuiltInMethod prepared = BuiltInMethod::exact);

  /// Individual bodies given by their moments, without precomputed constants. Move the arrays to save copies.
  /// @param i1  the smallest moment of each body
  /// @param i2  the intermediate moments
  /// @param i3  the largest moments
  /// @return a table for as many bodies
  /// @throws InvalidInput if the lengths differ, or unless 0 <= I1 <= I2 <= I3, 0 < I2, all finite, and I2 =
  ///   I3 if I1 = 0
  static Bodies moments(std::vector<Real> i1, std::vector<Real> i2, std::vector<Real> i3);

  /// @return whether there is one body for batches of any length
  bool is_one() const noexcept;
  /// The number of bodies; 1 for a single body.
  std::size_t size() const noexcept;
  /// The memory used, in bytes.
  std::size_t memory() const noexcept;

  // For the library itself.
  const BodyTable<Real>& table() const noexcept { return *table_; }

 private:
  explicit Bodies(std::shared_ptr<const BodyTable<Real>> table) : table_(std::move(table)) {}
  std::shared_ptr<const BodyTable<Real>> table_;
};

}  // namespace polhode::batch
