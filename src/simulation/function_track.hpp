// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A motion under a torque that is only a function, by the method of Dormand and Prince of order 8.
///
/// Method.     runge_kutta/stages.hpp, runge_kutta/step_control.hpp. The next step is (allowed / error)^(1/8)
///             times the last one, limited to 1/3 and 6. A step with up to four times the allowed error is
///             accepted: that is rare, and repeating it would cost more. The allowed error of a step is an
///             error rate times its length, and never below round-off. Sums are compensated, and |q| is
///             driven back to 1 at each step. A torque with breakpoints is evaluated on the inner side of
///             each piece. Within a step, dense output of order 7 gives the motion.
/// Probes.     A step turns the body by at most a quarter turn. Before a step is accepted, the torque is also
///             evaluated between the nodes of the method, at states of the dense output, and compared with
///             its derivative: at least once, and so often that no two evaluations are farther apart than
///             `longest_gap`. If they disagree, the next trial ends there, and no step passes that time.
/// Failures.   A step at the resolution of the time is accepted if it changes the momentum by little, as at a
///             jump. Otherwise, or if 10,000 trials in a row would not reach the end in 2e8, the run stops:
///             diagnosis() says whether the torque chatters, grows or oscillates.

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <polhode/torque/torque.hpp>
#include <string>

#include "body/principal_attitude.hpp"
#include "simulation/runge_kutta/stages.hpp"
#include "simulation/track.hpp"
#include "torque/user_function.hpp"

namespace polhode::simulation {

/// Step-size control, and how densely the torque is sampled.
struct FunctionAccuracy {
  double error_rate;   ///< allowed in a unit of time
  double least_error;  ///< allowed in a step in any case
  double stretch = 1;  ///< steps are so many times as long as these give
  double longest_step = std::numeric_limits<double>::infinity();
  /// The longest time between two evaluations of the torque, as far as the steps are known.
  double longest_gap = std::numeric_limits<double>::infinity();
  bool probes_every_step = false;  ///< also those that leave no such gap
};

/// Above this difference no digit of the run is known.
constexpr double no_digit_left = 0.03;

/// The accuracy of steps for errors of the tolerance at the end of a run with so many requested times.
FunctionAccuracy function_accuracy(double tolerance, const Problem& problem);

class FunctionTrack final : public Track {
 public:
  static constexpr int order = 8;

  /// @throws InvalidInput  if the tolerance would take more than 1e8 steps
  FunctionTrack(const Problem& problem, std::shared_ptr<const PreparedTorque> torque,
                const FunctionAccuracy& accuracy, double tolerance);

  bool next() override;
  State at(double time) override;
  double conserved() const override;
  Snapshot snapshot() const override;
  void restore(const Snapshot& snapshot) override;
  std::uint64_t evaluations() const noexcept override { return evaluations_; }
  double resolution() const noexcept override { return std::max(accuracy_.error_rate * span_, round_off()); }

  /// The accuracy of a companion that shows the error of this run: with longer steps, or with shorter ones if
  /// the first step suggests that there are few.
  FunctionAccuracy companion_accuracy() const;
  /// The error at the end, from the difference to that companion. If the motion is smooth, the truncation
  /// error scales with the step to the power of the order and round-off does not; otherwise both runs may
  /// have errors of the size of the difference.
  double error_from_companion(double difference, const FunctionTrack& companion) const;
  /// Whether the torque was found not to be smooth.
  bool found_breaks() const noexcept { return control_.breaks > 0; }

 private:
  using Phase = kernel::Phase<double>;

  /// Why no step was found.
  struct Failure {
    std::string found, expected;
  };
  /// What the control of the steps remembers from one to the next.
  struct Control {
    double barrier = std::numeric_limits<double>::quiet_NaN();  ///< a time that no step may pass over
    double cautious_until = std::numeric_limits<double>::quiet_NaN(), cautious_step = 0;
    double breaks = 0;  ///< steps in which the torque was found not to be smooth
    double trials = 0, counted_from = 0, slow_counts = 0;  ///< of the progress: is_stalled()
  };

  static void give_torque(void* self, double time, double* torque);
  void find_step();
  double try_step(double h);
  double longest_from_here() const;
  void be_cautious_until(double time);
  bool changes_little() const;
  std::optional<double> disagreement();
  double defect(double fraction, const double* rate) const;
  bool is_stalled();
  Failure diagnosis() const;
  void add_change();
  void make_dense();
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
  /// The state at which the torque is evaluated. Aligned: registers stored across two cache lines are read
  /// back slowly, and a run took up to 1.4 times as long.
  alignas(64) State at_stage_;
  /// The user's own function, where the user's frame is the principal one; else null.
  const torques::FunctionOfAttitude* of_attitude_;
  const torques::FunctionOfState* of_state_;
  runge_kutta::Step step_{};
  double direction_, start_time_, span_, start_torque_ = 0;
  double momentum_scale_ = 1, per_scale_ = 1;  ///< a power of two near the momentum, and its inverse
  double largest_momentum_ = 0;                ///< in units of that
  bool has_failed_ = false, has_dense_ = false, has_rate_ = false;
  double end_lost_[8]{};  ///< what the sums have lost at the end of the step
  Phase output_{};
  double time_, step_end_, h_ = 0, output_time_ = 0;
  bool has_breakpoints_;
  double earliest_ = -std::numeric_limits<double>::infinity(),
         latest_ = std::numeric_limits<double>::infinity();
  double begun_with_ = 0;  ///< the length that the search for the present step began with
  Control control_{}, begun_control_{};
  double first_step_ = 0;  ///< its length
  Failure failure_{};
  std::uint64_t evaluations_ = 0;
};

}  // namespace polhode::simulation
