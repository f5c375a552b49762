// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How torques of time alone and impulses are given: in which frame, and what a table is beyond its ends.

namespace polhode {

/// In which frame a torque or an impulse has its components.
enum class TorqueFrame {
  body,  ///< turns with the body, as a thruster does
  space  ///< keeps its direction in space
};

/// The torque before the first and after the last row of a table.
enum class Beyond {
  hold,  ///< the torque of the nearest end
  zero   ///< none
};

}  // namespace polhode
