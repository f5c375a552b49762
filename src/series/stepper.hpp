// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The integration of a motion under a recorded torque by power series, with steps as long as the accuracy
/// allows.
///
/// Convention. Principal frame; attitude and momentum as everywhere. A step is expanded about its start;
///             within it the polynomial gives the motion at any time. Errors are those of the attitude
///             quaternion, and of the momentum relative to the largest so far (or, from rest, to the gain in
///             a step).
/// Method.     The order N is fixed. With e_j the magnitude of coefficient j, the rate r is the largest of
///             e_j^(1/j), j = N, N-1, N-2, so that single vanishing coefficients do not matter. The step h is
///             such that (r h)^(N+1), the first omitted term, equals the allowed error of a step: an error
///             rate times h, but at least a minimum. The unit of time is a power of two near h, so that no
///             coefficient overflows and units do not matter. If all coefficients vanish, the body is in
///             equilibrium.
///             A step ends where a sign in the formula changes (corners.hpp), and the next one starts there.
///             The form under a sign must be as accurate in the step as the motion. If a step starts with
///             such a form at zero, its side is the one to which it moves. If on either side it moves back to
///             zero, or steps repeatedly end at the time of a sign where they started, the motion slides
///             along the corner: there is no step.
///             If the program has a turning frame, an Instant holds the attitude relative to it; everything
///             else is in space. Sums are compensated, and |q| is restored to 1 in each step, because
///             formulas assume it. (Uncorrected, an error of eps in the initial |q|^2 changed the energy of a
///             top by 3e-2 eps per step.)
/// Accuracy.   docs/series.md

#include <memory>
#include <polhode/core/compensated.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/rotation/quat.hpp>
#include <span>
#include <vector>

#include "series/program.hpp"
#include "series/targets.hpp"

namespace polhode::series {

/// The accuracy of steps.
struct Accuracy {
  int order;
  double error_rate;   ///< allowed error per unit of time
  double least_error;  ///< minimum of the allowed error of a step
  bool is_careful;     ///< whether round-off must be unbiased over millions of steps (docs/series.md)
  /// Whether one more coefficient is computed, for ErrorTransport: the program must be of that order.
  bool shows_error = false;
};

/// The fastest order for a given error of a step.
int order_for(double error) noexcept;

class Stepper {
 public:
  /// @param program    of the torque, and of the order of the accuracy (or one more, see
  ///   Accuracy::shows_error)
  /// @param accuracy   of the steps
  /// @param direction  1 or -1
  /// @param unit       an estimate of the step size, positive
  Stepper(std::shared_ptr<Program> program, const Accuracy& accuracy, double direction, double unit);

  /// The start of a step as plain numbers: an identically constructed stepper continues from it bit for bit.
  struct Instant {
    kernel::CompensatedPhase<double> phase{};
    double time = 0, unit = 1, largest_momentum = 0;
  };
  const Instant& instant() const noexcept { return now_; }
  /// The phase of the current instant, in space.
  kernel::Phase<double> phase() const noexcept { return in_space({now_.phase.m, now_.phase.q}, now_.time); }
  /// Starts from a phase, or returns to an instant.
  void begin(const kernel::Phase<double>& start, double time);
  void back_to(const Instant& instant) { now_ = instant; }
  /// Advances by a step computed elsewhere: the changes until `time`.
  void advance_by(const Vec3<double>& dm, const Quat<double>& dq, double time) noexcept {
    kernel::add_momentum(now_.phase, dm);
    add_attitude(dq);
    add_attitude(((1 - dot(now_.phase.q, now_.phase.q)) / 2) * now_.phase.q);
    now_.time = time;
  }
  /// Adds a jump to the momentum.
  void add_momentum(const Vec3<double>& dm) noexcept { kernel::add_momentum(now_.phase, dm); }

