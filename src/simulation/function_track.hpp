// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A motion under a torque that is only a function, by the method of Dormand and Prince of order 8.
///
/// Method.     runge_kutta/stages.hpp. With err = err_5^2 / sqrt(err_5^2 + err_3^2 / 100), which falls as
///             h^8, the error of a step, which falls as h^9, is taken to be 8 err^(9/8): of the sizes that
///             attitude and relative momentum have, that was 0.2 to 7 err^(9/8) on the motions of
///             bench/simulate.cpp, at all tolerances. The next step is (allowed / error)^(1/8) of this one,
///             at most six times and at least a third; a step of up to four times the error that is allowed
///             is taken: that is rare, and repeating the step costs more. What is allowed in a step is a rate
///             of error times its length, and no less than rounding. Within a step the dense output of order
///             7 gives the motion; it takes three more evaluations, once. Sums are compensated, and |q| is
///             led back to 1 at each step. A torque with breakpoints is asked on the inner side of each
///             piece.

#include <cstdint>
#include <limits>
#include <memory>
#include <polhode/body/principal_attitude.hpp>
#include <polhode/torque/torque.hpp>
#include <string>

#include "simulation/runge_kutta/stages.hpp"
#include "simulation/track.hpp"
#include "torque/user_function.hpp"

namespace polhode::simulation {

/// The error that is allowed in a unit of time, and the least that is allowed in a step; steps are `stretch`
/// times as long as these give.
struct FunctionAccuracy {
  double error_rate, least_error, stretch = 1;
};

/// How many times as long the steps of a companion are, whose difference shows the error.
constexpr double companion_stretch = 1.4;
/// A difference above this says nothing of the run.
constexpr double no_digit_left = 0.03;

/// The accuracy of steps for errors of this size at the end of the run.
FunctionAccuracy function_accuracy(double tolerance, const SingleProblem& problem);

class FunctionTrack final : public SingleTrack {
 public:
  static constexpr int order = 8;

  /// short_steps: any time asked for is within a fraction of a turn of a step's ends, so that events are
  /// seen. Refuses a problem that takes more than 1e8 steps, by its tolerance.
  FunctionTrack(const SingleProblem& problem, std::shared_ptr<const PreparedTorque> torque,
                const FunctionAccuracy& accuracy, bool short_steps, double tolerance);

  bool next() override;
  State at(double time) override;
  double conserved() const override;
  TrackInstant instant() const override;
  void back_to(const TrackInstant& instant) override;
  std::uint64_t evaluations() const noexcept override { return evaluations_; }

  /// The error at the end, from the difference to a companion whose steps are `stretch` times as long. The
  /// error of truncation falls with the step to the power of the order, that of rounding does not. After few
  /// steps the difference says little: then the error is taken to be at least a part of what is allowed.
  double error_from_companion(double difference, double stretch) const;

 private:
  using Phase = kernel::Phase<double>;

  static void give_torque(void* self, double time, double* torque);
  void find_step();
  double try_step(double h);
  void end_step();
  void make_dense();
  void begin_part();
  bool end_piece();
  Phase phase_at(double time);
  Phase phase_of(const double* state) const noexcept;
  State state_of(const Phase& phase) const;

  Inertia body_;
  PrincipalAttitude frame_;
  std::shared_ptr<const PreparedTorque> torque_;
  std::string torque_name_;
  FunctionAccuracy accuracy_;
  const runge_kutta::Functions& functions_;
  runge_kutta::Body turning_body_{};
  /// The state of which the torque is asked for. Registers that were stored across two lines of the cache
  /// would be read back slowly: a run took up to 1.4 times as long then, as the stack happened to lie.
  alignas(64) State at_stage_;
  /// The user's own function, where the user's frame is the principal one; else null.
  const torques::FunctionOfAttitude* of_attitude_;
  const torques::FunctionOfState* of_state_;
  runge_kutta::Step step_{};
  double direction_, start_time_;
  double momentum_scale_ = 1, per_scale_ = 1;  ///< a power of two near the momentum, and its inverse
  double largest_momentum_ = 0;                ///< in units of that
  bool short_steps_, has_failed_ = false, has_dense_ = false, has_rate_ = false;
  double end_lost_[8]{};  ///< what the sums have lost at the end of the step
  Phase asked_{};
  double time_, step_end_, h_ = 0, asked_time_ = 0;
  bool has_breakpoints_;
  double earliest_ = -std::numeric_limits<double>::infinity(),
         latest_ = std::numeric_limits<double>::infinity();
  double begun_with_ = 0;  ///< the length that the search for the present step began with
  double parts_ = 1, part_ = 0;
  std::uint64_t evaluations_ = 0;
};

}  // namespace polhode::simulation
