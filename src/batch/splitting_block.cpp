// SPDX-License-Identifier: MIT
#include "batch/splitting_block.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <polhode/kernel/free_kernel.hpp>

#include "batch/dispatch.hpp"
#include "batch/padded_block.hpp"

namespace polhode::batch {

namespace {

/// Sums and differences of a few numbers up to this size are finite.
template <class Real>
constexpr double sure_size = static_cast<double>(std::numeric_limits<Real>::max()) / 16;

}  // namespace

template <class Real>
SplittingBlock<Real>::SplittingBlock(const SplittingBodies& bodies, const BodyTable<Real>& table,
                                     const TorqueSource<Real>& source, int order, BuiltInMethod method,
                                     Target target)
    : bodies_(bodies),
      source_(source),
      functions_(functions_of<Real>(target)),
      drift_(table, method, target),
      collocation_(Asked{this}, (order + 1) / 2),
      kernels_(source.kernels().size()) {
  if (bodies.form == Form::kinds)
    gathered_.resize((kernels_.size() + 1) * TorqueNumbers<Real>::most * block_size);
}

template <class Real>
StatePointers<Real> SplittingBlock<Real>::pointers(std::size_t from) noexcept {
  return {array(from),     array(from + 1), array(from + 2), array(from + 3),
          array(from + 4), array(from + 5), array(from + 6)};
}
template <class Real>
StatePointers<Real> SplittingBlock<Real>::lost() noexcept {
  return is_compensated_ ? pointers(state_arrays) : StatePointers<Real>{};
}
template <class Real>
Vectors<Real> SplittingBlock<Real>::torques() noexcept {
  return {array(2 * state_arrays), array(2 * state_arrays + 1), array(2 * state_arrays + 2)};
}
template <class Real>
std::size_t SplittingBlock<Real>::whole_size() const noexcept {
  return (size_ + functions_.width - 1) / functions_.width * functions_.width;
}

template <class Real>
void SplittingBlock<Real>::take(std::size_t first, std::size_t size, const StatePointers<Real>& state,
                                const StatePointers<Real>& lost, const unsigned char* failed) noexcept {
  first_ = first;
  size_ = size;
  is_compensated_ = lost.mx;
  trouble_ = {};
  thrown_ = nullptr;
  failed_.fill(false);
  has_any_failed_ = false;
  for (std::size_t i = 0; i < size && failed; ++i) {
    failed_[i] = failed[i] != 0;
    has_any_failed_ = has_any_failed_ || failed_[i];
  }
  const auto copy = [&](const StatePointers<Real>& from, std::size_t to) {
    for (Real* const a : list(from)) {
      Real* const end = std::copy_n(a + first, size, array(to));
      std::fill(end, array(to) + whole_registers(size), end[-1]);
      ++to;
    }
  };
  copy(state, 0);
  if (is_compensated_) copy(lost, state_arrays);

  Real* scratch = gathered_.data();
  const auto next_scratch = [&] {
    Real* const now = scratch;
    if (scratch) scratch += TorqueNumbers<Real>::most * block_size;
    return now;
  };
  for (std::size_t i = 0; i < kernels_.size(); ++i)
    source_.kernels()[i].numbers.find(bodies_, first, size, kernels_[i], 0, next_scratch());
  if (source_.kind() == KickKind::linear) source_.rate().find(bodies_, first, size, linear_, 0, scratch);
}

template <class Real>
void SplittingBlock<Real>::give(const StatePointers<Real>& state, const StatePointers<Real>& lost) noexcept {
  for (std::size_t i = 0; i < size_ && has_any_failed_; ++i)
    if (failed_[i])
      for (std::size_t n = 0; n < 2 * state_arrays; ++n) array(n)[i] = std::numeric_limits<Real>::quiet_NaN();
  const Real* from = arrays_.data();
  for (const StatePointers<Real>& p : {state, lost}) {
    if (!p.mx) return;
    for (Real* const a : list(p)) {
      std::copy_n(from, size_, a + first_);
      from += stride;
    }
  }
}

template <class Real>
void SplittingBlock<Real>::drift(double length) noexcept {
  lengths_.fill(static_cast<Real>(length));
  const std::size_t failed = drift_.failed().count;
  drift_.step(first_, size_, state(), lost(), lengths_.data());
  if (drift_.failed().count != failed) note(Trouble::What::motion, 0, {});
}

template <class Real>
template <class Function>
Vec3<Real> SplittingBlock<Real>::guarded(const Function& function) noexcept {
  try {
    return function();
  } catch (...) {
    if (!thrown_) thrown_ = std::current_exception();
    return kernel::no_vector<Real>();
  }
}

template <class Real>
void SplittingBlock<Real>::find_torques(const KickPart<Real>& part, const Vectors<Real>& torques) noexcept {
  const std::size_t whole = whole_size();
  for (Real* const t : {torques.x, torques.y, torques.z}) std::fill_n(t, whole_registers(size_), Real(0));
  if (!source_.is_on_lanes()) {
    guarded([&] {
      source_.ask(first_, size_, part.time, state(), torques);
      return Vec3<Real>{};
    });
  } else {
    const Real* direction = part.directions.data();
    for (std::size_t i = 0; i < kernels_.size(); ++i) {
      if (source_.kernels()[i].direction)
        for (std::size_t n = 0; n < 3; ++n, direction += most_lanes) {
          kernels_[i].first[n] = direction;
          kernels_[i].stride[n] = 0;
        }
      functions_.add_torques(source_.kernels()[i].form, whole, state(), kernels_[i],
                             static_cast<Real>(part.gradient), torques);
    }
    for (std::size_t i = 0; i < size_ && source_.has_linear_body(); ++i)
      if (source_.is_linear_body(first_ + i)) torques.x[i] = 0;
  }
  if (thrown_) return;
  clear_failed(torques);
  if (functions_.are_within(whole, torques, std::numeric_limits<Real>::max())) return;
  note(Trouble::What::torque, part.time, torques);
  clear_failed(torques);
}

/// Torques are compared from step to step, and NaN is not what it was.
template <class Real>
void SplittingBlock<Real>::clear_failed(const Vectors<Real>& torques) const noexcept {
  for (std::size_t i = 0; i < size_ && has_any_failed_; ++i)
    if (failed_[i]) torques.x[i] = torques.y[i] = torques.z[i] = 0;
}

/// Changes the momenta one by one, by the torque's own flow or by collocation.
template <class Real>
bool SplittingBlock<Real>::change_momenta(const KickPart<Real>& part) noexcept {
  const StatePointers<Real> s = state();
  const Vectors<Real> changes = torques();
  const Real h = static_cast<Real>(part.length);
  time_ = part.time;
  for (Real* const t : {changes.x, changes.y, changes.z}) std::fill_n(t, whole_registers(size_), Real(0));
  for (std::size_t i = 0; i < size_ && !thrown_; ++i) {
    if (failed_[i]) continue;
    body_ = first_ + i;
    const kernel::Phase<Real> p{{s.mx[i], s.my[i], s.mz[i]}, {s.qw[i], s.qx[i], s.qy[i], s.qz[i]}};
    const Vec3<Real> dm = source_.kind() == KickKind::flow
                              ? guarded([&] { return source_.flow(body_, p, part.time, part.length); })
                              : collocation_(p, static_cast<Real>(part.time), h, Real(0));
    changes.x[i] = dm.x;
    changes.y[i] = dm.y;
    changes.z[i] = dm.z;
  }
  return functions_.kick(whole_size(), s, lost(), Real(1), changes);
}

template <class Real>
void SplittingBlock<Real>::kick(const KickPart<Real>& part) noexcept {
  if (source_.kind() == KickKind::flow || source_.kind() == KickKind::collocation) {
    if (!change_momenta(part) && !thrown_) note(Trouble::What::change, part.time, torques());
    return;
  }
  find_torques(part, torques());
  if (!thrown_) kick(part, torques());
}

template <class Real>
void SplittingBlock<Real>::kick(const KickPart<Real>& part, const Vectors<Real>& found) noexcept {
  const Real h = static_cast<Real>(part.length);
  bool are_finite = true;
  if (source_.kind() == KickKind::linear) {
    Real* const scratch =
        gathered_.empty()
            ? nullptr
            : gathered_.data() + kernels_.size() * TorqueNumbers<Real>::most * block_size + 9 * block_size;
    part.phi->find(bodies_, first_, size_, linear_, 9, scratch);
    are_finite = functions_.linear_kick(whole_size(), state(), lost(), h, linear_, found);
  } else {
    are_finite = functions_.kick(whole_size(), state(), lost(), h, found);
  }
  if (!are_finite) note(Trouble::What::change, part.time, found);
}

/// Runs work() and undoes its effect.
template <class Real>
template <class Work>
void SplittingBlock<Real>::try_out(const Work& work) noexcept {
  constexpr std::size_t kept = 2 * state_arrays * stride;
  std::array<Real, kept> before;
  std::copy_n(arrays_.data(), kept, before.data());
  work();
  std::copy_n(before.data(), kept, arrays_.data());
}

template <class Real>
bool SplittingBlock<Real>::are_momenta_within(double most) noexcept {
  const StatePointers<Real> s = state();
  const double within_range = std::min(most, sure_size<Real>);
  return functions_.are_within(whole_size(), {s.mx, s.my, s.mz}, static_cast<Real>(within_range));
}

/// By |m + h t| <= |m| + |h t|; for a linear flow (linear_flow.hpp), m + h phi (A m + t), with |h A| <= 1 and
/// thus |phi| <= e.
template <class Real>
bool SplittingBlock<Real>::kick_must_succeed(const KickPart<Real>& part,
                                             const Vectors<Real>& torques) noexcept {
  const double h = std::abs(part.length);
  if (h > static_cast<double>(std::numeric_limits<Real>::max())) return false;
  if (source_.kind() == KickKind::linear && !(3 * source_.largest_rate() * h <= 1)) return false;
  const Real most = static_cast<Real>(std::min(sure_size<Real>, sure_size<Real> / h));
  return are_momenta_within(sure_size<Real>) && functions_.are_within(whole_size(), torques, most);
}

template <class Real>
void SplittingBlock<Real>::try_drift(double length, double surely) noexcept {
  if (!are_momenta_within(surely)) try_out([&] { drift(length); });
}

template <class Real>
void SplittingBlock<Real>::try_kick(const KickPart<Real>& part) noexcept {
  try_out([&] { kick(part); });
}

template <class Real>
void SplittingBlock<Real>::try_kick(const KickPart<Real>& part, const Vectors<Real>& torques) noexcept {
  if (kick_must_succeed(part, torques)) return;
  guarded([&] {
    const KickPart<Real> whole = source_.part(part.length, part.time, part.gradient);
    try_out([&] { kick(whole, torques); });
    return Vec3<Real>{};
  });
}

template <class Real>
void SplittingBlock<Real>::note(Trouble::What what, double time, const Vectors<Real>& torques) noexcept {
  const auto is_finite = [&](std::size_t i) {
    if (what == Trouble::What::torque)
      return std::isfinite(torques.x[i]) && std::isfinite(torques.y[i]) && std::isfinite(torques.z[i]);
    return std::ranges::all_of(list(state()), [i](const Real* a) { return std::isfinite(a[i]); });
  };
  // After the last body there may be numbers of no body.
  for (std::size_t i = 0; i < size_; ++i) {
    if (failed_[i] || is_finite(i)) continue;
    failed_[i] = has_any_failed_ = true;
    if (trouble_ && trouble_.body < first_ + i) continue;
    trouble_ = {what, first_ + i, time, {}};
    if (torques.x) trouble_.torque = convert<double>(Vec3<Real>{torques.x[i], torques.y[i], torques.z[i]});
  }
}

template class SplittingBlock<double>;
template class SplittingBlock<float>;

}  // namespace polhode::batch
