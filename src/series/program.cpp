// SPDX-License-Identifier: MIT
#include "series/program.hpp"

#include <algorithm>
#include <array>
#include <new>
#include <utility>

#include "series/function_row.hpp"

namespace polhode::series {

namespace {

constexpr std::align_val_t alignment{64};

bool needs_second_form(Maker m) { return m == Maker::quotient; }

/// Whether a row has a recurrence of its own; a cosine is computed with its sine.
bool is_function(Maker m) { return m != Maker::product && m != Maker::cosine && m != Maker::parameter; }

/// Whether a function may have features in a step that its series at the start does not show. Sines and
/// cosines linear in time have none, nor have piecewise linear functions and anomalies of orbits.
bool is_watched(const FunctionRow& f) {
  switch (f.maker) {
    case Maker::quotient:
    case Maker::root:
    case Maker::exponent:
    case Maker::logarithm:
    case Maker::power:
    case Maker::arctangent:
    case Maker::hyperbolic_tangent:
      return true;
    case Maker::sine:
      return !f.is_of_line;
    case Maker::product:
    case Maker::cosine:
    case Maker::sign:
    case Maker::remainder:
    case Maker::anomaly:
    case Maker::parameter:
    case Maker::piece:
      return false;
  }
  return false;
}

/// Marks the rows that depend only on the anomaly of an orbit of moderate eccentricity, whose pericentre is
/// not a narrow feature.
std::vector<char> rows_of_orbit(const std::vector<Row>& rows) {
  constexpr double moderate = 0.6;
  std::vector<char> are(rows.size(), 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto is_of_orbit = [&](const Form& f) {
      return std::all_of(f.terms.begin(), f.terms.end(), [&](const Term& t) {
        return t.row >= row::first_made && are[static_cast<std::size_t>(t.row - row::first_made)] != 0;
      });
    };
    const Row& r = rows[i];
    // A mean anomaly is linear in time, modulo whole turns.
    const bool is_of_line = r.a.terms.size() == 1 && r.a.terms[0].row == row::time;
    if (r.maker == Maker::remainder || r.maker == Maker::anomaly)
      are[i] =
          (is_of_line || is_of_orbit(r.a)) && (r.maker == Maker::remainder || r.number <= moderate) ? 1 : 0;
    else if (is_function(r.maker) || r.maker == Maker::product || r.maker == Maker::cosine)
      are[i] = r.maker != Maker::piece && is_of_orbit(r.a) && is_of_orbit(r.b) ? 1 : 0;
  }
  return are;
}

/// The highest degree of a product in the torque; rows of an orbit count as constants.
int highest_degree(const std::vector<Row>& rows, const std::vector<char>& of_orbit) {
  std::vector<int> degrees(rows.size(), 1);
  int highest = 0;
  const auto degree = [&](const Form& f) {
    int most = 0;
    for (const Term& t : f.terms)
      most = std::max(
          most, t.row < row::first_made ? 1 : degrees[static_cast<std::size_t>(t.row - row::first_made)]);
    return most;
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& r = rows[i];
    constexpr int very_high = 1000;
    if (of_orbit[i] != 0 || r.maker == Maker::sign || r.maker == Maker::parameter)
      degrees[i] = 0;
    else if (r.maker == Maker::product)
      degrees[i] = std::min(very_high, degree(r.a) + degree(r.b));
    highest = std::max(highest, degrees[i]);
  }
  return highest;
}

/// The rows in use, their depths, and their new numbers.
class Layout {
 public:
  explicit Layout(const Recorded& recorded)
      : rows_(recorded.tape.all()), depth_(rows_.size(), -1), numbers_(rows_.size(), -1) {
    for (const Form& f : recorded.torque) deepest_ = std::max(deepest_, use(f));
    pack_products();
    pack_forms();
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (depth_[i] > 0 && rows_[i].maker != Maker::product) numbers_[i] = count_++;
    count_ = (count_ + 3) / 4 * 4;
  }

