// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A sphere or an ellipsoid seen from far away, with curves on its near and on its far side.

#include <Eigen/Core>
#include <string_view>
#include <vector>

#include "picture/svg.hpp"

namespace polhode::app {

class Sphere {
 public:
  /// Azimuth and elevation of the eye in degrees; axis 3 points up. Semi-axes along the axes 1, 2, 3 in units
  /// of the radius.
  Sphere(Point centre, double radius, double azimuth, double elevation,
         const Eigen::Vector3d& semi_axes = {1, 1, 1});

  /// The projection of a vector; on a unit sphere, its surface is at length 1.
  Point at(const Eigen::Vector3d& v) const;

  /// Whether a point of the surface faces the eye.
  bool is_near(const Eigen::Vector3d& v) const { return normal_to_eye_.dot(v) >= 0; }

  /// The point of the surface in the direction of a vector.
  Eigen::Vector3d on_surface(const Eigen::Vector3d& v) const;

  void draw(Svg& svg) const;

  /// The silhouette.
  std::vector<Point> outline() const;

  /// The parts of a curve on the surface that are on the near, or on the far, side.
  std::vector<std::vector<Point>> side(const std::vector<Eigen::Vector3d>& curve, bool near) const;

  /// The same, drawn.
  void draw_near(Svg& svg, const std::vector<Eigen::Vector3d>& curve, std::string_view attributes) const;
  void draw_far(Svg& svg, const std::vector<Eigen::Vector3d>& curve, std::string_view attributes) const;

  /// The head of an arrow at one point of a curve on its way to the next.
  void draw_arrow(Svg& svg, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                  std::string_view attributes) const;

  /// An axis from the surface outwards, with its name in two lines.
  struct NamedAxis {
    Eigen::Vector3d direction;
    double length;  ///< from the centre to the tip
    std::string_view colour, name, second_line;
    Point label_shift;  ///< from the tip to the beginning of the name
  };
  void draw_axis(Svg& svg, const NamedAxis& axis) const;

 private:
  void draw_side(Svg& svg, const std::vector<Eigen::Vector3d>& curve, bool near,
                 std::string_view attributes) const;

  Point centre_;
  double radius_;
  Eigen::Vector3d semi_axes_, right_, up_, towards_eye_;
  Eigen::Vector3d normal_to_eye_;  // a point v of the surface is near where this . v >= 0
};

}  // namespace polhode::app
