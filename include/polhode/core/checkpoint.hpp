// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A checkpoint: where a motion stands, as bytes, from which it goes on later to the same last bit.
///
/// Convention. simulate() and all steppers give and take checkpoints. A checkpoint belongs to what gave it:
///             the same kind of stepper or run, made of the same body, method, torque and options. It holds a
///             checksum of these, and something else is refused. What the checksum cannot see is the
///             caller's to keep: functions (torques without a formula, events) and the requested times
///             between the first and the last. Taking a checkpoint changes nothing in the motion. The bytes
///             are for the same version of Polhode on the same kind of machine.

#include <string>

namespace polhode {

/// Where a motion stands. A value: it can be copied, compared and stored.
class Checkpoint {
 public:
  /// @param bytes  of an earlier checkpoint
  /// @throws InvalidInput for bytes that are damaged, or not a checkpoint by this version
  explicit Checkpoint(std::string bytes);

  /// @return what is to be kept in a file and given to the constructor later
  const std::string& bytes() const noexcept { return bytes_; }

  friend bool operator==(const Checkpoint&, const Checkpoint&) = default;

 private:
  std::string bytes_;
};

}  // namespace polhode
