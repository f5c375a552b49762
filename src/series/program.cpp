// SPDX-License-Identifier: MIT
#include "series/program.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <span>
#include <utility>

#include "series/function_row.hpp"

namespace polhode::series {

namespace {

constexpr std::align_val_t alignment{64};

bool needs_second_form(Maker m) { return m == Maker::quotient; }

/// Which rows are used, how deep they lie, and the numbers that they get.
class Layout {
 public:
  explicit Layout(const Recorded& recorded)
      : rows_(recorded.tape.all()), depth_(rows_.size(), -1), numbers_(rows_.size(), -1) {
    for (const Form& f : recorded.torque) deepest_ = std::max(deepest_, use(f));
    number();
  }

  int depth(std::size_t i) const { return depth_[i]; }
  int deepest() const { return deepest_; }
  /// Of a row of the tape.
  int number(int r) const {
    return r < row::first_made ? r : numbers_[static_cast<std::size_t>(r - row::first_made)];
  }
  int count() const { return count_; }
  /// The rows of the packs, four each, -1 for none.
  const std::vector<std::array<int, 4>>& packs() const { return packs_; }

 private:
  int use(const Form& f) {
    int depth = 0;
    for (const Term& t : f.terms)
      if (t.row >= row::first_made)
        depth = std::max(depth, use(static_cast<std::size_t>(t.row - row::first_made)));
    return depth;
  }
  int use(std::size_t i) {
    if (depth_[i] >= 0) return depth_[i];
    const Row& r = rows_[i];
    depth_[i] = 1 + std::max(use(r.a), use(r.b));
    // Sine and cosine are made together.
    if (r.maker == Maker::sine) depth_[i + 1] = depth_[i];
    if (r.maker == Maker::cosine) depth_[i - 1] = depth_[i];
    return depth_[i];
  }
  void number() {
    for (int d = 1; d <= deepest_; ++d) {
      int in_pack = 4;
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (depth_[i] != d || rows_[i].maker != Maker::product) continue;
        if (in_pack == 4) {
          packs_.push_back({-1, -1, -1, -1});
          in_pack = 0;
        }
        packs_.back()[static_cast<std::size_t>(in_pack++)] = static_cast<int>(i);
      }
    }
    count_ = row::first_made + 3;
    for (const auto& pack : packs_) {
      for (int lane = 0; lane < 4; ++lane)
        if (pack[static_cast<std::size_t>(lane)] >= 0)
          numbers_[static_cast<std::size_t>(pack[static_cast<std::size_t>(lane)])] = count_ + lane;
      count_ += 4;
    }
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (depth_[i] > 0 && rows_[i].maker != Maker::product) numbers_[i] = count_++;
    count_ = (count_ + 3) / 4 * 4;
  }

  const std::vector<Row>& rows_;
  std::vector<int> depth_, numbers_;
  std::vector<std::array<int, 4>> packs_;
  int deepest_ = 0, count_ = 0;
};

/// Columns of up to four forms side by side.
void add_columns(std::vector<Column>& columns, const Layout& layout, std::span<const Form* const> forms,
                 double scale) {
  const std::size_t first = columns.size();
  const auto add = [&](int r, std::size_t lane, double factor) {
    auto at = std::find_if(columns.begin() + static_cast<std::ptrdiff_t>(first), columns.end(),
                           [r](const Column& c) { return c.row == r; });
    if (at == columns.end()) {
      columns.push_back({{0, 0, 0, 0}, r});
      at = columns.end() - 1;
    }
    at->factors[lane] = factor * scale;
  };
  for (std::size_t lane = 0; lane < forms.size(); ++lane) {
    if (!forms[lane]) continue;
    if (forms[lane]->constant != 0) add(row::one, lane, forms[lane]->constant);
    for (const Term& t : forms[lane]->terms) add(layout.number(t.row), lane, t.factor);
  }
}

struct Range {
  std::size_t first, count;
};

/// If each lane is one row as it is.
bool are_rows(std::span<const Column> columns, int (&rows)[4]) {
  for (std::size_t lane = 0; lane < 4; ++lane) {
    int found = 0;
    rows[lane] = row::attitude;
    for (const Column& c : columns)
      if (c.factors[lane] != 0) {
        if (c.factors[lane] != 1 || ++found > 1) return false;
        rows[lane] = c.row;
      }
  }
  return true;
}

}  // namespace

void Program::clear() noexcept { std::fill_n(memory_.get(), memory_size_, 0.0); }

void Program::Free::operator()(double* p) const noexcept { ::operator delete(p, alignment); }

