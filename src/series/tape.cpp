// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <functional>
#include <polhode/series/tape.hpp>
#include <utility>

namespace polhode::series {

namespace {

bool is_of_attitude(const Form& f) noexcept {
  return std::all_of(f.terms.begin(), f.terms.end(), [](const Term& t) { return t.row < row::momentum; });
}

/// f = factor * rest, exactly.
struct Factored {
  double factor;
  Form rest;
};

Factored factored(const Form& f) {
  const double lead = f.terms[0].factor;
  const auto divides = [lead](double x) { return (x / lead) * lead == x; };
  const bool is_exact = divides(f.constant) && std::all_of(f.terms.begin(), f.terms.end(),
                                                           [&](const Term& t) { return divides(t.factor); });
  const double factor = is_exact ? lead : std::copysign(std::ldexp(1.0, std::ilogb(lead)), lead);
  Form rest = f;
  rest.constant /= factor;
  for (Term& t : rest.terms) t.factor /= factor;
  return {factor, std::move(rest)};
}

/// An arbitrary total order of forms.
bool is_before(const Form& a, const Form& b) noexcept {
  if (a.terms.size() != b.terms.size()) return a.terms.size() < b.terms.size();
  if (a.constant != b.constant) return a.constant < b.constant;
  for (std::size_t i = 0; i < a.terms.size(); ++i) {
    if (a.terms[i].row != b.terms[i].row) return a.terms[i].row < b.terms[i].row;
    if (a.terms[i].factor != b.terms[i].factor) return a.terms[i].factor < b.terms[i].factor;
  }
  return false;
}

Form of_row(int r) {
  Form f;
  f.terms.push_back({r, 1});
  return f;
}

}  // namespace

Form scaled(const Form& a, double factor) {
  Form f;
  f.constant = a.constant * factor;
  for (const Term& t : a.terms)
    if (const double x = t.factor * factor; x != 0) f.terms.push_back({t.row, x});
  return f;
}

Form sum(const Form& a, const Form& b, double factor) {
  Form f;
  f.constant = a.constant + factor * b.constant;
  auto i = a.terms.begin();
  auto j = b.terms.begin();
  while (i != a.terms.end() || j != b.terms.end()) {
    if (j == b.terms.end() || (i != a.terms.end() && i->row < j->row)) {
      f.terms.push_back(*i++);
    } else if (i == a.terms.end() || j->row < i->row) {
      if (const double x = factor * j->factor; x != 0) f.terms.push_back({j->row, x});
      ++j;
    } else {
      if (const double x = i->factor + factor * j->factor; x != 0) f.terms.push_back({i->row, x});
      ++i;
      ++j;
    }
  }
  return f;
}

namespace {

/// Up to this number of rows, linear search is as fast as hashing.
constexpr std::size_t short_tape = 32;

bool are_same(const Row& a, const Row& b) noexcept {
  return a.maker == b.maker && a.number == b.number && a.piecewise == b.piecewise && a.a == b.a && a.b == b.b;
}

std::size_t hash_of(const Row& r) noexcept {
  std::size_t hash = 0;
  const auto add = [&hash](std::size_t x) { hash ^= x + 0x9e3779b97f4a7c15U + (hash << 6U) + (hash >> 2U); };
  // -0 is 0.
  const auto add_number = [&](double x) { add(std::hash<double>()(x + 0.0)); };
  add(static_cast<std::size_t>(r.maker));
  add_number(r.number);
  add(std::hash<const void*>()(r.piecewise.get()));
  for (const Form* f : {&r.a, &r.b}) {
    add_number(f->constant);
    for (const Term& t : f->terms) {
      add(static_cast<std::size_t>(t.row));
      add_number(t.factor);
    }
  }
  return hash;
}

}  // namespace

int Tape::row_of(Row wanted) {
  const auto number_of = [](std::size_t place) { return row::first_made + static_cast<int>(place); };
  if (rows_.size() <= short_tape) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (are_same(rows_[i], wanted)) return number_of(i);
  } else {
    const auto [first, last] = indices_.equal_range(hash_of(wanted));
    for (auto i = first; i != last; ++i)
      if (are_same(rows_[i->second], wanted)) return number_of(i->second);
  }
  append(std::move(wanted));
  return number_of(rows_.size() - 1);
}

