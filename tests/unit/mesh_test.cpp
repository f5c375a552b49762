// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numbers>
#include <polhode/body/mesh.hpp>
#include <polhode/body/shapes.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/rotation/convention.hpp>
#include <polhode/rotation/matrix.hpp>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/number_text.hpp"
#include "support/refusal.hpp"
#include "support/wide.hpp"
#include "support/worst.hpp"

namespace mesh_test {
namespace {

using namespace polhode;
using polhode::test::refusal;
using polhode::test::Wide;
using polhode::test::Worst;

constexpr double eps = std::numeric_limits<double>::epsilon();
constexpr double pi = std::numbers::pi;

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

MeshProperties properties(const TriangleMesh& mesh) { return mass_properties(mesh, Matter::of_density(1)); }

std::string why(const TriangleMesh& mesh) {
  return refusal([&] { properties(mesh); });
}

TriangleMesh tetrahedron() {
  return {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
}

/// From one corner to the opposite one.
TriangleMesh box(const Eigen::Vector3d& low, const Eigen::Vector3d& high) {
  TriangleMesh mesh;
  for (unsigned i = 0; i < 8; ++i)
    mesh.vertices.emplace_back((i & 1 ? high : low).x(), (i & 2 ? high : low).y(), (i & 4 ? high : low).z());
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

TriangleMesh centred_box(const Eigen::Vector3d& edges) { return box(-edges / 2, edges / 2); }

/// An octahedron whose triangles are divided in four, `levels` times over, with its vertices on the unit
/// sphere.
TriangleMesh ball(int levels) {
  TriangleMesh mesh{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
                    {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
  for (int level = 0; level < levels; ++level) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> middles;
    const auto middle = [&](std::uint32_t a, std::uint32_t b) {
      const auto [found, is_new] =
          middles.try_emplace(std::minmax(a, b), static_cast<std::uint32_t>(mesh.vertices.size()));
      if (is_new) mesh.vertices.push_back((mesh.vertices[a] + mesh.vertices[b]).normalized());
      return found->second;
    };
    Triangles finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const std::uint32_t ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
    }
    mesh.triangles = finer;
  }
  return mesh;
}

TriangleMesh torus(double major, double minor, std::uint32_t along, std::uint32_t around) {
  TriangleMesh mesh;
  for (std::uint32_t i = 0; i < along; ++i)
    for (std::uint32_t j = 0; j < around; ++j) {
      const double u = 2 * pi * i / along, v = 2 * pi * j / around, r = major + minor * std::cos(v);
      mesh.vertices.emplace_back(r * std::cos(u), r * std::sin(u), minor * std::sin(v));
    }
  for (std::uint32_t i = 0; i < along; ++i)
    for (std::uint32_t j = 0; j < around; ++j) {
      const std::uint32_t ii = (i + 1) % along, jj = (j + 1) % around;
      mesh.triangles.push_back({i * around + j, ii * around + j, ii * around + jj});
      mesh.triangles.push_back({i * around + j, ii * around + jj, i * around + jj});
    }
  return mesh;
}

TriangleMesh prism(std::uint32_t sides, double radius, double length) {
  TriangleMesh mesh;
  for (const double z : {-length / 2, length / 2})
    for (std::uint32_t i = 0; i < sides; ++i)
      mesh.vertices.emplace_back(radius * std::cos(2 * pi * i / sides), radius * std::sin(2 * pi * i / sides),
                                 z);
  for (std::uint32_t i = 0; i < sides; ++i) {
    const std::uint32_t j = (i + 1) % sides;
    mesh.triangles.push_back({i, j, sides + i});
    mesh.triangles.push_back({j, sides + j, sides + i});
    if (i > 1)
      mesh.triangles.insert(mesh.triangles.end(), {{0, i, i - 1}, {sides, sides + i - 1, sides + i}});
  }
  return mesh;
}

void reverse(TriangleMesh& mesh) {
  for (auto& triangle : mesh.triangles) std::swap(triangle[1], triangle[2]);
}

TriangleMesh together(TriangleMesh a, const TriangleMesh& b) {
  const auto shift = static_cast<std::uint32_t>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& [p, q, r] : b.triangles) a.triangles.push_back({p + shift, q + shift, r + shift});
  return a;
}

/// Three vertices of its own for each triangle, as in an STL file.
TriangleMesh soup(const TriangleMesh& mesh) {
  TriangleMesh result;
  for (const auto& triangle : mesh.triangles) {
    const auto n = static_cast<std::uint32_t>(result.vertices.size());
    for (const std::uint32_t corner : triangle) result.vertices.push_back(mesh.vertices[corner]);
    result.triangles.push_back({n, n + 1, n + 2});
  }
  return result;
}

TriangleMesh turned(TriangleMesh mesh, std::mt19937_64& random, double farthest) {
  std::normal_distribution<double> normal;
  const Eigen::Quaterniond q =
      Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized();
  const Eigen::Vector3d shift = farthest * Eigen::Vector3d(normal(random), normal(random), normal(random));
  for (Eigen::Vector3d& v : mesh.vertices) v = q * v + shift;
  return mesh;
}

/// The integrals over tetrahedra from the origin in fifty digits, plainly.
struct Reference {
  Wide volume = 0;
  Vec3<Wide> centre;
  Mat3<Wide> tensor;

  explicit Reference(const TriangleMesh& mesh) {
    Vec3<Wide> first;
    Mat3<Wide> second;
    for (const auto& triangle : mesh.triangles) {
      std::array<Vec3<Wide>, 4> p;
      for (std::size_t i = 0; i < 3; ++i) {
        const Eigen::Vector3d& v = mesh.vertices[triangle[i]];
        p[i] = {v.x(), v.y(), v.z()};
      }
      p[3] = p[0] + p[1] + p[2];
      const Wide v = dot(p[0], cross(p[1], p[2])) / 6;
      volume += v;
      first = first + v / 4 * p[3];
      for (const auto& x : p) {
        const std::array<Wide, 3> c{x.x, x.y, x.z};
        for (std::size_t i = 0; i < 3; ++i)
          for (std::size_t j = 0; j < 3; ++j) second(i, j) += v / 20 * c[i] * c[j];
      }
    }
    centre = Wide(1) / volume * first;
    const std::array<Wide, 3> g{centre.x, centre.y, centre.z};
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) second(i, j) -= volume * g[i] * g[j];
    const Wide trace = second(0, 0) + second(1, 1) + second(2, 2);
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t j = 0; j < 3; ++j) tensor(i, j) = (i == j ? trace : Wide(0)) - second(i, j);
  }

