# SPDX-License-Identifier: MIT
# How Polhode's own code is compiled. These options hold for this directory and those below it; none of them
# reaches a user of the library.

set(CMAKE_CXX_EXTENSIONS OFF)

add_compile_options(
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wdouble-promotion
  # Round-off is reasoned about operation by operation: a product and a sum are fused only where the source
  # says so (core/fused.hpp), never by the compiler's choice.
  -ffp-contract=off
  # Nobody reads errno after sqrt; without this, sqrt is an instruction and a branch to a call.
  -fno-math-errno)

# g++ looks for memory to free from 128 MB on, a tenth of its time; what it uses here stays below 1.3 GB without that.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(--param=ggc-min-heapsize=2000000)
endif()
# g++ packs the parts of a vector two by two and unpacks them again: a fifth of the exact step's time.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-fno-tree-slp-vectorize)
endif()
# g++ 12 sees overlapping, endless and out-of-bounds copies in "text" + std::string(...), where there are none [GCC bug 105651].
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  add_compile_options(-Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()
if(POLHODE_WARNINGS_AS_ERRORS)
  add_compile_options(-Werror)
endif()
if(POLHODE_NATIVE)
  add_compile_options(-march=native)
  # Where that means AVX-512, g++ 12 warns inside its own avx512fintrin.h.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    add_compile_options(-Wno-uninitialized -Wno-maybe-uninitialized)
  endif()
endif()
if(POLHODE_SANITIZE)
  # Null pointers and what lies beyond an object are found by the address sanitizer, and on the processors that run these tests a misaligned
  # number is only slow: finding these takes a third of the time of compiling.
  add_compile_options(-fsanitize=address,undefined -fno-sanitize=null,object-size,alignment -fno-sanitize-recover=all
    -fno-omit-frame-pointer)
  # Checks of addresses as calls, not inlined: a third of the time of compiling kernels.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    add_compile_options(-fsanitize-address-outline-instrumentation)
  endif()
  add_link_options(-fsanitize=address,undefined)
endif()

if(POLHODE_SANITIZE_THREADS)
  add_compile_options(-fsanitize=thread -g1)
  add_link_options(-fsanitize=thread)
endif()

# polhode_compile_quickly(TARGET LEVEL): for what runs for seconds and compiles for minutes. LEVEL is -O1, or -Og for tests:
# this takes g++ three quarters of the time, less than -O0, which writes out every small function of Eigen.
function(polhode_compile_quickly target level)
  if(POLHODE_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  else()
    # With these levels g++ sees uninitialised numbers in Eigen's copies of matrices, where there are none.
    target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:${level}>
      $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  endif()
endfunction()
