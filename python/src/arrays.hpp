// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// NumPy arrays as the library's vectors and states, and back.
///
/// Convention. An attitude in an array is (w, x, y, z), scalar first, body to space. The Python layer makes every
///             array double, contiguous and of the right shape; an array that is not is an error of that layer.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <Eigen/Core>
#include <cstddef>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/torque/frame.hpp>
#include <span>
#include <stdexcept>
#include <vector>

namespace polhode::python {

namespace py = pybind11;

/// Contiguous doubles; pybind11 raises a TypeError for anything else.
using Array = py::array_t<double, py::array::c_style>;

/// The numbers of an array, to read.
inline std::span<const double> numbers(const Array& a) {
  return {a.data(), static_cast<std::size_t>(a.size())};
}

/// The number of rows of `width` numbers.
inline std::size_t rows(const Array& a, py::ssize_t width) {
  if (a.ndim() == 0 || a.shape(a.ndim() - 1) != width) throw std::logic_error("an array of another width");
  return static_cast<std::size_t>(a.size() / width);
}

/// An array of n uninitialised rows.
inline Array new_rows(std::size_t n, std::size_t width) {
  return Array(std::vector<py::ssize_t>{static_cast<py::ssize_t>(n), static_cast<py::ssize_t>(width)});
}

inline Eigen::Vector3d vector_at(const double* p) { return {p[0], p[1], p[2]}; }
inline Attitude attitude_at(const double* p) { return {p[0], p[1], p[2], p[3]}; }
inline State state_at(const double* q, const double* m) { return {attitude_at(q), vector_at(m)}; }

inline void put(const Eigen::Vector3d& v, double* p) {
  p[0] = v.x();
  p[1] = v.y();
  p[2] = v.z();
}
inline void put(const Attitude& q, double* p) {
  p[0] = q.w();
  p[1] = q.x();
  p[2] = q.y();
  p[3] = q.z();
}

inline Eigen::Vector3d vector_of(const Array& a) {
  if (a.size() != 3) throw std::logic_error("an array of another size");
  return vector_at(a.data());
}
inline Attitude attitude_of(const Array& a) {
  if (a.size() != 4) throw std::logic_error("an array of another size");
  return attitude_at(a.data());
}
inline Eigen::Matrix3d matrix_at(const double* p) {
  Eigen::Matrix3d m;
  m << p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8];
  return m;
}
inline void put(const Eigen::Matrix3d& m, double* p) {
  for (Eigen::Index i = 0; i < 3; ++i)
    for (Eigen::Index j = 0; j < 3; ++j) *p++ = m(i, j);
}
inline Eigen::Matrix3d matrix_of(const Array& a) {
  if (a.size() != 9) throw std::logic_error("an array of another size");
  return matrix_at(a.data());
}
inline Array array_of(const Eigen::Vector3d& v) {
  Array a(3);
  put(v, a.mutable_data());
  return a;
}
inline Array array_of(const Attitude& q) {
  Array a(4);
  put(q, a.mutable_data());
  return a;
}
inline Array array_of(const Eigen::Matrix3d& m) {
  Array a = new_rows(3, 3);
  put(m, a.mutable_data());
  return a;
}
inline Array array_of(const std::vector<double>& v) {
  Array a(static_cast<py::ssize_t>(v.size()));
  std::copy(v.begin(), v.end(), a.mutable_data());
  return a;
}

inline Array array_of(std::span<const Eigen::Vector3d> vectors) {
  Array a = new_rows(vectors.size(), 3);
  double* to = a.mutable_data();
  for (std::size_t i = 0; i < vectors.size(); ++i) put(vectors[i], to + 3 * i);
  return a;
}

/// convert(row, index) of each row of `from_width` numbers, as rows of `to_width` numbers.
template <class Convert>
Array each_row(const Array& from, py::ssize_t from_width, std::size_t to_width, const Convert& convert) {
  const std::size_t n = rows(from, from_width);
  Array to = new_rows(n, to_width);
  double* out = to.mutable_data();
  for (std::size_t i = 0; i < n; ++i)
    put(convert(from.data() + static_cast<std::size_t>(from_width) * i, i), out + to_width * i);
  return to;
}

inline std::vector<PointMass> points_of(const Array& masses, const Array& positions) {
  std::vector<PointMass> points(static_cast<std::size_t>(masses.size()));
  if (rows(positions, 3) != points.size()) throw std::logic_error("arrays of different lengths");
  for (std::size_t i = 0; i < points.size(); ++i)
    points[i] = {masses.data()[i], vector_at(positions.data() + 3 * i)};
  return points;
}

inline TorqueFrame frame_of(bool in_space) { return in_space ? TorqueFrame::space : TorqueFrame::body; }

/// States from rows of attitudes and of momenta.
inline std::vector<State> states_of(const Array& q, const Array& m) {
  const std::size_t n = rows(q, 4);
  if (rows(m, 3) != n) throw std::logic_error("arrays of different lengths");
  std::vector<State> states(n);
  for (std::size_t i = 0; i < n; ++i) states[i] = state_at(q.data() + 4 * i, m.data() + 3 * i);
  return states;
}

/// Writes states into rows of attitudes and momenta; needs no interpreter lock.
struct StateRows {
  double *q, *m;

  StateRows(Array& attitudes, Array& momenta) : q(attitudes.mutable_data()), m(momenta.mutable_data()) {}
  StateRows(double* attitudes, double* momenta) : q(attitudes), m(momenta) {}

  void put(std::size_t i, const State& state) const {
    python::put(state.attitude, q + 4 * i);
    python::put(state.momentum, m + 3 * i);
  }
};

/// States as a pair of arrays: attitudes (n, 4), momenta (n, 3).
inline py::tuple arrays_of(std::span<const State> states) {
  Array q = new_rows(states.size(), 4), m = new_rows(states.size(), 3);
  const StateRows to(q, m);
  for (std::size_t i = 0; i < states.size(); ++i) to.put(i, states[i]);
  return py::make_tuple(q, m);
}
inline py::tuple arrays_of(const State& state) {
  return py::make_tuple(array_of(state.attitude), array_of(state.momentum));
}

}  // namespace polhode::python
