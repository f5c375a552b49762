// SPDX-License-Identifier: MIT
// N default steps of the free body and nothing else, for tools/check_instructions.
//
//   instruction_steps KIND H N     KIND plain or compensated, steps of length H
#include <cstdio>
#include <cstdlib>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/advance.hpp>
#include <polhode/kernel/exact.hpp>
#include <polhode/rotation/quat.hpp>
#include <string>

namespace {

using namespace polhode;

/// What is at this address may be read and changed by anyone.
template <class X>
void expose(X& x) {
  asm volatile("" : : "g"(&x) : "memory");
}

template <class P>
int run(P now, double h, long n) {
  const kernel::ExactConstants<double> constants = kernel::exact_constants(Vec3<double>{0.345, 0.653, 1.0});
  now.m = {0.5, 0.2, 0.84};
  now.q = Quat<double>::identity();
  expose(h);
  for (long i = 0; i < n; ++i) now = kernel::advance(now, kernel::exact_step(constants, now.m, h));
  expose(now);
  return now.q.w == now.q.w ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string kind = argc == 4 ? argv[1] : "";
  if (kind == "plain") return run(kernel::Phase<double>{}, std::atof(argv[2]), std::atol(argv[3]));
  if (kind == "compensated")
    return run(kernel::CompensatedPhase<double>{}, std::atof(argv[2]), std::atol(argv[3]));
  std::fprintf(stderr, "usage: instruction_steps plain|compensated H N\n");
  return 2;
}
