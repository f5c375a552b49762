// SPDX-License-Identifier: MIT
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <Eigen/Geometry>
#include <polhode/body/invariants.hpp>
#include <polhode/body/state.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/euler.hpp>
#include <polhode/rotation/exponential.hpp>
#include <polhode/rotation/mean.hpp>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "parts.hpp"

namespace polhode::python {

void add_rotations(py::module_& module) {
  module.def("normalise_attitudes", [](const Array& q) {
    std::size_t far = 0;
    Array unit = each_row(q, 4, 4, [&](const double* row, std::size_t) {
      const NormalisedAttitude found = normalise_attitude(attitude_at(row));
      far += found.was_far_from_unit;
      return found.q;
    });
    return py::make_tuple(unit, far);
  });
  module.def("matrices", [](const Array& q) {
    return each_row(q, 4, 9,
                    [](const double* row, std::size_t) { return rotation_matrix(attitude_at(row)); });
  });
  module.def("attitudes_from_matrices", [](const Array& m) {
    return each_row(m, 9, 4,
                    [](const double* row, std::size_t) { return attitude_from_matrix(matrix_at(row)); });
  });
  module.def("attitudes_from_euler", [](const std::string& text, const Array& angles) {
    const EulerSequence sequence = EulerSequence::from_text(text);
    return each_row(angles, 3, 4, [&](const double* row, std::size_t) {
      return attitude_from_euler(sequence, vector_at(row));
    });
  });
  module.def("euler_angles", [](const std::string& text, const Array& q) {
    const EulerSequence sequence = EulerSequence::from_text(text);
    return each_row(q, 4, 3, [&](const double* row, std::size_t) -> Eigen::Vector3d {
      return euler_angles(sequence, attitude_at(row)).angles;
    });
  });
  module.def("attitudes_from_rotation_vectors", [](const Array& v) {
    return each_row(v, 3, 4, [](const double* row, std::size_t) {
      const Quat<double> found = exp_quat(Vec3<double>{row[0], row[1], row[2]});
      return Attitude(found.w, found.x, found.y, found.z);
    });
  });
  module.def("rotation_vectors", [](const Array& q) {
    return each_row(q, 4, 3, [](const double* row, std::size_t) {
      const Vec3<double> found = rotation_vector(Quat<double>{row[0], row[1], row[2], row[3]});
      return Eigen::Vector3d(found.x, found.y, found.z);
    });
  });
  module.def("rotate", [](const Array& q, const Array& v, bool into_space) {
    if (rows(v, 3) != rows(q, 4)) throw std::logic_error("arrays of different lengths");
    return each_row(q, 4, 3, [&](const double* row, std::size_t i) -> Eigen::Vector3d {
      const Attitude attitude = attitude_at(row);
      const Eigen::Vector3d vector = vector_at(v.data() + 3 * i);
      return into_space ? to_space(attitude, vector) : to_body(attitude, vector);
    });
  });
  module.def("mean_attitude", [](const Array& q) {
    std::vector<Attitude> attitudes(rows(q, 4));
    for (std::size_t i = 0; i < attitudes.size(); ++i) attitudes[i] = attitude_at(q.data() + 4 * i);
    return array_of(mean_attitude(attitudes));
  });
}

}  // namespace polhode::python
