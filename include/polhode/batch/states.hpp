// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The states of many bodies, as one array per component.
///
/// Convention. EVERYTHING IS IN THE ASCENDING PRINCIPAL FRAME of each body (body/inertia.hpp), not the
///             user's: m is the momentum along the principal axes, I1 <= I2 <= I3, and q takes that frame to
///             space, scalar w first. from_user and to_user convert states once, at the start and the end of
///             a run; converting them in each step would add the round-off of the axes each time. For bodies
///             constructed from ascending moments the frames coincide. |q| must be one to rounding, which
///             steps preserve.
/// Accuracy.   A conversion rounds each component once or twice.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/stepper.hpp>
#include <span>
#include <vector>

namespace polhode::batch {

/// Views of arrays of equal length that the caller owns. A step updates the arrays in place; no view is kept
/// after the call.
template <class Real>
struct StateSpans {
  std::span<Real> mx, my, mz, qw, qx, qy, qz;
};

/// The compensation of each component (kernel/advance.hpp), initially zero.
template <class Real>
struct CompensationSpans {
  std::span<Real> mx, my, mz, qw, qx, qy, qz;
};

/// Owns such arrays, aligned for every target.
template <class Real>
class States {
 public:
  /// All momenta are 0, all attitudes 1.
  /// @param size       number of bodies
  /// @param summation  whether to hold compensation arrays
  explicit States(std::size_t size, Summation summation = Summation::plain);

  /// From states in the user's body frames, for one common body.
  /// @param states     initial states
  /// @param body       common to all
  /// @param summation  whether to hold compensation arrays
  /// @throws InvalidInput as check() in body/state.hpp, with the index of the state; in float also if a
  ///   momentum is out of range
  static States from_user(std::span<const State> states, const Inertia& body,
                          Summation summation = Summation::plain);
  /// The same for one body per state; lengths that differ throw InvalidInput.
  static States from_user(std::span<const State> states, std::span<const Inertia> bodies,
                          Summation summation = Summation::plain);
  /// The same for bodies kinds[which[i]]; lengths that differ throw InvalidInput.
  static States from_user(std::span<const State> states, std::span<const Inertia> kinds,
                          std::span<const std::uint32_t> which, Summation summation = Summation::plain);

  /// The states in the user's body frames.
  std::vector<State> to_user(const Inertia& body) const;
  std::vector<State> to_user(std::span<const Inertia> bodies) const;
  std::vector<State> to_user(std::span<const Inertia> kinds, std::span<const std::uint32_t> which) const;

  std::size_t size() const noexcept { return size_; }
  Summation summation() const noexcept { return summation_; }
  /// The arrays, for reading and writing.
  StateSpans<Real> spans() noexcept;
  /// The compensation arrays; empty for plain summation.
  CompensationSpans<Real> compensation() noexcept;
  /// The memory used by the arrays, in bytes.
  std::size_t memory() const noexcept;

 private:
  struct Free {
    void operator()(Real* memory) const noexcept;
  };
  Real* array(std::size_t component) const noexcept { return memory_.get() + component * stride_; }
  template <class BodyOf>
  static States made_from(std::span<const State> states, const BodyOf& body_of, Summation summation);
  template <class BodyOf>
  std::vector<State> made_to(const BodyOf& body_of) const;

  std::size_t size_, stride_;
  Summation summation_;
  std::unique_ptr<Real[], Free> memory_;
};

}  // namespace polhode::batch
