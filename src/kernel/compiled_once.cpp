// SPDX-License-Identifier: MIT
#include "kernel/compiled_once.hpp"

namespace polhode::kernel {

template Increment<double> detail::exact_long_step(const ExactConstants<double>&, Vec3<double>, double,
                                                   double) noexcept;
template Increment<double> detail::exact_step_scaled(const ExactConstants<double>&, Vec3<double>,
                                                     double) noexcept;
template Increment<double> doubled_step(Factors<double, true>, Vec3<double>, Orbit<double>, double, double,
                                        double) noexcept;
template Increment<double> doubled_step(Factors<double, false>, Vec3<double>, Orbit<double>, double, double,
                                        double) noexcept;
template Increment<double> doubled_step(ExactConstants<double>, Vec3<double>, Orbit<double>, double, double,
                                        double) noexcept;
template class Exact<double>;
template Increment<long double> detail::exact_long_step(const ExactConstants<long double>&, Vec3<long double>,
                                                        long double, long double) noexcept;
template Increment<long double> detail::exact_step_scaled(const ExactConstants<long double>&,
                                                          Vec3<long double>, long double) noexcept;
template Increment<long double> doubled_step(Factors<long double, true>, Vec3<long double>,
                                             Orbit<long double>, long double, long double,
                                             long double) noexcept;
template Increment<long double> doubled_step(Factors<long double, false>, Vec3<long double>,
                                             Orbit<long double>, long double, long double,
                                             long double) noexcept;
template Increment<long double> doubled_step(ExactConstants<long double>, Vec3<long double>,
                                             Orbit<long double>, long double, long double,
                                             long double) noexcept;
template class Exact<long double>;

}  // namespace polhode::kernel
