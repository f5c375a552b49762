// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <polhode/rotation/euler.hpp>
#include <polhode/splitting/stepper.hpp>

#include "core/number_text.hpp"
#include "result/columns.hpp"
#include "result/format.hpp"
#include "scenario/keys.hpp"
#include "scenario/parts.hpp"

namespace polhode::app {
namespace {

constexpr std::uint64_t default_count = 1000;
/// A few units of round-off: no run can meet less.
constexpr double least_tolerance = 1e-15;
constexpr std::uint64_t most_times = std::uint64_t{1} << 53U;

/// Listed times must increase or decrease, away from the start.
std::vector<double> listed_times(const Value& list, double start) {
  const std::vector<double> times = list.numbers({dimensions::time});
  if (times.empty()) list.refuse("at least one time");
  const double sign = times.back() < start ? -1 : 1;
  const auto items = list.items();
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (sign * times[i] < sign * start)
      items[i].refuse(number_text(times[i]),
                      fmt::format("all times on one side of the start, {}", number_text(start)));
    if (i > 0 && !(sign * times[i] > sign * times[i - 1]))
      items[i].refuse(number_text(times[i]),
                      fmt::format("{} than the time before, {}", sign > 0 ? "later" : "earlier",
                                  number_text(times[i - 1])));
  }
  return times;
}

/// As many as fit. If they do not fill the whole time, the last time is earlier than the end, with a warning.
void take_spacing(const Value& every, OutputTimes& times) {
  const double spacing = every.positive({dimensions::time}), whole = std::abs(times.end - times.start),
               ratio = whole / spacing;
  if (!(ratio <= static_cast<double>(most_times)))
    every.refuse(number_text(spacing), "not more than 2^53 times");
  if (ratio < 1 - 1e-6)
    every.refuse(number_text(spacing),
                 fmt::format("at most {}, the time from start to end", number_text(whole)));
  times.count = static_cast<std::uint64_t>(std::llround(ratio));
  // Within a millionth of a spacing the end is meant.
  if (std::abs(ratio - std::round(ratio)) <= 1e-6) return;
  times.count = static_cast<std::uint64_t>(std::floor(ratio));
  const double covered = static_cast<double>(times.count) * spacing;
  times.end = times.end < times.start ? times.start - covered : times.start + covered;
  every.warn(fmt::format("the time from start to end is not a multiple of it; the last time is {}",
                         number_text(times.end)));
}

FreeMethod free_method_of(const Value& name) {
  const std::optional<FreeMethod> method = find_free_method(name.text());
  if (!method)
    name.refuse("a method for free bodies (polhode methods lists them)" + nearest_free_method(name.text()));
  return *method;
}

const Splitting& splitting_of(const Value& name) {
  const Splitting* found = find_splitting(name.text());
  if (!found)
    name.refuse("a splitting, since a torque acts (polhode methods lists them)" +
                nearest_splitting(name.text()));
  return *found;
}

/// The free method or the splitting that a name means; of a body under torque it is a splitting.
void take_name(const Section& method, bool is_free, MethodSettings& settings) {
  const auto name = method.find("name");
  if (!name) return;
  if (!is_free) {
    settings.splitting = splitting_of(*name);
    return;
  }
  if (find_splitting(name->text()))
    name->refuse("a method for a free body (see polhode methods), since no torque acts; this is a splitting");
  settings.free_method = free_method_of(*name);
}

void take_summation(const Section& method, const Inertia& body, MethodSettings& settings) {
  bool is_plain = false;
  if (const auto summation = method.find("summation"))
    is_plain = summation->choice({"compensated", "plain"}) == 1;
  else if (settings.free_method)
    is_plain = !method.value().made([&] { return polhode::can_be_compensated(*settings.free_method, body); });
  settings.summation = is_plain ? Summation::plain : Summation::compensated;
}

/// The step, or the tolerance from which it is found.
void take_step(const Section& method, bool is_free, MethodSettings& settings) {
  const auto longest = method.find("max_step");
  if (const auto step = method.find("step")) {
    settings.step = step->positive({dimensions::time});
    if (longest) longest->refuse("no max_step beside step");
    return;
  }
  if (longest) {
    if (is_free)
      longest->refuse("no max_step, since no torque acts and the motion is computed without steps");
    settings.max_step = longest->positive({dimensions::time});
  }
  const auto tolerance = method.find("tolerance");
  settings.tolerance = tolerance ? tolerance->number() : default_tolerance;
  if (!(*settings.tolerance > 0 && *settings.tolerance < 1))
    tolerance->refuse(number_text(*settings.tolerance), "a number between 0 and 1");
  if (!is_free && *settings.tolerance < least_tolerance)
    tolerance->warn(fmt::format("{} is below round-off, about {}: it cannot be met",
                                number_text(*settings.tolerance), number_text(least_tolerance)));
  if (!is_free || !settings.free_method) return;
  // Without a step the exact motion of a free body is evaluated at each time.
  if (settings.free_method->name != free_methods().front().name)
    method.value().refuse("no step", fmt::format("a step for the method {}", settings.free_method->name));
  settings.free_method.reset();
}

/// Refuses what does not suit this body and this torque here, not when the run has begun.
void refuse_unsuited(const Value& table, const MethodSettings& settings, const Inertia& body,
                     const State& start, const Torque& torque) {
  table.made([&] {
    if (torque.is_none() && settings.free_method) {
      FreeStepper(body, start, *settings.free_method, settings.summation);
    } else if (settings.splitting || settings.free_method) {
      const Splitting& used = settings.splitting ? *settings.splitting : splitting("strang_kick");
      SplittingStepper(body, start, torque, used,
                       {settings.summation, 0, settings.free_method.value_or(exact_method())});
    }
  });
}

/// The requested formats of tables, each a key.
std::vector<std::string> formats_of(const Value& table, const Section& output) {
  std::vector<std::string> known, wanted;
  for (const TableFormat& format : table_formats()) {
    const auto key = output.find(format.name);
    if (key ? key->flag() : format.is_usual) wanted.push_back(format.name);
    known.push_back(format.name);
  }
  if (wanted.empty())
    table.refuse(fmt::format("neither {}", fmt::join(known, " nor ")), "at least one of them");
  return wanted;
}

}  // namespace

