// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The random numbers of an ensemble: each a function of the seed, the number of the run and the place in the
/// scenario.
///
/// Convention. No state: a number does not depend on what was drawn before, by which thread, or on what else
///             the scenario holds.
/// Method.     Philox 4x32-10 [Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3",
///             SC11 (2011)]: the key is the seed, the counter is the run's number and the 64-bit FNV-1a hash
///             of the place. One block of 128 bits makes two uniform numbers of 52 bits, strictly between 0
///             and 1. Normal by Box and Muller, rotations after Shoemake (1992). None of the standard
///             library's distributions, whose algorithms differ between libraries.

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <array>
#include <cstdint>
#include <string>

namespace polhode::app {

/// What was drawn for a run, by its place in the scenario: "body.moments[2]".
struct DrawnNumber {
  std::string place;  ///< an angle that is not in radians has its unit at the end: "start.attitude.angle_deg"
  double value;
};

/// One block of Philox 4x32-10.
std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                    std::array<std::uint32_t, 2> key) noexcept;

class Draw {
 public:
  Draw(std::uint64_t seed, std::uint64_t run) noexcept : seed_(seed), run_(run) {}

  std::uint64_t run() const noexcept { return run_; }

  /// Two numbers between 0 and 1.
  std::array<double, 2> pair(const std::string& place) const noexcept;

  double uniform(const std::string& place, double least, double greatest) const noexcept;
  double normal(const std::string& place, double mean, double deviation) const noexcept;
  double log_uniform(const std::string& place, double least, double greatest) const noexcept;
  std::uint64_t below(const std::string& place, std::uint64_t count) const noexcept;

  /// Uniform over the directions of space, and over all rotations.
  Eigen::Vector3d direction(const std::string& place) const noexcept;
  Eigen::Quaterniond rotation(const std::string& place) const noexcept;

 private:
  std::uint64_t seed_, run_;
};

}  // namespace polhode::app
