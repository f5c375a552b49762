// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Blocks shared out among threads. What is computed for a block does not depend on who computes it.

#include <cstddef>
#include <functional>

namespace polhode::batch {

/// Calls `work(first, last)` for parts of 0, ..., blocks - 1, all together each once. By at most so many
/// threads, and no more than the machine has; threads = 0 means as many as it has, and one where
/// there are so few blocks that to wake the others would take longer.
void for_blocks(std::size_t blocks, int threads, const std::function<void(std::size_t, std::size_t)>& work);

}  // namespace polhode::batch