  Wide determinant() const {
    const Mat3<Wide>& a = tensor;
    return a(0, 0) * (a(1, 1) * a(2, 2) - a(1, 2) * a(2, 1)) -
           a(0, 1) * (a(1, 0) * a(2, 2) - a(1, 2) * a(2, 0)) +
           a(0, 2) * (a(1, 0) * a(2, 1) - a(1, 1) * a(2, 0));
  }
};

double relative(const Wide& found, const Wide& wanted) {
  return static_cast<double>(abs(found - wanted) / abs(wanted)) / eps;
}

/// In eps: the volume; the centre, of the body's radius or of its coordinate; the tensor, of its largest
/// moment; and the product of the moments, which feels a relative error of the smallest.
struct Errors {
  double volume, centre, tensor, product;
};

Errors errors(const TriangleMesh& mesh) {
  const MeshProperties found = properties(mesh);
  const Reference wanted(mesh);
  const Vec3<double> moments = from_eigen(found.body.inertia.moments());
  Errors result{relative(found.body.volume, wanted.volume), 0, 0,
                relative(Wide(moments.x) * Wide(moments.y) * Wide(moments.z), wanted.determinant())};
  const double radius = std::sqrt(moments.z / found.body.mass);
  const std::array<Wide, 3> g{wanted.centre.x, wanted.centre.y, wanted.centre.z};
  for (std::size_t k = 0; k < 3; ++k) {
    const double c = found.body.centre[static_cast<Eigen::Index>(k)];
    result.centre = std::max(result.centre,
                             static_cast<double>(abs(Wide(c) - g[k])) / std::max(radius, std::abs(c)) / eps);
  }
  const Eigen::Matrix3d tensor = found.body.inertia.tensor();
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      const Wide difference =
          Wide(tensor(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))) - wanted.tensor(i, j);
      result.tensor = std::max(result.tensor, static_cast<double>(abs(difference)) / moments.z / eps);
    }
  return result;
}

