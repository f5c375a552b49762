// SPDX-License-Identifier: MIT
// Const means safe to share: two threads call every const function of every public class at the same time. The
// thread sanitizer ends the program where one of them writes what the other uses.
#include <atomic>
#include <cstddef>
#include <cstdio>
#include <functional>
#include <optional>
#include <polhode/polhode.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

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
    use(body.to_principal(state.momentum));
    use(body.from_principal(body.moments()));
    use(body.tensor());
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
}

void free_motions() {
  const Inertia body = Inertia::from_moments(1, 2, 3);
  const FreeMotion motion(body, some_state());
  together("FreeMotion", [&] {
    use(motion.at(1.5));
    use(motion.body());
    use(motion.t0());
  });
  for (const FreeMethod& method : free_methods()) {
    together("FreeMethod", [&] {
      const FreeStep step = method.prepare(body);
      use(step({0.3, 1.1, 0.4}, 0.01));
      use(step.why({0.3, 1.1, 0.4}, 0.01));
    });
    const FreeStep shared = method.prepare(body);
    together("FreeStep", [&] {
      use(shared({0.3, 1.1, 0.4}, 0.01));
      use(shared.why({0.3, 1.1, 0.4}, 0.01));
    });
    FreeStepper stepper(body, some_state(), method);
    stepper.step(0.01);
    together("FreeStepper", [&] {
      use(stepper.state());
      use(stepper.instant());
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
      const PreparedTorque prepared = torque.prepare(body);
      use(prepared.torque({{0.3, 1.1, 0.4}, {1, 0, 0, 0}}, 0.1));
    });
    const PreparedTorque shared = torque.prepare(body);
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
            use(stepper.instant());
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
  }
}

void batches() {
  const Inertia body = Inertia::from_moments(1, 2, 3);
  const std::vector<State> starts = some_states(40);
  const auto states = batch::States<double>::from_user(starts, body);
  together("batch::States", [&] {
    use(states.to_user(body));
    use(states.size());
    use(states.summation());
    use(states.memory());
  });
  const auto one = batch::Bodies<double>::one(body);
  together("batch::Bodies", [&] {
    use(one.is_one());
    use(one.size());
    use(one.memory());
  });
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
          use(stepper.size());
          use(stepper.time());
          use(stepper.order());
          use(stepper.warnings());
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
      use(kept->next_time());
    });
    const Problem shared{body, some_state(), torque, times, 1e-6};
    together("simulate", [&] {
      SimulationSink sink;
      sink.state = [](double, const State& state) { use(state); };
      use(simulate(shared, sink).step);
    });
  }
}

}  // namespace

int main() {
  bodies();
  free_motions();
  torques_and_splittings();
  batches();
  simulations();
  std::printf("%d groups of functions, two threads each: no race\n", checked);
}
