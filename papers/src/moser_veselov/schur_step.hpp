// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The discrete Moser-Veselov method by the Schur form, with Eigen out of sight.
///
/// Why. What Eigen makes of dynamic and of aligned matrices depends on the compiler's options, and has names
///      that the linker may take for those of the user's program, compiled with others: memory would be
///      allocated in one way and freed in the other. The file behind this header has an Eigen of its own, in
///      another namespace.

#include <cstddef>
#include <memory>
#include <optional>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/kernel/increment.hpp>
#include <span>
#include <vector>

namespace polhode {

namespace moser_veselov {

/// The function of schur.hpp on plain numbers, matrices column by column, for those that have another Eigen:
/// general.cpp, tests and experiments. H has `size` rows and columns.
std::optional<std::vector<double>> right_half_plane_first(std::span<const double> H, std::ptrdiff_t size,
                                                          bool mirror_least);

}  // namespace moser_veselov

/// A free kernel: SchurMoserVeselov<double>.
class SchurMoserVeselovStep {
 public:
  explicit SchurMoserVeselovStep(const Vec3<double>& moments);

  kernel::Increment<double> operator()(const Vec3<double>& m, const double& h) const noexcept;
  kernel::Failure why(const Vec3<double>& m, const double& h) const noexcept;

 private:
  struct Kernel;
  std::shared_ptr<const Kernel> kernel_;
};

}  // namespace polhode
