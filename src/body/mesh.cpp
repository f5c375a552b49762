// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <polhode/body/mesh.hpp>
#include <polhode/core/compensated.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/norm.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/matrix.hpp>
#include <span>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "body/principal_axes.hpp"
#include "body/range.hpp"
#include "body/rounding_unit.hpp"
#include "core/number_text.hpp"

namespace polhode {
namespace {

using Real = long double;
using Vector = Vec3<Real>;

constexpr std::size_t most_triangles = std::numeric_limits<std::uint32_t>::max() / 4;

std::string position_text(const Eigen::Vector3d& v) { return tuple_text({v.x(), v.y(), v.z()}); }

std::string triangle_name(std::size_t triangle) { return "mesh: triangle " + std::to_string(triangle + 1); }

/// A triangle whose corners at the same position have the same index.
struct Facet {
  std::array<std::uint32_t, 3> corners;
  std::uint32_t triangle;  ///< its index in the mesh
};

struct Surface {
  std::vector<Facet> facets;
  std::size_t degenerate = 0;
};

void check_corners(const TriangleMesh& mesh) {
  if (mesh.triangles.size() > most_triangles)
    throw InvalidInput("mesh: triangles", std::to_string(mesh.triangles.size()),
                       "at most " + std::to_string(most_triangles));
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    for (const std::uint32_t corner : mesh.triangles[i]) {
      if (corner >= mesh.vertices.size())
        throw InvalidInput(triangle_name(i), "vertex " + std::to_string(corner) + " (counted from 0)",
                           "an index below " + std::to_string(mesh.vertices.size()));
      if (!mesh.vertices[corner].allFinite())
        throw InvalidInput(triangle_name(i), "a corner at " + position_text(mesh.vertices[corner]),
                           "finite coordinates");
    }
}

/// For each vertex in use, the first vertex at its position.
std::vector<std::uint32_t> merged_vertices(const TriangleMesh& mesh) {
  std::vector<bool> is_used(mesh.vertices.size());
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t corner : triangle) is_used[corner] = true;
  std::vector<std::uint32_t> order;
  for (std::uint32_t i = 0; i < is_used.size(); ++i)
    if (is_used[i]) order.push_back(i);
  const auto key = [&](std::uint32_t i) {
    const Eigen::Vector3d& v = mesh.vertices[i];
    return std::tuple(v.x(), v.y(), v.z());
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple_cat(key(a), std::tuple(a)) < std::tuple_cat(key(b), std::tuple(b));
  });
  std::vector<std::uint32_t> first(mesh.vertices.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    first[order[i]] = i > 0 && key(order[i - 1]) == key(order[i]) ? first[order[i - 1]] : order[i];
  return first;
}

using Cell = std::array<std::int64_t, 3>;

struct CellHash {
  std::size_t operator()(const Cell& c) const noexcept {
    std::uint64_t h = 0;
    for (const std::int64_t k : c) h = (h ^ static_cast<std::uint64_t>(k)) * 0x9e3779b97f4a7c15U + (h >> 29U);
    return h;
  }
};

/// The largest extent along an axis of the vertices in use.
double extent_of(const TriangleMesh& mesh) {
  Eigen::Vector3d low = Eigen::Vector3d::Constant(HUGE_VAL), high = -low;
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t corner : triangle) {
      low = low.cwiseMin(mesh.vertices[corner]);
      high = high.cwiseMax(mesh.vertices[corner]);
    }
  return (high - low).maxCoeff();
}

