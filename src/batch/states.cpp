// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <new>
#include <polhode/batch/states.hpp>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>

#include "batch/padded_block.hpp"
#include "batch/refusals.hpp"
#include "batch/state_at.hpp"
#include "body/principal_attitude.hpp"
#include "core/number_text.hpp"

namespace polhode::batch {

namespace {

constexpr std::size_t alignment = 64;

/// The distance between arrays, in numbers: padded by some cache lines, to avoid cache-set conflicts for
/// lengths like 4096 and to fit a whole number of registers after the last body (free_step.cpp). Sizes that
/// no memory can hold, such as -1 as an unsigned number, must not wrap around.
template <class Real>
std::size_t stride_of(std::size_t size) {
  constexpr std::size_t line = alignment / sizeof(Real);
  if (size > std::numeric_limits<std::ptrdiff_t>::max() / (16 * sizeof(Real)))
    throw std::bad_array_new_length();
  return ((size + line - 1) / line + 3) * line;
}

/// Converts to Real; throws InvalidInput if a float cannot represent the number.
template <class Real>
Vec3<Real> momentum_in(const Vec3<double>& given) {
  constexpr double most = static_cast<double>(std::numeric_limits<Real>::max());
  if constexpr (sizeof(Real) < sizeof(double))
    for (const double x : {given.x, given.y, given.z})
      if (std::abs(x) > most)
        throw InvalidInput("component of the momentum", number_text(x),
                           "at most " + number_text(most) + " in single precision");
  return convert<Real>(given);
}

/// kinds[which[i]]; checks the indices.
class KindOf {
 public:
  KindOf(std::span<const Inertia> kinds, std::span<const std::uint32_t> which, std::size_t size)
      : kinds_(kinds), which_(which) {
    refuse_length("number of indices of kinds", "", which.size(), size, "many as states");
    refuse_kinds(kinds.size(), which);
  }
  const Inertia& operator()(std::size_t i) const noexcept { return kinds_[which_[i]]; }

 private:
  std::span<const Inertia> kinds_;
  std::span<const std::uint32_t> which_;
};

/// The frame of a body, cached while the body stays the same.
class Frames {
 public:
  const PrincipalAttitude& of(const Inertia& body) {
    if (&body != body_) {
      frame_ = PrincipalAttitude(body);
      body_ = &body;
    }
    return frame_;
  }

 private:
  const Inertia* body_ = nullptr;
  PrincipalAttitude frame_{Inertia::from_moments(1, 1, 1)};
};

}  // namespace

template <class Real>
void States<Real>::Free::operator()(Real* memory) const noexcept {
  ::operator delete[](memory, std::align_val_t{alignment});
}

template <class Real>
States<Real>::States(std::size_t size, Summation summation)
    : size_(size), stride_(stride_of<Real>(size)), summation_(summation) {
  const std::size_t numbers = stride_ * (summation == Summation::compensated ? 14 : 7);
  memory_.reset(new (std::align_val_t{alignment}) Real[numbers]);
  std::fill_n(memory_.get(), numbers, Real(0));
  std::fill_n(array(3), size, Real(1));
}

template <class Real>
StateSpans<Real> States<Real>::spans() noexcept {
  const auto of = [this](std::size_t component) { return std::span<Real>(array(component), size_); };
  return {of(0), of(1), of(2), of(3), of(4), of(5), of(6)};
}

template <class Real>
CompensationSpans<Real> States<Real>::compensation() noexcept {
  if (summation_ == Summation::plain) return {};
  const auto of = [this](std::size_t component) { return std::span<Real>(array(7 + component), size_); };
  return {of(0), of(1), of(2), of(3), of(4), of(5), of(6)};
}

template <class Real>
std::size_t States<Real>::memory() const noexcept {
  return stride_ * (summation_ == Summation::compensated ? 14 : 7) * sizeof(Real);
}

template <class Real>
template <class BodyOf>
States<Real> States<Real>::made_from(std::span<const State> states, const BodyOf& body_of,
                                     Summation summation) {
  States made(states.size(), summation);
  const StatePointers<Real> to = pointers_of(made.spans());
  Frames frames;
  for (std::size_t i = 0; i < states.size(); ++i) try {
      const Inertia& body = body_of(i);
      const Vec3<Real> m = momentum_in<Real>(from_eigen(principal_momentum(body, states[i])));
      const Quat<Real> q = convert<Real>(frames.of(body).from_user(states[i].attitude));
      set(to, i, m, q);
    } catch (const InvalidInput& refusal) {
      throw InvalidInput(refusal.quantity() + " of body " + std::to_string(i), refusal.found(),
                         refusal.expected());
    }
  return made;
}

template <class Real>
template <class BodyOf>
std::vector<State> States<Real>::made_to(const BodyOf& body_of) const {
  std::vector<State> made(size_);
  Frames frames;
  for (std::size_t i = 0; i < size_; ++i) {
    const Inertia& body = body_of(i);
    const Vec3<Real> m{array(0)[i], array(1)[i], array(2)[i]};
    const Quat<Real> q{array(3)[i], array(4)[i], array(5)[i], array(6)[i]};
    made[i].attitude = frames.of(body).to_user(convert<double>(q));
    made[i].momentum = body.from_principal(to_eigen(convert<double>(m)));
  }
  return made;
}

template <class Real>
States<Real> States<Real>::from_user(std::span<const State> states, const Inertia& body,
                                     Summation summation) {
  return made_from(
      states, [&](std::size_t) -> const Inertia& { return body; }, summation);
}
template <class Real>
States<Real> States<Real>::from_user(std::span<const State> states, std::span<const Inertia> bodies,
                                     Summation summation) {
  refuse_length("number of bodies", "", bodies.size(), states.size(), "many as states");
  return made_from(
      states, [&](std::size_t i) -> const Inertia& { return bodies[i]; }, summation);
}
template <class Real>
States<Real> States<Real>::from_user(std::span<const State> states, std::span<const Inertia> kinds,
                                     std::span<const std::uint32_t> which, Summation summation) {
  return made_from(states, KindOf(kinds, which, states.size()), summation);
}

template <class Real>
std::vector<State> States<Real>::to_user(const Inertia& body) const {
  return made_to([&](std::size_t) -> const Inertia& { return body; });
}
template <class Real>
std::vector<State> States<Real>::to_user(std::span<const Inertia> bodies) const {
  refuse_length("number of bodies", "", bodies.size(), size_, "many as states");
  return made_to([&](std::size_t i) -> const Inertia& { return bodies[i]; });
}
template <class Real>
std::vector<State> States<Real>::to_user(std::span<const Inertia> kinds,
                                         std::span<const std::uint32_t> which) const {
  return made_to(KindOf(kinds, which, size_));
}

template class States<double>;
template class States<float>;

}  // namespace polhode::batch
