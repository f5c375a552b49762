// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The states of many bodies: an array for each component.
///
/// Convention. EVERYTHING IS IN THE ASCENDING PRINCIPAL FRAME of each body (body/inertia.hpp), not in the
///             user's: m is the momentum along the principal axes, I1 <= I2 <= I3, and q takes vectors of
///             that frame to space, with its scalar w first. States in the user's frames are converted once,
///             by from_user and to_user, at the two ends of a run: turning them at each step would add the
///             rounding of the axes each time. For bodies made from ascending moments the frames are the
///             same. |q| must be one to rounding; a step keeps it there.
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

/// Arrays of one length, owned by the caller: views, through which steps are made in place. They are used
/// during a call and kept by nothing.
template <class Real>
struct StateSpans {
  std::span<Real> mx, my, mz, qw, qx, qy, qz;
};

/// What rounding has left out of each component so far (kernel/advance.hpp); zero in the beginning.
template <class Real>
struct CompensationSpans {
  std::span<Real> mx, my, mz, qw, qx, qy, qz;
};

/// Owns such arrays, aligned for every target.
template <class Real>
class States {
 public:
  /// All momenta are 0, all attitudes 1.
  /// @param size number of states
  /// @param summation with compensated sums there are also the arrays of what rounding leaves out
  explicit States(std::size_t size, Summation summation = Summation::plain);

  /// From states in the user's body frames; one body for all.
  /// @param states in the body frame
  /// @param body of all
  /// @param summation how steps will be added up
  /// @return the states in the principal frame
  /// @throws InvalidInput for states that check() in body/state.hpp does not accept, with the place in the
  ///         list; in float also for a momentum that no float holds
  static States from_user(std::span<const State> states, const Inertia& body,
                          Summation summation = Summation::plain);
  /// The same with a body each.
  /// @param states each in its body frame
  /// @param bodies as many
  /// @param summation how steps will be added up
  /// @return the states in the principal frames
  /// @throws InvalidInput as above, and for numbers that differ
  static States from_user(std::span<const State> states, std::span<const Inertia> bodies,
                          Summation summation = Summation::plain);
  /// The same with a few kinds of bodies.
  /// @param states each in its body frame
  /// @param kinds one at least
  /// @param which body i is kinds[which[i]]
  /// @param summation how steps will be added up
  /// @return the states in the principal frames
  /// @throws InvalidInput as above, and for indices beyond the kinds
  static States from_user(std::span<const State> states, std::span<const Inertia> kinds,
                          std::span<const std::uint32_t> which, Summation summation = Summation::plain);

  /// @param body of all
  /// @return the states in the body frame
  std::vector<State> to_user(const Inertia& body) const;
  /// @param bodies one for each state
  /// @return the states, each in its body frame
  /// @throws InvalidInput for another number of bodies
  std::vector<State> to_user(std::span<const Inertia> bodies) const;
  /// @param kinds one at least
  /// @param which body i is kinds[which[i]]
  /// @return the states, each in its body frame
  /// @throws InvalidInput for another number of indices, and indices beyond the kinds
  std::vector<State> to_user(std::span<const Inertia> kinds, std::span<const std::uint32_t> which) const;

  /// @return the number of states
  std::size_t size() const noexcept { return size_; }
  /// @return how steps will be added up
  Summation summation() const noexcept { return summation_; }
  /// @return the arrays, to read and to write, as long as these states live
  StateSpans<Real> spans() noexcept;
  /// @return what rounding has left out, likewise; empty spans for plain sums
  CompensationSpans<Real> compensation() noexcept;
  /// @return the bytes of the arrays
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
