// SPDX-License-Identifier: MIT
#include "result/format.hpp"
#include "result/formats/csv.hpp"
#include "result/formats/hdf5.hpp"

namespace polhode::app {

const std::vector<TableFormat>& table_formats() {
  static const std::vector<TableFormat> all{csv_format(), hdf5_format()};
  return all;
}

}  // namespace polhode::app