  /// Expands the motion about the current time and selects the step, at most up to `limit`. False if
  /// something is not finite, or if the step is too short to change the time.
  bool expand(double limit);
  /// The same after prepare(), together with the coefficients of another motion, whose start is in the rows
  /// of its view (null: none). They are in the unit of the run's first trial; was_found_at_once() tells
  /// whether that was the last.
  bool expand_beside(View* other);
  bool was_found_at_once() const noexcept { return trial_ == 0; }
  /// The same in parts, for computing the coefficients of several steppers at once: prepare(), then the
  /// coefficients of the program at instant().time, with the start in its rows, and judge(), repeated while
  /// that returns `again`.
  enum class Verdict {
    again,  ///< repeat in another unit of time
    found,
    none  ///< expand() returns false
  };
  void prepare(double limit);
  Verdict judge();
  bool is_careful() const noexcept { return accuracy_.is_careful; }
  /// If there is no step: whether the motion slides along a corner of the formula.
  bool is_sliding() const noexcept { return is_sliding_; }
  /// The sign whose change ends the expanded step, or null.
  const FunctionRow* crossed() const noexcept { return crossed_; }
  /// The form under a sign in the expanded step of a program: its value and slope in tau at the end, and the
  /// interval of tau before it in which the form equals zero to rounding.
  struct ValueAndSlope {
    double value, slope, width;
  };
  ValueAndSlope form_at_end(const Program& program, std::size_t sign) const noexcept;
  /// The end of the expanded step, and its length without the limit.
  double end() const noexcept { return end_; }
  double free_length() const noexcept { return free_length_; }
  /// The unit of time of the expanded step: tau = |t - time| / unit.
  double unit() const noexcept { return step_unit_; }
  int order() const noexcept { return accuracy_.order; }
  /// The expanded step as a polynomial; only without a turning frame.
  struct Polynomial {
    kernel::Phase<double> begin{}, lost{};
    double time = 0, unit = 1;           ///< tau = |t - time| / unit
    std::vector<double> coefficients{};  ///< for k = 1, 2, ...: four of the attitude, three of the momentum

    kernel::Phase<double> at(double t) const noexcept;
  };
  Polynomial polynomial() const;
  /// The factor by which the coefficients of the expanded step grow per order, in its unit, and the order
  /// from which it was estimated.
  struct Rate {
    double factor;
    int from;
  };
  const Rate& rate() const noexcept { return rate_; }
  const std::shared_ptr<Program>& program() const noexcept { return program_; }
  /// The phase at a time in the expanded step, with normalised attitude.
  kernel::Phase<double> at(double time) const noexcept;
  void at(std::span<const double> times, kernel::Phase<double>* phases) const noexcept;
  /// Advances to the end of the expanded step.
  void advance() noexcept;
  /// Transforms a phase of an Instant, or a difference of two, to space.
  kernel::Phase<double> in_space(const kernel::Phase<double>& p, double time) const noexcept {
    return turning_rate_ == 0 ? p : kernel::Phase<double>{p.m, frame_at(time) * p.q};
  }

 private:
  void write_start() noexcept;
  Verdict again() noexcept;
  Verdict found() noexcept;
  double before_roots_turn(double length) const noexcept;
  /// A form under a sign: its coefficients, and its possible magnitude.
  struct SignForm {
    double coefficients[highest_order + 1];
    int order;
    double size;
  };
  SignForm form_of(const Program& program, const FunctionRow& sign) const noexcept;
  double reach_of(const SignForm& form, double longest) const noexcept;
  Verdict end_at_corner() noexcept;
  Verdict sliding() noexcept;
  /// The attitude of the turning frame at a time.
  Quat<double> frame_at(double time) const noexcept;
  void add_attitude(const Quat<double>& dq) noexcept {
    kernel::CompensatedPhase<double>& p = now_.phase;
    compensated_add(p.q.w, p.eq.w, dq.w);
    compensated_add(p.q.x, p.eq.x, dq.x);
    compensated_add(p.q.y, p.eq.y, dq.y);
    compensated_add(p.q.z, p.eq.z, dq.z);
  }

  std::shared_ptr<Program> program_;
  const Functions& functions_;
  Accuracy accuracy_;
  double direction_;
  double least_;             ///< logarithm of the minimum allowed error, divided by order + 1
  double half_of_order_[3];  ///< 1 / 2k for the last three orders
  double turning_rate_ = 0;  ///< of the turning frame
  Vec3<double> turning_axis_{};
  Instant now_;
  Sums sums_{};  ///< the start of the expanded step
  double limit_ = 0, end_ = 0, free_length_ = 0, step_unit_ = 1;
  Rate rate_{};
  int trial_ = 0, times_too_long_ = 0;
  double longest_unit_ = 0;  ///< beyond it coefficients overflow
  const FunctionRow* crossed_ = nullptr;
  bool is_sliding_ = false;
  int sides_tried_ = 0, steps_at_corner_ = 0;
};

}  // namespace polhode::series
