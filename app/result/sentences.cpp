// SPDX-License-Identifier: MIT
#include "result/sentences.hpp"

#include <fmt/format.h>

#include "catalogue/given.hpp"
#include "catalogue/torques.hpp"

namespace polhode::app {
namespace {

std::string of_run(const Summary& s, const std::string& words) {
  return s.is_ensemble && !words.empty() ? fmt::format("in run {}: {}", s.described_run, words) : words;
}

/// A free motion without steps.
bool is_function_of_time(const Summary& s) { return s.splitting.empty() && s.step == 0; }

std::string method_words(const Summary& s) {
  if (s.engine.empty()) return s.why;
  if (is_function_of_time(s)) return "the exact free motion as a function of time";
  const std::string steps =
      fmt::format("{}{} steps of at most {:.6g}", s.is_ensemble ? "in all runs " : "", s.steps, s.step);
  if (s.engine == "series") return fmt::format("power series of order {}, {}", s.order, steps);
  if (s.engine == "runge-kutta") return fmt::format("Dormand and Prince of order {}, {}", s.order, steps);
  if (s.splitting.empty()) return fmt::format("the free method {}, {}", s.drift, steps);
  return fmt::format("the splitting {}, {}, with the free method {}", s.splitting, steps, s.drift);
}

}  // namespace

std::string body_sentence(const Summary& s) { return of_run(s, body_words(s.given_body)); }

std::string torque_sentence(const Summary& s) { return of_run(s, torque_words(s.torques)); }

std::string method_sentence(const Summary& s) { return of_run(s, method_words(s)); }

}  // namespace polhode::app
