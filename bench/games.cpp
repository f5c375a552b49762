// SPDX-License-Identifier: MIT
// Free rigid bodies in game engines, Bullet and ODE, and by the exact step of the same length: the changes of
// energy and angular momentum, the error of the attitude, and what a step costs.
//
//   games     prints tables in Markdown and writes results/games.json
//
// No gravity, no damping, no sleeping, no contacts: what is left of these libraries is how they turn a body.
#include <BulletCollision/CollisionDispatch/btSimulationIslandManager.h>
#include <btBulletDynamicsCommon.h>
#include <fmt/format.h>
#include <ode/ode.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <functional>
#include <memory>
#include <numbers>
#include <polhode/batch/free_step.hpp>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/motion.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <string>
#include <utility>
#include <vector>

#include "chain.hpp"
#include "results/results.hpp"
#include "series.hpp"
#include "water.hpp"

namespace {

using namespace polhode;
using namespace polhode::bench;
using kernel::Phase;

constexpr double speed = 2 * std::numbers::pi;  // |omega|, one turn in a second
constexpr double times[] = {1, 10, 10000 / 60.0};
const std::vector<int> frequencies{60, 240};
constexpr int bodies = 1000, rounds = 20, steps_of_a_round = 20;

/// The water molecule's motion with that speed: moments in kg m^2, time in seconds.
Phase<double> start() {
  Phase<double> p = water_start();
  const double faster = speed * time_to_turn(1);
  p.m = faster * p.m;
  return p;
}

Eigen::Vector3d moments() { return {water.x, water.y, water.z}; }

Eigen::Vector3d start_velocity() {
  const Phase<double> p = start();
  return Eigen::Vector3d(p.m.x, p.m.y, p.m.z).cwiseQuotient(moments());
}

/// A body in a form that all of them can give: attitude and momentum in the body's frame.
struct Seen {
  Eigen::Quaterniond attitude;
  Eigen::Vector3d momentum;
};

Seen seen_from_velocity(const Eigen::Quaterniond& attitude, const Eigen::Vector3d& spatial_velocity) {
  return {attitude, moments().cwiseProduct(attitude.conjugate() * spatial_velocity)};
}

/// So many equal bodies, turned together.
class Bodies {
 public:
  Bodies() = default;
  Bodies(const Bodies&) = delete;
  Bodies& operator=(const Bodies&) = delete;
  virtual ~Bodies() = default;
  virtual void step(double h) = 0;
  virtual Seen first() const = 0;
};

// ---- Polhode

template <class T>
class ExactBodies : public Bodies {
 public:
  explicit ExactBodies(int count) : constants_(kernel::exact_constants(convert<T>(water))) {
    const Phase<double> p = start();
    all_.assign(static_cast<std::size_t>(count), {convert<T>(p.m), convert<T>(p.q)});
  }
  void step(double h) override {
    const T wide = static_cast<T>(h);
    for (Phase<T>& p : all_) p = kernel::advance(p, kernel::exact_step(constants_, p.m, wide));
  }
  Seen first() const override {
    const Phase<double> p{convert<double>(all_.front().m), convert<double>(all_.front().q)};
    return {{p.q.w, p.q.x, p.q.y, p.q.z}, {p.m.x, p.m.y, p.m.z}};
  }

 private:
  kernel::ExactConstants<T> constants_;
  std::vector<Phase<T>> all_;
};

/// The same in one batch.
template <class T>
class BatchBodies : public Bodies {
 public:
  explicit BatchBodies(int count)
      : body_(batch::Bodies<T>::one(water_body())), all_(static_cast<std::size_t>(count)) {
    const Phase<T> p{convert<T>(start().m), convert<T>(start().q)};
    const auto s = all_.spans();
    std::ranges::fill(s.mx, p.m.x);
    std::ranges::fill(s.my, p.m.y);
    std::ranges::fill(s.mz, p.m.z);
    std::ranges::fill(s.qw, p.q.w);
    std::ranges::fill(s.qx, p.q.x);
    std::ranges::fill(s.qy, p.q.y);
    std::ranges::fill(s.qz, p.q.z);
  }
  void step(double h) override { batch::step(body_, all_, static_cast<T>(h)); }
  Seen first() const override {
    const auto s = all_.spans();
    return {Eigen::Quaternion<T>(s.qw[0], s.qx[0], s.qy[0], s.qz[0]).template cast<double>(),
            Eigen::Vector3<T>(s.mx[0], s.my[0], s.mz[0]).template cast<double>()};
  }