OutputTimes times_of(const Value& table, double start) {
  const Section section(table, "times");
  OutputTimes times{start, start, 0, {}};
  if (*section.only_one({"end", "list"}, "an end, or a list of times") == "list") {
    section.without({"every", "count"}, "with a list");
    times.list = listed_times(section.need("list", ""), start);
    times.end = times.list.back();
    times.count = times.list.size();
    return times;
  }
  const Value end = section.need("end", "");
  times.end = end.number({dimensions::time});
  if (times.end == start)
    end.refuse(number_text(times.end),
               fmt::format("a time other than that of the start, {}", number_text(start)));
  if (!std::isfinite(times.end - start))
    end.refuse(number_text(times.end), "a time from the start that a double can hold");
  section.only_one({"every", "count"}, "");
  const auto every = section.find("every"), count = section.find("count");
  times.count = count ? count->whole(1, most_times) : default_count;
  if (every) take_spacing(*every, times);
  return times;
}

MethodSettings method_of(const std::optional<Value>& table, const Inertia& body, const State& start,
                         const Torque& torque) {
  MethodSettings settings;
  if (!table) {
    settings.tolerance = default_tolerance;
    return settings;
  }
  const Section method(*table, "method");
  const bool is_free = torque.is_none();
  method.only_one({"tolerance", "step"}, "");
  take_name(method, is_free, settings);
  if (const auto free_method = method.find("free_method")) {
    if (is_free) free_method->refuse("name instead, since no torque acts");
    settings.free_method = free_method_of(*free_method);
  }
  take_step(method, is_free, settings);
  take_summation(method, body, settings);
  refuse_unsuited(*table, settings, body, start, torque);
  if (const auto companion = method.find("companion")) settings.has_companion = companion->flag();
  return settings;
}

OutputChoice output_of(const std::optional<Value>& table) {
  OutputChoice choice{{"m", "omega", "q", "energy", "errors", "digits"}};
  if (!table) return choice;
  const Section output(*table, "output");
  if (const auto columns = output.find("columns")) {
    std::vector<std::string> known{"t"};
    for (const ColumnGroup& group : column_groups()) known.push_back(group.name);
    choice.columns.clear();
    for (const Value& item : columns->items()) {
      const std::string& name = known[item.choice(known)];
      if (std::ranges::find(choice.columns, name) != choice.columns.end()) item.refuse("each name once");
      choice.columns.push_back(name);
    }
    if (choice.columns.empty())
      columns->refuse("an empty array", fmt::format("some of {}", fmt::join(known, ", ")));
  }
  choice.formats = formats_of(*table, output);
  if (const auto sequence = output.find("euler_sequence"))
    choice.euler_sequence = sequence->made([&] { return EulerSequence::from_text(sequence->text()).text(); });
  if (const auto degrees = output.find("degrees")) choice.in_degrees = degrees->flag();
  if (const auto divergence = output.find("divergence")) choice.divergence = divergence->flag();
  return choice;
}

void check_divergence(const Value& table, const Inertia& body, const Torque& torque, bool is_ensemble) {
  const Value key = *Section(table, "output").find("divergence");
  if (is_ensemble) key.refuse("true", "no [ensemble]: it is computed for one motion");
  if (torque.is_none())
    key.refuse("true",
               "a torque: neighbouring free motions diverge linearly, and the column digits says how far "
               "they can be trusted");
  if (!key.made([&] { return torque.prepare(body); }).formula)
    key.refuse("true", "torques whose formulas are known: one of them is a function without a formula");
}

Units units_of(const Value& table) {
  const Section units(table, "units");
  const auto name = [&](const char* key) {
    const auto value = units.find(key);
    if (!value) return std::string();
    const std::string& text = value->text();
    const bool has_control =
        std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; });
    if (has_control || text.size() > 60) value->refuse("a name of at most 60 characters in one line");
    return text;
  };
  Units all{name("time"),   name("momentum"), name("angular_velocity"),
            name("energy"), name("length"),   name("mass")};
  // Those of mass, length and time give the others, if they are plain names.
  const auto is_plain = [](const std::string& unit) {
    return !unit.empty() && unit.find_first_of(" /^*()") == std::string::npos;
  };
  if (is_plain(all.time) && is_plain(all.length) && is_plain(all.mass)) {
    if (all.momentum.empty()) all.momentum = fmt::format("{} {}^2/{}", all.mass, all.length, all.time);
    if (all.energy.empty()) all.energy = fmt::format("{} {}^2/{}^2", all.mass, all.length, all.time);
    if (all.angular_velocity.empty()) all.angular_velocity = fmt::format("rad/{}", all.time);
  }
  return all;
}

}  // namespace polhode::app