/// Merges vertices within a distance of each other, transitively, in addition to those already merged.
/// Returns the number of merges.
std::size_t weld(const TriangleMesh& mesh, double distance, std::vector<std::uint32_t>& merged) {
  // With cells of twice the distance, all neighbours are in the same cell or an adjacent one.
  const double size = 2 * distance;
  double reach = 0;
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t corner : triangle)
      reach = std::max(reach, mesh.vertices[corner].cwiseAbs().maxCoeff());
  constexpr double most_cells = 0x1p59;  // beyond, the distance is far below the rounding of the coordinates
  if (!(reach / size < most_cells)) return 0;
  // All vertices of a group lie within the distance and are merged, so one comparison of roots covers a
  // has_crowded_edges group.
  struct Group {
    Cell place;
    std::vector<std::uint32_t> vertices;
  };
  const double group_size = distance / 2;
  std::unordered_map<Cell, std::vector<Group>, CellHash> cells;
  const auto cell_of = [&](std::uint32_t i, double edge) {
    const Eigen::Vector3d& v = mesh.vertices[i];
    return Cell{std::llround(v.x() / edge), std::llround(v.y() / edge), std::llround(v.z() / edge)};
  };
  std::vector<std::uint32_t> first;
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t corner : triangle) first.push_back(merged[corner]);
  std::sort(first.begin(), first.end());
  first.erase(std::unique(first.begin(), first.end()), first.end());
  const auto root = [&](std::uint32_t i) {
    while (merged[i] != i) i = merged[i] = merged[merged[i]];
    return i;
  };
  std::size_t welded = 0;
  for (const std::uint32_t i : first) {
    const Cell cell = cell_of(i, size);
    for (int k = 0; k < 27; ++k) {
      const auto near = cells.find({cell[0] + k % 3 - 1, cell[1] + k / 3 % 3 - 1, cell[2] + k / 9 - 1});
      if (near == cells.end()) continue;
      for (const Group& group : near->second) {
        const std::uint32_t a = root(i), b = root(group.vertices.front());
        if (a == b) continue;
        const bool is_near =
            std::any_of(group.vertices.begin(), group.vertices.end(), [&](std::uint32_t other) {
              return (mesh.vertices[i] - mesh.vertices[other]).squaredNorm() <= distance * distance;
            });
        if (!is_near) continue;
        merged[std::max(a, b)] = std::min(a, b);
        ++welded;
      }
    }
    const Cell place = cell_of(i, group_size);
    std::vector<Group>& groups = cells[cell];
    const auto own =
        std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.place == place; });
    if (own == groups.end())
      groups.push_back({place, {i}});
    else
      own->vertices.push_back(i);
  }
  for (std::uint32_t& vertex : merged) vertex = root(vertex);
  return welded;
}

Surface surface_of(const TriangleMesh& mesh, const std::vector<std::uint32_t>& merged) {
  Surface surface;
  surface.facets.reserve(mesh.triangles.size());
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto& [a, b, c] = mesh.triangles[i];
    const Facet facet{{merged[a], merged[b], merged[c]}, i};
    const auto& [p, q, r] = facet.corners;
    if (p == q || q == r || r == p)
      ++surface.degenerate;
    else
      surface.facets.push_back(facet);
  }
  if (surface.facets.empty())
    throw InvalidInput(
        "mesh", surface.degenerate == 0 ? "no triangle" : "only triangles with two corners at one position",
        "a closed surface of triangles");
  return surface;
}

/// One side of a facet.
struct Side {
  std::uint32_t low, high;  ///< numbers of its ends
  std::uint32_t facet;
  bool is_forward;  ///< from low to high
};

std::vector<Side> sorted_sides(const Surface& surface) {
  std::vector<Side> sides;
  sides.reserve(3 * surface.facets.size());
  for (std::uint32_t i = 0; i < surface.facets.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t from = surface.facets[i].corners[k], to = surface.facets[i].corners[(k + 1) % 3];
      sides.push_back({std::min(from, to), std::max(from, to), i, from < to});
    }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return std::tie(a.low, a.high, a.facet) < std::tie(b.low, b.high, b.facet);
  });
  return sides;
}

/// The sides along one edge.
using Edge = std::span<const Side>;

template <class Visit>
void for_each_edge(std::span<const Side> sides, const Visit& visit) {
  for (std::size_t begin = 0, end = 0; begin < sides.size(); begin = end) {
    while (end < sides.size() && sides[end].low == sides[begin].low && sides[end].high == sides[begin].high)
      ++end;
    visit(sides.subspan(begin, end - begin));
  }
}

