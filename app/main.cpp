// SPDX-License-Identifier: MIT
#include "command/command.hpp"
#include "command/reproduce.hpp"
#include "command_line.hpp"

int main(int count, char** arguments) {
  using namespace polhode::app;
  const auto reproduce = [&](const ReproductionRequest&) -> ExitCode { run_reproduction_program(arguments); };
  return run_command_line(count, arguments,
                          {new_command(), run_command(), merge_command(), report_command(), compare_command(),
                           reproduce_command(reproduce), propagate_command(), periods_command(),
                           methods_command(), demo_command(), explorer_command()});
}
