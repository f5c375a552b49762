// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A file to which a run writes what it has computed, so that it can be continued however it ended.
///
/// Format.     Records one after the other: kind, length, payload, and a checksum of all three and of the
///             checksum before, so that a record that is changed, removed, doubled or put in between is seen.
///             The first is the header, with a text that says to what the journal belongs. A last record that
///             is cut off or not whole was being written when the run ended, and does not count. Numbers
///             stand as this machine holds them.
/// Making.     It is made under another name and renamed when it has its header: a file of that name without
///             a header is not ours. A link is not followed.
/// Sharing.    A journal that is open is locked: two runs to the same results do not mix. One that is only
///             read may be read by others too.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

#include "files/claim.hpp"
#include "run/record.hpp"

namespace polhode::app {

class Journal final : public RecordSink {
 public:
  /// Where a record's payload stands.
  struct Place {
    std::uint64_t offset = 0;
    std::uint32_t size = 0;
  };

  /// What stands under its name.
  enum class Found {
    nothing,  ///< or an empty file
    journal,  ///< with a good header
    other_version,
    damaged,  ///< it begins as a journal does, but the header is not what was written
    foreign
  };

  enum class Use { writing, reading };

  /// Looks at what is there, and locks it. Throws FileError where it is a link or no plain file, or another
  /// process has it. To read, a link may be followed.
  explicit Journal(std::string path, Use use = Use::writing);
  ~Journal() override;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  const std::string& path() const noexcept { return path_; }
  Found found() const noexcept { return found_; }

  /// The text of the header of a journal that was found or begun.
  std::string belongs_to() const;

  /// Makes it anew with a header, in place of what was found.
  void begin(const std::string& belongs_to);

  /// How the records end: with the file, where a write was broken off, or with one that is not what was
  /// written.
  enum class End { whole, torn, damaged };
  struct Scanned {
    std::uint64_t end = 0;  ///< of the last good record
    End how = End::whole;
  };
  /// Calls visit(kind, place, payload) for each good record after the header.
  using Visit = std::function<void(RecordKind kind, const Place& place, std::string_view payload)>;
  Scanned scan(const Visit& visit) const;
  /// The same for the records from the end of one record to the end of another.
  Scanned scan(std::uint64_t from, std::uint64_t to, const Visit& visit) const;

  /// Where the record with this payload begins, and where it ends.
  static std::uint64_t begin_of(const Place& place) noexcept;
  static std::uint64_t end_of(const Place& place) noexcept;

  /// Cuts off what comes after the end of a record, and goes on writing there.
  void cut_at(std::uint64_t end);

  /// Throws FileError.
  void append(RecordKind kind, std::string_view payload) override;
  struct Record {
    RecordKind kind;
    std::string_view payload;
  };
  /// The same for many, in one write.
  void append(std::span<const Record> records);
  /// Makes what was written survive a loss of power.
  void sync();

  std::string read(const Place& place) const;

  /// Whether checkpoints or ended runs were written to it.
  bool has_progress() const noexcept { return has_progress_; }

  /// Gives the finished journal its other name, at a place that was claimed.
  void put(const OutputPlace& place);

  /// The run is complete, or has nothing worth keeping: the journal is not needed any more. What another has
  /// put under its name meanwhile stays.
  void remove();

 private:
  [[noreturn]] void fail(const char* what) const;
  void open();
  void look();
  enum class Read { good, torn, bad };
  class Reading;

  Use use_ = Use::writing;

  std::string path_;
  int descriptor_ = -1;
  Found found_ = Found::nothing;
  std::uint64_t end_ = 0, sum_ = 0;  ///< where the next record begins, and the sum of the one before
  std::atomic<bool> has_progress_ = false;
  std::mutex mutex_;
};

}  // namespace polhode::app
