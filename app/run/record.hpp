// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The records in the journal of a run: states, events, checkpoints, and how each run ended. bytes_of and
/// from_bytes (core/bytes.hpp) write and read them.

#include <array>
#include <cstdint>
#include <optional>
#include <polhode/body/state.hpp>
#include <polhode/simulation/simulate.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "core/bytes.hpp"
#include "files/claim.hpp"

namespace polhode::app {

enum class RecordKind : std::uint32_t { header = 1, rows, event, checkpoint, end, placed };

/// Where records go: to a journal, or to the process that writes it.
class RecordSink {
 public:
  virtual ~RecordSink() = default;
  /// May be called by many threads.
  virtual void append(RecordKind kind, std::string_view payload) = 0;

 protected:
  RecordSink() = default;
  RecordSink(const RecordSink&) = default;
  RecordSink& operator=(const RecordSink&) = default;
};

/// A time and its state as raw numbers: t, m, q.
constexpr std::size_t numbers_of_row = 8;
using RawRow = std::array<double, numbers_of_row>;
RawRow raw_row(double time, const State& state) noexcept;
State state_of(const RawRow& row) noexcept;

/// The run to which a record belongs, and the session of an ensemble in which it was written: records of a
/// session that was killed do not count for the session that computed the run again.
struct RecordOwner {
  std::uint64_t run = 0, session = 0;
};

struct RowsRecord : RecordOwner {
  std::vector<RawRow> rows;
};

struct EventRecord : RecordOwner {
  std::uint64_t event = 0;
  RawRow row{};
};

/// How a run ended.
struct EndRecord : RecordOwner {
  std::string failure;  ///< why there is no result; empty if there is one
  SimulationReport report;
  std::uint64_t rows = 0, events = 0;
  RawRow last{};                 ///< if there are rows
  std::vector<double> last_row;  ///< of an ensemble: its numbers as columns
};

/// Results that are about to get their names: if the run is killed meanwhile, it recognises them by this.
struct PlacedRecord {
  std::vector<FileId> files;
};

/// The owner of a record of rows, of an event or of an end, from the beginning of its bytes.
std::optional<RecordOwner> record_owner(std::string_view bytes);
/// None if the bytes are not a checkpoint.
std::optional<Checkpoint> checkpoint_record(std::string_view bytes);

/// Why a run counts as failed: it has no result, stopped before its last time for another reason than a
/// stopping event, or its estimated error leaves no digit. Empty if it has not failed.
std::string failure_of(const EndRecord& end);

// The fields of each record, in their order in the journal; T is const where they are written.

template <class T, class Record>
concept Either = std::is_same_v<std::remove_const_t<T>, Record>;

template <class Bytes, Either<RawRow> T>
void row_fields(Bytes& bytes, T& row) {
  for (auto& number : row) bytes(number);
}

template <class Bytes, class T>
void owner_fields(Bytes& bytes, T& owner) {
  bytes(owner.run);
  bytes(owner.session);
}

template <class Bytes, Either<RowsRecord> T>
void fields(Bytes& bytes, T& record) {
  owner_fields(bytes, record);
  rest_fields(bytes, record.rows, [](Bytes& to, auto& row) { row_fields(to, row); });
}

template <class Bytes, Either<EventRecord> T>
void fields(Bytes& bytes, T& record) {
  owner_fields(bytes, record);
  bytes(record.event);
  row_fields(bytes, record.row);
}

template <class Bytes, Either<Stop> T>
void fields(Bytes& bytes, T& stop) {
  bytes(stop.time);
  bytes(stop.state.attitude.w());
  for (int i = 0; i < 3; ++i) bytes(stop.state.attitude.vec()(i));
  for (int i = 0; i < 3; ++i) bytes(stop.state.momentum(i));
  bytes(stop.reason);
  optional_fields(bytes, stop.event, [](Bytes& to, auto& event) { to(event); });
}

template <class Bytes, Either<EndRecord> T>
void fields(Bytes& bytes, T& record) {
  owner_fields(bytes, record);
  bytes(record.failure);
  visit_fields(record.report, [&bytes](const char*, auto& field) {
    using Field = std::remove_const_t<std::remove_reference_t<decltype(field)>>;
    if constexpr (std::is_same_v<Field, Summation>) {
      bool is_compensated = field == Summation::compensated;
      bytes(is_compensated);
      if constexpr (!std::is_const_v<T>) field = is_compensated ? Summation::compensated : Summation::plain;
    } else if constexpr (std::is_same_v<Field, std::optional<Stop>>) {
      optional_fields(bytes, field, [](Bytes& to, auto& stop) { fields(to, stop); });
    } else {
      bytes(field);
    }
  });
  bytes(record.rows);
  bytes(record.events);
  row_fields(bytes, record.last);
  bytes(record.last_row);
}

template <class Bytes, Either<PlacedRecord> T>
void fields(Bytes& bytes, T& record) {
  rest_fields(bytes, record.files, [](Bytes& to, auto& file) {
    to(file.device);
    to(file.inode);
  });
}

}  // namespace polhode::app
