// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A motion under a torque whose formula is known, by power series (series/stepper.hpp).

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <polhode/torque/torque.hpp>
#include <string>

#include "body/principal_attitude.hpp"
#include "series/error_transport.hpp"
#include "series/program_cache.hpp"
#include "series/stepper.hpp"
#include "simulation/stiffness.hpp"
#include "simulation/track.hpp"

namespace polhode::simulation {

/// Rough scales of a motion.
struct Scales {
  double momentum = 1;  ///< a power of two near it
  double unit = 1;      ///< a guess of the length of a step
};
Scales scales_of(const Problem& problem, const PreparedTorque& torque);

/// A torque recorded for a body.
struct RecordedTorque {
  std::shared_ptr<const PreparedTorque> prepared;
  std::shared_ptr<const series::Recorded> recorded{};
  double momentum_scale = 1;  ///< a power of two near the momentum
  double unit = 1;            ///< a guess of the length of a step
  bool is_turning = false;    ///< recorded in the frame that turns, of the prepared torque

  std::shared_ptr<series::Program> program(const Inertia& body, int order) const;
};

/// The error allowed per unit of time so that the error at the end of the run is the tolerance, if errors
/// grow with time as they do in regular motions. `unit` is the time in which the body turns by about a
/// radian.
double allowed_rate(double tolerance, double span, double unit);

/// The accuracy of steps that keeps the error at the end within the tolerance.
series::Accuracy accuracy_for(double tolerance, const Problem& problem, double unit);

/// Records a torque from Torque::prepare_once; none if it is only a function, or if its formula branches on
/// the state.
/// @param may_turn  whether it is recorded in the turning frame, if the torque has one
std::optional<RecordedTorque> recorded_torque(std::shared_ptr<const PreparedTorque> torque,
                                              const Scales& scales, bool may_turn);
/// Records a torque in the frame of space.
std::optional<RecordedTorque> recorded_torque(const Problem& problem, PreparedTorque prepared);

/// Who computes the coefficients of a step.
enum class Expansion {
  at_once,   ///< the track itself, when it comes to the step
  by_others  ///< the caller, for several tracks together; the track waits
};

class SeriesTrack final : public Track {
 public:
  /// The torque must outlive it.
  /// @throws InvalidInput  if the tolerance would take more than 1e8 steps
  SeriesTrack(const Problem& problem, const RecordedTorque& torque, const series::Accuracy& accuracy,
              double tolerance, Expansion expansion = Expansion::at_once);

  bool next() override;
  bool is_waiting() const noexcept override { return is_waiting_; }
  /// While it waits, the stepper whose coefficients the caller computes before it calls end_waiting(), which
  /// throws as the constructor does.
  series::Stepper& waiting_stepper() noexcept { return stepper_; }
  void end_waiting();
  State at(double time) override;
  void at_each(std::span<const double> times, State* states, double* conserved_there) override;
  double conserved() const override;
  bool carries_error() const noexcept override { return error_.has_value(); }
  void compare(std::span<const double> times, const State* states, RunDifference& difference) override;
  Snapshot snapshot() const override;
  void restore(const Snapshot& snapshot) override;
  /// Including that of the present step.
  std::uint64_t evaluations() const noexcept override {
    return steps_ + (is_done() || has_failed_ || is_waiting_ ? 0 : 1);
  }

  double resolution() const noexcept override { return std::max(tolerance_, round_off()); }

  const series::Stepper& stepper() const noexcept { return stepper_; }
  /// The state, in the user's frame, of a phase with a unit attitude.
  State state_of(const kernel::Phase<double>& phase) const;
  /// Whether no step could be found from the present time.
  bool is_stuck() const noexcept { return has_failed_; }

 private:
  void expand();
  void end_expansion(bool is_found);
  void refuse_many_steps() const;
  [[noreturn]] void stop();
  void watch_progress();
  void turn_impulse_by_error(const Vec3<double>& in_space, const Vec3<double>& dm);
  kernel::Phase<double> phase_at(double time) const;
  bool end_piece();

  ActingTorque acting(const kernel::Phase<double>& phase, double time) const;

  Inertia body_;
  PrincipalAttitude frame_;
  const RecordedTorque& torque_;
  std::string torque_name_;
  series::Stepper stepper_;
  bool has_failed_ = false;
  Expansion expansion_;
  bool is_waiting_ = false;
  double start_time_, tolerance_;
  bool is_watched_ = false;  ///< whether the next is known: the time at which progress was last looked at
  double watched_time_ = 0;
  kernel::Phase<double> output_{};
  double output_time_ = 0;
  std::optional<series::ErrorTransport> error_;  ///< if the accuracy says so
};

}  // namespace polhode::simulation
