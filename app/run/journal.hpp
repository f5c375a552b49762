// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A file to which a run writes what it has computed, so that after any end it can go on.
///
/// Format.     Records one after the other: kind, length, payload, and a checksum of all three. The first is
///             the header, with a text that says to what the journal belongs. A record that is cut off or
///             does not agree with its checksum ends the journal: what comes after it does not count. Numbers
///             stand as this machine holds them.
/// Sharing.    A journal that is open is locked: two runs to the same results do not mix.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "run/record.hpp"

namespace polhode::app {

class Journal {
 public:
  /// Where a record's payload stands.
  struct Place {
    std::uint64_t offset = 0;
    std::uint32_t size = 0;
  };

  /// Opens or makes the file, and locks it. Throws FileError; also where another process has it.
  explicit Journal(std::string path);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  static bool exists(const std::string& path);

  const std::string& path() const noexcept { return path_; }

  /// The text of the header; empty if there is none: a file that is new, or was hardly begun.
  std::string belongs_to() const;

  /// Empties it and writes a header.
  void begin(const std::string& belongs_to);

  /// Calls visit(kind, place, payload) for each good record after the header; the end of the last one.
  using Visit = std::function<void(RecordKind kind, const Place& place, std::string_view payload)>;
  std::uint64_t scan(const Visit& visit) const;

  /// Where the record with this payload ends.
  static std::uint64_t end_of(const Place& place) noexcept;

  /// Cuts off what comes after, and goes on writing there.
  void cut_at(std::uint64_t end);

  /// May be called by many threads. Throws FileError.
  void append(RecordKind kind, std::string_view payload);
  /// Makes what was written survive a loss of power.
  void sync();

  std::string read(const Place& place) const;

  /// The run is complete: the journal is not needed any more.
  void remove();

 private:
  [[noreturn]] void fail(const char* what) const;
  /// Of the record at an offset; false where there is no good one.
  bool read_record(std::uint64_t at, RecordKind& kind, std::string& payload) const;

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t end_ = 0;
  std::mutex mutex_;
};

}  // namespace polhode::app
