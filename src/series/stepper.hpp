// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A motion under a recorded torque by steps of a power series, each as long as the accuracy allows.
///
/// Convention. Principal frame; attitude and momentum as everywhere. A step is expanded about its beginning;
///             within it the polynomial is the motion at any time. Errors are those of the attitude
///             quaternion, and of the momentum relative to the largest so far (or, from rest, to what is
///             gained in a step).
/// Method.     The order is fixed. With e the size of a coefficient and N the order, the rate r is the
///             largest of e_j^(1/j), j = N, N-1, N-2: where single coefficients vanish, the others are seen.
///             The step h is such that (r h)^(N+1), the size of the first term left out, is the error that is
///             allowed in a step: a rate of error times h, but not below a least error. Time is counted in a
///             power of two near h, so that no coefficient leaves the range and units do not matter. Where
///             all coefficients vanish the body is in equilibrium and stays there.
///             A step ends where a sign in the formula changes (corners.hpp), and the next one begins there.
///             The form under a sign must be accurate in the step as the motion is. Where a step begins with
///             such a form at zero, the side is the one to which the form then moves. If on either side it
///             moves back to zero, or if steps end at one sign time and again where they began, the motion
///             slides along the corner: there is no step.
///             Where the program has a frame that turns, the attitude relative to it is what is kept in an
///             Instant; all else is in space.
///             Sums are compensated, and |q| is led back to 1 at each step: formulas take it for 1. (Left
///             alone, an |q|^2 that is off by eps at the start was found to change the energy of a top by
///             3e-2 eps at each step.)
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

/// How accurate steps are.
struct Accuracy {
  int order;
  double error_rate;   ///< allowed in a unit of time
  double least_error;  ///< in a step
  bool is_careful;     ///< by the rules that keep rounding unbiased over millions of steps (docs/series.md)
  /// One coefficient more is computed, for ErrorTransport: the program must be of that order.
  bool shows_error = false;
};

/// The order that takes the least time for an error in a step.
int order_for(double error) noexcept;

class Stepper {
 public:
  /// The program is that of the torque, of the order of the accuracy (or one more, see
  /// Accuracy::shows_error). `direction` is 1 or -1. `unit` is a guess of the length of a step, positive.
  Stepper(std::shared_ptr<Program> program, const Accuracy& accuracy, double direction, double unit);

  /// Where a step begins, as plain numbers: a stepper made in the same way goes on from there to the same
  /// last bit.
  struct Instant {
    kernel::CompensatedPhase<double> phase{};
    double time = 0, unit = 1, largest_momentum = 0;
  };
  const Instant& instant() const noexcept { return now_; }
  /// The phase of that instant in space.
  kernel::Phase<double> phase() const noexcept { return in_space({now_.phase.m, now_.phase.q}, now_.time); }
  /// Goes to a start, or back to an instant.
  void begin(const kernel::Phase<double>& start, double time);
  void back_to(const Instant& instant) { now_ = instant; }
  /// Goes on by a step that was computed in another way: the changes until `time`.
  void advance_by(const Vec3<double>& dm, const Quat<double>& dq, double time) noexcept {
    kernel::add_momentum(now_.phase, dm);
    add_attitude(dq);
    add_attitude(((1 - dot(now_.phase.q, now_.phase.q)) / 2) * now_.phase.q);
    now_.time = time;
  }
  /// A jump of the momentum.
  void add_momentum(const Vec3<double>& dm) noexcept { kernel::add_momentum(now_.phase, dm); }

  /// Expands the motion about now and chooses the step, not beyond `limit`. False where something is not
  /// finite, or where the step is too short to change the time.
  bool expand(double limit);
  /// The same after prepare(), with the coefficients of another motion beside it, whose start stands in the
  /// rows of its view (null: none). They are of the unit of the run's first trial; was_found_at_once() says
  /// whether that was the last.
  bool expand_beside(View* other);
  bool was_found_at_once() const noexcept { return trial_ == 0; }
  /// The same in parts, for whoever computes the coefficients of several steppers at once: prepare(), then
  /// the coefficients of the program at instant().time, which finds its start in its rows, and judge() until
  /// that does not say `again`.
  enum class Verdict {
    again,  ///< in another unit of time
    found,
    none  ///< what expand() says by false
  };
  void prepare(double limit);
  Verdict judge();
  bool is_careful() const noexcept { return accuracy_.is_careful; }
  /// Where there is no step: whether the motion slides along a corner of the formula.
  bool is_sliding() const noexcept { return is_sliding_; }
  /// The sign at whose change the expanded step ends, or null.
  const FunctionRow* crossed() const noexcept { return crossed_; }
  /// The form under a sign in the expanded step of a program: its value and its slope in tau at the end, and
  /// in how much of tau before it the form does not differ from zero by more than its rounding.
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
  /// The expanded step as a polynomial; the frame must be that of space.
  struct Polynomial {
    kernel::Phase<double> begin{}, lost{};
    double time = 0, unit = 1;           ///< tau = |t - time| / unit
    std::vector<double> coefficients{};  ///< for k = 1, 2, ...: four of the attitude, three of the momentum

    kernel::Phase<double> at(double t) const noexcept;
  };
  Polynomial polynomial() const;
  /// By which factor the coefficients of the expanded step grow from one order to the next, in its unit, and
  /// from which order on that was seen.
  struct Rate {
    double factor;
    int from;
  };
  const Rate& rate() const noexcept { return rate_; }
  const std::shared_ptr<Program>& program() const noexcept { return program_; }
  /// The phase at a time in the expanded step, its attitude made of length 1.
  kernel::Phase<double> at(double time) const noexcept;
  void at(std::span<const double> times, kernel::Phase<double>* phases) const noexcept;
  /// Goes to the end of the expanded step.
  void advance() noexcept;
  /// A phase as an Instant keeps it, or a difference of two, turned into space.
  kernel::Phase<double> in_space(const kernel::Phase<double>& p, double time) const noexcept {
    return turning_rate_ == 0 ? p : kernel::Phase<double>{p.m, frame_at(time) * p.q};
  }

 private:
  void write_start() noexcept;
  Verdict again() noexcept;
  Verdict found() noexcept;
  double before_roots_turn(double length) const noexcept;
  /// Of a form under a sign: how large it could be, and the number of its coefficients.
  struct SignForm {
    double coefficients[highest_order + 1];
    int order;
    double size;
  };
  SignForm form_of(const Program& program, const FunctionRow& sign) const noexcept;
  double reach_of(const SignForm& form, double longest) const noexcept;
  Verdict end_at_corner() noexcept;
  Verdict sliding() noexcept;
  /// The attitude of the frame at a time.
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
  double least_;             ///< the logarithm of the least error allowed, over order + 1
  double half_of_order_[3];  ///< 1 / 2k of the last three orders
  double turning_rate_ = 0;  ///< of the frame
  Vec3<double> turning_axis_{};
  Instant now_;
  Sums sums_{};  ///< where the expanded step begins
  double limit_ = 0, end_ = 0, free_length_ = 0, step_unit_ = 1;
  Rate rate_{};
  int trial_ = 0, times_too_long_ = 0;
  double longest_unit_ = 0;  ///< beyond which coefficients leave the range
  const FunctionRow* crossed_ = nullptr;
  bool is_sliding_ = false;
  int sides_tried_ = 0, steps_at_corner_ = 0;
};

}  // namespace polhode::series
