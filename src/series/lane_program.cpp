// SPDX-License-Identifier: MIT
#include "series/lane_program.hpp"

#include <algorithm>
#include <new>

namespace polhode::series {

namespace {

constexpr std::align_val_t lane_alignment{64};

/// Offsets of the constants that every program has, followed by those of columns and lines.
constexpr int inverse_at = 0, half_inverse_at = 3, gap_at = 6, frame_at = 9, columns_at = 21;

bool is_line(const FunctionRow& f) { return f.maker == Maker::sine && f.is_of_line; }

/// A mask of the nonzero factors.
int mask_of(const Column& c) {
  int mask = 0;
  for (int i = 0; i < 4; ++i) mask |= c.factors[i] != 0 ? 1 << i : 0;
  return mask;
}

/// Whether a lane is used: an empty lane of a pack repeats the first.
bool is_used(const ProductPack& p, int lane) {
  return lane == 0 || p.a.rows[lane] != p.a.rows[0] || p.b.rows[lane] != p.b.rows[0];
}

/// Whether a pack uses rows that another one produces.
bool depends_on(const ProductPack& p, const ProductPack& other) {
  const auto is_made = [&](int r) { return r >= other.out && r < other.out + 4; };
  return std::any_of(p.a.rows, p.a.rows + 4, is_made) || std::any_of(p.b.rows, p.b.rows + 4, is_made);
}

/// Copies the rows that a function needs to the body's program, and its results back.
void function_on_lanes(const LaneView& v, int number, int k) noexcept {
  for (int lane = 0; lane < lane_count; ++lane) {
    const View* body = v.bodies[lane];
    if (!body) continue;
    const FunctionRow& f = *body->stages[number].function;
    double* own = body->rows + static_cast<std::ptrdiff_t>(k) * body->row_count;
    const auto on_lane = [&](int r) -> double& {
      return v.rows[(static_cast<std::ptrdiff_t>(r) * (v.order + 1) + k) * lane_count + lane];
    };
    for (int i = 0; i < f.a_count; ++i) own[f.a_terms[i].row] = on_lane(f.a_terms[i].row);
    for (int i = 0; i < f.b_count; ++i) own[f.b_terms[i].row] = on_lane(f.b_terms[i].row);
    body->function(*body, f, k);
    on_lane(f.out) = own[f.out];
    on_lane(f.partner) = own[f.partner];
  }
}

}  // namespace

Shape shape_of(const Program& program) {
  const View& v = program.view();
  Shape all{v.order, v.row_count, v.stage_count, v.torque_count, v.column_count};
  for (int i = 0; i < v.column_count; ++i) {
    all.push_back(v.columns[i].row);
    all.push_back(mask_of(v.columns[i]));
  }
  for (int i = 0; i < v.stage_count; ++i) {
    const Stage& s = v.stages[i];
    if (s.pack) {
      all.insert(all.end(), {0, s.pack->out});
      all.insert(all.end(), s.pack->a.rows, s.pack->a.rows + 4);
      all.insert(all.end(), s.pack->b.rows, s.pack->b.rows + 4);
    } else if (s.linear) {
      all.insert(all.end(), {1, s.linear->out, s.linear->count});
    } else {
      all.insert(all.end(), {2, static_cast<int>(s.function->maker), s.function->out, s.function->partner,
                             static_cast<int>(s.function->is_of_line)});
    }
  }
  return all;
}

void LaneProgram::Free::operator()(double* p) const noexcept { ::operator delete(p, lane_alignment); }

LaneForm LaneProgram::form_of(const View& like, const Column* columns, int count, int component, int out) {
  LaneForm f{static_cast<int>(terms_.size()), 0, 0, out};
  for (int half = 0; half < 2; ++half)
    for (int j = half; j < count; j += 2) {
      if (columns[j].factors[component] == 0) continue;
      terms_.push_back(
          {place(columns[j].row), (columns_at + static_cast<int>(sources_.size())) * lane_count});
      sources_.push_back({static_cast<int>(columns + j - like.columns), component});
      ++(half == 0 ? f.even : f.odd);
    }
  return f;
}

/// Adds a pack to the products from `first` on, which are independent of it: products of one row are
/// combined.
void LaneProgram::add_products(const ProductPack& pack, std::size_t first) {
  for (int lane = 0; lane < 4; ++lane) {
    if (!is_used(pack, lane)) continue;
    const int a = place(pack.a.rows[lane]);
    auto at = std::find_if(products_.begin() + static_cast<std::ptrdiff_t>(first), products_.end(),
                           [a](const LaneProducts& p) { return p.a == a && p.count < 4; });
    if (at == products_.end()) {
      products_.push_back({0, a, {}, {}});
      at = products_.end() - 1;
    }
    at->b[at->count] = place(pack.b.rows[lane]);
    at->out[at->count++] = place(pack.out + lane);
  }
}

LaneProgram::LaneProgram(const Program& like) {
  const View& v = like.view();
  view_.order = v.order;
  view_.row_count = v.row_count;
  std::vector<const ProductPack*> side_by_side;
  for (int i = 0; i < v.stage_count; ++i) {
    const Stage& s = v.stages[i];
    if (s.pack) {
      const bool continues_stage =
          !stages_.empty() && stages_.back().kind == LaneStage::Kind::products &&
          std::none_of(side_by_side.begin(), side_by_side.end(),
                       [&](const ProductPack* p) { return depends_on(*s.pack, *p); });
      if (!continues_stage) side_by_side.clear();
      side_by_side.push_back(s.pack);
      const std::size_t first =
          continues_stage ? static_cast<std::size_t>(stages_.back().first) : products_.size();
      if (!continues_stage) stages_.push_back({LaneStage::Kind::products, static_cast<int>(first), 0});
      add_products(*s.pack, first);
      stages_.back().count = static_cast<int>(products_.size() - first);
    } else if (s.linear) {
      stages_.push_back({LaneStage::Kind::forms, static_cast<int>(forms_.size()), 0});
      for (int c = 0; c < 4; ++c) {
        const LaneForm f = form_of(v, s.linear->columns, s.linear->count, c, place(s.linear->out + c));
        if (f.even + f.odd == 0) continue;
        forms_.push_back(f);
        ++stages_.back().count;
      }
    } else if (is_line(*s.function)) {
      stages_.push_back({LaneStage::Kind::line, static_cast<int>(lines_.size()), i});
      lines_.push_back({0, place(s.function->out), place(s.function->partner)});
    } else {
      stages_.push_back({LaneStage::Kind::function, i, 1});
    }
  }
  for (int c = 0; c < 3; ++c) torque_.push_back(form_of(v, v.torque, v.torque_count, c, 0));

  const std::size_t rows = static_cast<std::size_t>(v.row_count) + 9;
  const std::size_t numbers = rows * static_cast<std::size_t>(v.order + 1) * lane_count;
  const std::size_t constants = (columns_at + sources_.size() + lines_.size()) * lane_count;
  const std::size_t total = numbers + constants + 12 * lane_count;
  memory_.reset(static_cast<double*>(::operator new(total * sizeof(double), lane_alignment)));
  std::fill_n(memory_.get(), total, 0.0);
  view_.rows = memory_.get();
  constants_ = view_.rows + numbers;
  view_.turn = constants_ + constants;
  for (std::size_t i = 0; i < lines_.size(); ++i)
    lines_[i].constant = static_cast<int>(columns_at + sources_.size() + i) * lane_count;
  for (int lane = 0; lane < lane_count; ++lane) view_.rows[place(row::one) + lane] = 1;
  unread_rows_.assign(static_cast<std::size_t>((v.order + 1) * v.row_count), 0.0);

  view_.constants = constants_;
  view_.stages = stages_.data();
  view_.stage_count = static_cast<int>(stages_.size());
  view_.products = products_.data();
  view_.forms = forms_.data();
  view_.terms = terms_.data();
  view_.lines = lines_.data();
  view_.torque = torque_.data();
  view_.inverse = inverse_at * lane_count;
  view_.half_inverse = half_inverse_at * lane_count;
  view_.gap = gap_at * lane_count;
  view_.frame = frame_at * lane_count;
  view_.omega = place(v.row_count);
  view_.bent = place(v.row_count + 3);
  view_.time = time_;
  view_.unit = unit_;
  view_.body_rows = body_rows_;
  view_.bodies = bodies_;
  view_.function = function_on_lanes;
  for (int lane = 0; lane < lane_count; ++lane) put(lane, nullptr);
}

void LaneProgram::load(int lane, const Program& program) noexcept {
  const View& v = program.view();
  double* to = constants_ + lane;
  const auto add = [&to](double x) {
    *to = x;
    to += lane_count;
  };
  for (int i = 0; i < 3; ++i) add(v.inverse[i]);
  for (int i = 0; i < 3; ++i) add(v.half_inverse[i]);
  for (int i = 0; i < 3; ++i) add(v.gap[i]);
  for (int i = 0; i < 12; ++i) add(v.frame[i]);
  for (const Source& s : sources_) add(v.columns[s.column].factors[s.component]);
  for (const LaneStage& s : stages_)
    if (s.kind == LaneStage::Kind::line) add(v.stages[s.count].function->a_terms[0].factor);
  // Rows that are not computed, such as parameters.
  for (int r = row::first_made; r < v.row_count; ++r) view_.rows[place(r) + lane] = v.rows[r];
}

void LaneProgram::put(int lane, Program* program) noexcept {
  body_rows_[lane] = program ? program->view().rows : unread_rows_.data();
  bodies_[lane] = program ? &program->view() : nullptr;
  if (!program || last_[lane] == program) return;
  load(lane, *program);
  last_[lane] = program;
}

void LaneProgram::forget() noexcept { std::fill_n(last_, lane_count, nullptr); }

const LaneView& LaneProgram::ready_view() noexcept {
  for (int lane = 0; lane < lane_count; ++lane) {
    unit_[lane] = bodies_[lane] ? bodies_[lane]->unit : 1.0;
    // Functions of time read it there.
    body_rows_[lane][row::one] = 1;
    body_rows_[lane][row::time] = time_[lane];
  }
  return view_;
}

void LaneProgram::give_back_lines() const noexcept {
  for (int lane = 0; lane < lane_count; ++lane) {
    if (!bodies_[lane] || !last_[lane]->has_high_products()) continue;
    const View& body = *bodies_[lane];
    for (const LaneStage& s : stages_) {
      if (s.kind != LaneStage::Kind::line) continue;
      const FunctionRow& f = *body.stages[s.count].function;
      for (const int r : {f.out, f.partner})
        for (int k = 1; k < view_.order; ++k)
          body.rows[static_cast<std::ptrdiff_t>(k) * body.row_count + r] =
              view_.rows[place(r) + k * lane_count + lane];
    }
  }
}

}  // namespace polhode::series
