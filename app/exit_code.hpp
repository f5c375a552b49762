// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How the program ends: its exit codes and the errors that lead to them. The man page lists the same codes.

#include <stdexcept>

namespace polhode::app {

enum class ExitCode {
  ok = 0,
  some_rows_failed = 1,  ///< the table is complete, some rows have empty results
  usage = 2,             ///< the command line was not understood
  file = 3,              ///< a file could not be read or written
  refused = 4,           ///< the input was read and is not accepted: a table's header, a body, a spin
  not_reached = 5        ///< the results are written, but the run stopped early, or its error leaves no digit
};

/// A command line that is not understood.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file that cannot be read or written.
struct FileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Something that was read and cannot be worked on.
struct RefusedInput : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A table that cannot be worked on at all, unlike one with some bad rows.
struct RefusedTable : RefusedInput {
  using RefusedInput::RefusedInput;
};

/// A scenario that cannot be run; what() names file, line and key, what was found and what is allowed.
struct RefusedScenario : RefusedInput {
  using RefusedInput::RefusedInput;
};

/// A file that exists but is no result of this program, or does not fit the file beside it.
struct RefusedResult : RefusedInput {
  using RefusedInput::RefusedInput;
};

/// The reader of our standard output has closed it. This is no error; the program just ends.
struct ReaderGone {};

}  // namespace polhode::app
