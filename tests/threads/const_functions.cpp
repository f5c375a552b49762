// SPDX-License-Identifier: MIT
// Const means safe to share: two threads call every const function of every public class at the same time. The
// thread sanitizer ends the program where one of them writes what the other uses. tools/check_const names the functions
// that are missing here.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <polhode/free/round_off.hpp>
#include <polhode/polhode.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/series/symbol.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "free/stepper_access.hpp"
#include "splitting/stepper_access.hpp"

namespace {

using namespace polhode;

int checked = 0;

/// What is computed must not be optimised away, nor written to memory that threads share.
template <class T>
void use(const T& value) {
  asm volatile("" : : "r"(&value) : "memory");
}

/// Calls look() in two threads, which begin together.
void together(const char* what, const std::function<void()>& look) {
  constexpr int times = 50;
  std::atomic<int> ready = 0;
  std::exception_ptr thrown[2];
  const auto work = [&](std::size_t who) {
    ++ready;
    while (ready < 2) {
    }
    try {
      for (int k = 0; k < times; ++k) look();
    } catch (...) {
      thrown[who] = std::current_exception();
    }
  };
  {
    std::jthread other(work, 1);
    work(0);
  }
  for (const auto& one : thrown)
    if (one) {
      std::fprintf(stderr, "%s has thrown\n", what);
      std::rethrow_exception(one);
    }
  ++checked;
}

State some_state() { return state_from_momentum(Eigen::Quaterniond(0.5, 0.5, 0.5, 0.5), {0.3, 1.1, 0.4}); }

std::vector<State> some_states(std::size_t count) {
  std::vector<State> all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back(
        state_from_momentum(Eigen::Quaterniond::Identity(), {0.3, 1 + 0.01 * static_cast<double>(i), 0.4}));
  return all;
}

/// Torques of each kind that a stepper treats in its own way.
std::vector<Torque> some_torques() {
  const auto of_attitude = [](const Eigen::Quaterniond& q, double t) {
    return Eigen::Vector3d(0.1 * q.x(), 0.1 * q.y(), 0.01 * t);
  };
  const auto of_state = [](const State& s, double) { return Eigen::Vector3d(-0.1 * s.momentum); };
  return {heavy_top({0, 0, 1}, {0.1, 0, 0.3}),
          linear_damping(Eigen::Vector3d(0.1, 0.1, 0.2).asDiagonal()),
          heavy_top({0, 0, 1}, {0, 0, 0.3}) + linear_damping(Eigen::Vector3d(0.1, 0.1, 0.2).asDiagonal()),
          gravity_gradient_circular(0.2),
          quadratic_drag({0.1, 0.1, 0.2}),
          Torque::of_attitude("mine", of_attitude),
          Torque::of_state("mine too", of_state, true)};
}

void bodies() {
  const Inertia body = Inertia::from_tensor(Eigen::Matrix3d{{2, 0.1, 0}, {0.1, 3, 0.2}, {0, 0.2, 4}});
  const State state = some_state();
  together("Inertia", [&] {
    use(body.moments());
    use(body.axes());
    use(body.axes_attitude());
    use(body.to_principal(state.momentum));
    use(body.from_principal(body.moments()));
    use(body.tensor());
    use(body.with_moments(body.moments()));
    use(body.is_linear());
    use(body.satisfies_triangle_inequality());
    use(body.angular_velocity(state.momentum));
    use(body.momentum(state.momentum));
    use(kinetic_energy(body, state));
    use(describe(body, state));
  });
  const EulerSequence sequence = EulerSequence::from_text("ZXZ");
  together("EulerSequence", [&] {
    use(sequence.turns());
    use(sequence.axes());
    use(sequence.is_proper());
    use(sequence.text());
  });
  const Matter matter = Matter::of_density(2);
  together("Matter", [&] {
    use(matter.is_density());
    use(matter.value());
    use(matter.mass_of(3));
  });
}

/// Small values, of which the functions give a part or a number.
void values() {
  const Quat<double> q{0.5, 0.5, 0.5, 0.5};
  together("Quat", [&] {
    use(q.vec());
    use(q.conjugate());
  });
  const Mat3<double> matrix{{1, 2, 3, 4, 5, 6, 7, 8, 9}};
  together("Mat3", [&] {
    use(matrix(1, 2));
    use(matrix.transpose());
  });
  const InvalidInput refused("a", "b", "c");
  together("InvalidInput", [&] {
    use(refused.quantity());
    use(refused.found());
    use(refused.expected());
    use(refused.what());
  });
  const StepFailure failed("a", "b", "c", 1, some_state());
  together("StepFailure", [&] {
    use(failed.quantity());
    use(failed.found());
    use(failed.expected());
    use(failed.time());
    use(failed.state());
  });
  const InvalidFormula formula(1, 2, 3, "line 2, column 3", "b", "c");
  together("InvalidFormula", [&] {
    use(formula.which());
    use(formula.line());
    use(formula.column());
    use(formula.place());
  });
  const Torque::OfAttitude function = [](const Attitude& a, double t) {
    return Eigen::Vector3d(a.x(), t, 0);
  };
  together("VectorFunction", [&] {
    use(static_cast<bool>(function));
    use(function(some_state().attitude, 1));
  });
  RoundOffExperiment experiment;
  experiment.steps = 100;
  experiment.starts = 3;
  experiment.samples = 5;
  experiment.threads = 1;
  const RoundOff round_off = measure_round_off(experiment);
  together("RoundOff", [&] {
    use(round_off.energy());
    use(round_off.half_square());
    use(round_off.spatial_momentum(2));
  });
}

/// What a formula is made of, and what was recorded of one.
void formulas() {
  struct Ramp final : series::PiecewiseLinear {
    Line at(double time, double) const override { return {time, 1}; }
  };
  const auto ramp = std::make_shared<const Ramp>();
  series::Tape made;
  const series::Symbol product =
      series::Symbol(made, series::row::attitude) * series::Symbol(made, series::row::momentum) +
      series::Symbol(&made, made.piecewise(ramp)) + 3.0;
  const series::Tape& tape = made;
  together("series::Tape", [&] {
    use(tape.all());
    use(tape.has_failed());
    use(tape.is_finite());
  });
  together("series::Symbol", [&] {
    use(product.form());
    use(product.tape());
    use(product.is_constant());
  });
  const series::Form form = product.form();
  together("series::Form", [&] { use(form.is_constant()); });
  together("series::Terms", [&] {
    const series::Terms& terms = form.terms;
    use(terms.size());
    use(terms.empty());
    use(terms.begin());
    use(terms.end());
    use(terms[0]);
  });
  together("series::PiecewiseLinear", [&] { use(ramp->at(1, 1)); });
  const torques::FormulaFrame frame(Inertia::from_moments(1, 2, 3));
  const kernel::Phase<double> phase{{0.3, 1.1, 0.4}, {1, 0, 0, 0}};
  together("torques::FormulaFrame", [&] {
    use(frame.state(phase, 0.1));
    use(frame.torque(Vec3<double>{1, 2, 3}));
  });
  const FormulaState<double> state = frame.state(phase, 0.1);
  together("FormulaState", [&] {
    use(state.number(2));
    use(state.vector(1, 2, 3));
    use(state.in_body(1, 2, 3));
    use(state.in_body(state.momentum));
    use(state.in_space(state.momentum));
    use(state.abs(state.time));
    use(state.sign(state.time));
    use(state.min(state.time, state.momentum.x));
    use(state.max(state.time, state.momentum.x));
    use(state.clip(state.time, state.number(0), state.number(1)));
    use(state.where(state.time, state.momentum.x, state.momentum.y));
    use(state.numbers());
  });
  const FormulaState<Expression> recording = Expression::state();
  const Expression speed = hypot(recording.momentum.x, recording.momentum.y);
  together("Expression", [&] {
    use(speed.is_constant());
    use(speed.constant());
    use(speed.recorded());
  });
  const Formula formula(recording, recording.momentum);
  together("Formula", [&] {
    use(formula.nodes());
    use(formula.results());
    use(formula.why_not());
    use(formula.depends_on_momentum());
    use(formula.depends_on_time());
    use(formula.has_root_of_square());
    use(formula.is_finite(state));
    use(formula.values(state));
    use(formula.number(state));
    use(formula.vector(state));
  });
  const torques::InverseInertia<double> inverse(Vec3<double>{1, 2, 3});
  together("torques::InverseInertia", [&] {
    use(inverse.inverse());
    use(inverse.gap());
    use(inverse * Vec3<double>{1, 2, 3});
    use(inverse.cross_velocity({1, 2, 3}));
  });
}

void free_motions() {
  const Inertia body = Inertia::from_moments(1, 2, 3);
  const FreeMotion motion(body, some_state());
  std::vector<double> times;
  for (int k = 0; k < 200; ++k) times.push_back(0.1 * k);
  // The polynomials over pieces of a period are made when they are first asked for: by both threads at once.
  together("FreeMotion", [&] {
    use(motion.at(times));
    std::vector<State> states(times.size());
    motion.at(times, states);
    use(motion.at(1.5));
    use(motion.body());
    use(motion.start_time());
  });
  const ExactFlow flow(body);
  together("ExactFlow", [&] {
    use(flow(some_state(), 1.5));
    use(flow.derivative(some_state(), 1.5));
    use(flow.body());
  });
  const FreeStepDerivative steps(body, "dmv");
  together("FreeStepDerivative", [&] { use(steps.after(some_state(), 0.1, 3)); });
  const FreeMotionDerivative derivative(body, some_state());
  const std::vector<double> few{0.5, 1, 1.5};
  together("FreeMotionDerivative", [&] {
    use(derivative.at(1.5));
    use(derivative.at(few));
    std::vector<MotionDerivative> results(few.size());
    derivative.at(few, results);
    use(derivative.by_tensor(1.5));
    use(derivative.motion());
  });
  const MotionDerivative there = derivative.at(1.5);
  together("MotionDerivative", [&] {
    use(there.attitude_by_attitude());
    use(there.attitude_by_momentum());
    use(there.attitude_by_moments());
    use(there.attitude_by_time());
    use(there.momentum_by_attitude());
    use(there.momentum_by_momentum());
    use(there.momentum_by_moments());
    use(there.momentum_by_time());
    use(there.transition());
    use(there.gradient({1, 0, 0}, {0, 1, 0}));
    use(there.in_space());
    use(there.in_angular_velocity(body));
  });
  const RoundingEffect effect(body, some_state());
  together("RoundingEffect", [&] {
    use(effect.at(1e6));
    use(effect.time_of(1e-3));
  });
  const TumblingGradient gradient = *describe_derivative(body, some_state()).polhode_period;
  together("TumblingGradient", [&] { use(gradient.in_angular_velocity(body, some_state())); });
  for (const FreeMethod& method : free_methods()) {
    together("FreeMethod", [&] {
      const FreeStep step = method.prepare(body);
      use(step({0.3, 1.1, 0.4}, 0.01));
      use(step.why({0.3, 1.1, 0.4}, 0.01));
    });
    together("FreePreparation", [&] {
      use(static_cast<bool>(method.prepare));
      use(method.prepare.built_in());
      use(method.prepare(body));
    });
    const FreeStep shared = method.prepare(body);
    together("FreeStepOf", [&] {
      use(shared({0.3, 1.1, 0.4}, 0.01));
      use(shared.why({0.3, 1.1, 0.4}, 0.01));
    });
    FreeStepper stepper(body, some_state(), method);
    stepper.step(0.01);
    together("FreeStepper", [&] {
      use(stepper.state());
      use(stepper.time());
      use(stepper.checkpoint());
    });
  }
}

void torques_and_splittings() {
  const Inertia body = Inertia::from_moments(1, 2, 3);
  for (const Torque& torque : some_torques()) {
    together("Torque", [&] {
      use(torque.name());
      use(torque.is_none());
      use(torque.breakpoints());
      use(torque.impulses());
      use(torque.prepare_once(body));
      use(torque.is_copy_of(torque));
      use(torque.recordability(body));
      const PreparedTorque prepared = torque.prepare(body);
      use(prepared.torque({{0.3, 1.1, 0.4}, {1, 0, 0, 0}}, 0.1));
    });
    const PreparedTorque shared = torque.prepare(body);
    together("TorqueFormula", [&] {
      use(static_cast<bool>(shared.formula));
      use(shared.formula.function());
      use(shared.formula.turning());
      use(shared.formula.is_built_in());
    });
    together("PreparedTorque", [&] { use(shared.torque({{0.3, 1.1, 0.4}, {1, 0, 0, 0}}, 0.1)); });
    for (const char* name : {"strang_kick", "strang_drift"}) {
      const Splitting& chosen = polhode::splitting(name);
      together("Splitting", [&] {
        use(chosen.has_negative());
        use(chosen.kicks_per_step());
      });
      for (const Summation summation : {Summation::plain, Summation::compensated}) {
        SplittingOptions options;
        options.summation = summation;
        SplittingStepper stepper(body, some_state(), torque, chosen, options);
        for (int k = 0; k < 3; ++k) {
          stepper.step(0.01);
          together("SplittingStepper", [&] {
            use(stepper.state());
            use(stepper.time());
            use(stepper.conserved());
            use(stepper.checkpoint());
            use(stepper.conserved_name());
            use(stepper.order());
            use(stepper.warnings());
          });
        }
      }
    }
    const auto moments = [](double t) { return Eigen::Vector3d(1 + 0.01 * t, 2, 3); };
    ChangingBodyStepper changing(moments, some_state(), torque, splitting("strang_kick"));
    for (int k = 0; k < 3; ++k) {
      changing.step(0.01);
      together("ChangingBodyStepper", [&] {
        use(changing.state());
        use(changing.time());
      });
    }
  }
  const auto torques = [](std::span<const State> states, double, std::span<Eigen::Vector3d> acting) {
    for (std::size_t i = 0; i < states.size(); ++i)
      acting[i] = Eigen::Vector3d(0.1 * states[i].attitude.x(), 0, 0);
  };
  for (const char* name : {"strang_kick", "strang_drift"}) {
    CoupledBodiesStepper coupled(body, some_states(3), torques, splitting(name));
    for (int k = 0; k < 3; ++k) {
      coupled.step(0.01);
      together("CoupledBodiesStepper", [&] {
        use(coupled.size());
        use(coupled.time());
        use(coupled.states());
      });
    }
    const auto loads = [](std::span<const Placement> placed, double, std::span<Load> acting) {
      for (std::size_t i = 0; i < placed.size(); ++i) acting[i].force = -placed[i].position;
    };
    std::vector<RigidState> starts(3);
    for (std::size_t i = 0; i < starts.size(); ++i) {
      starts[i].turning = some_state();
      starts[i].position = {static_cast<double>(i), 0, 1};
    }
    RigidBodiesStepper bodies({2, body}, starts, loads, splitting(name));
    for (int k = 0; k < 3; ++k) {
      bodies.step(0.01);
      together("RigidBodiesStepper", [&] {
        use(bodies.size());
        use(bodies.time());
        use(bodies.states());
      });
    }
  }
}

void batches() {
  const Inertia body = Inertia::from_moments(1, 2, 3);
  const std::vector<State> starts = some_states(40);
  const auto states = batch::States<double>::from_user(starts, body);
  const std::vector<Inertia> each(starts.size(), body);
  const std::vector<std::uint32_t> which(starts.size(), 0);
  together("batch::States", [&] {
    use(states.to_user(body));
    use(states.to_user(each));
    use(states.to_user(each, which));
    use(states.size());
    use(states.summation());
    use(states.memory());
  });
  const auto one = batch::Bodies<double>::one(body);
  together("batch::Bodies", [&] {
    use(one.is_one());
    use(one.size());
    use(one.memory());
    use(one.table());
  });
  const batch::StepLengths<double> lengths(0.1);
  together("batch::StepLengths", [&] {
    use(lengths.is_common());
    use(lengths.common());
    use(lengths.each());
  });
  for (const Summation summation : {Summation::plain, Summation::compensated}) {
    batch::FreeStepperOptions options;
    options.summation = summation;
    batch::FreeStepper<double> stepper(body, starts, options);
    for (int k = 0; k < 2; ++k) {
      stepper.step(0.01);
      together("batch::FreeStepper", [&] {
        use(stepper.size());
        use(stepper.time());
        use(stepper.state(7));
        use(stepper.states());
        std::vector<State> read(stepper.size());
        stepper.read(read);
        std::vector<Attitude> attitudes(stepper.size());
        stepper.read_attitudes(attitudes);
        use(stepper.spatial_angular_velocity(7));
        use(stepper.checkpoint());
      });
    }
  }
  for (const Torque& torque : some_torques())
    for (const char* name : {"strang_kick", "strang_drift"}) {
      batch::StepperOptions options;
      options.threads = 1;  // the scheduler of more is not built with the sanitizer
      batch::SplittingStepper<double> stepper(body, batch::States<double>::from_user(starts, body), torque,
                                              splitting(name), options);
      for (int k = 0; k < 2; ++k) {
        stepper.step(0.01);
        together("batch::SplittingStepper", [&] {
          use(stepper.states());
          use(stepper.user_states());
          use(stepper.size());
          use(stepper.time());
          use(stepper.order());
          use(stepper.warnings());
          use(stepper.checkpoint());
        });
      }
    }
}

void simulations() {
  const Inertia body = Inertia::from_moments(1, 2, 3);
  const std::vector<double> list{0.5, 1, 1.5};
  const TimeSequence times(list);
  together("TimeSequence", [&] {
    use(times.size());
    use(times.is_empty());
    use(times.is_in_order());
    use(times[1]);
    use(times.back());
  });
  // One problem, by two threads: torque, method and splitting are shared.
  for (const Torque& torque : some_torques()) {
    Problem problem{body, some_state(), torque, times, 1e-6};
    std::optional<Checkpoint> kept;
    SimulationSink keeping;
    keeping.state = [](double, const State&) {};
    keeping.checkpoint = [&](const Checkpoint& c) { kept = c; };
    problem.options.wants_checkpoint = [] { return true; };
    simulate(problem, keeping);
    if (!kept) throw std::runtime_error("no checkpoint was offered");
    together("Checkpoint", [&] {
      use(kept->bytes());
      use(next_time(*kept));
    });
    const Problem shared{body, some_state(), torque, times, 1e-6};
    together("simulate", [&] {
      SimulationSink sink;
      sink.state = [](double, const State& state) { use(state); };
      use(simulate(shared, sink).step);
    });
  }
  const Torque formula = some_torques()[2];
  const TorquedMotion motion(body, some_state(), formula, 5, 1e-8);
  together("TorquedMotion", [&] {
    use(motion.at(1.5));
    use(motion.start_time());
    use(motion.end_time());
    use(motion.steps());
  });
  ControlledBody controlled(body, some_state(), formula, 1e-8);
  for (int k = 0; k < 2; ++k) {
    controlled.set_torque({0.1, 0, 0});
    if (k > 0) controlled.set_wheels({0, 0, 0.1});
    controlled.step(0.1);
    together("ControlledBody", [&] {
      use(controlled.time());
      use(controlled.state());
      use(controlled.checkpoint());
    });
  }
}

}  // namespace

int main() {
  bodies();
  values();
  formulas();
  free_motions();
  torques_and_splittings();
  batches();
  simulations();
  std::printf("%d groups of functions, two threads each: no race\n", checked);
}
