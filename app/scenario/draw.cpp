// SPDX-License-Identifier: MIT
#include "scenario/draw.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace polhode::app {
namespace {

constexpr double turn = 2 * std::numbers::pi;

std::uint64_t hash(const std::string& text) noexcept {
  std::uint64_t h = 0xcbf29ce484222325U;
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return h;
}

constexpr std::uint32_t low(std::uint64_t x) noexcept { return static_cast<std::uint32_t>(x & 0xffffffffU); }
constexpr std::uint32_t high(std::uint64_t x) noexcept { return static_cast<std::uint32_t>(x >> 32U); }

/// The middle of one of 2^52 equal parts of the unit interval: exact, and neither 0 nor 1.
double unit_number(std::uint32_t first, std::uint32_t second) noexcept {
  const std::uint64_t bits = (std::uint64_t{first} << 32U) | second;
  return (static_cast<double>(bits >> 12U) + 0.5) * 0x1p-52;
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) noexcept {
  auto& [c0, c1, c2, c3] = counter;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53U} * c0, b = std::uint64_t{0xCD9E8D57U} * c2;
    counter = {high(b) ^ c1 ^ key[0], low(b), high(a) ^ c3 ^ key[1], low(a)};
    key[0] += 0x9E3779B9U;
    key[1] += 0xBB67AE85U;
  }
  return counter;
}

std::array<double, 2> Draw::pair(const std::string& place) const noexcept {
  const std::uint64_t h = hash(place);
  const auto bits = philox({low(run_), high(run_), low(h), high(h)}, {low(seed_), high(seed_)});
  return {unit_number(bits[0], bits[1]), unit_number(bits[2], bits[3])};
}

double Draw::uniform(const std::string& place, double least, double greatest) const noexcept {
  return std::clamp(least + (greatest - least) * pair(place)[0], least, greatest);
}

double Draw::normal(const std::string& place, double mean, double deviation) const noexcept {
  const auto [u, v] = pair(place);
  return mean + deviation * (std::sqrt(-2 * std::log(u)) * std::cos(turn * v));
}

double Draw::log_uniform(const std::string& place, double least, double greatest) const noexcept {
  const double first = std::log(least), last = std::log(greatest);
  return std::clamp(std::exp(first + (last - first) * pair(place)[0]), least, greatest);
}

std::uint64_t Draw::below(const std::string& place, std::uint64_t count) const noexcept {
  const double part = pair(place)[0] * static_cast<double>(count);
  return std::min(static_cast<std::uint64_t>(part), count - 1);
}

Eigen::Vector3d Draw::direction(const std::string& place) const noexcept {
  const auto [u, v] = pair(place);
  // On the sphere equal heights bound equal areas (Archimedes).
  const double z = 2 * u - 1, across = 2 * std::sqrt(u * (1 - u));
  return {across * std::cos(turn * v), across * std::sin(turn * v), z};
}

Eigen::Quaterniond Draw::rotation(const std::string& place) const noexcept {
  const auto [u, v] = pair(place + "#1");
  const double w = pair(place + "#2")[0];
  const double a = std::sqrt(1 - u), b = std::sqrt(u);
  return {a * std::cos(turn * v), a * std::sin(turn * v), b * std::cos(turn * w), b * std::sin(turn * w)};
}

}  // namespace polhode::app
