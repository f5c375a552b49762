// SPDX-License-Identifier: MIT
#include "batch/parallel.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace polhode::batch {

void for_blocks(std::size_t blocks, int threads, const std::function<void(std::size_t, std::size_t)>& work) {
  // To wake the threads takes as long as a step of a thousand bodies.
  constexpr std::size_t worth_waking = 32;
  if (threads == 1 || blocks < (threads == 0 ? worth_waking : 2)) {
    if (blocks > 0) work(0, blocks);
    return;
  }
  // At least some microseconds of work.
  constexpr std::size_t fewest = 4;
  const auto share = [&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, blocks, fewest),
                      [&](const tbb::blocked_range<std::size_t>& part) { work(part.begin(), part.end()); });
  };
  // A separate arena would have to wake its threads each time, which takes as long as a step of a thousand
  // bodies.
  if (threads == 0 || threads >= tbb::info::default_concurrency()) {
    share();
  } else {
    tbb::task_arena arena(threads);
    arena.execute(share);
  }
}

}  // namespace polhode::batch
