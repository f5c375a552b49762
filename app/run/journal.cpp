// SPDX-License-Identifier: MIT
#include "run/journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "exit_code.hpp"

namespace polhode::app {
namespace {

constexpr std::uint32_t magic = 0x646f6870;  // "phod"
constexpr std::uint32_t longest_payload = std::uint32_t{1} << 30;

struct Head {
  std::uint32_t magic, kind, size, reserved;
};

/// FNV-1a, eight bytes at a time.
std::uint64_t checksum(std::string_view head, std::string_view payload) noexcept {
  constexpr std::uint64_t prime = 0x100000001b3;
  std::uint64_t sum = 0xcbf29ce484222325;
  for (const std::string_view part : {head, payload}) {
    std::size_t at = 0;
    for (; at < part.size(); at += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, part.data() + at, std::min<std::size_t>(8, part.size() - at));
      sum = (sum ^ word) * prime;
      sum ^= sum >> 29;
    }
  }
  return sum;
}

std::string_view bytes_of_head(const Head& head) {
  return {reinterpret_cast<const char*>(&head), sizeof head};
}

bool read_all(int descriptor, char* to, std::size_t size, std::uint64_t at) {
  while (size > 0) {
    const auto count = ::pread(descriptor, to, size, static_cast<off_t>(at));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    to += count;
    at += static_cast<std::uint64_t>(count);
    size -= static_cast<std::size_t>(count);
  }
  return true;
}

}  // namespace

Journal::Journal(std::string path) : path_(std::move(path)) {
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail("open");
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
    ::close(descriptor_);
    throw FileError(fmt::format(
        "{} is in use: another run is writing the same results; wait for it, or choose others with -o",
        path_));
  }
}

Journal::~Journal() { ::close(descriptor_); }

bool Journal::exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

void Journal::fail(const char* what) const {
  throw FileError(fmt::format("cannot {} {}: {}", what, path_, std::strerror(errno)));
}

bool Journal::read_record(std::uint64_t at, RecordKind& kind, std::string& payload) const {
  Head head{};
  if (!read_all(descriptor_, reinterpret_cast<char*>(&head), sizeof head, at) || head.magic != magic ||
      head.size > longest_payload)
    return false;
  // A length that was written wrong must not cost memory.
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0 ||
      at + sizeof head + head.size > static_cast<std::uint64_t>(status.st_size))
    return false;
  payload.resize(head.size);
  std::uint64_t sum = 0;
  if (!read_all(descriptor_, payload.data(), payload.size(), at + sizeof head) ||
      !read_all(descriptor_, reinterpret_cast<char*>(&sum), sizeof sum, at + sizeof head + payload.size()))
    return false;
  kind = static_cast<RecordKind>(head.kind);
  return sum == checksum(bytes_of_head(head), payload);
}

std::string Journal::belongs_to() const {
  RecordKind kind{};
  std::string payload;
  return read_record(0, kind, payload) && kind == RecordKind::header ? payload : std::string();
}

void Journal::begin(const std::string& belongs_to) {
  cut_at(0);
  append(RecordKind::header, belongs_to);
  sync();
}

std::uint64_t Journal::scan(const Visit& visit) const {
  std::uint64_t at = 0;
  RecordKind kind{};
  std::string payload;
  while (read_record(at, kind, payload)) {
    const Place place{at + sizeof(Head), static_cast<std::uint32_t>(payload.size())};
    if (at > 0) visit(kind, place, payload);
    at = end_of(place);
  }
  return at;
}

std::uint64_t Journal::end_of(const Place& place) noexcept {
  return place.offset + place.size + sizeof(std::uint64_t);
}

void Journal::cut_at(std::uint64_t end) {
  if (::ftruncate(descriptor_, static_cast<off_t>(end)) != 0) fail("write");
  end_ = end;
}

void Journal::append(RecordKind kind, std::string_view payload) {
  const Head head{magic, static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(payload.size()), 0};
  const std::uint64_t sum = checksum(bytes_of_head(head), payload);
  std::string record;
  record.reserve(sizeof head + payload.size() + sizeof sum);
  record += bytes_of_head(head);
  record += payload;
  record.append(reinterpret_cast<const char*>(&sum), sizeof sum);

  const std::lock_guard lock(mutex_);
  std::size_t done = 0;
  while (done < record.size()) {
    const auto count =
        ::pwrite(descriptor_, record.data() + done, record.size() - done, static_cast<off_t>(end_ + done));
    if (count >= 0)
      done += static_cast<std::size_t>(count);
    else if (errno != EINTR)
      fail("write");
  }
  end_ += record.size();
}

void Journal::sync() {
  if (::fdatasync(descriptor_) != 0) fail("write");
}

std::string Journal::read(const Place& place) const {
  std::string payload(place.size, '\0');
  if (!read_all(descriptor_, payload.data(), payload.size(), place.offset)) fail("read");
  return payload;
}

void Journal::remove() { ::unlink(path_.c_str()); }

}  // namespace polhode::app
