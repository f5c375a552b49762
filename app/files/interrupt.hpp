// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Ctrl-C and similar signals end a run by an exception: destructors run, so that no half-written file is
/// left.

namespace polhode::app {

/// Thrown when a run notices an interrupt.
struct Interrupted {
  int signal;
};

/// From here on SIGINT, SIGTERM and SIGHUP are only noted, unless they were ignored (nohup). SIGPIPE and
/// SIGXFSZ are ignored: a closed pipe and a limit on the size of files show as errors of write.
void note_interrupts();

/// Throws Interrupted if a signal was noted. The cost is one read from memory: loops may call it in each
/// pass.
void stop_if_interrupted();

/// Ends the process by the signal as by default, so that shells see its cause.
[[noreturn]] void die_by(int signal);

}  // namespace polhode::app
