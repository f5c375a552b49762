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

/// Rough sizes of a motion.
struct Scales {
  double momentum = 1;  ///< a power of two near it
  double unit = 1;      ///< a guess of the length of a step
};
Scales scales_of(const SingleProblem& problem, const PreparedTorque& torque);

/// A torque recorded for a body.
struct RecordedTorque {
  std::shared_ptr<const PreparedTorque> prepared;
  std::shared_ptr<series::ProgramCache> cache;
  std::shared_ptr<const series::Recorded> recorded{};
  double momentum_scale = 1;  ///< a power of two near the momentum
  double unit = 1;            ///< a guess of the length of a step
  bool is_turning = false;    ///< recorded in the frame that turns, of the prepared torque

  std::shared_ptr<series::Program> program(const Inertia& body, int order) const;
};

/// The error that is allowed in a unit of time so that at the end of the run it is the tolerance, if errors
/// grow with time as they do in regular motions. The body turns by a radian or so in `unit`.
double allowed_rate(double tolerance, double span, double unit);

/// The accuracy of steps for errors of this size at the end.
series::Accuracy accuracy_for(double tolerance, const SingleProblem& problem, double unit);

/// Records a torque; none where it is only a function, or chooses its formula by the state. may_turn: it is
/// recorded in the frame that turns, if the torque has one.
std::optional<RecordedTorque> recorded_torque(Torque::Kept torque, const Scales& scales, bool may_turn);
/// Records a torque that is not kept, in the frame of space.
std::optional<RecordedTorque> recorded_torque(const SingleProblem& problem, PreparedTorque prepared);

/// Who computes the coefficients of a step.
enum class Expansion {
  at_once,   ///< the track itself, when it comes to the step
  by_others  ///< the caller, for several tracks together; the track waits
};

class SeriesErrorTrack;

class SeriesTrack final : public SingleTrack {
 public:
  /// The torque must outlive it. Refuses a problem that takes more than 1e8 steps, by its tolerance.
  SeriesTrack(const SingleProblem& problem, const RecordedTorque& torque, const series::Accuracy& accuracy,
              double tolerance, Expansion expansion = Expansion::at_once);

  bool next() override;
  bool is_waiting() const noexcept override { return is_waiting_; }
  /// While it waits: the stepper whose coefficients are to be computed; end_waiting() goes on when they are.
  /// Refuses as the constructor does.
  series::Stepper& waiting_stepper() noexcept { return stepper_; }
  void end_waiting();
  State at(double time) override;
  void at_each(std::span<const double> times, State* states, double* conserved_there) override;
  double conserved() const override;
  TrackInstant instant() const override;
  void back_to(const TrackInstant& instant) override;
  /// That of the present step too.
  std::uint64_t evaluations() const noexcept override {
    return steps_ + (is_done() || has_failed_ || is_waiting_ ? 0 : 1);
  }

  double resolution() const noexcept override { return std::max(tolerance_, rounding()); }

  const series::Stepper& stepper() const noexcept { return stepper_; }
  /// The state, in the user's frame, of a phase with a unit attitude.
  State state_of(const kernel::Phase<double>& phase) const;
  /// Whether no step could be found from here.
  bool is_stuck() const noexcept { return has_failed_; }

 private:
  friend SeriesErrorTrack;

  void expand();
  void end_expansion(bool is_found);
  void refuse_many_steps() const;
  [[noreturn]] void stop();
  void watch_progress();
  void turn_impulse_by_error(const Vec3<double>& in_space, const Vec3<double>& dm);
  void tell_follower();
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
  kernel::Phase<double> asked_{};
  double asked_time_ = 0;
  std::optional<series::ErrorTransport> error_;  ///< if the accuracy says so
  SeriesErrorTrack* follower_ = nullptr;
};

/// The run plus its error, step by step with the run: the motion as far as the error is known. The run must
/// have an accuracy that shows the error, and must outlive this.
class SeriesErrorTrack final : public SingleTrack {
 public:
  SeriesErrorTrack(const SingleProblem& problem, SeriesTrack& run);

  bool next() override;
  State at(double time) override;
  void compare(std::span<const double> times, const State* states, RunDifference& difference) override;
  double conserved() const override;
  TrackInstant instant() const override;
  void back_to(const TrackInstant& instant) override;
  std::uint64_t evaluations() const noexcept override { return run_.evaluations(); }

 private:
  friend SeriesTrack;

  void follow();

  SeriesTrack& run_;
};

}  // namespace polhode::simulation
