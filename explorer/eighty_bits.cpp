// SPDX-License-Identifier: MIT
// Arithmetic of long double with 64 bits of significand, as the program's: what WebAssembly computes with 113 bits by
// functions is rounded once more, and so are constants, which the compiler has written down with 113. The linker puts
// each __wrap_ in the place of the function, which is then __real_; in our own files alone, since those of the
// standard library rely on all bits.
//
// Accuracy. Two roundings are one but where the first ends in the middle between two numbers of the second: in one
// operation of 2^49 or so. Sines and their like have all 64 bits here; the program's may be wrong in the last one. Those of
// double are the nearest number here, and in the program all but one in a thousand or so.
#include <cmath>
#include <cstdint>
#include <cstring>

namespace {

/// To the nearest number with 64 bits, to even in the middle. Fractions end 49 bits earlier than they do here, also those
/// of the smallest numbers.
long double rounded(long double x) noexcept {
  std::uint64_t part[2];  // the low one first
  std::memcpy(part, &x, sizeof part);
  constexpr std::uint64_t exponent = 0x7fff000000000000, cut = (std::uint64_t{1} << 49) - 1;
  if ((part[0] & cut) == 0 || (part[1] & exponent) == exponent) return x;
  const std::uint64_t before = part[0];
  part[0] += (cut >> 1) + ((before >> 49) & 1);
  part[1] += part[0] < before ? 1 : 0;
  part[0] &= ~cut;
  std::memcpy(&x, part, sizeof part);
  return x;
}

}  // namespace

extern "C" {

long double __real___addtf3(long double, long double);
long double __wrap___addtf3(long double a, long double b) {
  return rounded(__real___addtf3(rounded(a), rounded(b)));
}

long double __real___subtf3(long double, long double);
long double __wrap___subtf3(long double a, long double b) {
  return rounded(__real___subtf3(rounded(a), rounded(b)));
}

long double __real___multf3(long double, long double);
long double __wrap___multf3(long double a, long double b) {
  return rounded(__real___multf3(rounded(a), rounded(b)));
}

long double __real___divtf3(long double, long double);
long double __wrap___divtf3(long double a, long double b) {
  return rounded(__real___divtf3(rounded(a), rounded(b)));
}

/// By fmod: the remainderl of musl before 1.2.3 takes the low half of one number for that of the other.
long double __wrap_remainderl(long double a, long double b) {
  const long double y = std::fabs(rounded(b)), x = std::fmod(std::fabs(rounded(a)), 2 * y);
  long double rest = x;
  if (rest + rest > y) {
    rest -= y;
    if (rest + rest >= y) rest -= y;
  }
  return a < 0 ? -rest : rest;
}

long double __real_hypotl(long double, long double);
long double __wrap_hypotl(long double a, long double b) {
  return rounded(__real_hypotl(rounded(a), rounded(b)));
}

long double __real_atan2l(long double, long double);
long double __wrap_atan2l(long double a, long double b) {
  return rounded(__real_atan2l(rounded(a), rounded(b)));
}

long double __real_powl(long double, long double);
long double __wrap_powl(long double a, long double b) { return rounded(__real_powl(rounded(a), rounded(b))); }

long double __real_sqrtl(long double);
long double __wrap_sqrtl(long double a) { return rounded(__real_sqrtl(rounded(a))); }

long double __real_cbrtl(long double);
long double __wrap_cbrtl(long double a) { return rounded(__real_cbrtl(rounded(a))); }

long double __real_sinl(long double);
long double __wrap_sinl(long double a) { return rounded(__real_sinl(rounded(a))); }

long double __real_cosl(long double);
long double __wrap_cosl(long double a) { return rounded(__real_cosl(rounded(a))); }

long double __real_atanl(long double);
long double __wrap_atanl(long double a) { return rounded(__real_atanl(rounded(a))); }

long double __real_logl(long double);
long double __wrap_logl(long double a) { return rounded(__real_logl(rounded(a))); }

long double __real_log1pl(long double);
long double __wrap_log1pl(long double a) { return rounded(__real_log1pl(rounded(a))); }

long double __real_atanhl(long double);
long double __wrap_atanhl(long double a) { return rounded(__real_atanhl(rounded(a))); }

long double __real_coshl(long double);
long double __wrap_coshl(long double a) { return rounded(__real_coshl(rounded(a))); }

long double __real_tanhl(long double);
long double __wrap_tanhl(long double a) { return rounded(__real_tanhl(rounded(a))); }

long double __real_fmal(long double, long double, long double);
long double __wrap_fmal(long double a, long double b, long double c) {
  return rounded(__real_fmal(rounded(a), rounded(b), rounded(c)));
}

double __real___trunctfdf2(long double);
double __wrap___trunctfdf2(long double a) { return __real___trunctfdf2(rounded(a)); }

// Functions of double, rounded once from 113 bits: the nearest number, as the program's nearly always are. Those of musl are
// so more rarely.

double __wrap_sin(double a) { return __real___trunctfdf2(__real_sinl(a)); }
double __wrap_cos(double a) { return __real___trunctfdf2(__real_cosl(a)); }
double __wrap_atan(double a) { return __real___trunctfdf2(__real_atanl(a)); }
double __wrap_log(double a) { return __real___trunctfdf2(__real_logl(a)); }
double __wrap_exp(double a) { return __real___trunctfdf2(expl(a)); }
double __wrap_atanh(double a) { return __real___trunctfdf2(__real_atanhl(a)); }
double __wrap_cosh(double a) { return __real___trunctfdf2(__real_coshl(a)); }
double __wrap_tanh(double a) { return __real___trunctfdf2(__real_tanhl(a)); }
double __wrap_pow(double a, double b) { return __real___trunctfdf2(__real_powl(a, b)); }
double __wrap_atan2(double a, double b) { return __real___trunctfdf2(__real_atan2l(a, b)); }

}  // extern "C"
