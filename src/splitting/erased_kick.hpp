// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The kick of a torque that is selected at run time, of one of the kinds in kick.hpp.

#include <exception>
#include <limits>
#include <memory>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/torque/torque.hpp>
#include <utility>
#include <variant>

#include "splitting/kick.hpp"

namespace polhode {

/// A prepared torque as a kernel. A user's function may throw, but a step must not: it continues with NaN,
/// and the exception is kept until rethrow(). Values that depend on attitude and time only are cached for the
/// last pair of them: the end of a step, which is read before the next step starts there. Copies share both.
class ErasedTorque {
 public:
  static constexpr bool depends_on_momentum = true, is_dissipative = true;  // as known at compile time
  using Phase = kernel::Phase<double>;

  /// The cached value: restoring it when a run resumes avoids extra calls.
  struct Memory {
    bool is_known = false;
    Quat<double> q{};
    double t = 0;
    Vec3<double> vector{};
  };

  explicit ErasedTorque(PreparedTorque torque)
      : torque_(std::make_shared<const PreparedTorque>(std::move(torque))),
        shared_(std::make_shared<Shared>()) {}

  Vec3<double> operator()(const Phase& p, double t) const noexcept {
    if (torque_->depends_on_momentum) return guarded([&] { return torque_->torque(p, t); });
    return remembered(p.q, t, [&] { return torque_->torque(p, t); });
  }
  Vec3<double> gradient(const Quat<double>& q, double t) const noexcept {
    return guarded([&] { return torque_->gradient ? torque_->gradient(q, t) : kernel::no_vector<double>(); });
  }
  Mat3<double> rate() const noexcept { return *torque_->rate; }
  Vec3<double> forcing(const Quat<double>& q, double t) const noexcept {
    return remembered(q, t, [&] { return torque_->forcing(q, t); });
  }
  Vec3<double> flow(const Phase& p, double t, double h) const noexcept {
    return guarded([&] { return torque_->flow(p, t, h); });
  }

  const PreparedTorque& prepared() const noexcept { return *torque_; }

  /// The current value of the function for a cached attitude and time. It is not cached.
  Vec3<double> asked_again(const Memory& last) const noexcept {
    return guarded([&] {
      return torque_->depends_on_momentum ? torque_->forcing(last.q, last.t)
                                          : torque_->torque(Phase{{}, last.q}, last.t);
    });
  }

  Memory memory() const noexcept { return shared_->memory; }
  void remember(const Memory& memory) const noexcept { shared_->memory = memory; }

  /// Rethrows an exception of a function of the torque, if there was one.
  void rethrow() const {
    if (const std::exception_ptr thrown = std::exchange(shared_->thrown, nullptr))
      std::rethrow_exception(thrown);
  }

 private:
  template <class Function>
  Vec3<double> guarded(const Function& f) const noexcept {
    try {
      return f();
    } catch (...) {
      if (!shared_->thrown) shared_->thrown = std::current_exception();
      return kernel::no_vector<double>();
    }
  }

  template <class Function>
  Vec3<double> remembered(const Quat<double>& q, double t, const Function& f) const noexcept {
    Memory& s = shared_->memory;
    if (!(s.is_known && s.q == q && s.t == t)) {
      s.vector = guarded(f);
      s.q = q;
      s.t = t;
      s.is_known = !shared_->thrown;
    }
    return s.vector;
  }

  struct Shared {
    std::exception_ptr thrown;
    Memory memory;
  };

  std::shared_ptr<const PreparedTorque> torque_;
  std::shared_ptr<Shared> shared_;
};

class ErasedKick {
 public:
  /// The kick for a splitting of this order; approximate kicks have at least that order.
  ErasedKick(const ErasedTorque& torque, int order) : kick_(choose(torque, order)) {
    is_flow = std::visit([](const auto& k) { return k.is_flow; }, kick_);
  }

  Vec3<double> operator()(const kernel::Phase<double>& p, double t, double h, double gradient) noexcept {
    const double asked = t < earliest_ ? earliest_ : t > latest_ ? latest_ : t;
    return std::visit([&](auto& k) { return k(p, asked, h, gradient); }, kick_);
  }

  bool is_flow = true;

  /// Restricts the times at which the torque is evaluated: times outside the range are replaced by the
  /// nearest end.
  void keep_within(double earliest, double latest) noexcept {
    earliest_ = earliest;
    latest_ = latest;
  }

 private:
  using Kick = std::variant<AttitudeKick<double, ErasedTorque>, LinearKick<double, ErasedTorque>,
                            FlowKick<double, ErasedTorque>, CollocationKick<double, ErasedTorque>>;

  static Kick choose(const ErasedTorque& torque, int order) {
    const PreparedTorque& t = torque.prepared();
    if (!t.depends_on_momentum) return AttitudeKick<double, ErasedTorque>(torque);
    if (t.rate) return LinearKick<double, ErasedTorque>(torque);
    if (t.flow) return FlowKick<double, ErasedTorque>(torque);
    return CollocationKick<double, ErasedTorque>(torque, (order + 1) / 2);
  }

  Kick kick_;
  double earliest_ = -std::numeric_limits<double>::infinity(),
         latest_ = std::numeric_limits<double>::infinity();
};

}  // namespace polhode
