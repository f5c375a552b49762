// SPDX-License-Identifier: MIT
// The library as the explorer's script calls it: plain functions and one array of numbers, in which arguments are put and
// results are found. A function returns how many numbers it has written there, or -1 where the library refuses;
// explorer_message() then says why.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <numbers>
#include <optional>
#include <polhode/body/invariants.hpp>
#include <polhode/body/mesh.hpp>
#include <polhode/body/state.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/core/version.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/free/tumbling.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/splitting/stepper.hpp>
#include <polhode/torque/built_in.hpp>
#include <polhode/torque/formula_text.hpp>
#include <span>
#include <string>
#include <vector>

#include "game_steps.hpp"

namespace {

using namespace polhode;

/// One of the ways to compute a throw that are shown side by side.
struct Racer {
  std::optional<FreeStepper> stepper;  // of the library
  explorer::GameStep* game = nullptr;  // or a game's
  State state{Eigen::Quaterniond::Identity(), Eigen::Vector3d::Zero()};
  bool has_failed = false;
};

struct Session {
  std::vector<double> numbers = std::vector<double>(1 << 16);
  std::string message, text;
  Inertia body = Inertia::from_moments(1, 2, 3);
  State start{Eigen::Quaterniond::Identity(), {0, 1, 0}};
  std::optional<FreeMotion> motion;
  std::optional<SplittingStepper> torqued;
  double step = 0;
  std::vector<Racer> racers;
};

Session& session() {
  static Session one;
  return one;
}

int write(const State& s, double* to) {
  to[0] = s.attitude.w();
  to[1] = s.attitude.x();
  to[2] = s.attitude.y();
  to[3] = s.attitude.z();
  for (int i = 0; i < 3; ++i) to[4 + i] = s.momentum(i);
  return 7;
}

/// What `work` writes; -1 with a message where it throws.
template <class Work>
int guarded(const Work& work) {
  try {
    return work(session(), session().numbers.data());
  } catch (const std::exception& error) {
    session().message = error.what();
    return -1;
  }
}

/// How fast a torque can make the body swing or turn, in radians per unit of time: from its size at the start, and with
/// the body turned by a quarter and by half a turn about each axis.
double rate_of(const Session& s, const PreparedTorque& torque) {
  constexpr double half = std::numbers::sqrt2 / 2;
  const Inertia& body = s.body;
  const double least = body.is_linear() ? body.moments().y() : body.moments().x();
  double most = 0;
  for (const Attitude& turn :
       {Attitude(1, 0, 0, 0), Attitude(half, half, 0, 0), Attitude(half, 0, half, 0),
        Attitude(half, 0, 0, half), Attitude(0, 1, 0, 0), Attitude(0, 0, 1, 0), Attitude(0, 0, 0, 1)}) {
    const State turned = principal_state(body, {s.start.attitude * turn, s.start.momentum});
    most = std::max(most, norm(torque.torque({from_eigen(turned.momentum), from_eigen(turned.attitude)}, 0)));
  }
  return std::sqrt(most / least);
}

/// Out: the rate of the torque.
int begin(Session& s, const Torque& torque, double step, double* to) {
  s.torqued.emplace(s.body, s.start, torque, splitting("blanes_moan_s6"));
  s.step = step;
  to[0] = rate_of(s, torque.prepare(s.body));
  return 1;
}

/// Three moments ascending, then the axes as columns.
int write_body(const Inertia& body, double* to) {
  const auto& [i1, i2, i3] = from_eigen(body.moments());
  to[0] = i1;
  to[1] = i2;
  to[2] = i3;
  for (int k = 0; k < 9; ++k) to[3 + k] = body.axes().data()[k];
  return 12;
}

}  // namespace