TEST(Mesh, TetrahedronAsByHand) {
  const MeshProperties found = properties(tetrahedron());
  EXPECT_NEAR(found.body.volume, 1.0 / 6, eps / 6);
  EXPECT_EQ(found.body.mass, found.body.volume);
  EXPECT_EQ(found.body.centre, Eigen::Vector3d::Constant(0.25));
  const Vec3<double> moments = from_eigen(found.body.inertia.moments());
  EXPECT_NEAR(moments.x, 1.0 / 96, 4 * eps / 96);
  EXPECT_NEAR(moments.y, 1.0 / 96, 4 * eps / 96);
  EXPECT_NEAR(moments.z, 1.0 / 60, 4 * eps / 60);
  // Off the diagonal I_xy = -int x y, where y is less where x is more.
  EXPECT_NEAR(found.body.inertia.tensor()(0, 1), 1.0 / 480, 4 * eps / 60);
  EXPECT_FALSE(found.was_inside_out);
  EXPECT_EQ(found.shells, 1U);
  EXPECT_EQ(found.cavities, 0U);
  EXPECT_EQ(found.degenerate_triangles, 0U);
}

TEST(Mesh, AMassMayBeGivenInsteadOfADensity) {
  const MassProperties body = mass_properties(centred_box({1, 2, 3}), Matter::of_mass(12)).body;
  EXPECT_EQ(body.mass, 12);
  EXPECT_EQ(body.volume, 6);
  EXPECT_NEAR(body.inertia.moments().x(), 5, 20 * eps);
}

TEST(Mesh, BoxIsTheBoxOfTheFormula) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> edge(0.1, 2);
  Worst worst("moments of a box of triangles, eps");
  for (int i = 0; i < 200; ++i) {
    const Eigen::Vector3d edges(edge(random), edge(random), edge(random));
    const MassProperties found = properties(centred_box(edges)).body;
    const MassProperties wanted = solid_box(edges, Matter::of_density(1));
    const Vec3<double> a = from_eigen(found.inertia.moments());
    const Vec3<double> b = from_eigen(wanted.inertia.moments());
    worst.add(std::max({std::abs(a.x / b.x - 1), std::abs(a.y / b.y - 1), std::abs(a.z / b.z - 1),
                        std::abs(found.volume / wanted.volume - 1)}) /
                  eps,
              [&] { return std::to_string(i); });
    // Axes along the user's stay exactly there.
    EXPECT_EQ(found.inertia.axes(), wanted.inertia.axes());
  }
  worst.expect_at_most(2);
}

TEST(Mesh, FarAwayIsAsGoodAsNear) {
  const Eigen::Vector3d edges(0.25, 0.5, 0.625);
  const MassProperties near = properties(centred_box(edges)).body;
  for (const double distance : {1.0, 0x1p20, 0x1p45}) {
    const Eigen::Vector3d shift = distance * Eigen::Vector3d(1, -3, 0.5);
    const MassProperties far = properties(box(shift - edges / 2, shift + edges / 2)).body;
    EXPECT_EQ(far.volume, near.volume) << distance;
    EXPECT_EQ(far.centre, shift) << distance;
    EXPECT_EQ(from_eigen(far.inertia.moments()), from_eigen(near.inertia.moments())) << distance;
    EXPECT_EQ(far.inertia.axes(), near.inertia.axes()) << distance;
  }
}

TEST(Mesh, BallComesToTheSphereAsTheSquareOfItsTriangles) {
  double before = 0;
  for (int levels = 3; levels <= 6; ++levels) {
    const MeshProperties found = properties(ball(levels));
    const double wanted = solid_sphere(1, Matter::of_density(1)).inertia.moments().x();
    const double error = 1 - found.body.inertia.moments().x() / wanted;
    EXPECT_GT(error, 0);
    if (levels > 3) {
      EXPECT_NEAR(before / error, 4, 0.1) << levels;
    }
    before = error;
    // The symmetry of the cube makes all moments equal.
    EXPECT_NEAR(found.body.inertia.moments().z() / found.body.inertia.moments().x(), 1, 2 * eps);
  }
  EXPECT_LT(before, 1e-3);
}