Program::Program(const Recorded& recorded, const Vec3<double>& inverse, const Vec3<double>& gap,
                 double momentum_scale, int order)
    : momentum_scale_(momentum_scale),
      inverse_{inverse.x * momentum_scale, inverse.y * momentum_scale, inverse.z * momentum_scale, 0},
      gap_{gap.x * momentum_scale, gap.y * momentum_scale, gap.z * momentum_scale, 0} {
  const Layout layout(recorded);
  const std::vector<Row>& all = recorded.tape.all();
  // Columns and terms first, by their places, since the vectors move while they grow.
  struct PackColumns {
    Range a, b;
  };
  std::vector<PackColumns> places;
  const auto columns_of = [&](const std::array<const Form*, 4>& forms, double scale) {
    const std::size_t first = columns_.size();
    add_columns(columns_, layout, forms, scale);
    return Range{first, columns_.size() - first};
  };
  for (const auto& pack : layout.packs()) {
    std::array<const Form*, 4> a{}, b{};
    for (std::size_t lane = 0; lane < 4; ++lane)
      if (pack[lane] >= 0) {
        a[lane] = &all[static_cast<std::size_t>(pack[lane])].a;
        b[lane] = &all[static_cast<std::size_t>(pack[lane])].b;
        ++products_;
      }
    const Range first = columns_of(a, 1), second = columns_of(b, 1);
    places.push_back({first, second});
  }
  const Range torque = columns_of({&recorded.torque[0], &recorded.torque[1], &recorded.torque[2], nullptr},
                                  1 / momentum_scale);

  std::size_t function_count = 0, term_count = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (layout.depth(i) > 0 && all[i].maker != Maker::product) {
      ++function_count;
      term_count += all[i].a.terms.size() + all[i].b.terms.size();
    }
  terms_.reserve(term_count);
  functions_.reserve(function_count);
  packs_.reserve(places.size());

  // The memory: all coefficients, and what packs and functions keep beside them. One more coefficient than the
  // order, and one 0 after the reversed ones.
  const auto n = static_cast<std::size_t>(order);
  const std::size_t series = 4 * (n + 2), scalars = (n + 2 + 7) / 8 * 8;
  const std::size_t row_numbers = ((n + 1) * static_cast<std::size_t>(layout.count()) + 7) / 8 * 8;
  const std::size_t series_rounded = (series + 7) / 8 * 8;
  const std::size_t total = row_numbers + 10 * series_rounded + places.size() * (2 * series_rounded + 8) +
                            function_count * 4 * scalars;
  memory_.reset(static_cast<double*>(::operator new(total * sizeof(double), alignment)));
  memory_size_ = total;
  clear();
  double* next = memory_.get();
  const auto take = [&next](std::size_t count) { return std::exchange(next, next + count); };

  view_.order = order;
  view_.row_count = layout.count();
  view_.rows = take(row_numbers);
  for (double*& p : view_.kinematic) p = take(series_rounded);
  for (double*& p : view_.euler) p = take(series_rounded);
  view_.inverse = inverse_;
  view_.gap = gap_;
  view_.torque = columns_.data() + torque.first;
  view_.torque_count = static_cast<int>(torque.count);
  view_.function = function_step;
  view_.unit = view_.direction = 1;

  const auto operand_of = [&](const Range& r) {
    Operand o{columns_.data() + r.first, static_cast<int>(r.count), false, {}};
    o.is_rows = are_rows(std::span(columns_).subspan(r.first, r.count), o.rows);
    return o;
  };
  int out = row::first_made + 3;
  for (const PackColumns& p : places) {
    ProductPack pack{};
    pack.a = operand_of(p.a);
    pack.b = operand_of(p.b);
    pack.out = out;
    pack.forward = take(series_rounded);
    pack.reverse = take(series_rounded);
    pack.first_a = take(4);
    pack.first_b = take(4);
    packs_.push_back(pack);
    out += 4;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Row& r = all[i];
    if (layout.depth(i) <= 0 || r.maker == Maker::product || r.maker == Maker::cosine) continue;
    FunctionRow f{};
    f.maker = r.maker;
    const auto add_terms = [&](const Form& form) {
      for (const Term& t : form.terms) terms_.push_back({layout.number(t.row), t.factor});
      return terms_.data() + (terms_.size() - form.terms.size());
    };
    f.a_terms = add_terms(r.a);
    f.a_count = static_cast<int>(r.a.terms.size());
    f.a_constant = r.a.constant;
    if (needs_second_form(r.maker)) {
      f.b_terms = add_terms(r.b);
      f.b_count = static_cast<int>(r.b.terms.size());
      f.b_constant = r.b.constant;
    }
    f.number = r.number;
    f.out = layout.number(row::first_made + static_cast<int>(i));
    f.partner = r.maker == Maker::sine ? layout.number(row::first_made + static_cast<int>(i) + 1) : f.out;
    f.a = take(scalars);
    f.b = take(scalars);
    f.c = take(scalars);
    f.d = take(scalars);
    f.is_of_line = r.a.terms.size() == 1 && r.a.terms[0].row == row::time;
    if (r.piecewise) kept_.push_back(r.piecewise);
    f.piecewise = r.piecewise.get();
    functions_.push_back(f);
  }

  // By depth.
  for (int d = 1; d <= layout.deepest(); ++d) {
    std::size_t k = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (layout.depth(i) <= 0 || all[i].maker == Maker::product || all[i].maker == Maker::cosine) continue;
      if (layout.depth(i) == d) stages_.push_back({nullptr, &functions_[k]});
      ++k;
    }
    for (std::size_t p = 0; p < packs_.size(); ++p)
      if (layout.depth(static_cast<std::size_t>(layout.packs()[p][0])) == d)
        stages_.push_back({&packs_[p], nullptr});
  }
  view_.stages = stages_.data();
  view_.stage_count = static_cast<int>(stages_.size());
}

}  // namespace polhode::series
