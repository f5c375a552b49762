// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A motion under a torque that is only a function, by the method of Dormand and Prince of order 8.
///
/// Method.     dormand_prince.hpp. The error of a step is estimated as its authors do, err_5^2 / sqrt(err_5^2 + err_3^2 /
///             100), of attitude and momentum; the next step is 0.9 (allowed / error)^(1/7) of this one, at most six times
///             and at least a third. What is allowed in a step is a rate of error times its length, and no less than
///             rounding. Within a step the dense output of order 7 gives the motion; it takes three more evaluations, once.
///             Sums are compensated, and |q| is led back to 1 at each step.
///             A torque with breakpoints is asked on the inner side of each piece.

#include <array>
#include <cstdint>
#include <limits>
#include <polhode/body/principal_attitude.hpp>
#include <polhode/torque/inverse_inertia.hpp>
#include <polhode/torque/torque.hpp>

#include "simulation/dormand_prince.hpp"
#include "simulation/track.hpp"

namespace polhode::simulation {

/// What is allowed in a unit of time, and in a step at least; steps are `stretch` times as long as that gives.
struct FunctionAccuracy {
  double error_rate, least_error, stretch = 1;
};

/// For errors of this size at the end of the run.
FunctionAccuracy function_accuracy(double tolerance, const SingleProblem& problem);

class FunctionTrack final : public SingleTrack {
 public:
  static constexpr int order = 8;

  /// short_steps: any time asked for is within a fraction of a turn of a step's ends, so that events are seen. Refuses a
  /// problem that takes more than 1e8 steps, by its tolerance.
  FunctionTrack(const SingleProblem& problem, PreparedTorque torque, const FunctionAccuracy& accuracy,
                bool short_steps, double tolerance);

  bool next() override;
  using SingleTrack::at;
  State at(double time) override;
  double conserved() const override;
  TrackInstant instant() const override;
  void back_to(const TrackInstant& instant) override;
  std::uint64_t steps() const noexcept override { return steps_; }
  double longest_step() const noexcept override { return longest_step_; }
  std::uint64_t evaluations() const noexcept override { return evaluations_; }

  /// The error at the end from the difference to a companion whose steps are `stretch` times as long.
  double error_from_companion(double difference, double stretch) const;

 private:
  /// Attitude, and momentum in units of its scale.
  using Numbers = std::array<double, 7>;

  Numbers rate(const Numbers& y, double time);
  void find_step();
  double try_step(double h);
  void make_dense();
  void begin_part();
  bool end_piece();
  Numbers numbers_at(double time);
  State state_of(const Numbers& y) const;
  kernel::Phase<double> phase_of(const Numbers& y) const;

  Inertia body_;
  PrincipalAttitude frame_;
  torques::InverseInertia<double> inverse_;
  PreparedTorque torque_;
  std::string torque_name_;
  FunctionAccuracy accuracy_;
  double direction_, start_time_, momentum_scale_ = 1, largest_momentum_ = 0;
  bool short_steps_, has_failed_ = false, has_dense_ = false, has_rate_ = false;
  Numbers now_{}, lost_{}, end_numbers_{}, asked_{};
  double time_, step_end_, h_ = 0, asked_time_ = 0;
  bool has_breakpoints_;
  double earliest_ = -std::numeric_limits<double>::infinity(),
         latest_ = std::numeric_limits<double>::infinity();
  double begun_with_ = 0;  ///< the length that the search for the present step began with
  std::array<Numbers, dormand_prince::all_stages> k_{};
  std::array<Numbers, 8> dense_{};
  double parts_ = 1, part_ = 0;
  std::uint64_t steps_ = 0, evaluations_ = 0;
  double longest_step_ = 0;
};

}  // namespace polhode::simulation
