# SPDX-License-Identifier: MIT
# The shared library, of the same compiled files as the static one, which are position-independent. Include it after
# the library is complete.
add_library(polhode_shared SHARED $<TARGET_OBJECTS:polhode>)
add_library(polhode::shared ALIAS polhode_shared)
set_target_properties(polhode_shared PROPERTIES
  OUTPUT_NAME polhode
  EXPORT_NAME shared
  LINKER_LANGUAGE CXX
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
  LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/shared.map)
target_compile_features(polhode_shared INTERFACE cxx_std_20)
target_include_directories(polhode_shared INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_link_libraries(polhode_shared INTERFACE Eigen3::Eigen Boost::headers PRIVATE Threads::Threads TBB::tbb)
target_link_options(polhode_shared PRIVATE
  LINKER:--version-script=${PROJECT_SOURCE_DIR}/cmake/shared.map LINKER:-Bsymbolic-functions LINKER:-z,defs)
