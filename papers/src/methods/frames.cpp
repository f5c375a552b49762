// SPDX-License-Identifier: MIT
#include "methods/frames.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <polhode/rotation/convention.hpp>
#include <utility>

#include "frames/angle_quadrature.hpp"
#include "frames/frame_step.hpp"
#include "free/methods/conserving.hpp"
#include "methods/families.hpp"

namespace polhode::papers {

namespace {

enum class Kind : std::size_t { frame, momentum, angle };
enum class Frame { smallest_turn, rate, polar, rate_matrix, polar_matrix };
enum class Momentum { two_constants, textbook, textbook_extended };

struct Choice {
  Frame frame = Frame::smallest_turn;
  Momentum momentum = Momentum::two_constants;
  AngleQuadrature angle = AngleQuadrature::carlson();
};

struct Part {
  Kind kind;
  std::string name, summary, reference;
  std::function<void(Choice&)> choose;
};

Part frame_part(const char* name, const char* summary, const char* reference, Frame frame) {
  return {Kind::frame, name, summary, reference, [frame](Choice& c) { c.frame = frame; }};
}

Part momentum_part(const char* name, const char* summary, const char* reference, Momentum momentum) {
  return {Kind::momentum, name, summary, reference, [momentum](Choice& c) { c.momentum = momentum; }};
}

Part angle_part(std::string name, std::string summary, const char* reference, AngleQuadrature angle) {
  return {Kind::angle, std::move(name), std::move(summary), reference,
          [angle](Choice& c) { c.angle = angle; }};
}

std::vector<Part> all_parts() {
  std::vector<Part> parts{
      frame_part("quaternion_kosenko", "attitude by quaternions, frame (1): m to e3 by the smallest turn",
                 "Celledoni, Zanna 2008, (16); Kosenko 1998", Frame::smallest_turn),
      frame_part("quaternion_mdot", "attitude by quaternions, frame (2): first axis along m-dot",
                 "Celledoni, Zanna 2008, 1.4 (2), (9)", Frame::rate),
      frame_part("quaternion_zon_schofield", "attitude by quaternions, frame (3): first axis along m x e3",
                 "Celledoni, Zanna 2008, 1.4 (3); van Zon, Schofield 2007", Frame::polar),
      frame_part("matrix_mdot", "attitude by rotation matrices, first axis along m-dot",
                 "Celledoni, Zanna 2008, (6)-(9)", Frame::rate_matrix),
      frame_part("matrix_zon_schofield", "attitude by rotation matrices, first axis along m x e3",
                 "Celledoni, Zanna 2008, 1.3; van Zon, Schofield 2007", Frame::polar_matrix),
      momentum_part("vilmart_4_1", "momentum by two constants whose sum is one: no drift",
                    "Vilmart 2008, algorithm 4.1", Momentum::two_constants),
      momentum_part("vilmart_3_1", "momentum by the textbook constants: energy and |m| drift",
                    "Vilmart 2008, algorithm 3.1", Momentum::textbook),
      momentum_part("vilmart_3_1_extended", "momentum by the textbook constants in extended precision",
                    "Vilmart 2008, 3.1", Momentum::textbook_extended),
      angle_part("carlson", "angle by Carlson's integrals", "Celledoni, Zanna 2008, 3.3; DLMF 19.25",
                 AngleQuadrature::carlson()),
      angle_part("theta", "angle by theta functions", "van Zon, Schofield 2007", AngleQuadrature::theta()),
  };
  for (int n = 1; n <= 10; ++n) {
    const std::string count = std::to_string(n);
    parts.push_back(angle_part("gauss" + count,
                               "angle by Gauss-Legendre quadrature, " + count + (n == 1 ? " node" : " nodes"),
                               "Celledoni, Zanna 2008, (20)", AngleQuadrature::gauss(n)));
  }
  for (int n = 1; n <= 3; ++n) {
    const std::string count = std::to_string(n);
    parts.push_back(angle_part(
        "hermite" + count,
        "angle by Hermite quadrature, " + count + (n == 1 ? " derivative" : " derivatives") + " at each end",
        "van Zon, Schofield 2007, Phys. Rev. E 75", AngleQuadrature::hermite(n)));
  }
  return parts;
}

const std::vector<Part>& parts() {
  static const std::vector<Part> list = all_parts();
  return list;
}

template <class F>
FreeStep prepared(const Choice& c, const Vec3<double>& moments) {
  switch (c.momentum) {
    case Momentum::textbook:
      return FrameStep<F, TextbookMomentum<double>>(moments, c.angle);
    case Momentum::textbook_extended:
      return FrameStep<F, TextbookMomentum<long double>>(moments, c.angle);
    default:
      return FrameStep<F, TwoConstantMomentum>(moments, c.angle);
  }
}

FreeStep prepared(const Choice& c, const Vec3<double>& moments) {
  switch (c.frame) {
    case Frame::rate:
      return prepared<RateQuaternion>(c, moments);
    case Frame::polar:
      return prepared<PolarQuaternion>(c, moments);
    case Frame::rate_matrix:
      return prepared<RateMatrix>(c, moments);
    case Frame::polar_matrix:
      return prepared<PolarMatrix>(c, moments);
    default:
      return prepared<SmallestTurnQuaternion>(c, moments);
  }
}

void append(std::string& list, const std::string& item) { list += (list.empty() ? "" : "; ") + item; }

/// For any angle the frame takes m to the same direction, so the spatial momentum is kept; an angle that is
/// not exact depends on where the step begins, and then areas are not.
MethodProperties properties_of(const Choice& c) {
  return conserving({.momentum_order = 0,
                     .attitude_order = c.angle.order(),
                     .is_explicit = true,
                     .is_symplectic = c.angle.order() == 0});
}

FreeMethod frame_method(std::string name, std::string summary, std::string reference, const Choice& c) {
  return {std::move(name),
          std::move(summary),
          std::move(reference),
          properties_of(c),
          [c](const Inertia& body) { return prepared(c, from_eigen(body.moments())); },
          {}};
}

FreeMethod celledoni_zanna() {
  return frame_method("celledoni_zanna", "the quaternion algorithm: quaternion_kosenko+vilmart_4_1+carlson",
                      "Celledoni, Zanna 2008, algorithm 2", Choice{});
}

}  // namespace

std::optional<FreeMethod> find_frame_method(std::string_view name) {
  if (name == "celledoni_zanna") return celledoni_zanna();
  std::string summary, reference;
  Choice choice;
  std::array<bool, 3> seen{};
  for (std::string_view rest = name;;) {
    const std::size_t plus = rest.find('+');
    const std::string_view wanted = rest.substr(0, plus);
    const auto part =
        std::find_if(parts().begin(), parts().end(), [&](const Part& p) { return p.name == wanted; });
    if (part == parts().end()) return std::nullopt;
    if (std::exchange(seen[static_cast<std::size_t>(part->kind)], true)) return std::nullopt;
    part->choose(choice);
    append(summary, part->summary);
    append(reference, part->reference);
    if (plus == std::string_view::npos) break;
    rest.remove_prefix(plus + 1);
  }
  return frame_method(std::string(name), std::move(summary), std::move(reference), choice);
}

std::vector<FreeMethod> frame_methods() {
  std::vector<FreeMethod> all{celledoni_zanna()};
  for (const Part& part : parts()) all.push_back(*find_frame_method(part.name));
  return all;
}

}  // namespace polhode::papers
