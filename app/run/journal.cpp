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

#include "core/checksum.hpp"
#include "exit_code.hpp"
#include "files/output.hpp"

namespace polhode::app {
namespace {

constexpr std::uint32_t magic = 0x646f6870;  // "phod"
constexpr std::uint32_t format_number = 3;   // its header says which runs
constexpr std::uint32_t longest_payload = std::uint32_t{1} << 30;

struct Head {
  std::uint32_t magic, kind, size, format;
};

/// Continues the checksum of the previous record.
std::uint64_t record_sum(std::uint64_t before, std::string_view head, std::string_view payload) noexcept {
  return checksum(payload, checksum(head, before));
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

template <class T>
bool read_value(int descriptor, T& value, std::uint64_t at) {
  return read_all(descriptor, reinterpret_cast<char*>(&value), sizeof value, at);
}

std::uint64_t size_of(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) == 0 ? static_cast<std::uint64_t>(status.st_size) : 0;
}

/// Whether there are only zeros from here on, as after a write that a loss of power interrupted.
bool is_blank_from(int descriptor, std::uint64_t at) {
  std::array<char, 1 << 14> part{};
  for (const std::uint64_t size = size_of(descriptor); at < size;) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(part.size(), size - at));
    if (!read_all(descriptor, part.data(), count, at)) return false;
    if (std::any_of(part.begin(), part.begin() + static_cast<std::ptrdiff_t>(count),
                    [](char c) { return c != 0; }))
      return false;
    at += count;
  }
  return true;
}

FileId id_of(int descriptor) {
  struct stat status {};
  ::fstat(descriptor, &status);
  return {status.st_dev, status.st_ino};
}

}  // namespace

/// Reads records one after the other, in blocks of the file.
class Journal::Reading {
 public:
  /// From the record at an offset, after one with the sum `before`.
  Reading(const Journal& journal, std::uint64_t at, std::uint64_t before)
      : descriptor_(journal.descriptor_), size_(size_of(descriptor_)), at_(at), sum_(before) {}

  std::uint64_t at() const noexcept { return at_; }
  std::uint64_t size() const noexcept { return size_; }
  RecordKind kind() const noexcept { return kind_; }
  std::string_view payload() const noexcept { return payload_; }

  /// After a valid one, at() is where the next record begins.
  Read next() {
    Head head{};
    std::uint64_t sum = 0;
    if (at_ + sizeof head > size_) return Read::torn;
    const char* bytes = block(at_, sizeof head);
    if (!bytes) return Read::bad;
    std::memcpy(&head, bytes, sizeof head);
    if (head.magic != magic) return is_blank_from(descriptor_, at_) ? Read::torn : Read::bad;
    const std::uint64_t end = at_ + sizeof head + head.size + sizeof sum;
    if (end > size_) return Read::torn;
    // A corrupt length must not cost memory.
    if (head.size > longest_payload) return Read::bad;
    bytes = block(at_, static_cast<std::size_t>(end - at_));
    if (!bytes) return Read::bad;
    payload_ = {bytes + sizeof head, head.size};
    std::memcpy(&sum, bytes + sizeof head + head.size, sizeof sum);
    kind_ = static_cast<RecordKind>(head.kind);
    // The last one may not have reached the disk completely.
    if (sum != record_sum(sum_, bytes_of_head(head), payload_)) return end == size_ ? Read::torn : Read::bad;
    sum_ = sum;
    at_ = end;
    return Read::good;
  }

 private:
  /// So many bytes from an offset on, valid until the next call; null if they cannot be read.
  const char* block(std::uint64_t from, std::size_t count) {
    constexpr std::size_t usual = std::size_t{1} << 18;
    if (from < held_from_ || from + count > held_from_ + held_.size()) {
      const std::uint64_t left = size_ - from;
      held_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(left, std::max(usual, count))));
      held_from_ = from;
      if (!read_all(descriptor_, held_.data(), held_.size(), from)) {
        held_.clear();
        return nullptr;
      }
    }
    return held_.data() + (from - held_from_);
  }

  int descriptor_;
  std::uint64_t size_, at_, sum_, held_from_ = 0;
  RecordKind kind_{};
  std::string_view payload_;
  std::string held_;
};

Journal::Journal(std::string path, Use use) : use_(use), path_(std::move(path)) {
  try {
    open();
    if (descriptor_ >= 0) look();
  } catch (...) {
    if (descriptor_ >= 0) ::close(descriptor_);
    throw;
  }
}

