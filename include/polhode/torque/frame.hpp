// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The frame of a torque that depends on time only, and its continuation beyond a table.

namespace polhode {

/// The frame of a torque's components.
enum class TorqueFrame {
  body,  ///< fixed in the body, as for a thruster
  space  ///< fixed in space
};

/// The torque before the first and after the last row of a table.
enum class Beyond {
  hold,  ///< the torque at the nearest end
  zero   ///< no torque
};

}  // namespace polhode
