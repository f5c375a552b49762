// SPDX-License-Identifier: MIT
#include <polhode/free/moser_veselov_explicit.hpp>

namespace polhode::moser_veselov {

template Matrix3<double> by_eigenvectors(const Vec3<double>&, const Vec3<double>&,
                                         const Roots<double>&) noexcept;
template Matrix3<double> by_polynomial(const Vec3<double>&, const Vec3<double>&,
                                       const Roots<double>&) noexcept;

}  // namespace polhode::moser_veselov
