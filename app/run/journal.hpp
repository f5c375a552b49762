// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A file to which a run writes its results so far, so that it can be continued however it ended.
///
/// Format.     A sequence of records: kind, length, payload, and a checksum of these and of the previous
///             checksum, which detects records that were changed, removed, repeated or inserted. The first
///             record is the header, which identifies the run (identity.hpp). An incomplete last record was
///             being written when the run ended, and is ignored. Numbers have the machine's representation.
/// Creation.   It is written under a temporary name and renamed when it has its header: a file of its name
///             without a header was not written by polhode. A link is not followed.
/// Locking.    An open journal is locked, so that two runs cannot write the same results. One that is only
///             read may be read by other processes too.

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
  /// The place of a record's payload in the file.
  struct Place {
    std::uint64_t offset = 0;
    std::uint32_t size = 0;
  };

  /// What the file of that name is.
  enum class Found {
    nothing,  ///< or an empty file
    journal,  ///< with a valid header
    other_version,
    damaged,  ///< it begins as a journal does, but the header is invalid
    foreign   ///< not a journal
  };

  enum class Use { writing, reading };

  /// Opens, locks and classifies an existing file. Throws FileError if it is a link or not a regular file, or
  /// if another process uses it. For reading, links are followed.
  explicit Journal(std::string path, Use use = Use::writing);
  ~Journal() override;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  const std::string& path() const noexcept { return path_; }
  Found found() const noexcept { return found_; }

  /// The header of a journal that was found or begun.
  std::string belongs_to() const;

  /// Creates a new journal with a header, in place of what was found.
  void begin(const std::string& belongs_to);

  /// How the records end: with the file, with an incomplete record, or with an invalid one.
  enum class End { whole, torn, damaged };
  struct Scanned {
    std::uint64_t end = 0;  ///< of the last valid record
    End how = End::whole;
  };
  /// Calls visit(kind, place, payload) for each valid record after the header.
  using Visit = std::function<void(RecordKind kind, const Place& place, std::string_view payload)>;
  Scanned scan(const Visit& visit) const;
  /// The same for the records from the end of one record to the end of another.
  Scanned scan(std::uint64_t from, std::uint64_t to, const Visit& visit) const;

  /// Where the record with this payload begins, and where it ends.
  static std::uint64_t begin_of(const Place& place) noexcept;
  static std::uint64_t end_of(const Place& place) noexcept;

  /// Removes what comes after the end of a record, and continues writing there.
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

  /// Renames the finished journal.
  void put(const OutputPlace& place);

  /// Removes the journal of a run that is complete or has nothing worth keeping; not a file that has taken
  /// its name meanwhile.
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
