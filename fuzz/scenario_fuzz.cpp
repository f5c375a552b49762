// SPDX-License-Identifier: MIT
// The reader of scenarios, fed with anything: it may refuse, it may not crash, hang or take the memory. No
// other file is read.
#include <cstddef>
#include <cstdint>
#include <polhode/core/error.hpp>
#include <string>

#include "exit_code.hpp"
#include "scenario/scenario.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace polhode::app;
  try {
    const ScenarioFile file =
        ScenarioFile::parse(std::string(data, data + size), "fuzz.toml", OtherFiles::refused);
    const Scenario first = file.scenario(0);
    static_cast<void>(first.times[first.times.size() - 1]);
    for (const polhode::Event& event : first.events)
      static_cast<void>(event.function(first.start, first.times.start));
    if (file.is_ensemble()) static_cast<void>(file.scenario(file.runs() - 1));
  } catch (const RefusedScenario&) {
  } catch (const polhode::InvalidInput&) {
  }
  return 0;
}