bool is_balanced(Edge edge) {
  const auto forward = std::count_if(edge.begin(), edge.end(), [](const Side& s) { return s.is_forward; });
  return 2 * static_cast<std::size_t>(forward) == edge.size();
}

std::string between(const TriangleMesh& mesh, Edge edge) {
  return "between " + position_text(mesh.vertices[edge[0].low]) + " and " +
         position_text(mesh.vertices[edge[0].high]);
}

/// `others` are some further open edges.
[[noreturn]] void reject_edge(const TriangleMesh& mesh, const Surface& surface, Edge edge,
                              const std::vector<Edge>& others, std::size_t count) {
  std::string numbers;
  for (std::size_t i = 0; i < std::min<std::size_t>(edge.size(), 8); ++i)
    numbers += (i == 0                 ? ""
                : i + 1 == edge.size() ? " and "
                                       : ", ") +
               std::to_string(surface.facets[edge[i].facet].triangle + 1);
  if (edge.size() > 8) numbers += ", ...";
  const std::string name = "mesh: edge " + between(mesh, edge);
  std::string more;
  if (count > 0) {
    more = " (and " + std::to_string(count) + " more open edges";
    for (std::size_t i = 0; i < others.size(); ++i) more += (i == 0 ? ": " : "; ") + between(mesh, others[i]);
    more += count > others.size() ? "; ...)" : ")";
  }
  if (edge.size() == 1)
    throw InvalidInput(name, "only one triangle, number " + numbers + more,
                       "two triangles: a closed surface");
  if (edge.size() == 2)
    throw InvalidInput(name, "triangles " + numbers + " with the same direction along it" + more,
                       "opposite directions: corners counter-clockwise seen from outside in every triangle");
  throw InvalidInput(name,
                     std::to_string(edge.size()) + " triangles (" + numbers +
                         "), more in one direction than in the other" + more,
                     "two triangles in opposite directions (or two such pairs, where bodies touch)");
}

/// A facet's corners in cyclic order, starting with the smallest.
std::array<std::uint32_t, 3> rotated_to_least(const std::array<std::uint32_t, 3>& c) {
  const auto least = static_cast<std::size_t>(std::min_element(c.begin(), c.end()) - c.begin());
  return {c[least], c[(least + 1) % 3], c[(least + 2) % 3]};
}

void reject_duplicates(const Surface& surface) {
  std::vector<Facet> facets = surface.facets;
  for (Facet& facet : facets) facet.corners = rotated_to_least(facet.corners);
  std::sort(facets.begin(), facets.end(), [](const Facet& a, const Facet& b) {
    return std::tie(a.corners, a.triangle) < std::tie(b.corners, b.triangle);
  });
  const auto duplicate = std::adjacent_find(
      facets.begin(), facets.end(), [](const Facet& a, const Facet& b) { return a.corners == b.corners; });
  if (duplicate != facets.end())
    throw InvalidInput(triangle_name((duplicate + 1)->triangle),
                       "a duplicate of triangle " + std::to_string(duplicate->triangle + 1),
                       "each triangle once");
}

bool is_closed(std::span<const Side> sides) {
  bool closed = true;
  for_each_edge(sides, [&](Edge edge) { closed = closed && is_balanced(edge); });
  return closed;
}

void check_closed(const TriangleMesh& mesh, const Surface& surface, std::span<const Side> sides) {
  std::optional<Edge> first;
  std::size_t open = 0;
  bool has_crowded_edges = false;
  constexpr std::size_t most_listed = 4;
  std::vector<Edge> some;
  for_each_edge(sides, [&](Edge edge) {
    has_crowded_edges = has_crowded_edges || edge.size() > 2;
    if (is_balanced(edge)) return;
    ++open;
    if (some.size() < most_listed) some.push_back(edge);
    // The edge with the lowest triangle: edges are visited in the order of their ends.
    if (!first || edge[0].facet < (*first)[0].facet) first = edge;
  });
  if (first) {
    std::erase_if(some, [&](Edge edge) { return edge.data() == first->data(); });
    if (some.size() == most_listed) some.pop_back();
    reject_edge(mesh, surface, *first, some, open - 1);
  }
  // A duplicate triangle has two neighbours on each side, or one neighbour twice.
  if (has_crowded_edges) reject_duplicates(surface);
}

