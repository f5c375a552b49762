// SPDX-License-Identifier: MIT
#include "result/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <polhode/body/invariants.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/version.hpp>
#include <polhode/rotation/convention.hpp>
#include <utility>

#include "result/result.hpp"
#include "result/sentences.hpp"

namespace polhode::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Json of(const Eigen::Vector3d& v) { return Json::array({v.x(), v.y(), v.z()}); }
Json of(const Vec3<double>& v) { return Json::array({v.x, v.y, v.z}); }
Json of(const Attitude& q) { return Json::array({q.w(), q.x(), q.y(), q.z()}); }
Json of(const Eigen::Matrix3d& a) {
  Json rows = Json::array();
  for (int i = 0; i < 3; ++i) rows.push_back(of(Eigen::Vector3d(a.row(i))));
  return rows;
}

Json of(const Inertia& body) { return of(body.tensor()); }
template <class T>
Json of(const T& value) {
  return Json(value);
}
template <class T>
Json of(const std::optional<T>& value) {
  return value ? of(*value) : Json();
}

/// A value in a summary, with its path for messages.
class Reader {
 public:
  Reader(const Json& json, std::string name, std::string path = "")
      : json_(json), name_(std::move(name)), path_(std::move(path)) {}

  Reader operator[](const char* key) const {
    if (!json_.is_object() || !json_.contains(key)) refuse(key, "nothing", "a value");
    return {json_.at(key), name_, path_.empty() ? key : path_ + "." + key};
  }
  Reader operator[](std::size_t i) const { return {json_.at(i), name_, fmt::format("{}[{}]", path_, i)}; }
  bool has(const char* key) const { return json_.contains(key); }
  bool is_null() const { return json_.is_null(); }
  std::size_t size() const {
    if (!json_.is_array()) refuse("", "something else", "a list");
    return json_.size();
  }

  void read(std::string& to) const {
    if (!json_.is_string()) refuse("", json_.type_name(), "a text");
    to = json_.get<std::string>();
  }
  void read(double& to) const {
    if (!json_.is_null() && !json_.is_number()) refuse("", json_.type_name(), "a number");
    to = json_.is_null() ? nan : json_.get<double>();
  }
  template <class T>
  void read(std::optional<T>& to) const {
    if (!is_null()) read(to.emplace());
  }
  void read(std::uint64_t& to) const {
    if (!json_.is_number_unsigned()) refuse("", json_.type_name(), "a whole number, 0 or more");
    to = json_.get<std::uint64_t>();
  }
  void read(int& to) const {
    if (!json_.is_number_integer()) refuse("", json_.type_name(), "a whole number");
    to = json_.get<int>();
  }
  void read(bool& to) const {
    if (!json_.is_boolean()) refuse("", json_.type_name(), "true or false");
    to = json_.get<bool>();
  }
  template <class T>
  void read(std::vector<T>& to) const {
    to.resize(size());
    for (std::size_t i = 0; i < to.size(); ++i) (*this)[i].read(to[i]);
  }
  template <class T>
  void read(std::map<std::string, T>& to) const {
    if (!json_.is_object()) refuse("", json_.type_name(), "an object");
    for (const auto& [key, value] : json_.items())
      Reader(value, name_, fmt::format("{}.{}", path_, key)).read(to[key]);
  }
  void read(Eigen::Vector3d& to) const {
    const std::array<double, 3> n = numbers<3>();
    to = {n[0], n[1], n[2]};
  }
  void read(Attitude& to) const {
    const std::array<double, 4> n = numbers<4>();
    to = {n[0], n[1], n[2], n[3]};
  }
  void read(Inertia& to) const {
    if (size() != 3) refuse("", fmt::format("{} rows", size()), "3");
    Eigen::Matrix3d tensor;
    for (int i = 0; i < 3; ++i) {
      Eigen::Vector3d row;
      (*this)[static_cast<std::size_t>(i)].read(row);
      tensor.row(i) = row;
    }
    try {
      to = Inertia::from_tensor(tensor);
    } catch (const InvalidInput& refused) {
      refuse("", refused.found(), refused.expected());
    }
  }