TEST(Mesh, Torus) {
  const double R = 2, r = 0.5;
  const MassProperties body = properties(torus(R, r, 96, 48)).body;
  const Vec3<double> moments = from_eigen(body.inertia.moments());
  // Inscribed polygons of n sides miss 2/3 (pi/n)^2 or so.
  EXPECT_NEAR(body.volume / (2 * pi * pi * R * r * r), 1, 0.005);
  EXPECT_NEAR(moments.z / (body.mass * (R * R + 0.75 * r * r)), 1, 0.005);
  EXPECT_NEAR(moments.x / (body.mass * (R * R / 2 + 0.625 * r * r)), 1, 0.005);
  // Its symmetry holds to rounding, and keeps the axis of symmetry where it is.
  EXPECT_NEAR(moments.y / moments.x, 1, 2 * eps);
  EXPECT_EQ(body.inertia.axes().col(2), Eigen::Vector3d::UnitZ());
}

TEST(Mesh, RegularPrismsHaveTwoEqualMoments) {
  for (std::uint32_t sides = 3; sides < 20; ++sides) {
    const Inertia inertia = properties(prism(sides, 1, 7)).body.inertia;
    EXPECT_NEAR(inertia.moments().z() / inertia.moments().y(), 1, 2 * eps) << sides;
    EXPECT_EQ(inertia.axes().col(0).cwiseAbs(), Eigen::Vector3d::UnitZ()) << sides;
  }
}

TEST(Mesh, TurnedAndMovedBodiesAgreeWithFiftyDigits) {
  std::mt19937_64 random(7);
  Worst volume("volume of a mesh, eps"), centre("centre of a mesh, eps"), tensor("tensor of a mesh, eps"),
      product("product of a mesh's moments, eps");
  const std::vector<std::pair<std::string, TriangleMesh>> bodies{{"tetrahedron", tetrahedron()},
                                                                 {"box", centred_box({1, 2, 3})},
                                                                 {"flat box", centred_box({1, 2, 1e-3})},
                                                                 {"torus", torus(2, 0.5, 12, 8)},
                                                                 {"ball", ball(2)},
                                                                 {"prism", prism(7, 1, 3)}};
  for (const auto& [name, mesh] : bodies)
    for (const double distance : {0.0, 1.0, 1e3, 1e6}) {
      const Errors e = errors(turned(mesh, random, distance));
      const auto where = [&, body = name] { return body + " at " + number_text(distance); };
      volume.add(e.volume, where);
      centre.add(e.centre, where);
      tensor.add(e.tensor, where);
      product.add(e.product, where);
    }
  volume.expect_at_most(1);
  centre.expect_at_most(1);
  tensor.expect_at_most(3);
  product.expect_at_most(6);
}

TEST(Mesh, ThinBodiesKeepTheDigitsOfTheirSmallMoment) {
  std::mt19937_64 random(8);
  Worst worst("product of a thin mesh's moments, roundings");
  for (const double thin : {1e-2, 1e-4, 1e-6, 1e-8})
    for (const Eigen::Vector3d& edges : {Eigen::Vector3d(1, thin, thin), Eigen::Vector3d(1, 0.5 * thin, thin),
                                         Eigen::Vector3d(1, 0.7, thin)})
      for (const double distance : {0.0, 1.0}) {
        const TriangleMesh mesh = turned(centred_box(edges), random, distance);
        // Coordinates along the axes found are as good as long double's rounding of the longest of them,
        // where the given ones have double's: three digits to spare, of those that the body has.
        const double known =
            1 + static_cast<double>(std::numeric_limits<long double>::epsilon()) / eps / thin;
        worst.add(errors(mesh).product / known,
                  [&] { return number_text(thin) + " at " + number_text(distance); });
      }
  worst.expect_at_most(4);
}

