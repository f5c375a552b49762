// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What stands in the journal of a run: states, events, checkpoints, and how each run ended.

#include <array>
#include <cstdint>
#include <optional>
#include <polhode/body/state.hpp>
#include <polhode/simulation/simulate.hpp>
#include <string>
#include <string_view>
#include <vector>

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

/// To which run a record belongs, and in which session of an ensemble it was written: what a run that was
/// killed has left behind must not be taken for a part of the one that did it again.
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
  std::string failure;  ///< why there is no result; empty where there is one
  SimulationReport report;
  std::uint64_t rows = 0, events = 0;
  RawRow last{};                 ///< if there are rows
  std::vector<double> last_row;  ///< of an ensemble: its numbers as columns
};

/// Why a run counts as failed: it has no result, stopped before its last time for another reason than a
/// stopping event, or no digit of it is left by the estimated error. Empty where it has not failed.
std::string failure_of(const EndRecord& end);

/// Results that are about to get their names, by device and inode: if the run is killed meanwhile, it can
/// recognise them as its own later.
struct PlacedRecord {
  struct File {
    std::uint64_t device = 0, inode = 0;
  };
  std::vector<File> files;
};

std::string bytes_of(const RowsRecord& record);
std::string bytes_of(const EventRecord& record);
std::string bytes_of(const EndRecord& record);
std::string bytes_of(const PlacedRecord& record);

/// A record from its bytes; none if they are no such record.
std::optional<RowsRecord> rows_record(std::string_view bytes);
/// The owner of a record of rows or of an event, from the beginning of its bytes.
std::optional<RecordOwner> record_owner(std::string_view bytes);
std::optional<EventRecord> event_record(std::string_view bytes);
std::optional<EndRecord> end_record(std::string_view bytes);
std::optional<PlacedRecord> placed_record(std::string_view bytes);
std::optional<Checkpoint> checkpoint_record(std::string_view bytes);

}  // namespace polhode::app