  [[noreturn]] void refuse(const std::string& key, const std::string& found,
                           const std::string& expected) const {
    const std::string where = path_.empty() ? key : key.empty() ? path_ : path_ + "." + key;
    throw RefusedResult(fmt::format("{}: {}: found {}, expected {}; is it a result of polhode run?", name_,
                                    where, found, expected));
  }

 private:
  template <std::size_t count>
  std::array<double, count> numbers() const {
    if (size() != count) refuse("", fmt::format("{} entries", size()), fmt::format("{}", count));
    std::array<double, count> all{};
    for (std::size_t i = 0; i < count; ++i) (*this)[i].read(all[i]);
    return all;
  }

  const Json& json_;
  std::string name_, path_;
};

/// Writes fields to JSON. FieldReader has the same functions.
class FieldWriter {
 public:
  explicit FieldWriter(Json& to) : to_(to) {}

  template <class T>
  void field(const char* key, const T& value) {
    to_[key] = of(value);
  }
  /// A field that follows from others; it is not read.
  template <class Make>
  void derived(const char* key, const Make& make) {
    to_[key] = of(make());
  }
  /// Written only if `is_there`.
  template <class T>
  void field_if(bool is_there, const char* key, const T& value) {
    if (is_there) field(key, value);
  }
  /// The content of a file, as text if it is UTF-8.
  void content(const std::optional<std::string>& bytes) {
    if (!bytes) return;
    try {
      static_cast<void>(Json(*bytes).dump());
      to_["text"] = *bytes;
    } catch (const Json::type_error&) {
      to_["base64"] = base64(*bytes);
    }
  }
  template <class Fields>
  void section(const char* key, const Fields& fields) {
    Json part;
    FieldWriter writer(part);
    fields(writer);
    to_[key] = std::move(part);
  }
  template <class Fields>
  void section_if(bool is_there, const char* key, const Fields& fields) {
    if (is_there) section(key, fields);
  }
  template <class Part, class Fields>
  void section_if(const std::optional<Part>& part, const char* key, const Fields& fields) {
    if (part) section(key, [&](FieldWriter& writer) { fields(writer, *part); });
  }
  template <class Entry, class Fields>
  void list(const char* key, const std::vector<Entry>& entries, const Fields& fields) {
    Json all = Json::array();
    for (const Entry& entry : entries) {
      FieldWriter writer(all.emplace_back());
      fields(writer, entry);
    }
    to_[key] = std::move(all);
  }
  template <class Entry, class Fields>
  void list_if(bool is_there, const char* key, const std::vector<Entry>& entries, const Fields& fields) {
    if (is_there) list(key, entries, fields);
  }

 private:
  Json& to_;
};

class FieldReader {
 public:
  explicit FieldReader(Reader from) : from_(std::move(from)) {}

  template <class T>
  void field(const char* key, T& value) {
    from_[key].read(value);
  }
  template <class Make>
  void derived(const char*, const Make&) {}
  template <class T>
  void field_if(bool, const char* key, T& value) {
    if (from_.has(key)) field(key, value);
  }
  void content(std::optional<std::string>& bytes) {
    if (from_.has("text")) field("text", bytes.emplace());
    if (!from_.has("base64")) return;
    std::string text;
    field("base64", text);
    bytes = from_base64(text);
    if (!bytes) from_.refuse("base64", "another text", "bytes in base 64");
  }
  template <class Fields>
  void section(const char* key, const Fields& fields) {
    FieldReader reader(from_[key]);
    fields(reader);
  }
  template <class Fields>
  void section_if(bool& is_there, const char* key, const Fields& fields) {
    is_there = from_.has(key);
    if (is_there) section(key, fields);
  }
  template <class Part, class Fields>
  void section_if(std::optional<Part>& part, const char* key, const Fields& fields) {
    if (from_.has(key)) section(key, [&](FieldReader& reader) { fields(reader, part.emplace()); });
  }
  template <class Entry, class Fields>
  void list(const char* key, std::vector<Entry>& entries, const Fields& fields) {
    const Reader all = from_[key];
    for (std::size_t i = 0; i < all.size(); ++i) {
      FieldReader reader(all[i]);
      fields(reader, entries.emplace_back());
    }
  }
  template <class Entry, class Fields>
  void list_if(bool, const char* key, std::vector<Entry>& entries, const Fields& fields) {
    if (from_.has(key)) list(key, entries, fields);
  }