void Tape::append(Row row) {
  rows_.push_back(std::move(row));
  if (rows_.size() <= short_tape) return;
  for (std::size_t i = indices_.size(); i < rows_.size(); ++i) indices_.emplace(hash_of(rows_[i]), i);
}

Form Tape::product(const Form& a, const Form& b) {
  if (a.is_constant()) return scaled(b, a.constant);
  if (b.is_constant()) return scaled(a, b.constant);
  if (is_of_attitude(a) && is_of_attitude(b)) {
    Form f = sum(scaled(a, b.constant), b, a.constant);
    f.constant = a.constant * b.constant;
    for (const Term& s : a.terms)
      for (const Term& t : b.terms) {
        const auto [first, second] = std::minmax(s.row, t.row);
        f = sum(f, of_row(row_of({Maker::product, of_row(first), of_row(second)})), s.factor * t.factor);
      }
    return f;
  }
  Factored x = factored(a), y = factored(b);
  // The factor of a product of many small ones, such as (c t)^18 in units in which c is small, would
  // underflow, and its row overflow: in that case the factors are kept inside.
  constexpr int most_moderate = 800;  // 1e240, which leaves room for further factors
  const double factor = x.factor * y.factor;
  const bool is_moderate = std::isnormal(factor) && std::abs(std::ilogb(factor)) <= most_moderate;
  if (!is_moderate) x = {1, a}, y = {1, b};
  if (is_before(y.rest, x.rest)) std::swap(x, y);
  return scaled(of_row(row_of({Maker::product, std::move(x.rest), std::move(y.rest)})),
                is_moderate ? factor : 1);
}

Form Tape::quotient(const Form& a, const Form& b) {
  if (b.is_constant()) {
    Form f = a;
    f.constant /= b.constant;
    for (Term& t : f.terms) t.factor /= b.constant;
    return f;
  }
  // |q|^2 is 1.
  if (b.constant == 0 && b.terms.size() == 4) {
    bool is_square = true;
    int seen = 0;
    for (const Term& t : b.terms) {
      const Row* r =
          t.row < row::first_made ? nullptr : &rows_[static_cast<std::size_t>(t.row - row::first_made)];
      is_square = is_square && t.factor == b.terms[0].factor && r && r->maker == Maker::product &&
                  r->a == r->b && r->a.terms.size() == 1 && r->a.terms[0].row < row::momentum;
      if (is_square) seen |= 1 << r->a.terms[0].row;
    }
    if (is_square && seen == 15) return scaled(a, 1 / b.terms[0].factor);
  }
  return of_row(row_of({Maker::quotient, a, b}));
}

Form Tape::function(Maker maker, const Form& a, double number) {
  if (maker != Maker::sine && maker != Maker::cosine) return of_row(row_of({maker, a, {}, number}));
  const std::size_t before = rows_.size();
  const int sine = row_of({Maker::sine, a});
  if (rows_.size() > before) append({Maker::cosine, a});
  return of_row(maker == Maker::sine ? sine : sine + 1);
}

Form Tape::parameter(int index) {
  return of_row(row_of({Maker::parameter, {}, {}, static_cast<double>(index)}));
}

bool is_finite(const Form& f) noexcept {
  return std::isfinite(f.constant) &&
         std::all_of(f.terms.begin(), f.terms.end(), [](const Term& t) { return std::isfinite(t.factor); });
}

bool Tape::is_finite() const noexcept {
  return std::all_of(rows_.begin(), rows_.end(), [](const Row& r) {
    return series::is_finite(r.a) && series::is_finite(r.b) && std::isfinite(r.number);
  });
}

Form Tape::piecewise(std::shared_ptr<const PiecewiseLinear> function) {
  return of_row(row_of({Maker::piece, {}, {}, 0, std::move(function)}));
}

}  // namespace polhode::series
