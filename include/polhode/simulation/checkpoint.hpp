// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Where a run stands: from a checkpoint a later run goes on to the same results, bit for bit.
///
/// Convention. A checkpoint belongs to one body, start, torque, sequence of times and choice of options. It
///             holds a checksum of these, and a run that is asked something else is refused. What the
///             checksum cannot see is the caller's to keep: functions (torques without a formula, events)
///             and the requested times between the first and the last. Taking a checkpoint changes nothing
///             in the run. The bytes are for the same version of Polhode on the same kind of machine.

#include <cstdint>
#include <string>
#include <string_view>

namespace polhode {

/// Where a run stands, as bytes.
class Checkpoint {
 public:
  /// From the bytes() of an earlier one. Throws InvalidInput for bytes that are damaged, or not a
  /// checkpoint of a simulation by this version.
  explicit Checkpoint(std::string bytes);

  /// To be kept in a file and given to the constructor later.
  const std::string& bytes() const noexcept { return bytes_; }
  /// How many of the requested times have been given out; the run goes on with the next one.
  std::uint64_t next_time() const;

 private:
  std::string bytes_;
};

}  // namespace polhode