 private:
  Reader from_;
};

/// The scenario, of a Summary or a ResultOrigin.
template <class Fields, class Origin>
void scenario_fields(Fields& scenario, Origin& origin) {
  scenario.field("name", origin.scenario_name);
  scenario.field("text", origin.scenario_text);
  scenario.list_if(!origin.scenario_files.empty(), "files", origin.scenario_files,
                   [](auto& fields, auto& file) {
                     fields.field("path", file.path);
                     fields.field("sha256", file.sha256);
                     fields.content(file.content);
                   });
  scenario.field_if(!origin.scenario_is_complete, "is_complete", origin.scenario_is_complete);
}

/// A body or a torque as it was given; a body of parts contains those.
template <class Fields, class AnyGiven>
void given_fields(Fields& fields, AnyGiven& given) {
  fields.field("kind", given.kind);
  fields.field("numbers", given.numbers);
  fields.field("texts", given.texts);
  fields.list_if(!given.parts.empty(), "parts", given.parts,
                 [](auto& more, auto& part) { given_fields(more, part); });
}

/// All fields of NAME.json in their order, for a FieldWriter with a const Summary or a FieldReader with one
/// to be filled.
template <class Fields, class AnySummary>
void summary_fields(Fields& json, AnySummary& s) {
  json.field("version", s.version);
  json.field("title", s.title);
  json.section("scenario", [&](auto& scenario) { scenario_fields(scenario, s); });
  json.section("units", [&](auto& units) {
    units.field("time", s.units.time);
    units.field("momentum", s.units.momentum);
    units.field("angular_velocity", s.units.angular_velocity);
    units.field("energy", s.units.energy);
    units.field("length", s.units.length);
    units.field("mass", s.units.mass);
    units.field("euler_sequence", s.euler_sequence);
    units.field("euler_in_degrees", s.in_degrees);
  });
  json.section("body", [&](auto& body) {
    body.derived("words", [&] { return body_sentence(s); });
    body.section("given", [&](auto& given) { given_fields(given, s.given_body); });
    body.derived("principal_moments", [&] { return from_eigen(s.body.moments()); });
    body.derived("principal_axes", [&] { return s.body.axes(); });
    body.field("tensor", s.body);
    body.derived("satisfies_triangle_inequality", [&] { return s.body.satisfies_triangle_inequality(); });
    body.section_if(s.matter, "matter", [](auto& fields, auto& matter) {
      fields.field("mass", matter.mass);
      fields.field("volume", matter.volume);
      fields.field("centre_of_mass", matter.centre);
    });
    body.section_if(s.pivot, "pivot", [](auto& fields, auto& pivot) { fields.field("position", pivot); });
  });
  json.derived("torque", [&] { return torque_sentence(s); });
  json.list("torques", s.torques, [](auto& fields, auto& torque) { given_fields(fields, torque); });
  json.field("is_free", s.is_free);
  json.section("start", [&](auto& start) {
    start.derived("time", [&] { return s.times.start; });
    start.field("attitude", s.start.attitude);
    start.field("momentum", s.start.momentum);
    start.derived("angular_velocity", [&] { return angular_velocity(s.body, s.start); });
    start.derived("spatial_momentum", [&] { return spatial_momentum(s.start); });
    start.derived("kinetic_energy", [&] { return kinetic_energy(s.body, s.start); });
  });
  json.section("times", [&](auto& times) {
    times.field("start", s.times.start);
    times.field("end", s.times.end);
    times.field("count", s.times.count);
    times.field("list", s.times.list);
  });
  json.section("end", [&](auto& end) {
    end.field("reached", s.reached_time);
    end.derived("success", [&] { return s.failure.empty(); });
    end.field_if(true, "message", s.failure);
    end.section_if(s.stopped, "stopped", [](auto& stopped, auto& stop) {
      stopped.field("time", stop.time);
      stopped.field("reason", stop.reason);
      stopped.field("event", stop.event);
    });
  });
  json.section("method", [&](auto& method) {
    method.derived("words", [&] { return method_sentence(s); });
    method.section("asked", [&](auto& asked) {
      asked.field("tolerance", s.asked.tolerance);
      asked.field("step", s.asked.step);
      asked.field("max_step", s.asked.max_step);
      asked.field("free_method", s.asked.free_method);
      asked.field("splitting", s.asked.splitting);
    });
    method.field("engine", s.engine);
    method.field("why", s.why);
    method.field("order", s.order);
    method.field("splitting", s.splitting);
    method.field("free_method", s.drift);
    method.field("summation", s.summation);
    method.field("step", s.step);
    method.field("steps", s.steps);
    method.field("torque_evaluations", s.torque_evaluations);
    method.field("search_evaluations", s.search_evaluations);
  });
  json.section("accuracy", [&](auto& accuracy) {
    accuracy.field("estimated_error", s.error_estimate);
    accuracy.field("trusted_digits", s.trusted_digits);
    accuracy.field("horizon", s.horizon);
    accuracy.list("errors", s.error_curve, [](auto& fields, auto& at) {
      fields.field("time", at.time);
      fields.field("error", at.error);
    });
    accuracy.section_if(s.divergence, "divergence", [](auto& fields, auto& d) {
      fields.field("exponent", d.exponent);
      fields.field("spread", d.spread);
      fields.field("horizon", d.horizon);
      fields.field("until", d.until);
    });
    accuracy.field("conserved", s.conserved_name);
    accuracy.field_if(true, "conserved_unit", s.conserved_unit);
    accuracy.field("conserved_start", s.conserved_start);
    accuracy.field("conserved_excursion", s.conserved_excursion);
  });
  json.section("events", [&](auto& events) {
    events.list("watched", s.watched, [](auto& fields, auto& event) {
      fields.field("name", event.name);
      fields.field("quantity", event.quantity);
      fields.field("value", event.value);
      fields.field("crossing", event.crossing);
      fields.field("stops", event.stops);
      fields.field("body_axis", event.body_axis);
      fields.field("space_axis", event.space_axis);
      fields.field("orbit_axis", event.orbit_axis);
    });
    events.field("count", s.events_found);
    events.list("found", s.events, [&](auto& found, auto& event) {
      found.field("name", event.name);
      found.field("time", event.time);
      found.field("attitude", event.state.attitude);
      found.field("momentum", event.state.momentum);
      found.field_if(s.is_ensemble, "run", event.run);
    });
    events.list_if(s.is_ensemble, "first_times", s.event_times, [](auto& fields, auto& times) {
      fields.field("name", times.name);
      fields.field("runs", times.runs);
      fields.field("earliest", times.earliest);
      fields.field("part_5", times.part_5);
      fields.field("part_25", times.part_25);
      fields.field("part_50", times.part_50);
      fields.field("part_75", times.part_75);
      fields.field("part_95", times.part_95);
      fields.field("latest", times.latest);
    });
  });
  json.field("warnings", s.warnings);
  json.section_if(s.is_ensemble, "ensemble", [&](auto& ensemble) {
    ensemble.field("runs", s.runs);
    ensemble.field("described_run", s.described_run);
    ensemble.field("failed", s.failed_run_count);
    ensemble.list("failures", s.failed_runs, [](auto& failure, auto& failed) {
      failure.field("run", failed.run);
      failure.field("reason", failed.reason);
    });
    ensemble.field("trajectory_rows", s.trajectory_rows);
    ensemble.field("runs_looked_at", s.runs_looked_at);
    ensemble.field("drawn_places", s.drawn_places);
    ensemble.list("drawn", s.drawn, [](auto& fields, auto& draw) {
      fields.field("run", draw.run);
      fields.field("values", draw.values);
    });
    ensemble.list("fans", s.fans, [](auto& fields, auto& fan) {
      fields.field("column", fan.column);
      fields.field("unit", fan.unit);
      fields.field("times", fan.times);
      fields.field("part_5", fan.lowest);
      fields.field("part_25", fan.low);
      fields.field("part_50", fan.middle);
      fields.field("part_75", fan.high);
      fields.field("part_95", fan.highest);
      fields.field_if(true, "runs", fan.runs);
    });
  });
  json.section("table", [&](auto& table) {
    table.field("rows", s.rows);
    table.list("columns", s.columns, [](auto& fields, auto& column) {
      fields.field("name", column.name);
      fields.field("group", column.group);
      fields.field("unit", column.unit);
    });
  });
  json.section_if(s.states, "states", [](auto& fields, auto& states) {
    fields.field("times", states.times);
    fields.field("attitudes", states.attitudes);
    fields.field("momenta", states.momenta);
    fields.field("orbit_attitudes", states.orbit_attitudes);
  });
  json.field("files", s.files);
  json.list_if(true, "digests", s.digests, [](auto& fields, auto& digest) {
    fields.field("file", digest.path);
    fields.field("sha256", digest.sha256);
  });
}