  int depth(std::size_t i) const { return depth_[i]; }
  int deepest() const { return deepest_; }
  /// The number of a row of the tape.
  int number(int r) const { return r < row::first_made ? r : numbers_[index(r)]; }
  /// The number of an operand of a product.
  int number(const Form& f) const {
    if (is_row(f)) return number(f.terms[0].row);
    const auto at =
        std::find_if(forms_.begin(), forms_.end(), [&](const Operand& o) { return *o.form == f; });
    return at->number;
  }
  int count() const { return count_; }
  /// Groups of four rows of the tape, -1 for none.
  const std::vector<std::array<int, 4>>& packs() const { return packs_; }

  /// Four operands that are not rows.
  struct Forms {
    int depth, out;
    std::array<const Form*, 4> forms;
  };
  const std::vector<Forms>& form_packs() const { return form_packs_; }

 private:
  struct Operand {
    const Form* form;
    int depth, number;
  };

  static std::size_t index(int r) { return static_cast<std::size_t>(r - row::first_made); }
  static bool is_row(const Form& f) {
    return f.constant == 0 && f.terms.size() == 1 && f.terms[0].factor == 1;
  }

  int use(const Form& f) {
    int depth = 0;
    for (const Term& t : f.terms)
      if (t.row >= row::first_made) depth = std::max(depth, use(index(t.row)));
    return depth;
  }
  int use(std::size_t i) {
    if (depth_[i] >= 0) return depth_[i];
    const Row& r = rows_[i];
    const int depth = std::max(use(r.a), use(r.b));
    depth_[i] = 1 + depth;
    // Sine and cosine are computed together.
    if (r.maker == Maker::sine) depth_[i + 1] = depth_[i];
    if (r.maker == Maker::cosine) depth_[i - 1] = depth_[i];
    if (r.maker == Maker::product)
      for (const Form* f : {&r.a, &r.b}) {
        const bool is_known = is_row(*f) || std::any_of(forms_.begin(), forms_.end(),
                                                        [&](const Operand& o) { return *o.form == *f; });
        if (!is_known) forms_.push_back({f, use(*f), -1});
      }
    return depth_[i];
  }
  void pack_products() {
    for (int d = 1; d <= deepest_; ++d) {
      std::size_t in_pack = 4;
      for (std::size_t i = 0; i < rows_.size(); ++i) {
        if (depth_[i] != d || rows_[i].maker != Maker::product) continue;
        if (in_pack == 4) {
          packs_.push_back({-1, -1, -1, -1});
          in_pack = 0;
        }
        numbers_[i] = count_ + 4 * static_cast<int>(packs_.size() - 1) + static_cast<int>(in_pack);
        packs_.back()[in_pack++] = static_cast<int>(i);
      }
    }
    count_ += 4 * static_cast<int>(packs_.size());
  }
  void pack_forms() {
    for (int d = 0; d < deepest_; ++d) {
      std::size_t in_pack = 4;
      for (Operand& o : forms_) {
        if (o.depth != d) continue;
        if (in_pack == 4) {
          form_packs_.push_back({d, count_, {}});
          count_ += 4;
          in_pack = 0;
        }
        o.number = form_packs_.back().out + static_cast<int>(in_pack);
        form_packs_.back().forms[in_pack++] = o.form;
      }
    }
  }

