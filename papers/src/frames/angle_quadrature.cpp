// SPDX-License-Identifier: MIT
#include "frames/angle_quadrature.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <polhode/elliptic/carlson.hpp>
#include <span>

#include "frames/theta.hpp"

namespace polhode::papers {

namespace {

/// Int du/(1 - n sn^2) from 0 to u, less u, for |u| <= K.
double excess(const Characteristic& c, const ArcEnd& e) noexcept {
  const double c2 = e.cn * e.cn;
  return c.n / 3 * (e.sn * e.sn * e.sn) * elliptic::rj(c2, e.dn * e.dn, 1.0, c.nc + c.n * c2);
}

double by_carlson(const Characteristic& c, const MomentumArc& arc) noexcept {
  if (c.n == 0) return arc.length;
  const double half_turns = arc.end.half_turns - arc.begin.half_turns;
  const double turned =
      half_turns == 0 ? 0 : half_turns * (c.n / 3 * 2) * elliptic::rj(0.0, arc.k.mc, 1.0, c.nc);
  return arc.length + (turned + (excess(c, arc.end) - excess(c, arc.begin)));
}

double by_theta(const Characteristic& c, const MomentumArc& arc) noexcept {
  const elliptic::ThetaPi<double> pi(c.n, arc.k);
  return pi.rate() * arc.length + (pi.periodic(arc.end.rest) - pi.periodic(arc.begin.rest));
}

struct Node {
  double x, weight;
};

/// The nodes x >= 0 on [-1, 1] of all ten rules, one rule after the other; a node x > 0 stands for -x also.
/// [DLMF 3.5(v)]
constexpr std::array<Node, 30> nodes_of_all_rules{{
    {0.0, 2.0},
    {0.5773502691896257645, 1.0},
    {0.0, 0.8888888888888888889},
    {0.774596669241483377, 0.5555555555555555556},
    {0.3399810435848562648, 0.6521451548625461426},
    {0.8611363115940525752, 0.3478548451374538574},
    {0.0, 0.5688888888888888889},
    {0.538469310105683091, 0.478628670499366468},
    {0.9061798459386639928, 0.2369268850561890875},
    {0.2386191860831969086, 0.4679139345726910474},
    {0.6612093864662645137, 0.3607615730481386076},
    {0.9324695142031520278, 0.171324492379170345},
    {0.0, 0.4179591836734693878},
    {0.4058451513773971669, 0.381830050505118945},
    {0.7415311855993944399, 0.2797053914892766679},
    {0.9491079123427585245, 0.1294849661688696933},
    {0.1834346424956498049, 0.362683783378361983},
    {0.5255324099163289858, 0.3137066458778872873},
    {0.7966664774136267396, 0.2223810344533744705},
    {0.9602898564975362317, 0.1012285362903762592},
    {0.0, 0.3302393550012597632},
    {0.324253423403808929, 0.3123470770400028401},
    {0.6133714327005903973, 0.2606106964029354623},
    {0.8360311073266357943, 0.1806481606948574041},
    {0.9681602395076260898, 0.08127438836157441197},
    {0.1488743389816312109, 0.2955242247147528702},
    {0.4333953941292471908, 0.2692667193099963551},
    {0.6794095682990244062, 0.219086362515982044},
    {0.8650633666889845107, 0.1494513491505805931},
    {0.9739065285171717201, 0.06667134430868813759},
}};

std::span<const Node> gauss_rule(int nodes) noexcept {
  std::size_t first = 0;
  for (int rule = 1; rule < nodes; ++rule) first += static_cast<std::size_t>((rule + 1) / 2);
  return std::span(nodes_of_all_rules).subspan(first, static_cast<std::size_t>((nodes + 1) / 2));
}

double by_gauss(int nodes, const Characteristic& c, const MomentumArc& arc) noexcept {
  const auto integrand = [&](double theta) {
    const double cosine = std::cos(theta), c2 = cosine * cosine;
    return 1 / ((c.nc + c.n * c2) * std::sqrt(arc.k.mc + arc.k.m * c2));
  };
  const double from = arc.begin.amplitude(), to = arc.end.amplitude();
  const double middle = (from + to) / 2, half = (to - from) / 2;
  double sum = 0;
  for (const Node& node : gauss_rule(nodes)) {
    const double shift = half * node.x;
    const double value =
        node.x == 0 ? integrand(middle) : integrand(middle - shift) + integrand(middle + shift);
    sum += node.weight * value;
  }
  return half * sum;
}

/// f = 1/(1 - n y), y = sn^2, and its derivatives in u, from y'' = 2 - 4(1+m) y + 6 m y^2.
std::array<double, 4> integrand_and_derivatives(const Characteristic& c, const MomentumArc& arc,
                                                const ArcEnd& e) noexcept {
  const double m = arc.k.m, y = e.sn * e.sn;
  const double y1 = 2 * e.sn * e.cn * e.dn, y2 = 2 - 4 * (1 + m) * y + 6 * m * (y * y);
  const double y3 = (12 * m * y - 4 * (1 + m)) * y1;
  const double f = 1 / (c.nc + c.n * (e.cn * e.cn)), g = c.n * f, g1 = g * y1;
  return {f, f * g1, f * (g * y2 + 2 * g1 * g1), f * (g * y3 + 6 * g1 * (g * y2) + 6 * g1 * g1 * g1)};
}

double by_hermite(int derivatives, const Characteristic& c, const MomentumArc& arc) noexcept {
  const auto a = integrand_and_derivatives(c, arc, arc.begin);
  const auto b = integrand_and_derivatives(c, arc, arc.end);
  const double h = arc.length, h2 = h * h;
  const double even = (a[0] + b[0]) / 2, first = a[1] - b[1], second = a[2] + b[2], third = a[3] - b[3];
  switch (derivatives) {
    case 1:
      return h * even + h2 / 12 * first;
    case 2:
      return h * even + h2 * (first / 10 + h * second / 120);
    default:
      return h * even + h2 * (first * (3.0 / 28) + h * (second / 84 + h * third / 1680));
  }
}

}  // namespace

int AngleQuadrature::order() const noexcept {
  switch (kind_) {
    case Kind::gauss:
      return 2 * count_;
    case Kind::hermite:
      return 2 * count_ + 2;
    default:
      return 0;
  }
}

double AngleQuadrature::operator()(const Characteristic& c, const MomentumArc& arc) const noexcept {
  switch (kind_) {
    case Kind::theta:
      return by_theta(c, arc);
    case Kind::gauss:
      return by_gauss(count_, c, arc);
    case Kind::hermite:
      return by_hermite(count_, c, arc);
    default:
      return by_carlson(c, arc);
  }
}

}  // namespace polhode::papers
