# SPDX-License-Identifier: MIT
# What is installed: the library, its headers, and the package that find_package(polhode) reads.
# Every path is relative to the prefix, so that an installed tree may be moved.
include(CMakePackageConfigHelpers)

set(polhode_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/polhode)

install(TARGETS polhode EXPORT polhode FILE_SET HEADERS)
if(POLHODE_SHARED)
  install(TARGETS polhode_shared EXPORT polhode)
endif()
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
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs/guide examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
  FILES_MATCHING PATTERN "*.md" PATTERN "*.cpp" PATTERN "*.txt" PATTERN CMakeLists.txt EXCLUDE)

# For those who do not use CMake. Where there is a shared library, the linker takes it, and only --static asks for more.
set(polhode_pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH polhode_pc_prefix /prefix/${polhode_pc_dir} /prefix)
string(REGEX REPLACE "/$" "" polhode_pc_prefix ${polhode_pc_prefix})
set(polhode_pc_public "")
set(polhode_pc_private " -ltbb -pthread")
if(NOT POLHODE_SHARED AND NOT BUILD_SHARED_LIBS)
  set(polhode_pc_public ${polhode_pc_private})
  set(polhode_pc_private "")
endif()
# Boost, whose headers ours include, has no such file: its folder is named where the compiler does not look by itself.
set(polhode_pc_boost "")
get_target_property(polhode_boost_folder Boost::headers INTERFACE_INCLUDE_DIRECTORIES)
if(polhode_boost_folder AND NOT polhode_boost_folder IN_LIST CMAKE_CXX_IMPLICIT_INCLUDE_DIRECTORIES)
  set(polhode_pc_boost " -I${polhode_boost_folder}")
endif()
configure_file(cmake/polhode.pc.in ${PROJECT_BINARY_DIR}/polhode.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/polhode.pc DESTINATION ${polhode_pc_dir})
