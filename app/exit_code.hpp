// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How the program ends: its exit codes and the errors that lead to them. The man page lists the same codes.

#include <stdexcept>

namespace polhode::app {

enum class ExitCode {
  ok = 0,
  some_rows_failed = 1,  ///< the table is complete, some rows have empty results
  usage = 2,             ///< the command line is invalid
  file = 3,              ///< a file could not be read or written
  refused = 4,           ///< the input was read and is not accepted: a table's header, a body, a spin
  not_reached = 5        ///< the results are written, but the run stopped early, or its error leaves no digit
};

/// An invalid command line.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file that cannot be read or written.
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Input that was read and is not accepted.
struct RefusedInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A table that is refused as a whole, unlike one with some bad rows.
struct RefusedTable : RefusedInput {
  using RefusedInput::RefusedInput;
};

/// A scenario that cannot be run; what() names file, line and key, what was found and what is allowed.
struct RefusedScenario : RefusedInput {
  using RefusedInput::RefusedInput;
};

/// A file that exists but is not a result of this program, or does not fit the file beside it.
struct RefusedResult : RefusedInput {
  using RefusedInput::RefusedInput;
};

/// The reader of standard output has closed it. This is not an error; the program just ends.
struct ReaderGone {};

}  // namespace polhode::app