/// The number of each facet's shell, from 0.
struct Shells {
  std::vector<std::uint32_t> of_facet;
  std::size_t count = 0;
};

Shells shells_of(const Surface& surface, std::span<const Side> sides) {
  std::vector<std::uint32_t> parent(surface.facets.size());
  std::iota(parent.begin(), parent.end(), 0U);
  const auto root = [&](std::uint32_t i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
  };
  for_each_edge(sides, [&](Edge edge) {
    for (const Side& side : edge.subspan(1)) {
      const std::uint32_t a = root(edge[0].facet), b = root(side.facet);
      parent[std::max(a, b)] = std::min(a, b);
    }
  });
  // A root is the lowest facet of its shell and so is numbered before the others.
  Shells shells{std::vector<std::uint32_t>(parent.size()), 0};
  for (std::uint32_t i = 0; i < parent.size(); ++i) {
    const std::uint32_t r = root(i);
    shells.of_facet[i] = r == i ? static_cast<std::uint32_t>(shells.count++) : shells.of_facet[r];
  }
  return shells;
}

class Sum {
 public:
  void add(Real x) noexcept { compensated_add(sum_, lost_, x); }
  Real value() const noexcept { return sum_ + lost_; }

 private:
  Real sum_ = 0, lost_ = 0;
};

/// The frame of integration: origin, axes (the columns), and unit 2^exponent.
struct Frame {
  Vector origin;
  Mat3<Real> axes = Mat3<Real>::identity();
  int exponent = 0;

  Vector to(const Eigen::Vector3d& position) const noexcept {
    return scaled(axes.transpose() * (convert<Real>(from_eigen(position)) - origin), -exponent);
  }
  Vector from(const Vector& v) const noexcept { return origin + scaled(axes * v, exponent); }
};

constexpr std::array<std::pair<std::size_t, std::size_t>, 6> entries{
    {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}}};

/// Volume, centre and second moments per mass about the centre, in a frame.
struct Integrals {
  Real volume;
  Vector centre;
  Mat3<Real> second;
};

/// Six times the signed volume of the tetrahedron from the origin to a triangle. The sides of the triangle
/// avoid cancellation of large products for small triangles.
Real six_volumes(const Vector& a, const Vector& b, const Vector& c) noexcept {
  return dot(a, cross(b - a, c - a));
}

class Body {
 public:
  Body(const TriangleMesh& mesh, const Surface& surface) : mesh_(mesh), surface_(surface) {
    set_up_frame();
    update_positions();
  }

  /// The volume that rounding of the given coordinates alone can produce.
  Real volume_round_off() const {
    Real reach = 0;
    for (const Facet& facet : surface_.facets)
      for (const std::uint32_t corner : facet.corners)
        reach = std::max(reach, static_cast<Real>(mesh_.vertices[corner].cwiseAbs().maxCoeff()));
    Sum area;
    for_each_facet([&](std::size_t, const Vector& a, const Vector& b, const Vector& c) {
      area.add(norm(cross(b - a, c - a)) / 2);
    });
    return rounding_unit * std::ldexp(reach, -frame_.exponent) * area.value();
  }

  std::vector<Real> shell_volumes(const Shells& shells) const {
    std::vector<Sum> sums(shells.count);
    for_each_facet([&](std::size_t i, const Vector& a, const Vector& b, const Vector& c) {
      sums[shells.of_facet[i]].add(six_volumes(a, b, c));
    });
    std::vector<Real> volumes;
    for (const Sum& sum : sums) volumes.push_back(sum.value() / 6);
    return volumes;
  }