Journal::~Journal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void Journal::open() {
  while (true) {
    const bool writes = use_ == Use::writing;
    descriptor_ = ::open(path_.c_str(), (writes ? O_RDWR | O_NOFOLLOW : O_RDONLY) | O_NONBLOCK | O_CLOEXEC);
    if (descriptor_ < 0) {
      if (errno == ENOENT) return;
      if (errno == ELOOP)
        throw FileError(fmt::format(
            "{} is a symbolic link, which a journal must not be: choose another name with -o", path_));
      fail("open");
    }
    struct stat status {};
    if (::fstat(descriptor_, &status) != 0) fail("open");
    if (!S_ISREG(status.st_mode))
      throw FileError(
          fmt::format("{} is not a regular file, as a journal must be: choose another name with -o", path_));
    // A file that cannot be locked, as on a read-only medium, can still be read.
    if (::flock(descriptor_, (writes ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0 && (writes || errno == EWOULDBLOCK))
      throw FileError(fmt::format(
          "{} is in use: another run is writing the same results; wait for it, or choose another name with "
          "-o",
          path_));
    // Between the two calls another run may have ended and removed it.
    if ((writes ? file_named(path_) : file_at(path_)) == id_of(descriptor_)) return;
    ::close(std::exchange(descriptor_, -1));
  }
}

void Journal::look() {
  end_ = size_of(descriptor_);
  if (end_ == 0) return;
  Head head{};
  if (!read_value(descriptor_, head, 0) || head.magic != magic) {
    found_ = Found::foreign;
    return;
  }
  if (head.kind == static_cast<std::uint32_t>(RecordKind::header) && head.format < format_number) {
    found_ = Found::other_version;
    return;
  }
  Reading reading(*this, 0, first_checksum);
  const bool is_good = reading.next() == Read::good && reading.kind() == RecordKind::header;
  found_ = is_good ? Found::journal : Found::damaged;
}

void Journal::fail(const char* what) const {
  throw FileError(fmt::format("cannot {} {}: {}", what, path_, std::strerror(errno)));
}

std::string Journal::belongs_to() const {
  Reading reading(*this, 0, first_checksum);
  return reading.next() == Read::good ? std::string(reading.payload()) : std::string();
}

void Journal::begin(const std::string& belongs_to) {
  // Under a temporary name until it has a header. What was found is not changed, since it may have another
  // name.
  OutputClaim claim(descriptor_ >= 0);
  const OutputPlace place = claim.place(path_);
  if (place.path() != path_)
    throw FileError(fmt::format("cannot write {}: it was replaced by a link", path_));
  const TemporaryFile made = make_temporary_file(place);
  const int before = std::exchange(descriptor_, made.descriptor);
  try {
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) fail("lock");
    end_ = 0;
    sum_ = first_checksum;
    append(RecordKind::header, belongs_to);
    sync();
    place.put(made.path);
  } catch (...) {
    ::unlink(made.path.c_str());
    if (before >= 0) ::close(before);
    throw;
  }
  if (before >= 0) ::close(before);
  found_ = Found::journal;
}

Journal::Scanned Journal::scan(const Visit& visit) const {
  Reading reading(*this, 0, first_checksum);
  const Read header = reading.next();
  if (header != Read::good) return {0, header == Read::torn ? End::torn : End::damaged};
  return scan(reading.at(), size_of(descriptor_), visit);
}

Journal::Scanned Journal::scan(std::uint64_t from, std::uint64_t to, const Visit& visit) const {
  std::uint64_t before = 0;
  if (from < sizeof before || !read_value(descriptor_, before, from - sizeof before)) fail("read");
  Reading reading(*this, from, before);
  while (reading.at() < to) {
    const std::uint64_t at = reading.at();
    const Read read = reading.next();
    if (read != Read::good) return {at, read == Read::torn ? End::torn : End::damaged};
    const std::string_view payload = reading.payload();
    visit(reading.kind(), {at + sizeof(Head), static_cast<std::uint32_t>(payload.size())}, payload);
  }
  return {reading.at(), End::whole};
}

std::uint64_t Journal::begin_of(const Place& place) noexcept { return place.offset - sizeof(Head); }

std::uint64_t Journal::end_of(const Place& place) noexcept {
  return place.offset + place.size + sizeof(std::uint64_t);
}

void Journal::cut_at(std::uint64_t end) {
  if (end < sizeof sum_ || !read_value(descriptor_, sum_, end - sizeof sum_)) fail("read");
  if (::ftruncate(descriptor_, static_cast<off_t>(end)) != 0) fail("write");
  end_ = end;
}

void Journal::append(RecordKind kind, std::string_view payload) {
  const Record record{kind, payload};
  append({&record, 1});
}

void Journal::append(std::span<const Record> records) {
  std::size_t size = 0;
  for (const Record& record : records) size += sizeof(Head) + record.payload.size() + sizeof sum_;
  std::string bytes;
  bytes.reserve(size);
  bool is_progress = false;

  const std::lock_guard lock(mutex_);
  std::uint64_t sum = sum_;
  for (const auto& [kind, payload] : records) {
    const Head head{magic, static_cast<std::uint32_t>(kind), static_cast<std::uint32_t>(payload.size()),
                    format_number};
    bytes += bytes_of_head(head);
    bytes += payload;
    sum = record_sum(sum, bytes_of_head(head), payload);
    bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
    is_progress |= kind == RecordKind::checkpoint || kind == RecordKind::end;
  }
  std::size_t done = 0;
  while (done < bytes.size()) {
    const auto count =
        ::pwrite(descriptor_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(end_ + done));
    if (count >= 0)
      done += static_cast<std::size_t>(count);
    else if (errno != EINTR) {
      // Remove what was written of it, in case a shorter record still finds room.
      const int why = errno;
      if (::ftruncate(descriptor_, static_cast<off_t>(end_)) == 0) errno = why;
      fail("write");
    }
  }
  end_ += bytes.size();
  sum_ = sum;
  if (is_progress) has_progress_ = true;
}

void Journal::sync() {
  if (::fdatasync(descriptor_) != 0) fail("write");
}

std::string Journal::read(const Place& place) const {
  std::string payload(place.size, '\0');
  if (!read_all(descriptor_, payload.data(), payload.size(), place.offset)) fail("read");
  return payload;
}

void Journal::put(const OutputPlace& place) {
  sync();
  if (file_named(path_) != id_of(descriptor_))
    throw FileError(fmt::format("cannot rename {}: another file now has its name", path_));
  place.put(path_);
}

void Journal::remove() {
  if (descriptor_ >= 0 && file_named(path_) == id_of(descriptor_)) ::unlink(path_.c_str());
}

}  // namespace polhode::app