 private:
  batch::Bodies<T> body_;
  mutable batch::States<T> all_;
};

// ---- Bullet

btVector3 bullet_vector(const Eigen::Vector3d& v) {
  return {static_cast<btScalar>(v.x()), static_cast<btScalar>(v.y()), static_cast<btScalar>(v.z())};
}

std::unique_ptr<btRigidBody> bullet_body(btCollisionShape& shape, int flags, int place) {
  auto body = std::make_unique<btRigidBody>(1.0F, nullptr, &shape, bullet_vector(moments()));
  btTransform where = btTransform::getIdentity();
  where.setOrigin({static_cast<btScalar>(10 * place), 0, 0});
  body->setCenterOfMassTransform(where);
  body->setFlags(flags);
  body->setDamping(0, 0);
  body->setActivationState(DISABLE_DEACTIVATION);
  body->setAngularVelocity(bullet_vector(start_velocity()));
  return body;
}

Seen seen(const btRigidBody& body) {
  const btQuaternion q = body.getOrientation();
  const btVector3& v = body.getAngularVelocity();
  return seen_from_velocity(
      Eigen::Quaterniond(static_cast<double>(q.w()), static_cast<double>(q.x()), static_cast<double>(q.y()),
                         static_cast<double>(q.z()))
          .normalized(),
      {static_cast<double>(v.x()), static_cast<double>(v.y()), static_cast<double>(v.z())});
}

/// In a world of its own, as in a game.
class BulletWorld : public Bodies {
 public:
  BulletWorld(int count, int flags)
      : dispatcher_(&configuration_), world_(&dispatcher_, &broadphase_, &solver_, &configuration_) {
    world_.setGravity({0, 0, 0});
    // One call of the solver for all, not one for each body.
    world_.getSimulationIslandManager()->setSplitIslands(false);
    for (int i = 0; i < count; ++i) {
      bodies_.push_back(bullet_body(shape_, flags, i));
      world_.addRigidBody(bodies_.back().get(), 0, 0);  // collides with nothing
    }
  }
  ~BulletWorld() override {
    for (const auto& body : bodies_) world_.removeRigidBody(body.get());
  }
  void step(double h) override { world_.stepSimulation(static_cast<btScalar>(h), 0); }
  Seen first() const override { return seen(*bodies_.front()); }

 private:
  btDefaultCollisionConfiguration configuration_;
  btCollisionDispatcher dispatcher_;
  btDbvtBroadphase broadphase_;
  btSequentialImpulseConstraintSolver solver_;
  btDiscreteDynamicsWorld world_;
  btSphereShape shape_{0.1F};
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

/// The same arithmetic without a world: only what turns a body.
class BulletByHand : public Bodies {
 public:
  explicit BulletByHand(int count) {
    for (int i = 0; i < count; ++i)
      bodies_.push_back(bullet_body(shape_, BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY, i));
  }
  void step(double h) override {
    const auto dt = static_cast<btScalar>(h);
    for (const auto& body : bodies_) {
      body->setAngularVelocity(body->getAngularVelocity() + body->computeGyroscopicImpulseImplicit_Body(dt));
      btTransform next;
      body->predictIntegratedTransform(dt, next);
      body->proceedToTransform(next);
    }
  }
  Seen first() const override { return seen(*bodies_.front()); }

 private:
  btSphereShape shape_{0.1F};
  std::vector<std::unique_ptr<btRigidBody>> bodies_;
};

// ---- ODE

enum class OdeStep { step, quick_step };

class OdeWorld : public Bodies {
 public:
  OdeWorld(int count, OdeStep kind, bool gyroscopic, bool finite_rotation)
      : kind_(kind), world_(dWorldCreate()) {
    dWorldSetGravity(world_, 0, 0, 0);
    const Eigen::Vector3d v = start_velocity();
    for (int i = 0; i < count; ++i) {
      dBodyID body = dBodyCreate(world_);
      dMass mass;
      dMassSetParameters(&mass, 1, 0, 0, 0, water.x, water.y, water.z, 0, 0, 0);
      dBodySetMass(body, &mass);
      dBodySetPosition(body, 10 * i, 0, 0);
      dBodySetAngularVel(body, v.x(), v.y(), v.z());
      dBodySetGyroscopicMode(body, gyroscopic);
      dBodySetFiniteRotationMode(body, finite_rotation);
      if (i == 0) first_ = body;
    }
  }
  ~OdeWorld() override { dWorldDestroy(world_); }
  void step(double h) override {
    if (kind_ == OdeStep::step)
      dWorldStep(world_, h);
    else
      dWorldQuickStep(world_, h);
  }
  Seen first() const override {
    const dReal *q = dBodyGetQuaternion(first_), *v = dBodyGetAngularVel(first_);
    return seen_from_velocity(Eigen::Quaterniond(q[0], q[1], q[2], q[3]).normalized(), {v[0], v[1], v[2]});
  }

