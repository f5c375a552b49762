// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Distribution of blocks among threads. Results do not depend on the distribution.

#include <cstddef>
#include <functional>

namespace polhode::batch {

/// Calls work(first, last) for ranges that together cover 0, ..., blocks - 1 once.
/// @param threads  upper limit, further limited to the number of hardware threads; 0 means that number
void for_blocks(std::size_t blocks, int threads, const std::function<void(std::size_t, std::size_t)>& work);

}  // namespace polhode::batch