Json parsed(const std::string& text, const std::string& name) {
  // A summary is some levels deep. Deeper JSON would overflow the stack of functions that traverse it.
  constexpr int greatest_depth = 32;
  const auto check_depth = [&](int depth, Json::parse_event_t, const Json&) {
    if (depth > greatest_depth)
      throw RefusedResult(fmt::format(
          "{}: lists within lists, more than {} deep; is it a result of polhode run?", name, greatest_depth));
    return true;
  };
  Json json = Json::parse(text, check_depth, false);
  if (json.is_discarded()) throw RefusedResult(fmt::format("{} is not valid JSON", name));
  return json;
}

void check_program(const Reader& whole) {
  std::string program;
  whole["program"].read(program);
  if (program != "polhode") whole.refuse("program", program, "polhode");
}

}  // namespace

int trusted_digits(double error_estimate) noexcept {
  constexpr int most = 15;  // of a double
  if (std::isnan(error_estimate)) return -1;
  if (error_estimate >= 1) return 0;
  if (error_estimate <= std::pow(10.0, -most)) return most;
  return static_cast<int>(std::floor(-std::log10(error_estimate)));
}

std::string time_text(const Summary& s, double time, int digits) {
  constexpr int of_double = 16;
  constexpr double greatest_plain = 1e7;
  const double start = s.times.start;
  const double span = std::max(std::abs(s.times.back() - start), std::abs(s.reached_time - start));
  const double far = std::max(std::abs(start), std::abs(time));
  if (span > 0 && far > span && std::isfinite(far / span))
    digits += static_cast<int>(std::ceil(std::log10(far / span)));
  if (std::abs(time) >= 1 && std::abs(time) < greatest_plain)
    digits = std::max(digits, 1 + static_cast<int>(std::log10(std::abs(time))));
  return fmt::format("{:.{}g}", time == 0 ? 0.0 : time, std::min(digits, of_double));  // no -0
}