TEST(Mesh, ScaleDoesNotMatter) {
  const MassProperties one = mass_properties(tetrahedron(), Matter::of_mass(1)).body;
  for (const double scale : {0x1p-500, 0x1p500}) {
    TriangleMesh mesh = tetrahedron();
    for (Eigen::Vector3d& v : mesh.vertices) v *= scale;
    const MassProperties body = mass_properties(mesh, Matter::of_mass(1)).body;
    EXPECT_EQ(from_eigen(body.inertia.moments()), scale * (scale * from_eigen(one.inertia.moments())));
    EXPECT_EQ(body.centre, scale * one.centre);
  }
}

TEST(Mesh, ASoupOfTrianglesIsJoined) {
  const MeshProperties whole = properties(ball(2)), found = properties(soup(ball(2)));
  EXPECT_EQ(found.body.volume, whole.body.volume);
  EXPECT_EQ(from_eigen(found.body.inertia.moments()), from_eigen(whole.body.inertia.moments()));
  EXPECT_EQ(found.shells, 1U);
  // Minus zero is zero.
  TriangleMesh signs = soup(tetrahedron());
  for (std::size_t i = 0; i < signs.vertices.size(); i += 2)
    for (double& x : signs.vertices[i])
      if (x == 0) x = -0.0;
  EXPECT_EQ(properties(signs).body.volume, properties(tetrahedron()).body.volume);
}

TEST(Mesh, InsideOutIsTurned) {
  TriangleMesh mesh = tetrahedron();
  reverse(mesh);
  const MeshProperties found = properties(mesh), wanted = properties(tetrahedron());
  EXPECT_TRUE(found.was_inside_out);
  EXPECT_EQ(found.cavities, 0U);
  EXPECT_EQ(found.body.volume, wanted.body.volume);
  EXPECT_EQ(found.body.centre, wanted.body.centre);
  EXPECT_EQ(from_eigen(found.body.inertia.moments()), from_eigen(wanted.body.inertia.moments()));
}

TEST(Mesh, AShellTurnedTheOtherWayIsACavity) {
  TriangleMesh hole = centred_box({0.5, 0.5, 0.5});
  reverse(hole);
  for (const bool inside_out : {false, true}) {
    TriangleMesh mesh = together(centred_box({1, 1, 1}), hole);
    if (inside_out) reverse(mesh);
    const MeshProperties found = properties(mesh);
    EXPECT_EQ(found.was_inside_out, inside_out);
    EXPECT_EQ(found.shells, 2U);
    EXPECT_EQ(found.cavities, 1U);
    EXPECT_EQ(found.body.volume, 0.875);
    EXPECT_NEAR(found.body.inertia.moments().x(), (1 - 1.0 / 32) / 6, eps);
  }
}

TEST(Mesh, ShellsMayBeApartOrTouch) {
  const MeshProperties apart = properties(together(box({0, 0, 0}, {1, 1, 1}), box({2, 0, 0}, {3, 1, 1})));
  EXPECT_EQ(apart.shells, 2U);
  EXPECT_EQ(apart.body.volume, 2);
  EXPECT_EQ(apart.body.centre, Eigen::Vector3d(1.5, 0.5, 0.5));
  EXPECT_NEAR(apart.body.inertia.moments().z(), 2 * (1.0 / 6 + 1), 8 * eps);

  // Sharing a face, and sharing an edge.
  for (const Eigen::Vector3d& shift : {Eigen::Vector3d(1, 0, 0), Eigen::Vector3d(1, 1, 0)}) {
    const MeshProperties touching =
        properties(together(box({0, 0, 0}, {1, 1, 1}), box(shift, shift + Eigen::Vector3d(1, 1, 1))));
    EXPECT_EQ(touching.body.volume, 2);
    EXPECT_EQ(touching.body.centre, (shift + Eigen::Vector3d(1, 1, 1)) / 2);
  }
}

