// SPDX-License-Identifier: MIT
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <array>
#include <cstdint>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/invariants.hpp>
#include <polhode/body/mass_properties.hpp>
#include <polhode/body/mesh.hpp>
#include <polhode/body/mesh_file.hpp>
#include <polhode/body/parts.hpp>
#include <polhode/body/shapes.hpp>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>
#include <vector>

#include "arrays.hpp"
#include "parts.hpp"

namespace polhode::python {
namespace {

using Indices = py::array_t<std::int64_t, py::array::c_style>;

Matter matter_of(bool is_density, double value) {
  return is_density ? Matter::of_density(value) : Matter::of_mass(value);
}

/// Refuses an index that no vertex can have; the library checks that the vertex exists.
TriangleMesh mesh_of(const Array& vertices, const Indices& triangles) {
  TriangleMesh mesh;
  mesh.vertices.resize(rows(vertices, 3));
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
    mesh.vertices[i] = vector_at(vertices.data() + 3 * i);
  mesh.triangles.resize(static_cast<std::size_t>(triangles.size() / 3));
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::int64_t index = triangles.data()[3 * i + k];
      if (index < 0 || index > 0xfffffffe)
        throw InvalidInput("corner of triangle " + std::to_string(i + 1), std::to_string(index),
                           "the index of a vertex, from 0");
      mesh.triangles[i][k] = static_cast<std::uint32_t>(index);
    }
  return mesh;
}

py::dict found_of(const MeshProperties& p) {
  py::dict d;
  d["was_inside_out"] = p.was_inside_out;
  d["shells"] = p.shells;
  d["cavities"] = p.cavities;
  d["degenerate_triangles"] = p.degenerate_triangles;
  d["welded_vertices"] = p.welded_vertices;
  d["weld_distance"] = p.weld_distance;
  return d;
}

/// The body of each row: one for all if `which` is empty, otherwise bodies[which[i]].
class Bodies {
 public:
  Bodies(const std::vector<Inertia>& bodies, const Indices& which, const Array& rows_of_three)
      : bodies_(bodies), which_(which.data()), is_one_(which.size() == 0) {
    if (is_one_ ? bodies.size() != 1 : static_cast<std::size_t>(which.size()) != rows(rows_of_three, 3))
      throw std::logic_error("arrays of different lengths");
    for (py::ssize_t i = 0; i < which.size(); ++i) bodies.at(static_cast<std::size_t>(which_[i]));
  }

  const Inertia& operator[](std::size_t i) const {
    return is_one_ ? bodies_.front() : bodies_[static_cast<std::size_t>(which_[i])];
  }

 private:
  const std::vector<Inertia>& bodies_;
  const std::int64_t* which_;
  bool is_one_;
};

}  // namespace

