// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The kernels with the exact momentum for double and long double: compiled in compiled_once.cpp, and in no
/// other file that includes this header.
///
/// Method.     That of kernel/compiled_once.hpp.

#include <polhode/papers/exact_momentum.hpp>
#include <polhode/papers/factorization.hpp>
#include <polhode/papers/magnus.hpp>

#include "kernel/compiled_once.hpp"

namespace polhode::kernel {

extern template class ExactMomentum<double>;
extern template class MagnusStep<double, 2>;
extern template class MagnusStep<double, 4>;
extern template class MagnusStep<double, 6>;
extern template class MagnusStep<double, 8>;
extern template class Factorization<double, 2>;
extern template class Factorization<double, 4>;
extern template class Factorization<double, 6>;
extern template class Factorization<double, 8>;
extern template class ExactMomentum<long double>;
extern template class MagnusStep<long double, 2>;
extern template class MagnusStep<long double, 4>;
extern template class MagnusStep<long double, 6>;
extern template class MagnusStep<long double, 8>;
extern template class Factorization<long double, 2>;
extern template class Factorization<long double, 4>;
extern template class Factorization<long double, 6>;
extern template class Factorization<long double, 8>;

}  // namespace polhode::kernel
