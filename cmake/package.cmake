# SPDX-License-Identifier: MIT
# The Debian package, by `make package`: the program, the static and the shared library, headers and documents.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME polhode)
set(CPACK_PACKAGE_VENDOR "the authors of Polhode")
set(CPACK_PACKAGE_CONTACT "the authors of Polhode <polhode@invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "rotation of rigid bodies, exact to the last digits")
set(CPACK_PACKAGE_DESCRIPTION "A C++20 library and a program that compute how rigid bodies turn: free ones exactly, at any
time and at a cost that does not grow with it; others under torque by splittings into exact motions.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
# What the program and the shared library link is found by dpkg-shlibdeps; these are what a user's compiler reads.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libeigen3-dev (>= 3.4), libboost-dev (>= 1.74), libtbb-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++ (>= 4:12), cmake (>= 3.25), pkg-config")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
# All but polhode-mpi: what installs without the name of a component.
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};polhode;Unspecified;/")
include(CPack)
