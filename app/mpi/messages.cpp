// SPDX-License-Identifier: MIT
#include "mpi/messages.hpp"

#include <mpi.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <thread>

#include "exit_code.hpp"
#include "files/interrupt.hpp"

namespace polhode::app::mpi {

Job::Job(int* count, char*** arguments) {
  int allowed = MPI_THREAD_SINGLE;
  MPI_Init_thread(count, arguments, MPI_THREAD_SERIALIZED, &allowed);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  if (allowed < MPI_THREAD_SERIALIZED)
    throw FileError("this MPI library does not support threads (MPI_THREAD_SERIALIZED)");
}

Job::~Job() { MPI_Finalize(); }

std::string Job::host() {
  std::array<char, MPI_MAX_PROCESSOR_NAME> name{};
  int length = 0;
  MPI_Get_processor_name(name.data(), &length);
  return {name.data(), static_cast<std::size_t>(length)};
}

void Job::abort(int code) { MPI_Abort(MPI_COMM_WORLD, code); }

void send(int to, Tag tag, const std::string& bytes) {
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, static_cast<int>(tag), MPI_COMM_WORLD);
}

std::optional<Message> arrived() {
  MPI_Status status;
  int is_there = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &is_there, &status);
  if (is_there == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Message message{status.MPI_SOURCE, static_cast<Tag>(status.MPI_TAG), {}};
  message.bytes.resize(static_cast<std::size_t>(size));
  MPI_Recv(message.bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD,
           MPI_STATUS_IGNORE);
  return message;
}

Message next_message() {
  GrowingPause pause;
  while (true) {
    if (auto message = arrived()) return *std::move(message);
    stop_if_interrupted();
    pause.wait();
  }
}

void GrowingPause::wait() {
  constexpr long most = 1000;
  microseconds_ = std::min(most, 2 * microseconds_ + 10);
  std::this_thread::sleep_for(std::chrono::microseconds(microseconds_));
}

}  // namespace polhode::app::mpi
