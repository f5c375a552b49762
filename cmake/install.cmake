# SPDX-License-Identifier: MIT
# What is installed: the library, its headers, and the package that find_package(polhode) reads.
# Every path is relative to the prefix, so that an installed tree may be moved.
include(CMakePackageConfigHelpers)

set(polhode_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/polhode)

install(TARGETS polhode EXPORT polhode FILE_SET HEADERS)
install(EXPORT polhode NAMESPACE polhode:: FILE polhode-targets.cmake DESTINATION ${polhode_package_dir})

configure_package_config_file(
  cmake/polhode-config.cmake.in ${PROJECT_BINARY_DIR}/polhode-config.cmake
  INSTALL_DESTINATION ${polhode_package_dir}
  NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may break what was there.
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/polhode-config-version.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/polhode-config.cmake ${PROJECT_BINARY_DIR}/polhode-config-version.cmake
  DESTINATION ${polhode_package_dir})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
