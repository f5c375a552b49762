# SPDX-License-Identifier: MIT
# The families of methods, in the order in which they are listed; name_methods() is defined in
# name.cpp beside this file, or in one that several share. docs/adding-a-method.md
set(polhode_method_families
  exact
  moser_veselov
  lie_poisson
  implicit_midpoint
  runge_kutta
)
