// SPDX-License-Identifier: MIT
#include "run/progress.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "console/messages.hpp"

namespace polhode::app {

void RunProgress::prepares() {
  const std::lock_guard lock(mutex_);
  if (line_.is_due()) line_.show(fmt::format("finding the step, {}", duration_text(line_.seconds())));
}

void RunProgress::at(double fraction, std::uint64_t count) {
  const std::lock_guard lock(mutex_);
  if (!has_begun_) {
    has_begun_ = true;
    first_seconds_ = line_.seconds();
    first_fraction_ = fraction;
    first_count_ = count;
  }
  if (!line_.is_due()) return;
  const double seconds = line_.seconds() - first_seconds_, done = fraction - first_fraction_;
  std::string text = fmt::format("{}{:.1f} %, {} {}", part_, 100 * fraction, count, what_);
  if (seconds > 0)
    text += fmt::format(", {:.4g} {}/s", static_cast<double>(count - first_count_) / seconds, what_);
  if (done > 0) text += fmt::format(", {} left", duration_text(seconds * std::max(0.0, 1 - fraction) / done));
  line_.show(text);
}

void RunProgress::begin_part(std::string name) {
  const std::lock_guard lock(mutex_);
  part_ = std::move(name) + " ";
  has_begun_ = false;
}

void RunProgress::say(std::string_view text) {
  const std::lock_guard lock(mutex_);
  line_.clear();
  app::say(text);
}

}  // namespace polhode::app