  Integrals integrate() const {
    Sum volume;
    std::array<Sum, 3> first;
    std::array<Sum, 6> second;
    for_each_facet([&](std::size_t, const Vector& a, const Vector& b, const Vector& c) {
      const Real v = six_volumes(a, b, c);
      const Vector s = a + b + c;
      const std::array<std::array<Real, 4>, 3> x{
          {{a.x, b.x, c.x, s.x}, {a.y, b.y, c.y, s.y}, {a.z, b.z, c.z, s.z}}};
      volume.add(v);
      for (std::size_t k = 0; k < 3; ++k) first[k].add(v * x[k][3]);
      for (std::size_t e = 0; e < entries.size(); ++e) {
        const auto& p = x[entries[e].first];
        const auto& q = x[entries[e].second];
        second[e].add(v * (p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3]));
      }
    });
    // For a tetrahedron of volume V at the origin: int x = V s / 4, int x x^T = V (a a^T + b b^T + c c^T + s
    // s^T) / 20.
    const Real v = volume.value();
    Integrals result{
        v / 6, {first[0].value() / v / 4, first[1].value() / v / 4, first[2].value() / v / 4}, {}};
    const std::array<Real, 3> g{result.centre.x, result.centre.y, result.centre.z};
    for (std::size_t e = 0; e < entries.size(); ++e) {
      const auto [i, j] = entries[e];
      result.second(i, j) = result.second(j, i) = second[e].value() / v / 20 - g[i] * g[j];
    }
    return result;
  }

  const Frame& frame() const noexcept { return frame_; }

  void move(const Frame& frame) {
    frame_ = frame;
    update_positions();
  }

 private:
  template <class Visit>
  void for_each_facet(const Visit& visit) const {
    for (std::size_t i = 0; i < surface_.facets.size(); ++i) {
      const auto& [a, b, c] = surface_.facets[i].corners;
      visit(i, positions_[a], positions_[b], positions_[c]);
    }
  }

  /// Origin at the mean of the corners, unit of the distance to the farthest.
  void set_up_frame() {
    Sum x, y, z;
    const auto count = static_cast<Real>(3 * surface_.facets.size());
    for (const Facet& facet : surface_.facets)
      for (const std::uint32_t corner : facet.corners) {
        const Vector v = convert<Real>(from_eigen(mesh_.vertices[corner]));
        x.add(v.x);
        y.add(v.y);
        z.add(v.z);
      }
    frame_.origin = {x.value() / count, y.value() / count, z.value() / count};
    Real extent = 0;
    for (const Facet& facet : surface_.facets)
      for (const std::uint32_t corner : facet.corners)
        extent = std::max(extent, largest(frame_.to(mesh_.vertices[corner])));
    frame_.exponent = binary_exponent(extent);
  }

  void update_positions() {
    positions_.resize(mesh_.vertices.size());
    for (std::size_t i = 0; i < positions_.size(); ++i) positions_[i] = frame_.to(mesh_.vertices[i]);
  }

  const TriangleMesh& mesh_;
  const Surface& surface_;
  Frame frame_;
  std::vector<Vector> positions_;
};

/// Sets negligible off-diagonal entries to 0, so that a symmetric body keeps its given axes. Returns whether
/// the result is diagonal.
bool drop_negligible(Mat3<Real>& second) {
  bool diagonal = true;
  for (const auto& [i, j] : std::span(entries).subspan(3)) {
    const Real a = second(i, i), b = second(j, j), c = std::abs(second(i, j));
    if (a > 0 && b > 0 && c <= rounding_unit / 4 * std::sqrt(a) * std::sqrt(b))
      second(i, j) = second(j, i) = 0;
    else
      diagonal = false;
  }
  return diagonal;
}

/// Whether the centre is so close to the origin that the second moments do not change.
bool is_centred(const Integrals& in) {
  const std::array<Real, 3> g{in.centre.x, in.centre.y, in.centre.z};
  for (std::size_t k = 0; k < 3; ++k)
    if (!(g[k] * g[k] <= rounding_unit / 4 * in.second(k, k))) return false;
  return true;
}