std::string Summary::digest_of(const std::string& ending) const {
  if (files.empty()) return "";
  const std::string name = std::filesystem::path(files.back()).stem().string() + ending;
  const auto at = std::ranges::find(digests, name, &FileDigest::path);
  return at == digests.end() ? "" : at->sha256;
}

std::string summary_json(const Summary& summary) {
  Json json;
  json["program"] = "polhode";
  FieldWriter writer(json);
  summary_fields(writer, summary);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

ResultOrigin origin_from_json(const std::string& text, const std::string& name) {
  const Json json = parsed(text, name);
  const Reader whole(json, name);
  check_program(whole);
  ResultOrigin origin;
  FieldReader scenario(whole["scenario"]);
  scenario_fields(scenario, origin);
  whole["files"].read(origin.files);
  const Reader columns = whole["table"]["columns"];
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i]["name"].read(origin.columns.emplace_back());
  return origin;
}

Summary summary_from_json(const std::string& text, const std::string& name) {
  const Json json = parsed(text, name);
  const Reader whole(json, name);
  check_program(whole);
  Summary summary;
  FieldReader reader(whole);
  try {
    summary_fields(reader, summary);
  } catch (const RefusedResult&) {
    std::string theirs;
    whole["version"].read(theirs);
    if (theirs == version()) throw;
    throw RefusedResult(fmt::format(
        "{} was written by polhode {} and cannot be read by this version, {}: run the scenario again, or use "
        "that version",
        name, theirs, version()));
  }
  try {
    check(summary.body, summary.start);
  } catch (const InvalidInput& refused) {
    whole["start"].refuse("", refused.what(), "a state of this body");
  }
  try {
    static_cast<void>(body_sentence(summary) + torque_sentence(summary));
  } catch (const InvalidInput& refused) {
    whole.refuse("body or torques", refused.what(), "all parameters of their kinds");
  }
  return summary;
}

}  // namespace polhode::app
