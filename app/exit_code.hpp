// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The exit codes of the program and the errors that lead to them. The man page lists the same codes.

#include <stdexcept>

namespace polhode::app {

enum class ExitCode {
  ok = 0,
  some_rows_failed = 1,  ///< the table is complete, some rows have empty results
  usage = 2,             ///< the command line is invalid
  file = 3,              ///< a file could not be read or written
  refused = 4,           ///< invalid input: a table's header, a body, a spin
  not_reached = 5        ///< the results are written, but the run stopped early or has no correct digit
};

/// An invalid command line.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file that cannot be read or written.
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Invalid input.
struct RefusedInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An invalid table, unlike one with some bad rows.
struct RefusedTable : RefusedInput {
  using RefusedInput::RefusedInput;
};

/// An invalid scenario; what() names file, line and key, what was found and what is allowed.
struct RefusedScenario : RefusedInput {
  using RefusedInput::RefusedInput;
};

/// A file that is not a result of this program, or does not fit the other files of the result.
struct RefusedResult : RefusedInput {
  using RefusedInput::RefusedInput;
};

/// The reader of standard output has closed it. The program ends without a message.
struct ReaderGone {};

}  // namespace polhode::app
