// SPDX-License-Identifier: MIT
#include "series/program_cache.hpp"

#include <algorithm>
#include <utility>

namespace polhode::series {

std::shared_ptr<const Recorded> ProgramCache::recorded(const Key& key) const {
  const std::lock_guard lock(mutex_);
  const auto at =
      std::find_if(recordings_.begin(), recordings_.end(), [&](const Recording& r) { return r.key == key; });
  return at == recordings_.end() ? nullptr : at->recorded;
}

void ProgramCache::keep(const Key& key, std::shared_ptr<const Recorded> recorded) {
  const std::lock_guard lock(mutex_);
  if (recordings_.size() == capacity) recordings_.erase(recordings_.begin());
  recordings_.push_back({key, std::move(recorded)});
}

std::shared_ptr<Program> ProgramCache::program(const Key& key, int order) {
  std::unique_ptr<Program> found;
  {
    const std::lock_guard lock(mutex_);
    const auto at = std::find_if(idle_.begin(), idle_.end(),
                                 [&](const Idle& i) { return i.key == key && i.program->order() == order; });
    if (at == idle_.end()) return nullptr;
    found = std::move(at->program);
    idle_.erase(at);
  }
  return lent(key, std::move(found));
}

std::shared_ptr<Program> ProgramCache::lent(const Key& key, std::unique_ptr<Program> program) {
  // The cache may be destroyed before the program is.
  return {program.release(), [key, cache = weak_from_this()](Program* p) {
            std::unique_ptr<Program> back(p);
            if (const std::shared_ptr<ProgramCache> here = cache.lock())
              here->take_back(key, std::move(back));
          }};
}

void ProgramCache::take_back(const Key& key, std::unique_ptr<Program> program) noexcept {
  try {
    const std::lock_guard lock(mutex_);
    if (idle_.size() == capacity) idle_.erase(idle_.begin());
    idle_.push_back({key, std::move(program)});
  } catch (...) {
    // If memory is exhausted, the program is discarded.
  }
}

}  // namespace polhode::series
