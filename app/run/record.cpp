// SPDX-License-Identifier: MIT
#include "run/record.hpp"

#include <fmt/format.h>

#include <polhode/core/error.hpp>

#include "result/summary.hpp"

namespace polhode::app {

RawRow raw_row(double time, const State& s) noexcept {
  return {time,           s.momentum.x(), s.momentum.y(), s.momentum.z(),
          s.attitude.w(), s.attitude.x(), s.attitude.y(), s.attitude.z()};
}

State state_of(const RawRow& r) noexcept {
  return {Eigen::Quaterniond(r[4], r[5], r[6], r[7]), Eigen::Vector3d(r[1], r[2], r[3])};
}

std::optional<RecordOwner> record_owner(std::string_view bytes) {
  ByteReader reader(bytes);
  RecordOwner owner;
  owner_fields(reader, owner);
  return reader.is_good() ? std::optional(owner) : std::nullopt;
}

std::optional<Checkpoint> checkpoint_record(std::string_view bytes) {
  try {
    return Checkpoint(std::string(bytes));
  } catch (const InvalidInput&) {
    return std::nullopt;
  }
}

std::string failure_of(const EndRecord& end) {
  const SimulationReport& report = end.report;
  if (!end.failure.empty()) return end.failure;
  if (report.stopped && !report.stopped->event)
    return fmt::format("stopped at t = {:.9g}: {}", report.stopped->time, report.stopped->reason);
  if (trusted_digits(report.error_estimate) == 0)
    return fmt::format("no digit can be trusted (estimated error {:.2g})", report.error_estimate);
  return "";
}

}  // namespace polhode::app
