// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The parts of kernels that are not inlined, for double and long double: compiled only in compiled_once.cpp.
/// The project's precompiled headers include this header.
///
/// Method.     Explicit instantiation. Without it each file would compile its own copies, of which the linker
///             keeps one. Files compiled for special instructions (lanes, FMA, benchmarks) must not include
///             this header.

#include <polhode/kernel/exact.hpp>

namespace polhode::kernel {

extern template Increment<double> detail::exact_long_step(const ExactConstants<double>&, Vec3<double>, double,
                                                          double) noexcept;
extern template Increment<double> detail::exact_step_scaled(const ExactConstants<double>&, Vec3<double>,
                                                            double) noexcept;
extern template Increment<double> doubled_step(Factors<double, true>, Vec3<double>, Orbit<double>, double,
                                               double, double) noexcept;
extern template Increment<double> doubled_step(Factors<double, false>, Vec3<double>, Orbit<double>, double,
                                               double, double) noexcept;
extern template Increment<double> doubled_step(ExactConstants<double>, Vec3<double>, Orbit<double>, double,
                                               double, double) noexcept;
extern template class Exact<double>;
extern template Increment<long double> detail::exact_long_step(const ExactConstants<long double>&,
                                                               Vec3<long double>, long double,
                                                               long double) noexcept;
extern template Increment<long double> detail::exact_step_scaled(const ExactConstants<long double>&,
                                                                 Vec3<long double>, long double) noexcept;
extern template Increment<long double> doubled_step(Factors<long double, true>, Vec3<long double>,
                                                    Orbit<long double>, long double, long double,
                                                    long double) noexcept;
extern template Increment<long double> doubled_step(Factors<long double, false>, Vec3<long double>,
                                                    Orbit<long double>, long double, long double,
                                                    long double) noexcept;
extern template Increment<long double> doubled_step(ExactConstants<long double>, Vec3<long double>,
                                                    Orbit<long double>, long double, long double,
                                                    long double) noexcept;
extern template class Exact<long double>;

}  // namespace polhode::kernel