  const std::vector<Row>& rows_;
  std::vector<int> depth_, numbers_;
  std::vector<Operand> forms_;
  std::vector<std::array<int, 4>> packs_;
  std::vector<Forms> form_packs_;
  int deepest_ = 0, count_ = row::first_made + 3;
};

Operand operand_of(const int (&rows)[4]) {
  Operand o{};
  o.group = rows[0] / 4 * 4;
  for (int lane = 0; lane < 4; ++lane) {
    o.rows[lane] = rows[lane];
    o.halves[2 * lane] = 2 * (rows[lane] - o.group);
    o.halves[2 * lane + 1] = o.halves[2 * lane] + 1;
  }
  return o;
}

bool is_group(const Operand& o) {
  return std::all_of(o.rows, o.rows + 4, [&](int r) { return r / 4 * 4 == o.group; });
}

bool is_of_attitude(const ProductPack& p) {
  static_assert(row::attitude == 0 && row::momentum == 4);
  return p.are_groups && p.a.group == row::attitude && p.b.group == row::attitude;
}

/// Columns of up to four forms side by side.
void add_columns(std::vector<Column>& columns, const Layout& layout, const std::array<const Form*, 4>& forms,
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
  for (std::size_t lane = 0; lane < 4; ++lane) {
    if (!forms[lane]) continue;
    if (forms[lane]->constant != 0) add(row::one, lane, forms[lane]->constant);
    for (const Term& t : forms[lane]->terms) add(layout.number(t.row), lane, t.factor);
  }
}

}  // namespace

void Program::clear() noexcept {
  std::fill_n(memory_.get(), memory_size_, 0.0);
  for (const Parameter& p : parameters_) view_.rows[p.row] = p.value;
}

void Program::set_parameter(int index, double value) noexcept {
  for (Parameter& p : parameters_)
    if (p.index == index) view_.rows[p.row] = p.value = value;
}

void Program::Free::operator()(double* p) const noexcept { ::operator delete(p, alignment); }

Program::Program(const Recorded& recorded, const Vec3<double>& inverse, const Vec3<double>& gap,
                 double momentum_scale, int order, const Vec3<double>& turning)
    : order_(order),
      momentum_scale_(momentum_scale),
      turning_(turning),
      inverse_{inverse.x * momentum_scale, inverse.y * momentum_scale, inverse.z * momentum_scale, 0},
      half_inverse_{inverse_[0] / 2, inverse_[1] / 2, inverse_[2] / 2, 0},
      gap_{gap.x * momentum_scale, gap.y * momentum_scale, gap.z * momentum_scale, 0} {
  // q' = q (0, omega) / 2 - (0, turning) q / 2: the products of the second term are those of the first except
  // for signs.
  constexpr double signs[3][4] = {{1, 1, -1, -1}, {1, -1, 1, -1}, {1, -1, -1, 1}};
  const double halves[3] = {-turning.x / 2, -turning.y / 2, -turning.z / 2};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t lane = 0; lane < 4; ++lane) frame_[4 * i + lane] = halves[i] * signs[i][lane];
  const Layout layout(recorded);
  const std::vector<Row>& all = recorded.tape.all();
  const std::vector<char> of_orbit = rows_of_orbit(all);
  // Columns first, by index, because the vector is reallocated as it grows.
  std::vector<std::size_t> places;
  const auto add = [&](const std::array<const Form*, 4>& forms, double scale) {
    places.push_back(columns_.size());
    add_columns(columns_, layout, forms, scale);
  };
  for (const Layout::Forms& f : layout.form_packs()) add(f.forms, 1);
  add({&recorded.torque[0], &recorded.torque[1], &recorded.torque[2], nullptr}, 1 / momentum_scale);
  places.push_back(columns_.size());

  std::size_t function_count = 0, term_count = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (layout.depth(i) > 0 && is_function(all[i].maker)) {
      ++function_count;
      term_count += all[i].a.terms.size() + all[i].b.terms.size();
    }
  terms_.reserve(term_count);
  functions_.reserve(function_count);
  packs_.reserve(layout.packs().size());
  linear_.reserve(layout.form_packs().size());

