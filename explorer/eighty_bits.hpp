// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What the compiler says of long double, as it is on the machines where the program runs: 64 bits of significand. Every
/// file of the explorer begins with this one; eighty_bits.cpp rounds accordingly.
///
/// Method.     WebAssembly's long double has 113 bits and the same exponents. With its own limits a loop that ends at
///             rounding would take more turns than in the program.

#undef __LDBL_MANT_DIG__
#undef __LDBL_DIG__
#undef __LDBL_DECIMAL_DIG__
#undef __LDBL_EPSILON__
#undef __LDBL_MAX__
#undef __LDBL_DENORM_MIN__
#define __LDBL_MANT_DIG__ 64
#define __LDBL_DIG__ 18
#define __LDBL_DECIMAL_DIG__ 21
#define __LDBL_EPSILON__ 0x1p-63L
#define __LDBL_MAX__ 0x1.fffffffffffffffep+16383L
#define __LDBL_DENORM_MIN__ 0x1p-16445L
