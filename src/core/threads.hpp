// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Work shared among threads.

#include <functional>

namespace polhode {

/// Calls work() in so many threads at once, this one included, and returns when all have ended. 0: as many as
/// the machine has. Where the machine refuses a thread, those that it has given do the work. The first
/// exception of any of them is thrown here, after all have ended; work() itself has to see that the others
/// end.
void in_threads(unsigned threads, const std::function<void()>& work);

/// How many threads 0 stands for: one at least.
unsigned machine_threads() noexcept;

}  // namespace polhode
