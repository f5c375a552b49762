// SPDX-License-Identifier: MIT
// Methods for torques that depend only on the attitude: coefficients before the middle ones.
#include "splitting/coefficients/families.hpp"

namespace polhode {

std::vector<Splitting> nystrom_splittings() {
  return {
      symmetric({.name = "mclachlan_sb3a4",
                 .summary = "four kicks, small error for torques of the attitude",
                 .reference = "McLachlan 1995a",
                 .order = 4,
                 .starts_with_kick = false,
                 .drifts = {0.18819521776883821787L, -0.021528551102171551201L},
                 .kicks = {1.0L}}),
      symmetric({.name = "mclachlan_sb3a5",
                 .summary = "five kicks, small error for torques of the attitude",
                 .reference = "McLachlan 1995a",
                 .order = 4,
                 .starts_with_kick = false,
                 .drifts = {0.4051886183952522772L, -0.2871440408165240890L},
                 .kicks = {-3.0L / 73.0L, 17.0L / 59.0L}}),
      symmetric({.name = "blanes_moan_srkn6b",
                 .summary = "six drifts, small error for torques of the attitude",
                 .reference = "Blanes, Moan 2002, SRKN6b",
                 .order = 4,
                 .drifts = {0.245298957184271L, 0.60487266571108L},
                 .kicks = {0.0829844064174052L, 0.396309801498368L, -0.0390563049223486L}}),
      symmetric({.name = "chin_4a",
                 .summary = "two drifts, all forwards, with the torque's gradient",
                 .reference = "Chin 1997, method A",
                 .order = 4,
                 .need = KickNeed::gradient,
                 .kicks = {1.0L / 6.0L},
                 .gradients = {0.0L, 1.0L / 48.0L, 0.0L}}),
      symmetric({.name = "okunbor_skeel6",
                 .summary = "seven kicks, method 13",
                 .reference = "Okunbor, Skeel 1994",
                 .order = 6,
                 .need = KickNeed::attitude_only,
                 .starts_with_kick = false,
                 .drifts = {-1.0130879789171747298L, 1.1874295737325427070L, -0.018335852096460590340L},
                 .kicks = {0.00016600692650009894L, -0.37962421426377360608L, 0.68913741185181063674L}}),
      symmetric({.name = "blanes_moan_srkn11b",
                 .summary = "eleven drifts with a small error",
                 .reference = "Blanes, Moan 2002, SRKN11b",
                 .order = 6,
                 .need = KickNeed::attitude_only,
                 .drifts = {0.123229775946271L, 0.290553797799558L, -0.127049212625417L, -0.246331761062075L,
                            0.357208872795928L},
                 .kicks = {0.0414649985182624L, 0.198128671918067L, -0.0400061921041533L, 0.0752539843015807L,
                           -0.0115113874206879L}}),
      // The fourth drift is printed as 0.314241403071477 in Celledoni, Zanna 2010; with 447 the order
      // conditions hold.
      symmetric({.name = "blanes_moan_srkn14a",
                 .summary = "fourteen kicks with a small error",
                 .reference = "Blanes, Moan 2002, SRKN14a",
                 .order = 6,
                 .need = KickNeed::attitude_only,
                 .starts_with_kick = false,
                 .drifts = {0.0378593198406116L, 0.102635633102435L, -0.0258678882665587L, 0.314241403071447L,
                            -0.130144459517415L, 0.106417700369543L, -0.00879424312851058L},
                 .kicks = {0.09171915262446165L, 0.183983170005006L, -0.05653436583288827L,
                           0.004914688774712854L, 0.143761127168358L, 0.328567693746804L}}),
  };
}

}  // namespace polhode