 private:
  OdeStep kind_;
  dWorldID world_;
  dBodyID first_ = nullptr;
};

// ---- What is compared: one line for each.

struct Contender {
  std::string name, how;
  std::function<std::unique_ptr<Bodies>(int count)> make;
  int colour;
  std::string dash{};
  bool is_drawn = true;  ///< false where its curve lies upon another
};

template <class B, class... A>
std::function<std::unique_ptr<Bodies>(int)> maker(A... arguments) {
  return [=](int count) { return std::make_unique<B>(count, arguments...); };
}

std::vector<Contender> contenders() {
  return {
      {"Polhode, exact, double", "kernel::exact_step, plain sums", maker<ExactBodies<double>>(), -1},
      {"Polhode, exact, float", "the same in single precision", maker<ExactBodies<float>>(), 0},
      {"Polhode, a batch in double", "batch::step, one body for all", maker<BatchBodies<double>>(), -1, "",
       false},
      {"Polhode, a batch in float", "the same in single precision", maker<BatchBodies<float>>(), 0, "",
       false},
      {"Bullet, implicit in the body's frame", "its default; in a btDiscreteDynamicsWorld",
       maker<BulletWorld>(BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY), 2},
      {"Bullet, the same without a world",
       "computeGyroscopicImpulseImplicit_Body, predictIntegratedTransform", maker<BulletByHand>(), 2, "2 4",
       false},
      {"Bullet, implicit in space", "BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD",
       maker<BulletWorld>(BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_WORLD), 3},
      {"Bullet, explicit", "BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT",
       maker<BulletWorld>(BT_ENABLE_GYROSCOPIC_FORCE_EXPLICIT), 4},
      {"Bullet, no gyroscopic term", "flags 0: omega is constant", maker<BulletWorld>(0), 5},
      {"ODE, dWorldStep", "gyroscopic mode on, its default", maker<OdeWorld>(OdeStep::step, true, false), 1},
      {"ODE, dWorldQuickStep", "gyroscopic mode on, its default",
       maker<OdeWorld>(OdeStep::quick_step, true, false), 1, "2 4", false},
      {"ODE, dWorldStep, finite rotation", "dBodySetFiniteRotationMode",
       maker<OdeWorld>(OdeStep::step, true, true), 6},
      {"ODE, dWorldStep, no gyroscopic term", "dBodySetGyroscopicMode off: omega is constant",
       maker<OdeWorld>(OdeStep::step, false, false), 7},
  };
}

// ---- Accuracy

struct Sight {
  double time, energy, momentum, attitude;  ///< relative changes; radians
};

double energy_of(const Seen& s) { return s.momentum.cwiseQuotient(moments()).dot(s.momentum) / 2; }

/// At so many times, evenly spread on a logarithmic scale, and at `times`.
std::vector<Sight> watched(const Contender& c, int frequency) {
  const Phase<double> p = start();
  const FreeMotion exact(water_body(),
                         state_from_momentum(Eigen::Quaterniond::Identity(), {p.m.x, p.m.y, p.m.z}));
  const Seen first{Eigen::Quaterniond::Identity(), {p.m.x, p.m.y, p.m.z}};
  const auto one = c.make(1);
  std::vector<Sight> sights;
  const long last = std::lround(times[2] * frequency);
  long next = 1;
  for (long i = 1; i <= last; ++i) {
    one->step(1.0 / frequency);
    const bool is_asked = std::any_of(std::begin(times), std::end(times),
                                      [&](double t) { return std::lround(t * frequency) == i; });
    if (i != next && !is_asked) continue;
    if (i == next) next = std::max(next + 1, std::lround(1.2 * static_cast<double>(next)));
    const double t = static_cast<double>(i) / frequency;
    const Seen now = one->first();
    const State truth = exact.at(t);
    const Eigen::Vector3d spatial = now.attitude * now.momentum;
    sights.push_back({t, energy_of(now) / energy_of(first) - 1,
                      (spatial - first.momentum).norm() / first.momentum.norm(),
                      truth.attitude.angularDistance(now.attitude)});
  }
  return sights;
}

const Sight& at(const std::vector<Sight>& sights, double time) {
  return *std::min_element(sights.begin(), sights.end(), [time](const Sight& a, const Sight& b) {
    return std::abs(a.time - time) < std::abs(b.time - time);
  });
}

// ---- Times

/// Nanoseconds for a step of one body among many, the least of several rounds in which all take turns.
std::vector<double> step_times(const std::vector<Contender>& all, double h) {
  std::vector<std::unique_ptr<Bodies>> worlds;
  for (const Contender& c : all) worlds.push_back(c.make(bodies));
  std::vector<double> least(all.size(), HUGE_VAL);
  for (int round = 0; round < rounds; ++round)
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double begin = processor_nanoseconds();
      for (int step = 0; step < steps_of_a_round; ++step) worlds[i]->step(h);
      least[i] = std::min(least[i], (processor_nanoseconds() - begin) / (bodies * steps_of_a_round));
    }
  return least;
}

// ---- What is shown

std::string change_text(double change) {
  if (!std::isfinite(change)) return "blows up";
  return std::abs(change) < 1e-3 ? fmt::format("{:.0e}", change) : fmt::format("{:+.3g} %", 100 * change);
}

std::string size_text(double change) {
  if (!std::isfinite(change)) return "blows up";
  return change < 1e-3 ? error_text(change) : fmt::format("{:.3g} %", 100 * change);
}

std::string angle_text(double angle) {
  if (!std::isfinite(angle)) return "blows up";
  return angle < 0.01 ? error_text(angle) : fmt::format("{:.2f}", angle);
}

void measure(Results& results, app::Figure& figure, int frequency) {
  const std::vector<Contender> all = contenders();
  const std::vector<double> nanoseconds = step_times(all, 1.0 / frequency);
  Table table{fmt::format("steps_of_1_{}", frequency),
              fmt::format("Steps of 1/{} s", frequency),
              fmt::format("h|omega| = {:.3f}. Changes of energy and angular momentum (relative, of the "
                          "vector in space) after {:.0f} s, which is {} "
                          "steps; error of the attitude in radians, at most pi. Last: the time of a step of "
                          "one body of {}, divided by that of the "
                          "first line, {}.",
                          speed / frequency, times[2], std::lround(times[2] * frequency), bodies,
                          time_text(nanoseconds[0])),
              {"", "energy", "momentum", "attitude, 1 s", "10 s", fmt::format("{:.0f} s", times[2]), "time"}};
  app::Panel energies{fmt::format("Energy, steps of 1/{} s", frequency),
                      {"seconds", app::Scale::logarithmic},
                      {"relative change", app::Scale::logarithmic, app::Range{1e-17, 10}}},
      attitudes{fmt::format("Attitude, steps of 1/{} s", frequency),
                {"seconds", app::Scale::logarithmic},
                {"error, radians", app::Scale::logarithmic, app::Range{1e-17, 10}}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Contender& c = all[i];
    const std::vector<Sight> sights = watched(c, frequency);
    const Sight& end = sights.back();
    Row row{c.name, {}, c.how};
    row.cells = {{change_text(end.energy), not_measured, not_measured, std::abs(end.energy)},
                 {size_text(end.momentum), not_measured, not_measured, end.momentum}};
    for (const double t : times) {
      const double angle = at(sights, t).attitude;
      row.cells.push_back({angle_text(angle), not_measured, not_measured, angle});
    }
    row.cells.push_back(
        {ratio_text(nanoseconds[i] / nanoseconds[0]), nanoseconds[i], nanoseconds[i] / nanoseconds[0]});
    table.rows.push_back(std::move(row));
    if (!c.is_drawn) continue;
    std::vector<app::Point> energy, attitude;
    for (const Sight& s : sights) {
      energy.push_back({s.time, std::abs(s.energy)});
      attitude.push_back({s.time, s.attitude});
    }
    energies.series.push_back({c.name, energy, c.colour, app::Drawn::line, c.dash});
    attitudes.series.push_back({c.name, attitude, c.colour, app::Drawn::line, c.dash});
  }
  print(table);
  results.tables.push_back(std::move(table));
  figure.panels.push_back(std::move(energies));
  figure.panels.push_back(std::move(attitudes));
}

void measure_all() {
  Results results{"games", "Free bodies as games have them",
                  "Bullet's and ODE's free rigid bodies and the exact step, at the same length of step: I = "
                  "(0.345, 0.653, 1) kg m^2, one turn in a second "
                  "about no principal axis. No gravity, damping, sleeping or contacts. Bullet is Debian's "
                  "default build, in single precision; ODE is in double. "
                  "In a world a step also handles positions, contacts and islands, of which there are "
                  "none; the line without a world is "
                  "Bullet's arithmetic alone.",
                  "build/bench/bench/games", 20};
  results.peers = {{"Bullet", fmt::format("{}.{}", BT_BULLET_VERSION / 100, BT_BULLET_VERSION % 100)},
                   {"ODE", dODE_VERSION}};
  app::Figure figure{"",
                     "Four charts with logarithmic scales: change of the energy and error of the attitude "
                     "against time, for two lengths of step.",
                     {},
                     2,
                     480,
                     340};
  for (const int frequency : frequencies) measure(results, figure, frequency);
  results.pictures.push_back({"bench_games",
                              "Change of the energy and error of the attitude of a free body, at equal step.",
                              figure});
  write(results);
}

}  // namespace

int main() {
  dInitODE2(0);
  int status = 0;
  try {
    measure_all();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "games: %s\n", error.what());
    status = 1;
  }
  dCloseODE();
  return status;
}
