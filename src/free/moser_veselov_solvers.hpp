// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The discrete Moser-Veselov methods whose equation is solved by Eigen's matrices, with Eigen out of sight.
///
/// Why. What Eigen makes of dynamic and of aligned matrices depends on the compiler's options, and has names that the
///      linker may take for those of the user's program, compiled with others: memory would be allocated in one way
///      and freed in the other. The file behind this header has an Eigen of its own, in another namespace.

#include <array>
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

template <class T>
struct Roots;

/// The functions of the same names on plain numbers: matrices column by column. For tests and experiments, which have
/// the usual Eigen.
namespace solved {

std::array<double, 9> by_eigenvectors(const Vec3<double>& J, const Vec3<double>& y,
                                      const Roots<double>& roots) noexcept;
std::array<double, 9> by_polynomial(const Vec3<double>& J, const Vec3<double>& y,
                                    const Roots<double>& roots) noexcept;
/// H has `size` rows and columns.
std::optional<std::vector<double>> right_half_plane_first(std::span<const double> H, std::ptrdiff_t size,
                                                          bool mirror_least);

}  // namespace solved

}  // namespace moser_veselov

enum class MoserVeselovSolver {
  explicit_formulas,  ///< moser_veselov_explicit.hpp
  schur_form          ///< moser_veselov_schur.hpp
};

/// A free kernel.
class SolvedMoserVeselov {
 public:
  SolvedMoserVeselov(const Vec3<double>& moments, MoserVeselovSolver solver);

  kernel::Increment<double> operator()(const Vec3<double>& m, const double& h) const noexcept {
    return step_->increment(m, h);
  }
  kernel::Failure why(const Vec3<double>& m, const double& h) const noexcept { return step_->why(m, h); }

  struct Step {
    virtual ~Step() = default;
    virtual kernel::Increment<double> increment(const Vec3<double>& m, double h) const noexcept = 0;
    virtual kernel::Failure why(const Vec3<double>& m, double h) const noexcept = 0;
  };

 private:
  std::shared_ptr<const Step> step_;
};

}  // namespace polhode
