// SPDX-License-Identifier: MIT
#include "experiments/celledoni_safstrom/celledoni_safstrom.hpp"
#include "experiments/celledoni_zanna/celledoni_zanna.hpp"
#include "experiments/experiment.hpp"
#include "experiments/gustafsson/gustafsson.hpp"
#include "experiments/mclachlan_zanna/mclachlan_zanna.hpp"
#include "experiments/side_by_side/side_by_side.hpp"
#include "experiments/vilmart/vilmart.hpp"

namespace polhode::experiments {

const std::vector<Experiment>& experiments() {
  static const std::vector<Experiment> all{
      celledoni_zanna::driver_0(),
      celledoni_zanna::driver_1(),
      celledoni_zanna::driver_2(),
      celledoni_zanna::figure_5(),
      celledoni_zanna::figure_6(),
      celledoni_zanna::figure_7(),
      celledoni_zanna::splitting_error(),
      celledoni_zanna::exact_drift(),
      vilmart::figure_1(),
      vilmart::spreads_of_starts(),
      vilmart::figure_2(),
      vilmart::extended_constants(),
      mclachlan_zanna::expansion(),
      mclachlan_zanna::change_of_time(),
      mclachlan_zanna::figure_3_1(),
      mclachlan_zanna::figure_3_2(),
      mclachlan_zanna::figure_5_1(),
      mclachlan_zanna::figure_5_2(),
      mclachlan_zanna::figure_7_1(),
      mclachlan_zanna::figure_7_2(),
      mclachlan_zanna::figure_7_3(),
      mclachlan_zanna::figure_7_4(),
      mclachlan_zanna::table_4(),
      mclachlan_zanna::midpoint_failure(),
      mclachlan_zanna::configuration(),
      mclachlan_zanna::lu_cost(),
      celledoni_safstrom::figure_1(),
      celledoni_safstrom::figure_2(),
      celledoni_safstrom::figure_3(),
      celledoni_safstrom::figure_4(),
      celledoni_safstrom::figure_5(),
      celledoni_safstrom::figure_6(),
      celledoni_safstrom::figure_7(),
      celledoni_safstrom::figure_8(),
      gustafsson::figure_1(),
      gustafsson::figure_2(),
      gustafsson::figure_3(),
      gustafsson::figure_4(),
      gustafsson::table_1(),
      gustafsson::table_2(),
      gustafsson::table_3(),
      gustafsson::rounding_gap(),
      gustafsson::efficiency(),
      side_by_side::free_methods_compared(),
      side_by_side::special_bodies(),
      side_by_side::torqued_methods(),
  };
  return all;
}

}  // namespace polhode::experiments
