// SPDX-License-Identifier: MIT
// Methods for any torque that are not compositions: coefficients before the middle ones.
#include "splitting/coefficients/families.hpp"

namespace polhode {

std::vector<Splitting> general_splittings() {
  return {
      symmetric({.name = "mclachlan_s2",
                 .summary = "two drifts with the smallest error",
                 .reference = "McLachlan 1995a",
                 .order = 2,
                 .kicks = {0.19318332750378357396L}}),
      symmetric({.name = "mclachlan_s4",
                 .summary = "four drifts",
                 .reference = "McLachlan 1995a",
                 .order = 4,
                 .drifts = {6.0L / 11.0L},
                 .kicks = {0.16913927992207204518L, -0.29918620390405079951L}}),
      symmetric({.name = "mclachlan_s5",
                 .summary = "five drifts",
                 .reference = "McLachlan 1995a",
                 .order = 4,
                 .drifts = {0.4L, -0.1L},
                 .kicks = {0.089269454226475244887L, -0.097336042636895508015L}}),
      symmetric({.name = "blanes_moan_s6",
                 .summary = "six drifts with a small error",
                 .reference = "Blanes, Moan 2002, S6",
                 .order = 4,
                 .drifts = {0.209515106613362L, -0.143851773179818L},
                 .kicks = {0.0792036964311957L, 0.353172906049774L, -0.0420650803577195L}}),
      symmetric({.name = "blanes_moan_s10",
                 .summary = "ten drifts with a small error",
                 .reference = "Blanes, Moan 2002, S10",
                 .order = 6,
                 .drifts = {0.148816447901042L, -0.132385865767784L, 0.067307604692185L, 0.432666402578175L},
                 .kicks = {0.0502627644003922L, 0.413514300428344L, 0.0450798897943977L, -0.188054853819569L,
                           0.54196067845078L}}),
  };
}

}  // namespace polhode
