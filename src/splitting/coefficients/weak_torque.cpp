// SPDX-License-Identifier: MIT
// Methods for torques that are weak compared with the free motion: coefficients before the middle ones.
#include <polhode/kernel/gauss_nodes.hpp>
#include <string>
#include <utility>

#include "splitting/coefficients/families.hpp"

namespace polhode {

namespace {

/// Kicks at the nodes of a Gauss rule: to first order, the effect of the torque is its integral along the
/// free motion.
template <std::size_t N>
Splitting saba() {
  const auto rule = kernel::gauss_rule<long double, N>();
  Splitting s{.name = "saba" + std::to_string(N),
              .summary = "weak torques, kicks at " + std::to_string(N) + " Gauss nodes, all forwards",
              .reference = "McLachlan 1995b; Laskar, Robutel 2001",
              .order = 2,
              .small_orders = {2 * static_cast<int>(N), 2},
              .starts_with_kick = false};
  long double before = 0.0L;
  for (std::size_t i = 0; i < N / 2; ++i) {
    s.drifts.push_back(rule.nodes[i] - before);
    s.kicks.push_back(rule.weights[i]);
    before = rule.nodes[i];
  }
  // For an even rule the last of these weights belongs to the middle pair.
  if (N % 2 == 0) s.kicks.pop_back();
  return symmetric(std::move(s));
}

}  // namespace

std::vector<Splitting> weak_torque_splittings() {
  const std::string blanes = "Blanes, Casas, Farres, Laskar, Makazaga, Murua 2013";
  return {
      saba<2>(),
      saba<3>(),
      saba<4>(),
      symmetric({.name = "mclachlan_84",
                 .summary = "weak torques, five kicks",
                 .reference = "McLachlan 1995b",
                 .order = 4,
                 .small_orders = {8, 4},
                 .starts_with_kick = false,
                 .drifts = {0.07534696026989288842L, 0.51791685468825678230L},
                 .kicks = {0.19022593937367661925L, 0.84652407044352625706L}}),
      symmetric({.name = "mclachlan_bab_84",
                 .summary = "weak torques, five drifts",
                 .reference = "McLachlan 1995b",
                 .order = 4,
                 .small_orders = {8, 4},
                 .drifts = {-0.00758691311877447385L, 0.31721827797316981388L},
                 .kicks = {0.81186273854451628884L, -0.67748039953216912289L}}),
      symmetric(
          {.name = "blanes_104",
           .summary = "weak torques, seven kicks",
           .reference = blanes,
           .order = 4,
           .small_orders = {10, 4},
           .starts_with_kick = false,
           .drifts = {0.04706710064597250612947887637243678556564L,
                      0.1847569354170881069247376193702560968574L,
                      0.2827060056798362053243616565541452479160L},
           .kicks = {0.1188819173681970199453503950853885936957L, 0.2410504605515015657441667865901651105675L,
                     -0.2732866667053238060543113981664559460630L}}),
      symmetric(
          {.name = "blanes_864",
           .summary = "weak torques, seven kicks",
           .reference = blanes,
           .order = 4,
           .small_orders = {8, 6, 4},
           .starts_with_kick = false,
           .drifts = {0.0711334264982231177779387300061549964174L, 0.241153427956640098736487795326289649618L,
                      0.521411761772814789212136078067994229991L},
           .kicks = {0.183083687472197221961703757166430291072L, 0.310782859898574869507522291054262796375L,
                     -0.0265646185119588006972121379164987592663L}}),
      symmetric({.name = "blanes_1064",
                 .summary = "weak torques, eight kicks",
                 .reference = blanes,
                 .order = 4,
                 .small_orders = {10, 6, 4},
                 .starts_with_kick = false,
                 .drifts = {0.03809449742241219545697532230863756534060L,
                            0.1452987161169137492940200726606637497442L,
                            0.2076276957255412507162056113249882065158L,
                            0.4359097036515261592231548624010651844006L},
                 .kicks = {0.09585888083707521061077150377145884776921L,
                           0.2044461531429987806805077839164344779763L,
                           0.2170703479789911017143385924306336714532L}}),
      symmetric({.name = "blanes_h844",
                 .summary = "weak torques, six kicks, which may be symmetric maps of order 2",
                 .reference = blanes,
                 .order = 4,
                 .small_orders = {8, 4, 4},
                 .starts_with_kick = false,
                 .drifts = {0.2741402689434018761640565440378637101205L,
                            -0.1075684384401642306251105297063236526845L,
                            -0.0480185025906016926911954171508475065370L},
                 .kicks = {0.6408857951625127177322491164716010349386L,
                           -0.8585754489567828565881283246356000103664L}}),
      symmetric(
          {.name = "blanes_h864",
           .summary = "weak torques, eight kicks, which may be symmetric maps of order 2",
           .reference = blanes,
           .order = 4,
           .small_orders = {8, 6, 4},
           .starts_with_kick = false,
           .drifts = {0.06810235651658372084723976682061164571212L,
                      0.2511360387221033233072829580455350680082L,
                      -0.07507264957216562516006821767601620052338L,
                      -0.009544719701745007811488218957217113269121L},
           .kicks = {0.1684432593618954534310382697756917558148L, 0.4243177173742677224300351657407231801453L,
                     -0.5858109694681756812309015355404036521923L}}),
      symmetric(
          {.name = "blanes_h1064",
           .summary = "weak torques, nine kicks, which may be symmetric maps of order 2",
           .reference = blanes,
           .order = 4,
           .small_orders = {10, 6, 4},
           .starts_with_kick = false,
           .drifts = {0.04731908697653382270404371796320813250988L,
                      0.2651105235748785159539480036185693201078L,
                      -0.009976522883811240843267468164812380613143L,
                      -0.05992919973494155126395247987729676004016L},
           .kicks = {0.1196884624585322035312864297489892143852L, 0.3752955855379374250420128537687503199451L,
                     -0.4684593418325993783650820409805381740605L,
                     0.3351397342755897010393098942949569049275L}}),
  };
}

}  // namespace polhode
