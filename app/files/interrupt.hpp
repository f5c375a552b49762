// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Ctrl-C and its like end a run in good order: destructors run, so that no half-written file keeps its name.

namespace polhode::app {

/// Thrown where a run notices that it was told to stop.
struct Interrupted {
  int signal;
};

/// From here on SIGINT, SIGTERM and SIGHUP are only noted, unless they were ignored (nohup), and SIGPIPE is
/// ignored: a closed pipe shows as an error of write. So is SIGXFSZ: a limit on the size of files shows as a
/// full disk does.
void note_interrupts();

/// Throws Interrupted if one was noted. Costs a load: loops may call it at each turn.
void stop_if_interrupted();

/// Ends the process by the signal, as if it had never been noted, so that shells see what happened.
[[noreturn]] void die_by(int signal);

}  // namespace polhode::app
