// SPDX-License-Identifier: MIT
// Elliptic functions as NumPy's universal functions: any shapes, broadcast, with out= and where=.
#include <pybind11/pybind11.h>
// NumPy's own headers, for its functions that take arrays of any kind.
#define NPY_NO_DEPRECATED_API NPY_1_7_API_VERSION
#include <numpy/arrayobject.h>
#include <numpy/ufuncobject.h>

#include <cstddef>
#include <polhode/elliptic/carlson.hpp>
#include <polhode/elliptic/jacobi.hpp>
#include <polhode/elliptic/legendre.hpp>
#include <utility>

#include "parts.hpp"

namespace polhode::python {
namespace {

namespace e = polhode::elliptic;

/// NumPy's loop for a function of In doubles that writes Out doubles.
template <std::size_t In, std::size_t Out, auto Function>
void loop(char** data, const npy_intp* sizes, const npy_intp* steps, void*) {
  char* at[In + Out];
  for (std::size_t k = 0; k < In + Out; ++k) at[k] = data[k];
  for (npy_intp i = 0; i < sizes[0]; ++i) {
    double in[In], out[Out];
    for (std::size_t k = 0; k < In; ++k) in[k] = *reinterpret_cast<const double*>(at[k]);
    Function(in, out);
    for (std::size_t k = 0; k < Out; ++k) *reinterpret_cast<double*>(at[In + k]) = out[k];
    for (std::size_t k = 0; k < In + Out; ++k) at[k] += steps[k];
  }
}

template <std::size_t In, std::size_t Out, auto Function>
void add(pybind11::module_& module, const char* name, const char* doc) {
  static PyUFuncGenericFunction loops[] = {&loop<In, Out, Function>};
  static void* data[] = {nullptr};
  static char types[In + Out];
  for (char& type : types) type = NPY_DOUBLE;
  module.attr(name) = pybind11::reinterpret_steal<pybind11::object>(PyUFunc_FromFuncAndData(
      loops, data, types, 1, static_cast<int>(In), static_cast<int>(Out), PyUFunc_None, name, doc, 0));
}

bool has_numpy() { return _import_array() >= 0 && _import_umath() >= 0; }

}  // namespace

void add_elliptic(pybind11::module_& module) {
  if (!has_numpy()) throw pybind11::error_already_set();
  add<3, 1, [](const double* x, double* y) { *y = e::rf(x[0], x[1], x[2]); }>(
      module, "carlson_rf", "Carlson's R_F(x, y, z) = 1/2 int_0^inf dt / sqrt((t+x)(t+y)(t+z)).");
  add<2, 1, [](const double* x, double* y) { *y = e::rc(x[0], x[1]); }>(
      module, "carlson_rc", "Carlson's R_C(x, y) = R_F(x, y, y); y < 0 gives the principal value.");
  add<3, 1, [](const double* x, double* y) { *y = e::rd(x[0], x[1], x[2]); }>(
      module, "carlson_rd", "Carlson's R_D(x, y, z) = R_J(x, y, z, z).");
  add<4, 1, [](const double* x, double* y) { *y = e::rj(x[0], x[1], x[2], x[3]); }>(
      module, "carlson_rj", "Carlson's R_J(x, y, z, p); p < 0 gives the principal value.");
  add<2, 3, [](const double* x, double* y) {
    const e::Jacobi<double> j = e::jacobi(x[0], e::from_m(x[1]));
    y[0] = j.sn, y[1] = j.cn, y[2] = j.dn;
  }>(module, "jacobi", "Jacobi's sn, cn, dn of the argument u and the parameter m = k^2 <= 1.");
  add<2, 3, [](const double* x, double* y) {
    const e::Jacobi<double> j = e::jacobi(x[0], e::from_mc(x[1]));
    y[0] = j.sn, y[1] = j.cn, y[2] = j.dn;
  }>(module, "jacobi_mc", "Jacobi's sn, cn, dn of u and the complementary parameter mc = 1 - m >= 0.");
  add<2, 1, [](const double* x, double* y) { *y = e::amplitude(x[0], e::from_m(x[1])); }>(
      module, "amplitude", "Jacobi's amplitude am(u | m), continuous in u.");
  add<2, 1, [](const double* x, double* y) { *y = e::amplitude(x[0], e::from_mc(x[1])); }>(
      module, "amplitude_mc", "Jacobi's amplitude of u and the complementary parameter mc = 1 - m.");
  add<1, 1, [](const double* x, double* y) { *y = e::ellint_k(e::from_m(x[0])); }>(
      module, "ellint_k", "The complete elliptic integral K(m) of the first kind.");
  add<1, 1, [](const double* x, double* y) { *y = e::ellint_k(e::from_mc(x[0])); }>(
      module, "ellint_k_mc", "K of the complementary parameter mc = 1 - m.");
  add<2, 1, [](const double* x, double* y) { *y = e::ellint_f(x[0], e::from_m(x[1])); }>(
      module, "ellint_f", "The elliptic integral F(phi | m) of the first kind.");
  add<2, 1, [](const double* x, double* y) { *y = e::ellint_f(x[0], e::from_mc(x[1])); }>(
      module, "ellint_f_mc", "F of phi and the complementary parameter mc = 1 - m.");
  add<3, 1, [](const double* x, double* y) { *y = e::ellint_pi(x[0], x[1], e::from_m(x[2])); }>(
      module, "ellint_pi", "The elliptic integral Pi(n; phi | m) of the third kind, 1 / (1 - n sin^2).");
  add<3, 1, [](const double* x, double* y) { *y = e::ellint_pi(x[0], x[1], e::from_mc(x[2])); }>(
      module, "ellint_pi_mc", "Pi of n, phi and the complementary parameter mc = 1 - m.");
}

}  // namespace polhode::python
