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
    const std::size_t n = rows(q, 4);
    Array unit = new_rows(n, 4);
    std::size_t far = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const NormalisedAttitude found = normalise_attitude(attitude_at(q.data() + 4 * i));
      far += found.was_far_from_unit;
      put(found.q, unit.mutable_data() + 4 * i);
    }
    return py::make_tuple(unit, far);
  });
  module.def("matrices", [](const Array& q) {
    const std::size_t n = rows(q, 4);
    Array m = new_rows(n, 9);
    for (std::size_t i = 0; i < n; ++i)
      put(rotation_matrix(attitude_at(q.data() + 4 * i)), m.mutable_data() + 9 * i);
    return m;
  });
  module.def("attitudes_from_matrices", [](const Array& m) {
    const std::size_t n = rows(m, 9);
    Array q = new_rows(n, 4);
    for (std::size_t i = 0; i < n; ++i)
      put(attitude_from_matrix(matrix_at(m.data() + 9 * i)), q.mutable_data() + 4 * i);
    return q;
  });
  module.def("attitudes_from_euler", [](const std::string& sequence, const Array& angles) {
    const EulerSequence s = EulerSequence::from_text(sequence);
    const std::size_t n = rows(angles, 3);
    Array q = new_rows(n, 4);
    for (std::size_t i = 0; i < n; ++i)
      put(attitude_from_euler(s, vector_at(angles.data() + 3 * i)), q.mutable_data() + 4 * i);
    return q;
  });
  module.def("euler_angles", [](const std::string& sequence, const Array& q) {
    const EulerSequence s = EulerSequence::from_text(sequence);
    const std::size_t n = rows(q, 4);
    Array angles = new_rows(n, 3);
    for (std::size_t i = 0; i < n; ++i)
      put(euler_angles(s, attitude_at(q.data() + 4 * i)).angles, angles.mutable_data() + 3 * i);
    return angles;
  });
  module.def("attitudes_from_rotation_vectors", [](const Array& v) {
    const std::size_t n = rows(v, 3);
    Array q = new_rows(n, 4);
    for (std::size_t i = 0; i < n; ++i) {
      const double* p = v.data() + 3 * i;
      const Quat<double> found = exp_quat(Vec3<double>{p[0], p[1], p[2]});
      put(Attitude(found.w, found.x, found.y, found.z), q.mutable_data() + 4 * i);
    }
    return q;
  });
  module.def("rotation_vectors", [](const Array& q) {
    const std::size_t n = rows(q, 4);
    Array v = new_rows(n, 3);
    for (std::size_t i = 0; i < n; ++i) {
      const double* p = q.data() + 4 * i;
      const Vec3<double> found = rotation_vector(Quat<double>{p[0], p[1], p[2], p[3]});
      put(Eigen::Vector3d(found.x, found.y, found.z), v.mutable_data() + 3 * i);
    }
    return v;
  });
  module.def("rotate", [](const Array& q, const Array& v, bool into_space) {
    const std::size_t n = rows(q, 4);
    if (rows(v, 3) != n) throw std::logic_error("arrays of different lengths");
    Array turned = new_rows(n, 3);
    for (std::size_t i = 0; i < n; ++i) {
      const Attitude attitude = attitude_at(q.data() + 4 * i);
      const Eigen::Vector3d vector = vector_at(v.data() + 3 * i);
      put(into_space ? to_space(attitude, vector) : to_body(attitude, vector), turned.mutable_data() + 3 * i);
    }
    return turned;
  });
  module.def("mean_attitude", [](const Array& q) {
    std::vector<Attitude> attitudes(rows(q, 4));
    for (std::size_t i = 0; i < attitudes.size(); ++i) attitudes[i] = attitude_at(q.data() + 4 * i);
    return array_of(mean_attitude(attitudes));
  });
}

}  // namespace polhode::python
