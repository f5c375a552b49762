// SPDX-License-Identifier: MIT
#include "kernel_checks.hpp"

#include "wide.hpp"

namespace polhode::test {

namespace {

template <class T>
kernel::Image<T> image_of(const AnyStep<T>& step, const Vec3<T>& m, const T& h) {
  return as_image<T>(step(m, h), m);
}

template <class T>
kernel::Phase<T> advanced(const AnyStep<T>& step, const kernel::Phase<T>& p, const T& h) {
  return std::visit([&p](const auto& i) { return kernel::advance(p, i); }, step(p.m, h));
}

}  // namespace

template <class T>
T distance_back(const std::type_identity_t<AnyStep<T>>& step, const Vec3<T>& m, const T& h) {
  const kernel::Image<T> there = image_of(step, m, h), back = image_of(step, there.m, -h);
  const T moved = norm(back.m - m) / norm(m), turned = norm(there.r * back.r - Quat<T>::identity());
  return moved > turned ? moved : turned;
}

template <class T>
double symplectic_defect(const std::type_identity_t<AnyStep<T>>& step, const Vec3<T>& m, const T& h) {
  using std::abs;
  using std::pow;
  struct Variation {
    Vec3<T> turn, dm;
  };
  const T delta = norm(m) * pow(std::numeric_limits<T>::epsilon(), T(1) / T(5));
  const kernel::Image<T> end = image_of(step, m, h);
  const auto form = [](const Vec3<T>& at, const Variation& p, const Variation& q) {
    return dot(q.dm, p.turn) - dot(p.dm, q.turn) + dot(at, cross(p.turn, q.turn));
  };
  std::array<Variation, 6> before{}, after{};
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3<T> axis{T(k == 0), T(k == 1), T(k == 2)};
    before[k] = {axis, {}};
    after[k] = {rotate(end.r.conjugate(), axis), {}};
    before[k + 3] = {{}, axis};
    Variation& slope = after[k + 3];
    for (const int i : {1, 2}) {
      const Vec3<T> off = (T(i) * delta) * axis;
      const T weight = T(i == 1 ? 8 : -1) / (T(12) * delta);
      const kernel::Image<T> up = image_of(step, m + off, h), down = image_of(step, m - off, h);
      slope.turn = slope.turn + (T(2) * weight) * (end.r.conjugate() * (up.r - down.r)).vec();
      slope.dm = slope.dm + weight * (up.m - down.m);
    }
  }
  double worst = 0;
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j)
      worst = std::max(
          worst, static_cast<double>(abs(form(end.m, after[i], after[j]) - form(m, before[i], before[j]))));
  return worst;
}

InvariantErrors invariant_errors(const AnyStep<double>& step, const Vec3<double>& moments,
                                 const Vec3<double>& m, double h) {
  using W = long double;
  const auto i = std::get<kernel::Increment<double>>(step(m, h));
  const Vec3<W> before = convert<W>(m), after = before + convert<W>(i.dm), I = convert<W>(moments);
  const Quat<W> r = Quat<W>::identity() + convert<W>(i.dr);
  const W size = norm(before), e = energy(I, before);
  const Vec3<W> back = (r * Quat<W>{0, after.x, after.y, after.z} * r.conjugate()).vec();
  return {static_cast<double>(std::abs(norm(after) / size - 1)),
          static_cast<double>(std::abs(energy(I, after) / e - 1)),
          static_cast<double>(norm(back - before) / size), static_cast<double>(std::abs(norm(r) - 1))};
}

Drifts drifts_after(const AnyStep<double>& step, const Vec3<double>& moments, const Vec3<double>& m, double h,
                    int n) {
  kernel::Phase<double> p{m, Quat<double>::identity()};
  for (int i = 0; i < n; ++i) p = advanced(step, p, h);
  return {std::abs(norm(p.m) / norm(m) - 1), std::abs(energy(moments, p.m) / energy(moments, m) - 1),
          norm(rotate((1 / norm(p.q)) * p.q, p.m) - m) / norm(m)};
}

template double distance_back(const AnyStep<double>&, const Vec3<double>&, const double&);
template double symplectic_defect(const AnyStep<double>&, const Vec3<double>&, const double&);
template double symplectic_defect(const AnyStep<long double>&, const Vec3<long double>&, const long double&);
template double symplectic_defect(const AnyStep<Wide>&, const Vec3<Wide>&, const Wide&);

}  // namespace polhode::test