  // The memory: all coefficients, and the work arrays of packs and functions. One coefficient more than the
  // order, and one 0 after the reversed ones.
  const auto n = static_cast<std::size_t>(order);
  const std::size_t series = 4 * (n + 2), scalars = (n + 2 + 7) / 8 * 8;
  const std::size_t row_numbers = ((n + 1) * static_cast<std::size_t>(layout.count()) + 7) / 8 * 8;
  const std::size_t series_rounded = (series + 7) / 8 * 8;
  const std::size_t total = row_numbers + 8 * series_rounded +
                            layout.packs().size() * (2 * series_rounded + 8) + function_count * 4 * scalars;
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
  view_.half_inverse = half_inverse_;
  view_.gap = gap_;
  view_.frame = frame_;
  const auto columns_of = [&](std::size_t k) { return columns_.data() + places[k]; };
  const auto column_count = [&](std::size_t k) { return static_cast<int>(places[k + 1] - places[k]); };
  view_.columns = columns_.data();
  view_.column_count = static_cast<int>(columns_.size());
  view_.torque = columns_of(places.size() - 2);
  view_.torque_count = column_count(places.size() - 2);
  view_.function = function_step;
  view_.unit = view_.direction = 1;

  for (std::size_t k = 0; k < layout.form_packs().size(); ++k)
    linear_.push_back({columns_of(k), column_count(k), layout.form_packs()[k].out});
  int out = row::first_made + 3;
  for (const auto& pack : layout.packs()) {
    ProductPack p{};
    int a[4], b[4];
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const bool is_used = pack[lane] >= 0;
      // An empty lane repeats the first.
      const Row& r = all[static_cast<std::size_t>(is_used ? pack[lane] : pack[0])];
      a[lane] = layout.number(r.a);
      b[lane] = layout.number(r.b);
      products_ += is_used ? 1 : 0;
    }
    p.a = operand_of(a);
    p.b = operand_of(b);
    p.are_groups = is_group(p.a) && is_group(p.b);
    p.out = out;
    p.forward = take(series_rounded);
    p.reverse = take(series_rounded);
    p.first_a = take(4);
    p.first_b = take(4);
    packs_.push_back(p);
    out += 4;
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Row& r = all[i];
    if (layout.depth(i) > 0 && r.maker == Maker::parameter)
      parameters_.push_back(
          {static_cast<int>(r.number), layout.number(row::first_made + static_cast<int>(i)), 0});
    if (layout.depth(i) <= 0 || !is_function(r.maker)) continue;
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
    if (f.maker == Maker::root) roots_.push_back(f.out);
    if (f.maker == Maker::sign) signs_.push_back(&functions_.back());
    if (is_watched(f) && of_orbit[i] == 0) watched_.push_back(&functions_.back());
  }

  // By depth: operands of products of the next depth come last.
  for (int d = 0; d <= layout.deepest(); ++d) {
    std::size_t k = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (layout.depth(i) <= 0 || !is_function(all[i].maker)) continue;
      if (layout.depth(i) == d) stages_.push_back({nullptr, nullptr, &functions_[k]});
      ++k;
    }
    for (std::size_t p = 0; p < packs_.size(); ++p)
      if (layout.depth(static_cast<std::size_t>(layout.packs()[p][0])) == d)
        stages_.push_back({&packs_[p], nullptr, nullptr});
    for (std::size_t p = 0; p < linear_.size(); ++p)
      if (layout.form_packs()[p].depth == d) stages_.push_back({nullptr, &linear_[p], nullptr});
  }
  const auto late = std::stable_partition(stages_.begin(), stages_.end(),
                                          [](const Stage& s) { return s.pack && is_of_attitude(*s.pack); });
  view_.early_count = static_cast<int>(late - stages_.begin());
  view_.stages = stages_.data();
  view_.stage_count = static_cast<int>(stages_.size());
  view_.has_functions = !functions_.empty();
  constexpr int high = 6;
  has_high_products_ = highest_degree(all, of_orbit) >= high;
  if (watched_.empty() && !has_high_products_) return;
  StepBounds& b = step_bounds_;
  for (std::vector<double>* one : {&b.sizes, &b.lows, &b.highs, &b.deviations, &b.weights, &b.values})
    one->resize(static_cast<std::size_t>(layout.count()));
  step_bounds_.functions.resize(functions_.size());
}

}  // namespace polhode::series
