// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Ctrl-C and similar signals end a run by an exception: destructors run, so that no half-written file is
/// left.

namespace polhode::app {

/// Thrown where a run notices that it was told to stop.
struct Interrupted {
  int signal;
};

/// From here on SIGINT, SIGTERM and SIGHUP are only noted, unless they were ignored (nohup), and SIGPIPE is
/// ignored: a closed pipe shows as an error of write. So is SIGXFSZ: a limit on the size of files shows as a
/// full disk does.
void note_interrupts();

/// Throws Interrupted if a signal was noted. It costs one read from memory: loops may call it in each pass.
void stop_if_interrupted();

/// Ends the process by the signal, as if it had never been noted, so that shells see what happened.
[[noreturn]] void die_by(int signal);

}  // namespace polhode::app
