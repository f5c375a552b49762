// SPDX-License-Identifier: MIT
#include "methods/compiled_once.hpp"

namespace polhode::kernel {

template class ExactMomentum<double>;
template class MagnusStep<double, 2>;
template class MagnusStep<double, 4>;
template class MagnusStep<double, 6>;
template class MagnusStep<double, 8>;
template class Factorization<double, 2>;
template class Factorization<double, 4>;
template class Factorization<double, 6>;
template class Factorization<double, 8>;
template class ExactMomentum<long double>;
template class MagnusStep<long double, 2>;
template class MagnusStep<long double, 4>;
template class MagnusStep<long double, 6>;
template class MagnusStep<long double, 8>;
template class Factorization<long double, 2>;
template class Factorization<long double, 4>;
template class Factorization<long double, 6>;
template class Factorization<long double, 8>;

}  // namespace polhode::kernel
