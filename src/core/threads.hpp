// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Work shared among threads.

#include <functional>

namespace polhode {

/// Calls work() concurrently in several threads, including this one, and returns when all have ended. The
/// first exception of any of them is rethrown here; work() itself must make the others end.
/// @param threads  0 for the number of hardware threads; fewer are used if the system cannot create them
void in_threads(unsigned threads, const std::function<void()>& work);

/// The number of hardware threads, at least one.
unsigned machine_threads() noexcept;

}  // namespace polhode
