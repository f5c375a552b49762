// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Messages between the processes of an MPI job, as bytes. A process that waits for one sleeps in between, so
/// that it uses no processor time, and notices interrupts.

#include <optional>
#include <string>

namespace polhode::app::mpi {

/// What a message is about.
enum class Tag : int {
  introduction = 1,  ///< from a worker: what it is about to work on
  order,             ///< to a worker
  seen,              ///< from a worker: whether it sees the folder of the results
  records,           ///< from a worker: what it has computed
  failed             ///< from a worker: why it cannot go on
};

struct Message {
  int from;
  Tag tag;
  std::string bytes;
};

/// The job of this process, from its making to its end.
class Job {
 public:
  /// Joins the processes that mpirun has started. Throws FileError where MPI does not allow threads.
  Job(int* count, char*** arguments);
  /// Leaves the job. All processes must do so at the same time.
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

/// Calls of these must not overlap in time, by whatever threads. At most 2^31 bytes, the most that a count of
/// MPI can say.
void send(int to, Tag tag, const std::string& bytes);
/// A message that is there; none where there is none.
std::optional<Message> arrived();
/// Waits for a message. Throws Interrupted.
Message next_message();

/// Sleeps the longer the more often it was called since there was something to do, up to a millisecond.
class GrowingWait {
 public:
  void wait();
  void reset() noexcept { microseconds_ = 0; }

 private:
  long microseconds_ = 0;
};

}  // namespace polhode::app::mpi
