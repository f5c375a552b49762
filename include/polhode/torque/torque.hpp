// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Any torque behind one type: built in (built_in.hpp), a user's function, or a sum.
///
/// Convention. A Torque is a description in the user's frames and belongs to no body; prepare(body) turns it
///             into the principal frame of one. A user's function is given the user's body frame and gives
///             the body torque there. Its arguments say what it depends on: (attitude, time), or (state,
///             time).
/// Purity.     A function is pure if it gives the same for the same arguments, whenever it is asked.
///             Simulations take that for granted. Steppers do not: the data of a user's function, such as a
///             controller's output, may change between two steps. They ask it at the end of a step and again,
///             at the same attitude and time, at the beginning of the next; each step sees the function as it
///             is while the step is taken. That is one evaluation more for each step; for a function that is
///             declared to be pure, by pure(), it is saved. The library's own torques are pure.
/// Method.     Torques add. A sum has a potential where all its parts have one; it conserves the energy where
///             all do; it is linear in the momentum where each part is, or does not depend on the momentum.
///             A sum has no gradient and no flow of its own.

#include <Eigen/Core>
#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/core/vector_function.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/rotation/attitude.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/rotation/quat.hpp>
#include <polhode/series/symbol.hpp>
#include <polhode/torque/frame.hpp>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace polhode {

namespace torques {
struct KernelList;
struct FormulaMarks;
}  // namespace torques
namespace series {
class ProgramCache;
}

/// The unit of what a torque conserves.
enum class ConservedUnit { energy, momentum, momentum_squared };

/// The formula of a torque on symbols, which records it for power series; empty where the torque is only a
/// function. A function that is assigned to it replaces all that is said of the one before.
class TorqueFormula {
 public:
  /// From phase and time in the principal frame to the torque there, in symbols.
  using Function =
      std::function<Vec3<series::Symbol>(const kernel::Phase<series::Symbol>&, const series::Symbol& time)>;
  /// The same formula for the attitude relative to a frame that turns uniformly and coincides with the frame
  /// of space at time 0.
  struct Turning {
    Vec3<double> angular_velocity;  ///< in space
    Function function;
  };

  /// Empty.
  TorqueFormula() = default;
  /// A formula of a user's.
  /// @param function from phase and time in the principal frame to the torque there, in symbols
  template <class F>
  requires(!std::same_as<std::remove_cvref_t<F>, TorqueFormula> && std::convertible_to<F, Function>)
      TorqueFormula(F&& function)
      : function_(std::forward<F>(function)) {}

  /// @param p     the phase, in the principal frame
  /// @param time  the time
  /// @return the torque in the principal frame
  Vec3<series::Symbol> operator()(const kernel::Phase<series::Symbol>& p, const series::Symbol& time) const {
    return function_(p, time);
  }
  /// @return whether there is a formula
  explicit operator bool() const noexcept { return static_cast<bool>(function_); }
  /// @return the function; empty where there is no formula
  const Function& function() const noexcept { return function_; }
  /// @return the formula in a turning frame, where that is simpler
  const std::optional<Turning>& turning() const noexcept { return turning_; }
  /// @return whether the torque is made of the library's own formulas and of numbers alone, so that it is
  ///         the same whenever it is prepared
  bool is_built_in() const noexcept { return is_built_in_; }

 private:
  friend struct torques::FormulaMarks;  // src/torque/formula_marks.hpp

  Function function_;
  std::optional<Turning> turning_{};
  bool is_built_in_ = false;
};

/// A torque prepared for one body. The functions are those of torque_kernel.hpp; what a torque lacks is
/// empty.
struct PreparedTorque {
  using Phase = kernel::Phase<double>;