/// Moves the body's frame to its centre and principal axes, and integrates there.
Integrals integrate_along_principal_axes(Body& body) {
  constexpr int most_moves = 4;  // two suffice unless a body is thinner than 1e-9
  Integrals in = body.integrate();
  for (int move = 0; move < most_moves; ++move) {
    const bool diagonal = drop_negligible(in.second);
    if (diagonal && is_centred(in)) break;
    Frame frame = body.frame();
    frame.origin = frame.from(in.centre);
    if (!diagonal) frame.axes = frame.axes * diagonalise(in.second).axes;
    body.move(frame);
    in = body.integrate();
  }
  return in;
}

/// Six equal masses on the principal axes with the second moments of the body.
Inertia equimomental(const std::array<Real, 3>& second, const Mat3<Real>& axes, double mass) {
  std::vector<PointMass> points;
  for (std::size_t k = 0; k < 3; ++k) {
    const Real distance = std::sqrt(3 * second[k]);
    const Eigen::Vector3d position =
        to_eigen(convert<double>(distance * Vector{axes(0, k), axes(1, k), axes(2, k)}));
    points.push_back({mass / 6, position});
    points.push_back({mass / 6, -position});
  }
  return Inertia::from_point_masses(points);
}

}  // namespace

MeshProperties mass_properties(const TriangleMesh& mesh, const Matter& matter,
                               std::optional<double> weld_distance) {
  if (weld_distance && !(*weld_distance >= 0 && std::isfinite(*weld_distance)))
    throw InvalidInput("mesh: weld distance", number_text(*weld_distance),
                       "a finite number that is not negative");
  check_corners(mesh);
  std::vector<std::uint32_t> merged = merged_vertices(mesh);
  Surface surface = surface_of(mesh, merged);
  std::size_t welded = 0;
  double distance = 0;
  Shells shells;
  {
    std::vector<Side> sides = sorted_sides(surface);
    if (!is_closed(sides)) {
      distance = weld_distance.value_or(default_weld * extent_of(mesh));
      if (distance > 0) welded = weld(mesh, distance, merged);
      if (welded > 0) {
        surface = surface_of(mesh, merged);
        sides = sorted_sides(surface);
      }
    }
    check_closed(mesh, surface, sides);
    shells = shells_of(surface, sides);
  }
  Body body(mesh, surface);
  const std::vector<Real> shell_volumes = body.shell_volumes(shells);
  const Real volume = std::accumulate(shell_volumes.begin(), shell_volumes.end(), Real(0));
  if (!(std::abs(volume) > body.volume_round_off()))
    throw InvalidInput("mesh: volume",
                       number_text(static_cast<double>(std::ldexp(volume, 3 * body.frame().exponent))),
                       "a volume that exceeds the rounding of the coordinates");

  const Integrals in = integrate_along_principal_axes(body);
  const Frame& frame = body.frame();
  std::array<Real, 3> second{};
  for (std::size_t k = 0; k < 3; ++k) {
    second[k] = std::ldexp(in.second(k, k), 2 * frame.exponent);
    if (!(second[k] > 0))
      throw InvalidInput("mesh: second moment along a principal axis",
                         number_text(static_cast<double>(second[k])),
                         "a positive number (does a cavity extend beyond the body?)");
  }
  const Real full_volume = std::ldexp(std::abs(in.volume), 3 * frame.exponent);
  const Real exact_mass = matter.mass_of(full_volume);
  const double mass = in_range(exact_mass, "mesh: mass");
  for (std::size_t k = 0; k < 3; ++k)
    in_range(exact_mass * (second[k] + second[(k + 1) % 3]), "mesh: moment of inertia");
  const Vector centre = frame.from(in.centre);
  const auto cavities = std::count_if(shell_volumes.begin(), shell_volumes.end(),
                                      [&](Real shell) { return (shell < 0) != (volume < 0); });
  return {{mass, static_cast<double>(full_volume), to_eigen(convert<double>(centre)),
           equimomental(second, frame.axes, mass)},
          volume<0, shells.count, static_cast<std::size_t>(cavities), surface.degenerate, welded, welded> 0
              ? distance
              : 0};
}

}  // namespace polhode