void add_bodies(py::module_& module) {
  py::class_<Inertia>(module, "Inertia")
      .def_static("from_moments", [](const Array& m) { return Inertia::from_moments(vector_of(m)); })
      .def_static("from_tensor", [](const Array& t) { return Inertia::from_tensor(matrix_of(t)); })
      .def_property_readonly("moments",
                             [](const Inertia& b) {
                               const Vec3<double> m = from_eigen(b.moments());
                               return array_of(Eigen::Vector3d(m.x, m.y, m.z));
                             })
      .def_property_readonly("axes", [](const Inertia& b) { return array_of(b.axes()); })
      .def_property_readonly("tensor", [](const Inertia& b) { return array_of(b.tensor()); })
      .def_property_readonly("is_linear", &Inertia::is_linear)
      .def_property_readonly("satisfies_triangle_inequality", &Inertia::satisfies_triangle_inequality)
      .def("angular_velocity",
           [](const Inertia& b, const Array& m) {
             return each_row(m, 3, 3, [&](const double* row, std::size_t) -> Eigen::Vector3d {
               return b.angular_velocity(vector_at(row));
             });
           })
      .def("momentum", [](const Inertia& b, const Array& w) {
        return each_row(w, 3, 3, [&](const double* row, std::size_t) -> Eigen::Vector3d {
          return b.momentum(vector_at(row));
        });
      });

  module.def("angular_velocities",
             [](const std::vector<Inertia>& bodies, const Indices& which, const Array& m) {
               const Bodies of(bodies, which, m);
               return each_row(m, 3, 3, [&](const double* row, std::size_t i) -> Eigen::Vector3d {
                 return of[i].angular_velocity(vector_at(row));
               });
             });
  module.def("momenta", [](const std::vector<Inertia>& bodies, const Indices& which, const Array& w) {
    const Bodies of(bodies, which, w);
    return each_row(w, 3, 3, [&](const double* row, std::size_t i) -> Eigen::Vector3d {
      return of[i].momentum(vector_at(row));
    });
  });
  module.def(
      "kinetic_energies", [](const std::vector<Inertia>& bodies, const Indices& which, const Array& m) {
        const Bodies of(bodies, which, m);
        const std::size_t n = rows(m, 3);
        Array energy(static_cast<py::ssize_t>(n));
        for (std::size_t i = 0; i < n; ++i)
          energy.mutable_data()[i] = kinetic_energy(of[i], {{1, 0, 0, 0}, vector_at(m.data() + 3 * i)});
        return energy;
      });
  module.def("check_states",
             [](const std::vector<Inertia>& bodies, const Indices& which, const Array& q, const Array& m) {
               const Bodies of(bodies, which, m);
               const std::vector<State> states = states_of(q, m);
               for (std::size_t i = 0; i < states.size(); ++i) check(of[i], states[i]);
             });

  py::class_<MassProperties>(module, "MassProperties")
      .def_readonly("mass", &MassProperties::mass)
      .def_readonly("volume", &MassProperties::volume)
      .def_property_readonly("centre", [](const MassProperties& p) { return array_of(p.centre); })
      .def_readonly("inertia", &MassProperties::inertia);
  py::class_<BodyPart>(module, "BodyPart");

  module.def("point_masses", [](const Array& masses, const Array& positions) {
    return mass_properties(points_of(masses, positions));
  });
  module.def("solid_box", [](const Array& edges, bool is_density, double value) {
    return solid_box(vector_of(edges), matter_of(is_density, value));
  });
  module.def("solid_ellipsoid", [](const Array& semi_axes, bool is_density, double value) {
    return solid_ellipsoid(vector_of(semi_axes), matter_of(is_density, value));
  });
  module.def("hollow_sphere", [](double outer, double inner, bool is_density, double value) {
    const Matter matter = matter_of(is_density, value);
    return inner == 0 ? solid_sphere(outer, matter) : hollow_sphere(outer, inner, matter);
  });
  module.def("hollow_cylinder", [](double outer, double inner, double length, const std::string& axis,
                                   bool is_density, double value) {
    const Matter matter = matter_of(is_density, value);
    const FrameAxis along = frame_axis_from_text(axis);
    return inner == 0 ? solid_cylinder(outer, length, along, matter)
                      : hollow_cylinder(outer, inner, length, along, matter);
  });
  module.def("mesh_arrays", [](const std::string& path) {
    const TriangleMesh mesh = read_mesh(path);
    Indices triangles(std::vector<py::ssize_t>{static_cast<py::ssize_t>(mesh.triangles.size()), 3});
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
      for (std::size_t k = 0; k < 3; ++k) triangles.mutable_data()[3 * i + k] = mesh.triangles[i][k];
    return py::make_tuple(array_of(mesh.vertices), triangles);
  });
  module.def("mesh_properties", [](const Array& vertices, const Indices& triangles, bool is_density,
                                   double value, std::optional<double> weld) {
    const MeshProperties found =
        mass_properties(mesh_of(vertices, triangles), matter_of(is_density, value), weld);
    return py::make_tuple(found.body, found_of(found));
  });
  module.def("part", [](const MassProperties& body, const Array& position, const Array& orientation) {
    return part(body, vector_of(position), attitude_of(orientation));
  });
  module.def("part_of_point", [](double mass, const Array& position) {
    return part(PointMass{mass, vector_of(position)});
  });
  module.def("cavity", [](const BodyPart& p) { return cavity(p); });
  module.def("whole", [](const std::vector<BodyPart>& parts) { return mass_properties(parts); });
  module.def("inertia_about", [](const MassProperties& body, const Array& point) {
    return inertia_about(body, vector_of(point));
  });
}

}  // namespace polhode::python
