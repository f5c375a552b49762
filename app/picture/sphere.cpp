// SPDX-License-Identifier: MIT
#include "picture/sphere.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "picture/axes.hpp"

namespace polhode::app {
namespace {

/// An arrow's head with its point at `tip`, as the picture shows the direction.
std::vector<Point> arrow_head(Point tip, double dx, double dy, double size) {
  const double length = std::hypot(dx, dy);
  const double x = size * dx / length, y = size * dy / length;
  const double half_width = 0.38;
  return {tip,
          {tip.x - x - half_width * y, tip.y - y + half_width * x},
          {tip.x - x + half_width * y, tip.y - y - half_width * x}};
}

}  // namespace

Sphere::Sphere(Point centre, double radius, double azimuth, double elevation,
               const Eigen::Vector3d& semi_axes)
    : centre_(centre), radius_(radius), semi_axes_(semi_axes) {
  constexpr double degree = std::numbers::pi / 180;
  const double a = azimuth * degree, e = elevation * degree;
  towards_eye_ = {std::cos(e) * std::cos(a), std::cos(e) * std::sin(a), std::sin(e)};
  right_ = {-std::sin(a), std::cos(a), 0};
  up_ = towards_eye_.cross(right_);
  normal_to_eye_ = towards_eye_.cwiseQuotient(semi_axes_.cwiseAbs2());
}

Point Sphere::at(const Eigen::Vector3d& v) const {
  return {centre_.x + radius_ * right_.dot(v), centre_.y - radius_ * up_.dot(v)};
}

void Sphere::draw(Svg& svg) const {
  svg.definition(
      "<radialGradient id=\"shade\" cx=\"0.38\" cy=\"0.3\" r=\"0.75\"><stop offset=\"0\" "
      "stop-color=\"#ffffff\"/>"
      "<stop offset=\"0.6\" stop-color=\"#f5f7fa\"/><stop offset=\"1\" "
      "stop-color=\"#dde3ea\"/></radialGradient>");
  svg.circle(centre_, radius_, "fill=\"url(#shade)\" stroke=\"#8a94a0\" stroke-width=\"1\"");
}

Eigen::Vector3d Sphere::on_surface(const Eigen::Vector3d& v) const {
  return v / v.cwiseQuotient(semi_axes_).norm();
}

std::vector<Point> Sphere::outline() const {
  // Points semi_axes * u of the surface with normal_to_eye . (semi_axes * u) = 0: u goes round a great
  // circle.
  constexpr int count = 180;
  const Eigen::Vector3d pole = towards_eye_.cwiseQuotient(semi_axes_).normalized();
  const Eigen::Vector3d one = pole.unitOrthogonal(), other = pole.cross(one);
  std::vector<Point> points;
  for (int k = 0; k < count; ++k) {
    const double angle = 2 * std::numbers::pi * k / count;
    points.push_back(at((std::cos(angle) * one + std::sin(angle) * other).cwiseProduct(semi_axes_)));
  }
  return points;
}

std::vector<std::vector<Point>> Sphere::side(const std::vector<Eigen::Vector3d>& curve, bool near) const {
  std::vector<std::vector<Point>> pieces;
  std::vector<Point> piece;
  const auto end_piece = [&] {
    if (piece.size() > 1) pieces.push_back(thinned(piece));
    piece.clear();
  };
  for (const auto& v : curve) {
    if (is_near(v) == near)
      piece.push_back(at(v));
    else
      end_piece();
  }
  end_piece();
  return pieces;
}

void Sphere::draw_side(Svg& svg, const std::vector<Eigen::Vector3d>& curve, bool near,
                       std::string_view attributes) const {
  for (const auto& piece : side(curve, near)) svg.path(piece, attributes);
}

void Sphere::draw_near(Svg& svg, const std::vector<Eigen::Vector3d>& curve,
                       std::string_view attributes) const {
  draw_side(svg, curve, true, attributes);
}

void Sphere::draw_far(Svg& svg, const std::vector<Eigen::Vector3d>& curve,
                      std::string_view attributes) const {
  draw_side(svg, curve, false, attributes);
}

void Sphere::draw_arrow(Svg& svg, const Eigen::Vector3d& from, const Eigen::Vector3d& to,
                        std::string_view attributes) const {
  const Point a = at(from), b = at(to);
  svg.polygon(arrow_head(b, b.x - a.x, b.y - a.y, 14), attributes);
}

void Sphere::draw_axis(Svg& svg, const NamedAxis& axis) const {
  const Point foot = at(axis.direction), tip = at(axis.length * axis.direction);
  const double dx = tip.x - foot.x, dy = tip.y - foot.y;
  const double shaft = 1 - 8 / std::hypot(dx, dy);  // ends within the head
  const auto fill = fmt::format("fill=\"{}\"", axis.colour);
  svg.circle(foot, 3, fill);
  svg.line(foot, {foot.x + shaft * dx, foot.y + shaft * dy},
           fmt::format("stroke=\"{}\" stroke-width=\"2.2\"", axis.colour));
  svg.polygon(arrow_head(tip, dx, dy, 12), fill);
  const Point label{tip.x + axis.label_shift.x, tip.y + axis.label_shift.y};
  svg.label(label, axis.name, fill + " font-weight=\"bold\"");
  svg.label({label.x, label.y + 17}, axis.second_line, fill);
}

}  // namespace polhode::app
