// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A torque prepared for the bodies of a batch: kernels on lanes, or functions of one or several bodies.

#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <polhode/batch/torque.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/rotation/matrix.hpp>
#include <polhode/splitting/splitting.hpp>
#include <string>
#include <vector>

#include "batch/block.hpp"
#include "batch/splitting_bodies.hpp"
#include "batch/torque_numbers.hpp"

namespace polhode::batch {

/// The kind of a kick: splitting/kick.hpp.
enum class KickKind { torque, linear, flow, collocation };

/// A kick, with the data common to all bodies.
template <class Real>
struct KickPart {
  double length = 0, time = 0;
  double gradient = 0;
  std::vector<Real> directions{};  ///< of kernels with moving directions; each component most_lanes times
  std::shared_ptr<const NumberTable<Real>> phi{};  ///< KickKind::linear
};

template <class Real>
class TorqueSource {
 public:
  /// @param torque     any torque
  /// @param bodies     must outlive this object
  /// @param splitting  must suit the torque
  /// @throws InvalidInput if it does not
  TorqueSource(AnyTorque<Real> torque, const SplittingBodies& bodies, const Splitting& splitting);

  const std::string& name() const noexcept { return name_; }
  KickKind kind() const noexcept { return kind_; }
  /// The properties common to all bodies, without functions.
  const PreparedTorque& traits() const noexcept { return traits_; }
  /// Whether it is made of numbers alone, without a function of the user.
  bool is_built_in() const noexcept { return is_built_in_; }
  /// Whether its functions give the same for the same arguments (torque/torque.hpp).
  bool is_pure() const noexcept { return traits_.is_pure; }
  bool sees_all() const noexcept { return function_.torques && function_.sees == Sees::all_attitudes; }

  /// The data of a kick. May be called from several threads at once.
  KickPart<Real> part(double length, double time, double gradient) const;
  /// The same for computing torques only, not for a kick.
  KickPart<Real> at(double time) const;

  struct Kernel {
    TorqueForm form;
    NumberTable<Real> numbers;
    std::function<Vec3<double>(double)> direction;
  };
  /// Used if is_on_lanes().
  const std::vector<Kernel>& kernels() const noexcept { return kernels_; }
  bool is_on_lanes() const noexcept { return is_on_lanes_; }
  /// For KickKind::linear.
  const NumberTable<Real>& rate() const noexcept { return *rate_; }
  /// The largest absolute value of the entries of all rates.
  double largest_rate() const noexcept { return largest_rate_; }

  /// Whether the body is linear, so that the torque has no component about the first axis.
  bool is_linear_body(std::size_t body) const noexcept { return has_linear_ && bodies_[body].is_linear(); }
  bool has_linear_body() const noexcept { return has_linear_; }

  /// If not on lanes: computes the torques, or forcings, for bodies with these states. Exceptions of user
  /// functions are passed on. A function of one body is not called with an attitude of NaN, which is that of
  /// a body that has failed.
  void ask(std::size_t first, std::size_t size, double time, const StatePointers<Real>& state,
           const Vectors<Real>& torques) const;
  /// For collocation.
  Vec3<Real> torque(std::size_t body, const kernel::Phase<Real>& p, double time) const;
  /// For KickKind::flow.
  Vec3<Real> flow(std::size_t body, const kernel::Phase<Real>& p, double time, double length) const;

 private:
  void prepare(const Torque& torque, const Splitting& splitting);
  void prepare(const TorqueFunction<Real>& function, const Splitting& splitting);
  bool take_kernels(const PreparedTorque& torque, std::size_t kind);
  std::shared_ptr<const NumberTable<Real>> phi(double length) const;

  const SplittingBodies& bodies_;
  std::string name_;
  PreparedTorque traits_;
  bool is_built_in_ = false;
  KickKind kind_ = KickKind::torque;
  bool has_linear_ = false, is_on_lanes_ = false;
  std::vector<Kernel> kernels_;
  std::vector<PreparedTorque> prepared_;  ///< one per kind, if not on lanes
  TorqueFunction<Real> function_;
  std::vector<Mat3<double>> rates_;
  std::unique_ptr<NumberTable<Real>> rate_;
  double largest_rate_ = 0;
  struct Phi {
    double length;
    std::shared_ptr<const NumberTable<Real>> numbers;
  };
  // Computed on first use, and cached.
  mutable std::mutex phi_mutex_;
  mutable std::deque<Phi> phis_;
};

}  // namespace polhode::batch
