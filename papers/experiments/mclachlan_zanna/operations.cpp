// SPDX-License-Identifier: MIT
#include "experiments/mclachlan_zanna/operations.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <polhode/core/norm.hpp>
#include <polhode/kernel/implicit_midpoint.hpp>
#include <polhode/kernel/moser_veselov.hpp>
#include <polhode/papers/moser_veselov_scaled.hpp>
#include <polhode/papers/rattle.hpp>

#include "experiments/counted_number.hpp"
#include "moser_veselov/explicit.hpp"

namespace polhode::experiments::mclachlan_zanna {

namespace {

using Counted = CountedNumber;

Vec3<Counted> counted(const Vec3<Number>& a) { return convert<Counted>(convert<double>(a)); }

/// The error and the operations of m -> m + step(m) from the start until T = 100.
template <class Step>
Cost cost_of(double h, const Step& increment) {
  Vec3<Counted> m = counted(start());
  const int steps = whole_steps(static_cast<Number>(h));
  const Operations all = operations_of([&] {
    for (int n = 0; n < steps; ++n) m = m + increment(m);
  });
  const Vec3<Number> end = convert<Number>(convert<double>(m));
  return {h, static_cast<double>(all.total()), static_cast<double>(norm(end - exact_momentum(end_of_time)))};
}

Vec3<Counted> counted(double x, double y, double z) { return {Counted(x), Counted(y), Counted(z)}; }

/// The two components of the momentum across the axis about which the body turns.
void turn(Counted angle, Counted& u, Counted& v) {
  const Counted s = sin(angle), c = cos(angle), before = u;
  u = c * before + s * v;
  v = c * v - s * before;
}

/// h / (1 + h^2 tau_3 + ...), once for all.
Counted step_of_order(int order, double h) {
  const kernel::MoserVeselovField<double> field(convert<double>(moments()));
  const Vec3<double> m = convert<double>(start());
  return Counted(order == 2   ? h
                 : order == 4 ? kernel::scaled_step<double, 4>(field, m, h)
                              : kernel::scaled_step<double, 6>(field, m, h));
}

struct NullSpaceByLu {
  template <std::size_t K, class Square>
  static auto of(const Square& A) noexcept {
    return null_space_by_lu<K>(A);
  }
};

moser_veselov::Matrix3<Counted> by_eigenvector_matrix(const Vec3<Counted>& J, const Vec3<Counted>& y,
                                                      const moser_veselov::Roots<Counted>& roots) {
  const auto [X, WX] = moser_veselov::eigenbasis<NullSpaceByLu>(J, y, roots);
  return moser_veselov::divided(WX, X);
}

}  // namespace

Cost cost_of_lp2(double h) {
  const Vec3<double> I = convert<double>(moments());
  const Vec3<Counted> whole = counted(h / I.x, h / I.y, h / I.z),
                      half = counted(h / (2 * I.x), h / (2 * I.y), 0);
  return cost_of(h, [&](Vec3<Counted> m) {
    const Vec3<Counted> before = m;
    turn(half.x * m.x, m.y, m.z);
    turn(half.y * m.y, m.z, m.x);
    turn(whole.z * m.z, m.x, m.y);
    turn(half.y * m.y, m.z, m.x);
    turn(half.x * m.x, m.y, m.z);
    return m - before;
  });
}

Cost cost_of_midpoint(double h) {
  const kernel::ImplicitMidpoint<Counted> step(counted(moments()));
  return cost_of(h, [&](const Vec3<Counted>& m) { return step(m, Counted(h)).dm; });
}

Cost cost_of_dmv(int order, double h, Roots when) {
  const moser_veselov::EquationOfBody<Counted> body(counted(moments()));
  const Counted k = step_of_order(order, h);
  const auto roots_at = [&](const Vec3<Counted>& m) {
    return moser_veselov::roots_of(body.J(), body.turned(m, k));
  };
  const auto first = roots_at(counted(start()));
  return cost_of(h, [&](const Vec3<Counted>& m) {
    const auto roots = when == Roots::once ? first : roots_at(m);
    if (!roots.are_separated()) return kernel::no_vector<Counted>();
    const auto W = moser_veselov::by_eigenvectors(body.J(), body.turned(m, k), roots);
    return body.increment(m, k, moser_veselov::rotation_of(body.J(), W)).dm;
  });
}

Cost cost_of_dmv_by_lu(int order, double h) {
  const moser_veselov::EquationOfBody<Counted> body(counted(moments()));
  const Counted k = step_of_order(order, h);
  return cost_of(h, [&](const Vec3<Counted>& m) {
    const auto roots = moser_veselov::roots_of(body.J(), body.turned(m, k));
    if (!roots.are_separated()) return kernel::no_vector<Counted>();
    const auto W = by_eigenvector_matrix(body.J(), body.turned(m, k), roots);
    return body.increment(m, k, moser_veselov::rotation_of(body.J(), W)).dm;
  });
}

Cost cost_of_iterated_dmv(int order, double h) {
  const kernel::MoserVeselov<Counted, 2> step(counted(moments()));
  const Counted k = step_of_order(order, h);
  return cost_of(h, [&](const Vec3<Counted>& m) { return step(m, k).dm; });
}

Cost cost_of_rattle(int order, double h) {
  const kernel::Rattle<Counted> step(counted(moments()));
  const Counted k = step_of_order(order, h);
  return cost_of(h, [&](const Vec3<Counted>& m) { return step(m, k).dm; });
}

double CostLine::operations_for(double error) const {
  // From the shortest step on, where costs come first.
  const auto power = [&](const Cost& a, const Cost& b) {
    const double part = std::log(error / a.error) / std::log(b.error / a.error);
    return std::exp(std::log(a.operations) + part * std::log(b.operations / a.operations));
  };
  for (std::size_t i = 0; i + 1 < costs.size(); ++i) {
    const Cost &a = costs[i], &b = costs[i + 1];
    if (!(b.error > a.error)) break;
    if (error <= b.error) return power(a, b);
  }
  return std::numeric_limits<double>::quiet_NaN();
}

void draw_costs(ExperimentOutput& output, const std::vector<CostLine>& lines, const std::string& title) {
  std::vector<std::vector<std::string>> rows;
  app::Panel panel{.heading = "",
                   .x = {.label = "error at T = 100", .scale = app::Scale::logarithmic},
                   .y = {.label = "floating-point operations", .scale = app::Scale::logarithmic}};
  for (std::size_t k = 0; k < lines.size(); ++k) {
    app::Series series{.name = lines[k].label,
                       .values = {},
                       .colour = static_cast<int>(k),
                       .drawn = app::Drawn::line_and_dots};
    for (const Cost& c : lines[k].costs) {
      const auto text = [](double x) { return std::isnan(x) ? std::string() : fmt::format("{}", x); };
      rows.push_back({lines[k].label, text(c.h), text(c.operations), text(c.error)});
      // A step that was refused was not taken, whatever it cost to find out.
      series.values.push_back({c.error, c.operations});
    }
    panel.series.push_back(std::move(series));
  }
  output.write_table("", {"method", "h", "operations", "error"}, rows);
  output.write_figure(
      "", {.title = title,
           .description = "Counted floating-point operations until T = 100 against the error there, "
                          "both logarithmic, one line "
                          "for each method.",
           .panels = {std::move(panel)},
           .panel_width = 680,
           .panel_height = 460});
}

}  // namespace polhode::experiments::mclachlan_zanna