extern "C" {

double* explorer_numbers(int count) {
  auto& numbers = session().numbers;
  if (numbers.size() < static_cast<std::size_t>(count)) numbers.resize(static_cast<std::size_t>(count));
  return numbers.data();
}

const char* explorer_message() { return session().message.c_str(); }

const char* explorer_version() {
  static const std::string text(version());
  return text.c_str();
}

/// In: three moments. Out: the body.
int explorer_moments() {
  return guarded([](Session& s, double* n) {
    s.body = Inertia::from_moments(n[0], n[1], n[2]);
    return write_body(s.body, n);
  });
}

/// In: corners, three numbers each, then triangles, three places each. Out: the body of mass 1, its centre, its volume.
int explorer_mesh(int corners, int triangles) {
  return guarded([&](Session& s, double* n) {
    TriangleMesh mesh;
    for (int k = 0; k < corners; ++k) mesh.vertices.emplace_back(n[3 * k], n[3 * k + 1], n[3 * k + 2]);
    const double* t = n + 3 * corners;
    for (int k = 0; k < triangles; ++k)
      mesh.triangles.push_back({static_cast<std::uint32_t>(t[3 * k]),
                                static_cast<std::uint32_t>(t[3 * k + 1]),
                                static_cast<std::uint32_t>(t[3 * k + 2])});
    const MassProperties found = mass_properties(mesh, Matter::of_mass(1)).body;
    s.body = found.inertia;
    const int written = write_body(s.body, n);
    for (int i = 0; i < 3; ++i) n[written + i] = found.centre(i);
    n[written + 3] = found.volume;
    return written + 4;
  });
}

/// In: attitude w, x, y, z and angular velocity in the body. Out: the state; regime, axis, rotation period,
/// precession period, rotation number, least and greatest nutation, next flip; kinetic energy, length of the momentum.
int explorer_throw() {
  return guarded([](Session& s, double* n) {
    s.start =
        state_from_angular_velocity(s.body, Eigen::Quaterniond(n[0], n[1], n[2], n[3]), {n[4], n[5], n[6]});
    s.motion.emplace(s.body, s.start);
    s.torqued.reset();
    const TumblingDescription d = describe(s.body, s.start);
    const int state = write(s.start, n);
    const double all[] = {static_cast<double>(d.regime),
                          static_cast<double>(d.axis),
                          d.polhode_period,
                          d.precession_period,
                          d.rotation_number,
                          d.smallest_nutation,
                          d.largest_nutation,
                          d.next_flip,
                          kinetic_energy(s.body, s.start),
                          momentum_length(s.start)};
    int at = state;
    for (const double v : all) n[at++] = v;
    return at;
  });
}

/// In: so many times. Out: a state for each. Of many times, as charts have them, the library makes polynomials.
int explorer_states(int count) {
  return guarded([&](Session& s, double* n) {
    if (!s.motion) return 0;
    const std::vector<double> times(n, n + count);
    explorer_numbers(7 * count);
    double* to = s.numbers.data();
    for (const State& state : s.motion->at(std::span<const double>(times))) to += write(state, to);
    return 7 * count;
  });
}

/// So many steps of the exact method from the start of the throw, of length h. Out: a state for each. Steps of
/// up to a radian are plain arithmetic: the same on every machine, to the last bit.
int explorer_steps(int count, double h) {
  return guarded([&](Session& s, double*) {
    FreeStepper stepper(s.body, s.start);
    explorer_numbers(7 * count);
    double* to = s.numbers.data();
    for (int k = 0; k < count; ++k) {
      stepper.step(h);
      to += write(stepper.state(), to);
    }
    return 7 * count;
  });
}

/// Room for a text of so many bytes, its end included: what explorer_formula reads.
char* explorer_text(int bytes) {
  session().text.resize(static_cast<std::size_t>(bytes));
  return session().text.data();
}

/// Under torque from the start of the throw, with a step: kind 1, weight (the vector of the weight upwards in space, the
/// arm in the body); 2, gravity gradient (the mean motion); 3, damping (three coefficients). By the splitting
/// blanes_moan_s6, of order 4. Out: how fast the torque can make the body swing, in radians per unit of time; steps
/// should be short against that, too.
int explorer_torque(int kind, double step) {
  return guarded([&](Session& s, double* n) {
    const Eigen::Vector3d a(n[0], n[1], n[2]), b(n[3], n[4], n[5]);
    const Torque torque = kind == 1   ? heavy_top(a, b)
                          : kind == 2 ? gravity_gradient_circular(n[0])
                                      : linear_damping(Eigen::Matrix3d(a.asDiagonal()));
    return begin(s, torque, step, n);
  });
}

/// The same under a torque by a formula for a vector in the body, the text of explorer_text.
int explorer_formula(double step) {
  return guarded(
      [&](Session& s, double* n) { return begin(s, formula_torque(std::string(s.text.c_str())), step, n); });
}

/// So many steps. Out: time, state and what is conserved, for each.
int explorer_torque_steps(int count) {
  return guarded([&](Session& s, double* n) {
    if (!s.torqued) return 0;
    explorer_numbers(9 * count);
    n = s.numbers.data();
    for (int k = 0; k < count; ++k) {
      s.torqued->step(s.step);
      n[9 * k] = s.torqued->time();
      write(s.torqued->state(), n + 9 * k + 1);
      n[9 * k + 8] = s.torqued->conserved();
    }
    return 9 * count;
  });
}

/// The names of the ways to compute a throw, each on its line.
const char* explorer_race_names() {
  static const std::string names =
      "explicit Euler\nno gyroscopic term\nimplicit, body (Bullet)\nRK4\nfive "
      "rotations\nMoser-Veselov\nexact";
  return names.c_str();
}

/// All of them from the start of the throw. Out: how many there are.
int explorer_race() {
  return guarded([](Session& s, double* n) {
    s.racers.clear();
    for (explorer::GameStep* game :
         {explorer::explicit_euler, explorer::without_gyroscopic_term, explorer::implicit_body})
      s.racers.push_back({std::nullopt, game, s.start});
    for (const char* name : {"rk4", "lie_poisson_123", "dmv", "exact"}) {
      Racer racer{std::nullopt, nullptr, s.start};
      racer.stepper.emplace(s.body, s.start, free_method(name));
      s.racers.push_back(std::move(racer));
    }
    n[0] = static_cast<double>(s.racers.size());
    return 1;
  });
}

/// So many steps of each. Out, for each: the state, kinetic energy and length of the momentum relative to the start,
/// and how far the momentum in space has turned, in radians; NaN once it has failed.
int explorer_race_steps(int count, double h) {
  return guarded([&](Session& s, double* n) {
    const double energy = kinetic_energy(s.body, s.start), length = momentum_length(s.start);
    const Eigen::Vector3d begun = spatial_momentum(s.start);
    for (Racer& racer : s.racers) {
      for (int k = 0; k < count && !racer.has_failed; ++k) try {
          if (racer.game != nullptr) {
            racer.state = racer.game(s.body, racer.state, h);
            racer.has_failed =
                !racer.state.momentum.allFinite() || racer.state.momentum.norm() > 1e6 * length;
          } else {
            racer.stepper->step(h);
          }
        } catch (const StepFailure&) {
          racer.has_failed = true;
        }
      if (racer.stepper) racer.state = racer.stepper->state();
      n += write(racer.state, n);
      const Eigen::Vector3d now = spatial_momentum(racer.state);
      *n++ = racer.has_failed ? NAN : kinetic_energy(s.body, racer.state) / energy;
      *n++ = racer.has_failed ? NAN : momentum_length(racer.state) / length;
      *n++ = racer.has_failed ? NAN : std::atan2(begun.cross(now).norm(), begun.dot(now));
    }
    return static_cast<int>(n - s.numbers.data());
  });
}

}  // extern "C"