  std::function<Vec3<double>(const Phase&, double time)> torque;
  TorqueFormula formula;         ///< the same on symbols
  std::string why_no_formula{};  ///< where it is empty
  bool depends_on_attitude = true;
  bool depends_on_momentum = false;
  bool is_dissipative = false;
  bool is_pure = true;  ///< the functions give the same for the same arguments (see Purity, above)
  std::function<double(const Quat<double>&, double time)> potential;
  std::function<Vec3<double>(const Quat<double>&, double time)> gradient;
  std::optional<Mat3<double>> rate;
  std::function<Vec3<double>(const Quat<double>&, double time)> forcing;
  std::function<Vec3<double>(const Phase&, double time, double length)> flow;
  std::function<double(const Phase&, double time)> conserved;
  std::string conserved_name;  ///< what `conserved` is, such as "energy"
  ConservedUnit conserved_unit = ConservedUnit::energy;
  /// For batches: the kernels whose sum is the part that depends on attitude and time alone, `torque` or
  /// `forcing`; null where they are not known (kernel_list.hpp). Their torque about the axis of a linear body
  /// is not left out.
  std::shared_ptr<const torques::KernelList> kernels;
  std::vector<std::string> warnings{};  ///< what the user should know before trusting it, a sentence each
  /// What was recorded for power series; only of one that Torque::prepare_once has made.
  std::shared_ptr<series::ProgramCache> programs{};
};

/// A jump of the momentum at a time.
struct Impulse {
  double time = 0;
  Eigen::Vector3d momentum{0, 0, 0};      ///< what is added
  TorqueFrame frame = TorqueFrame::body;  ///< of the components of `momentum`
};

/// What acts on a body, in the user's frames. One that was moved from is no torque at all.
class Torque {
 public:
  /// The functions that a torque is made of: one that prepares it for a body, and those of a user.
  using Prepare = std::function<PreparedTorque(const Inertia&)>;
  using OfAttitude = VectorFunction<const Attitude&, double>;
  using OfState = VectorFunction<const State&, double>;
  using Potential = std::function<double(const Attitude& attitude, double time)>;

  /// No torque at all.
  Torque();
  /// From a function that prepares it for a body.
  Torque(std::string name, Prepare prepare);

  /// A user's own, which depends on attitude and time, perhaps with its potential V: torque = -dV/d(rotation
  /// of the body). With a potential, T + V is the conserved quantity of reports: give none that depends on
  /// time. Torque and potential are compared at some attitudes when the torque is prepared; where they do not
  /// belong together there is a warning. potential_check.hpp compares them closely.
  static Torque of_attitude(std::string name, OfAttitude function, Potential potential = {});
  /// A user's own, which may depend on the momentum too.
  static Torque of_state(std::string name, OfState function, bool is_dissipative = false);

  /// Declares that the functions give the same for the same arguments, whenever they are asked (see Purity,
  /// above).
  Torque pure() &&;
  /// Declares the times at which the torque is not smooth: a run ends a step there.
  Torque with_breakpoints(std::vector<double> times) &&;
  /// Jumps of the momentum at given times, on top of what acts.
  Torque with_impulses(std::vector<Impulse> impulses) &&;

  const std::string& name() const noexcept { return name_; }
  /// Prepares it for a body. For a linear body, which has no momentum about its axis, the torque about that
  /// axis is dropped.
  PreparedTorque prepare(const Inertia& body) const;
  /// The same. If the torque is built in, it is remembered, with what is recorded of it, for the next run of
  /// the same body. Several threads may call this at once.
  std::shared_ptr<const PreparedTorque> prepare_once(const Inertia& body) const;
  /// Whether a simulation follows it as a formula, by power series, and if not, why.
  struct Recordability {
    bool is_formula;
    std::string why_not;
  };
  Recordability recordability(const Inertia& body) const;
  /// Whether nothing acts between the impulses.
  bool is_none() const noexcept { return is_none_ || !prepare_; }
  /// Ascending, each once; the times of impulses are not among them.
  const std::vector<double>& breakpoints() const noexcept { return breakpoints_; }
  /// By time; of the same time in the order in which they were given.
  const std::vector<Impulse>& impulses() const noexcept { return impulses_; }

  /// Whether both are copies of one torque, with the same impulses and breakpoints; no torque is a copy of no
  /// torque.
  bool is_copy_of(const Torque& other) const;

  /// Both act.
  friend Torque operator+(const Torque& a, const Torque& b);

 private:
  struct Last;

  std::string name_;
  std::shared_ptr<const Prepare> prepare_;
  std::shared_ptr<Last> last_;  ///< what prepare_once remembers
  bool is_none_ = false;
  std::vector<double> breakpoints_;
  std::vector<Impulse> impulses_;
};

/// The sum, as far as its parts allow.
PreparedTorque sum(PreparedTorque a, PreparedTorque b);

}  // namespace polhode
