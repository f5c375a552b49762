// SPDX-License-Identifier: MIT
// Before any header: Eigen's namespace gets another name here. No public header that knows Eigen's types may be
// included, or they would be others.
#define Eigen polhode_eigen

#include "free/moser_veselov_solvers.hpp"

#include "free/moser_veselov_schur.hpp"

namespace polhode {

namespace moser_veselov {

// Together: they share what Eigen makes of them.
template Matrix3<double> by_eigenvectors(const Vec3<double>&, const Vec3<double>&,
                                         const Roots<double>&) noexcept;
template Matrix3<double> by_polynomial(const Vec3<double>&, const Vec3<double>&,
                                       const Roots<double>&) noexcept;
template std::optional<Eigen::MatrixXd> right_half_plane_first(const Eigen::MatrixXd&, bool);
template std::optional<Matrix3<double>> by_schur(const Matrix3<double>&, const Vector3<double>&);

}  // namespace moser_veselov

namespace {

template <class Kernel>
struct Solved final : SolvedMoserVeselov::Step {
  explicit Solved(const Vec3<double>& moments) : kernel(moments) {}
  kernel::Increment<double> increment(const Vec3<double>& m, double h) const noexcept override {
    return kernel(m, h);
  }
  kernel::Failure why(const Vec3<double>& m, double h) const noexcept override { return kernel.why(m, h); }

  Kernel kernel;
};

}  // namespace

SolvedMoserVeselov::SolvedMoserVeselov(const Vec3<double>& moments, MoserVeselovSolver solver) {
  if (solver == MoserVeselovSolver::schur_form)
    step_ = std::make_shared<const Solved<SchurMoserVeselov<double>>>(moments);
  else
    step_ = std::make_shared<const Solved<ExplicitMoserVeselov<double>>>(moments);
}

}  // namespace polhode