TEST(Mesh, TrianglesWithoutAreaDoNoHarm) {
  // Two corners at one place: left out.
  TriangleMesh mesh = tetrahedron();
  mesh.triangles.push_back({1, 1, 2});
  mesh.vertices.emplace_back(1, 0, 0);
  mesh.triangles.push_back({3, 4, 1});
  const MeshProperties found = properties(mesh);
  EXPECT_EQ(found.degenerate_triangles, 2U);
  EXPECT_EQ(found.body.volume, properties(tetrahedron()).body.volume);

  // Three corners on a line close an edge that has a vertex in its middle on one side only.
  TriangleMesh needle = tetrahedron();
  needle.vertices.emplace_back(0.5, 0.5, 0);
  needle.triangles = {{0, 2, 4}, {0, 4, 1}, {2, 1, 4}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  EXPECT_NEAR(properties(needle).body.volume, 1.0 / 6, eps / 6);
}

TEST(Mesh, RefusalsSayWhere) {
  struct Case {
    const char* about;
    std::function<void(TriangleMesh&)> spoil;
    const char* expected;
  };
  const std::vector<Case> cases{
      {"nothing", [](TriangleMesh& m) { m = {}; },
       "mesh: found no triangle, expected a closed surface of triangles"},
      {"points",
       [](TriangleMesh& m) {
         m.triangles = {{0, 0, 1}, {2, 3, 2}};
       },
       "mesh: found only triangles with two corners at one position, expected a closed surface of triangles"},
      {"open", [](TriangleMesh& m) { m.triangles.pop_back(); },
       "mesh: edge between (1, 0, 0) and (0, 1, 0): found only one triangle, number 1 (and 2 more open "
       "edges: between (1, 0, 0) and (0, 0, 1); between (0, 1, 0) and (0, 0, 1)), expected two triangles: a "
       "closed surface"},
      {"one turned", [](TriangleMesh& m) { std::swap(m.triangles[2][0], m.triangles[2][1]); },
       "mesh: edge between (0, 0, 0) and (0, 1, 0): found triangles 1 and 3 with the same direction along it "
       "(and 2 more open edges: between (0, 0, 0) and (0, 0, 1); between (0, 1, 0) and (0, 0, 1)), expected "
       "opposite directions: corners counter-clockwise seen from outside in every triangle"},
      {"a fin",
       [](TriangleMesh& m) {
         m.vertices.emplace_back(5, 5, 5);
         m.triangles.push_back({0, 1, 4});
       },
       "mesh: edge between (0, 0, 0) and (1, 0, 0): found 3 triangles (1, 2 and 5), more in one direction "
       "than in the other (and 2 more open edges: between (0, 0, 0) and (5, 5, 5); between (1, 0, 0) and (5, "
       "5, 5)), expected two triangles in opposite directions (or two such pairs, where bodies touch)"},
      {"twice", [](TriangleMesh& m) { m = together(m, m); },
       "mesh: triangle 6: found a duplicate of triangle 2, expected each triangle once"},
      {"not there", [](TriangleMesh& m) { m.triangles[1][2] = 9; },
       "mesh: triangle 2: found vertex 9 (counted from 0), expected an index below 4"},
      {"not finite", [](TriangleMesh& m) { m.vertices[2].y() = std::nan(""); },
       "mesh: triangle 1: found a corner at (0, nan, 0), expected finite coordinates"},
      {"flat",
       [](TriangleMesh& m) {
         m.vertices[3] = {0.25, 0.25, 0};
       },
       "mesh: volume: found 0, expected a volume that exceeds the rounding of the coordinates"},
      {"too large",
       [](TriangleMesh& m) {
         for (Eigen::Vector3d& v : m.vertices) v *= 1e120;
       },
       "mesh: mass: found a number too large for a double, expected a number between 2.3e-308 and 1.7e308 "
       "(other units may help)"},
  };
  for (const Case& c : cases) {
    TriangleMesh mesh = tetrahedron();
    c.spoil(mesh);
    EXPECT_EQ(why(mesh), c.expected) << c.about;
  }
}

TEST(Mesh, AVertexThatIsNotUsedMayBeAnything) {
  TriangleMesh mesh = tetrahedron();
  mesh.vertices.emplace_back(std::nan(""), 1e300, 0);
  EXPECT_EQ(properties(mesh).body.volume, properties(tetrahedron()).body.volume);
}

TEST(Mesh, FlatBodiesAreRefusedHoweverTheyLie) {
  std::mt19937_64 random(9);
  TriangleMesh flat = tetrahedron();
  flat.vertices[3] = {0.25, 0.25, 0};
  for (int i = 0; i < 50; ++i)
    EXPECT_NE(why(turned(flat, random, i % 2 == 0 ? 0 : 1e5)).find("mesh: volume: found"), std::string::npos);
}

TEST(Mesh, AHoleLargerThanTheBodyIsRefused) {
  // The hole's volume is less than the body's, but it reaches out of it on one side.
  TriangleMesh hole = centred_box({4, 0.4, 0.4});
  reverse(hole);
  EXPECT_NE(why(together(centred_box({1, 1, 1}), hole)).find("does a cavity extend beyond the body"),
            std::string::npos);
}

/// Each triangle with corners of its own, of which every second is moved a little.
TriangleMesh shaken_soup(const TriangleMesh& mesh, double by) {
  TriangleMesh soup;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto first = static_cast<std::uint32_t>(soup.vertices.size());
    for (const std::uint32_t corner : mesh.triangles[i])
      soup.vertices.push_back(mesh.vertices[corner] + (i % 2 == 0 ? by : 0) * Eigen::Vector3d(1, -1, 1));
    soup.triangles.push_back({first, first + 1, first + 2});
  }
  return soup;
}

