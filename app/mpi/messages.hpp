// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Messages between the processes of an MPI job, as bytes. A process that waits for one polls and sleeps, so
/// that it uses no processor time and notices interrupts.

#include <optional>
#include <string>

namespace polhode::app::mpi {

/// What a message is about.
enum class Tag : int {
  introduction = 1,  ///< from a worker: its scenario and version
  order,             ///< to a worker
  seen,              ///< from a worker: whether it sees the folder of the results
  records,           ///< from a worker: its results
  failed             ///< from a worker: why it cannot continue
};

struct Message {
  int from;
  Tag tag;
  std::string bytes;
};

/// The MPI job of this process; the constructor joins it, the destructor leaves it.
class Job {
 public:
  /// Throws FileError if MPI does not support threads.
  Job(int* count, char*** arguments);
  /// Called by all processes.
  ~Job();
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  int rank() const noexcept { return rank_; }
  int size() const noexcept { return size_; }
  /// The name of the machine.
  static std::string host();
  /// Ends all processes at once.
  static void abort(int code);

 private:
  int rank_ = 0, size_ = 1;
};

/// Calls of these functions must not overlap in time, in whatever threads. At most 2^31 bytes, the greatest
/// count of MPI.
void send(int to, Tag tag, const std::string& bytes);
/// A message that has arrived, if any.
std::optional<Message> arrived();
/// Waits for a message. Throws Interrupted.
Message next_message();

/// Sleeps longer with each call since the last reset, up to a millisecond.
class GrowingPause {
 public:
  void wait();
  void reset() noexcept { microseconds_ = 0; }

 private:
  long microseconds_ = 0;
};

}  // namespace polhode::app::mpi
