# SPDX-License-Identifier: MIT
# How src/batch, src/series, src/simulation/runge_kutta and the pieces of src/free are compiled: one unit for each set of instructions, which one of them runs is decided at run time.
# Include it after the library is defined.
find_package(TBB CONFIG REQUIRED)
target_link_libraries(polhode PRIVATE TBB::tbb)

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  # The last -march counts: these units stay what their names say where the rest is compiled for this machine.
  set(batch_flags_sse2 -march=x86-64)
  set(batch_flags_avx2 -march=x86-64 -mavx2 -mfma)
  set(batch_flags_avx512 -march=x86-64 -mavx512f -mavx512dq)
  foreach(target IN ITEMS sse2 avx2 avx512)
    set_source_files_properties(src/batch/target_${target}.cpp PROPERTIES
      COMPILE_OPTIONS "${batch_flags_${target}}"
      SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
  foreach(target IN ITEMS sse2 avx2)
    set_source_files_properties(src/series/target_${target}.cpp src/series/target_lanes_${target}.cpp
      src/free/target_${target}.cpp src/simulation/runge_kutta/target_${target}.cpp PROPERTIES
      COMPILE_OPTIONS "${batch_flags_${target}}"
      SKIP_PRECOMPILE_HEADERS ON)
  endforeach()
  # A step for each order: with the sanitizers' checks half a minute, if it is optimised.
  if(POLHODE_SANITIZE)
    set_source_files_properties(src/series/target_avx2.cpp PROPERTIES COMPILE_OPTIONS "${batch_flags_avx2};-O0")
  endif()
  if(POLHODE_BUILD_TESTS AND NOT POLHODE_SANITIZE)
    add_test(NAME check.target_units COMMAND ${CMAKE_COMMAND} -DNM=${CMAKE_NM}
      "-DOBJECTS=$<JOIN:$<TARGET_OBJECTS:polhode>,|>" -P ${PROJECT_SOURCE_DIR}/cmake/check_target_units.cmake)
  endif()
else()
  get_target_property(batch_sources polhode SOURCES)
  list(FILTER batch_sources EXCLUDE REGEX "src/(batch|series|free|simulation/runge_kutta)/target_(lanes_)?avx(2|512)\\.cpp$")
  set_target_properties(polhode PROPERTIES SOURCES "${batch_sources}")
endif()