TEST(MeshWelding, ClosesWhatDiffersByRounding) {
  const TriangleMesh exact = box({3, 4, 5}, {4, 6, 8});
  const MeshProperties plain = properties(exact);
  EXPECT_EQ(plain.welded_vertices, 0U);
  EXPECT_EQ(plain.weld_distance, 0);
  for (const double by : {1e-15, 1e-12, 5e-8}) {
    const MeshProperties welded = properties(shaken_soup(exact, by));
    EXPECT_GT(welded.welded_vertices, 0U) << by;
    EXPECT_NEAR(welded.weld_distance, 1e-6 * 3, 1e-6) << by;
    EXPECT_NEAR(welded.body.volume, plain.body.volume, 20 * by + 8 * eps) << by;
    EXPECT_EQ(welded.shells, 1U);
  }
}

TEST(MeshWelding, MergesManyVerticesInOnePlace) {
  TriangleMesh mesh = shaken_soup(box({3, 4, 5}, {4, 6, 8}), 1e-5);
  const std::size_t without = mass_properties(mesh, Matter::of_density(1), 1e-3).welded_vertices;
  constexpr std::size_t triangles = 20000;
  const Eigen::Vector3d corner = mesh.vertices[0];
  std::mt19937 random(5);
  std::uniform_real_distribution<> offset(-1e-4, 1e-4);
  for (std::size_t i = 0; i < triangles; ++i) {
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (int k = 0; k < 3; ++k)
      mesh.vertices.push_back(corner + Eigen::Vector3d(offset(random), offset(random), offset(random)));
    mesh.triangles.push_back({first, first + 1, first + 2});
  }
  const MeshProperties welded = mass_properties(mesh, Matter::of_density(1), 1e-3);
  EXPECT_EQ(welded.welded_vertices, without + 3 * triangles);
  EXPECT_NEAR(welded.body.volume, 6, 0.01);
}

TEST(MeshWelding, GoesNoFartherThanItIsTold) {
  const TriangleMesh shaken = shaken_soup(box({3, 4, 5}, {4, 6, 8}), 1e-4);
  EXPECT_NE(why(shaken), "accepted");
  EXPECT_EQ(refusal([&] { mass_properties(shaken, Matter::of_density(1), 1e-3); }), "accepted");
  const TriangleMesh near = shaken_soup(box({3, 4, 5}, {4, 6, 8}), 1e-12);
  EXPECT_NE(refusal([&] { mass_properties(near, Matter::of_density(1), 0.0); }), "accepted");
  EXPECT_NE(refusal([&] { mass_properties(near, Matter::of_density(1), -1.0); }), "accepted");
  EXPECT_NE(refusal([&] { mass_properties(near, Matter::of_density(1), 1e-300); }), "accepted");
  // A surface that closes is taken as it is, however near its vertices are.
  EXPECT_EQ(mass_properties(tetrahedron(), Matter::of_density(1), 10.0).welded_vertices, 0U);
}

}  // namespace
}  // namespace mesh_test
