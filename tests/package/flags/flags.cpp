// SPDX-License-Identifier: MIT
// What crosses the border between a user's program and the library, in both directions, by value, by reference
// and in containers: it must mean the same to both, whatever options each of them was compiled with. The program
// checks results; a sanitizer, if it is compiled with one, checks the memory.
#include <Eigen/Dense>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <polhode/polhode.hpp>
#include <vector>

namespace {

using namespace polhode;

void expect(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "flags: %s\n", what);
  std::exit(1);
}

bool are_close(const Eigen::Quaterniond& a, const Eigen::Quaterniond& b) {
  return std::abs(std::abs(a.dot(b)) - 1) < 1e-9;
}

const Eigen::Quaterniond attitude(Eigen::AngleAxisd(0.7, Eigen::Vector3d(1, 2, 3).normalized()));

/// A program's own Eigen code, of which the linker may take a part for the library's.
double own_matrices(int n) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Random(n, n);
  a = (a.lazyProduct(a.transpose()) + Eigen::MatrixXd::Identity(n, n)).eval();
  const Eigen::VectorXd b = Eigen::VectorXd::Ones(n);
  const Eigen::VectorXd x = a.llt().solve(b);
  const Eigen::Matrix4d c = Eigen::Matrix4d::Random();
  const Eigen::Vector4d d = c * Eigen::Vector4d::Ones();
  return (a.lazyProduct(x) - b).norm() + 0 * d.sum();
}

void states() {
  const Inertia body = Inertia::from_tensor(Eigen::Vector3d(1, 2, 2.5).asDiagonal());
  std::vector<State> list;
  for (int i = 0; i < 100; ++i) list.push_back(state_from_angular_velocity(body, attitude, {0.1 * i, 1, -1}));
  for (const State& s : list) expect(are_close(s.attitude, attitude), "an attitude in a list");
  const State end = exact_flow(body, list[3], 10.0);
  const FreeMotion motion(body, list[3]);
  expect(are_close(end.attitude, motion.at(10.0).attitude), "exact_flow and FreeMotion");
  std::vector<FreeStepper> steppers(5, FreeStepper(body, list[3]));
  for (FreeStepper& stepper : steppers)
    for (int i = 0; i < 100; ++i) stepper.step(0.1);
  expect(are_close(end.attitude, steppers.back().state().attitude), "FreeStepper");
  const Eigen::Vector3d in_space = to_space(end.attitude, end.momentum);
  expect((in_space - to_space(attitude, list[3].momentum)).norm() < 1e-12, "the momentum in space");
}

void methods() {
  const Inertia body = Inertia::from_moments(1, 2, 2.5);
  const State start = state_from_momentum(attitude, {0.3, 1, -1});
  const State exact = exact_flow(body, start, 0.5);
  for (const FreeMethod& method : free_methods()) {
    FreeStepper stepper(body, start, method);
    for (int i = 0; i < 50; ++i) stepper.step(0.01);
    expect((stepper.state().momentum - exact.momentum).norm() < 1e-3, method.name.c_str());
  }
}

void batches() {
  const Inertia body = Inertia::from_moments(2, 1, 2.5);
  std::vector<State> starts(37, state_from_momentum(attitude, {0.3, 1, -1}));
  auto states = batch::States<double>::from_user(starts, body);
  batch::step(batch::Bodies<double>::one(body), states, 0.5);
  std::vector<State> ends = states.to_user(body);
  ends.push_back(exact_flow(body, starts[0], 0.5));
  for (const State& s : ends) expect(are_close(s.attitude, ends.back().attitude), "a batch");
}

void acting() {
  const Inertia body = Inertia::from_moments(2, 1, 2.5);
  const State start = state_from_momentum(attitude, {0.3, 1, -1});
  const Eigen::Vector3d up(0, 0, 1), arm(0, 0, 0.5);
  const Torque top = heavy_top(up, arm);
  const Torque by_attitude = Torque::of_attitude(
      "top",
      [&](const Eigen::Quaterniond& q, double) -> Eigen::Vector3d {
        return Eigen::Vector3d(q.conjugate() * up).cross(arm);
      },
      [&](const Eigen::Quaterniond& q, double) { return (q.conjugate() * up).dot(arm); });
  const Torque by_state = Torque::of_state(
      "top", [&](State s, double) -> Eigen::Vector3d { return to_body(s.attitude, up).cross(arm); });
  const std::vector<double> times{1.0, 2.0};
  SimulationOptions options;
  int seen = 0;
  options.events.push_back({"up", [&](const State& s, double) { return ++seen, s.momentum.x(); }});
  const Simulation expected = simulate(body, start, top, times, 1e-8, options);
  for (const Torque* torque : {&by_attitude, &by_state}) {
    const Simulation found = simulate(body, start, *torque, times, 1e-8, options);
    expect((found.states.back().momentum - expected.states.back().momentum).norm() < 1e-6, "simulate");
    expect(are_close(found.states.back().attitude, expected.states.back().attitude), "simulate");
    expect(found.events.size() == expected.events.size(), "events");
  }
  expect(seen > 0, "events");

  CoupledBodiesStepper pair(
      body, {start, start},
      [&](std::span<const State> states, double, std::span<Eigen::Vector3d> torques) {
        for (std::size_t i = 0; i < states.size(); ++i)
          torques[i] = to_body(states[i].attitude, up).cross(arm);
      },
      splitting("strang_kick"));
  pair.step(0.01);
  const std::vector<State> both = pair.states();
  expect(are_close(both[0].attitude, both[1].attitude), "coupled bodies");
}

void readers() {
  const Eigen::Quaterniond q = attitude_from_euler(EulerSequence::from_text("ZYX"), {0.1, 0.2, 0.3});
  const EulerAngles back = euler_angles(EulerSequence::from_text("ZYX"), q);
  expect((back.angles - Eigen::Vector3d(0.1, 0.2, 0.3)).norm() < 1e-14, "Euler angles");
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const MeshProperties found = mass_properties(mesh, Matter::of_density(6));
  expect(std::abs(found.body.mass - 1) < 1e-14, "a mesh");
}

}  // namespace

int main() {
  expect(own_matrices(20) < 1e-9, "Eigen itself");
  states();
  methods();
  batches();
  acting();
  readers();
  std::puts("as it should be");
}
