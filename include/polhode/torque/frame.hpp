// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// How a torque of time alone is given: in which frame, and what it is beyond the ends of a table.

namespace polhode::torques {

/// In which frame a torque keeps its components.
enum class TorqueFrame {
  body,  ///< turns with the body, as a thruster does
  space  ///< keeps its direction in space
};

/// The torque before the first and after the last row of a table.
enum class Beyond {
  hold,  ///< the torque of the nearest end
  zero   ///< none
};

}  // namespace polhode::torques
