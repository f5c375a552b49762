// SPDX-License-Identifier: MIT
#include "core/threads.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace polhode {

unsigned machine_threads() noexcept { return std::max(1U, std::thread::hardware_concurrency()); }

void in_threads(unsigned threads, const std::function<void()>& work) {
  if (threads == 0) threads = machine_threads();
  std::mutex mutex;
  std::exception_ptr failure;
  const auto guarded = [&]() noexcept {
    try {
      work();
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> others;
    others.reserve(threads - 1);
    try {
      while (others.size() + 1 < threads) others.emplace_back(guarded);
    } catch (const std::system_error&) {
      // The system cannot create more threads.
    }
    guarded();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace polhode
