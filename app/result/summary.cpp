// SPDX-License-Identifier: MIT
#include "result/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <polhode/body/invariants.hpp>
#include <polhode/core/error.hpp>
#include <polhode/rotation/convention.hpp>

#include "result/result.hpp"

namespace polhode::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Json of(const Eigen::Vector3d& v) { return Json::array({v.x(), v.y(), v.z()}); }
Json of(const Vec3<double>& v) { return Json::array({v.x, v.y, v.z}); }
Json of(const Eigen::Quaterniond& q) { return Json::array({q.w(), q.x(), q.y(), q.z()}); }
Json of(const Eigen::Matrix3d& a) {
  Json rows = Json::array();
  for (int i = 0; i < 3; ++i) rows.push_back(of(Eigen::Vector3d(a.row(i))));
  return rows;
}

Json body_of(const Summary& s) {
  return {{"words", s.body_words},
          {"principal_moments", of(s.body.moments())},
          {"principal_axes", of(s.body.axes())},
          {"tensor", of(s.body.tensor())},
          {"satisfies_triangle_inequality", s.body.satisfies_triangle_inequality()}};
}

Json start_of(const Summary& s) {
  return {{"time", s.start_time},
          {"attitude", of(s.start.attitude)},
          {"momentum", of(s.start.momentum)},
          {"angular_velocity", of(angular_velocity(s.body, s.start))},
          {"spatial_momentum", of(spatial_momentum(s.start))},
          {"kinetic_energy", kinetic_energy(s.body, s.start)}};
}

Json events_of(const Summary& s) {
  Json found = Json::array();
  for (const SummaryEvent& e : s.events) {
    Json one{{"name", e.name},
             {"time", e.time},
             {"attitude", of(e.state.attitude)},
             {"momentum", of(e.state.momentum)}};
    if (s.is_ensemble) one["run"] = e.run;
    found.push_back(std::move(one));
  }
  return {{"watched", s.event_names}, {"count", s.events_found}, {"found", std::move(found)}};
}

/// Where a summary is read: the keys on the way to it, for messages.
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

  std::string text() const {
    if (!json_.is_string()) refuse("", json_.type_name(), "a text");
    return json_.get<std::string>();
  }
  double number() const {
    if (json_.is_null()) return nan;
    if (!json_.is_number()) refuse("", json_.type_name(), "a number");
    return json_.get<double>();
  }
  std::uint64_t count() const {
    if (!json_.is_number_unsigned()) refuse("", json_.type_name(), "a number of things");
    return json_.get<std::uint64_t>();
  }
  int integer() const {
    if (!json_.is_number_integer()) refuse("", json_.type_name(), "a whole number");
    return json_.get<int>();
  }
  bool flag() const {
    if (!json_.is_boolean()) refuse("", json_.type_name(), "true or false");
    return json_.get<bool>();
  }
  std::vector<double> numbers(std::size_t count) const {
    if (size() != count) refuse("", fmt::format("{} entries", size()), fmt::format("{}", count));
    std::vector<double> all;
    for (std::size_t i = 0; i < count; ++i) all.push_back((*this)[i].number());
    return all;
  }
  std::vector<std::string> texts() const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < size(); ++i) all.push_back((*this)[i].text());
    return all;
  }
  Eigen::Vector3d vector() const {
    const std::vector<double> n = numbers(3);
    return {n[0], n[1], n[2]};
  }
  Eigen::Quaterniond quaternion() const {
    const std::vector<double> n = numbers(4);
    return {n[0], n[1], n[2], n[3]};
  }

  [[noreturn]] void refuse(const std::string& key, const std::string& found,
                           const std::string& expected) const {
    const std::string where = path_.empty() ? key : key.empty() ? path_ : path_ + "." + key;
    throw RefusedResult(fmt::format("{}: {}: found {}, expected {}; is it a result of polhode run?", name_,
                                    where, found, expected));
  }

 private:
  const Json& json_;
  std::string name_, path_;
};

Inertia body_from(const Reader& r) {
  Eigen::Matrix3d tensor;
  const Reader rows = r["tensor"];
  if (rows.size() != 3) rows.refuse("", fmt::format("{} rows", rows.size()), "3");
  for (int i = 0; i < 3; ++i) tensor.row(i) = rows[static_cast<std::size_t>(i)].vector();
  try {
    return Inertia::from_tensor(tensor);
  } catch (const InvalidInput& refused) {
    rows.refuse("", refused.found(), refused.expected());
  }
}

}  // namespace

int trusted_digits(double error_estimate) noexcept {
  constexpr int most = 15;  // of a double
  if (std::isnan(error_estimate)) return -1;
  if (error_estimate >= 1) return 0;
  if (error_estimate <= std::pow(10.0, -most)) return most;
  return static_cast<int>(std::floor(-std::log10(error_estimate)));
}

std::string summary_json(const Summary& s) {
  Json j;
  j["program"] = "polhode";
  j["version"] = s.version;
  j["title"] = s.title;
  j["scenario"] = {{"name", s.scenario_name}, {"text", s.scenario_text}};
  j["units"] = {{"time", s.units.time},
                {"momentum", s.units.momentum},
                {"angular_velocity", s.units.angular_velocity},
                {"energy", s.units.energy},
                {"euler_sequence", s.euler_sequence},
                {"euler_in_degrees", s.in_degrees}};
  j["body"] = body_of(s);
  j["torque"] = s.torque_words;
  j["is_free"] = s.is_free;
  j["start"] = start_of(s);
  j["end"] = {{"asked", s.end_time}, {"reached", s.reached_time}};
  if (s.stopped) j["end"]["stopped"] = {{"time", s.stopped->time}, {"reason", s.stopped->reason}};
  j["method"] = {{"words", s.method},
                 {"splitting", s.splitting},
                 {"free_method", s.drift},
                 {"summation", s.summation},
                 {"tolerance", s.tolerance ? Json(*s.tolerance) : Json()},
                 {"step", s.step},
                 {"steps", s.steps},
                 {"torque_evaluations", s.torque_evaluations},
                 {"search_evaluations", s.search_evaluations}};
  j["accuracy"] = {{"estimated_error", s.error_estimate},
                   {"trusted_digits", s.trusted_digits},
                   {"conserved", s.conserved_name},
                   {"conserved_start", s.conserved_start},
                   {"conserved_excursion", s.conserved_excursion}};
  j["events"] = events_of(s);
  j["warnings"] = s.warnings;
  if (s.is_ensemble) {
    Json failed = Json::array();
    for (const FailedRun& f : s.failed_runs) failed.push_back({{"run", f.run}, {"reason", f.reason}});
    j["ensemble"] = {{"runs", s.runs},
                     {"failed", s.failed_run_count},
                     {"failures", std::move(failed)},
                     {"trajectory_rows", s.trajectory_rows}};
  }
  Json columns = Json::array();
  for (const Column& c : s.columns)
    columns.push_back({{"name", c.name}, {"group", c.group}, {"unit", c.unit}});
  j["table"] = {{"rows", s.rows}, {"columns", std::move(columns)}};
  j["files"] = s.files;
  return j.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Summary summary_from_json(const std::string& text, const std::string& name) {
  const Json json = Json::parse(text, nullptr, false);
  if (json.is_discarded()) throw RefusedResult(fmt::format("{}: this is not JSON", name));
  const Reader r(json, name);
  Summary s;
  if (r["program"].text() != "polhode") r.refuse("program", r["program"].text(), "polhode");
  s.version = r["version"].text();
  s.title = r["title"].text();
  s.scenario_name = r["scenario"]["name"].text();
  s.scenario_text = r["scenario"]["text"].text();
  const Reader units = r["units"];
  s.units = {units["time"].text(), units["momentum"].text(), units["angular_velocity"].text(),
             units["energy"].text()};
  s.euler_sequence = units["euler_sequence"].text();
  s.in_degrees = units["euler_in_degrees"].flag();
  s.body_words = r["body"]["words"].text();
  s.body = body_from(r["body"]);
  s.torque_words = r["torque"].text();
  s.is_free = r["is_free"].flag();
  s.start_time = r["start"]["time"].number();
  s.start = {r["start"]["attitude"].quaternion(), r["start"]["momentum"].vector()};
  try {
    check(s.body, s.start);
  } catch (const InvalidInput& refused) {
    r["start"].refuse("", refused.what(), "a state of this body");
  }
  s.end_time = r["end"]["asked"].number();
  s.reached_time = r["end"]["reached"].number();
  if (r["end"].has("stopped"))
    s.stopped = {r["end"]["stopped"]["time"].number(), r["end"]["stopped"]["reason"].text()};
  const Reader method = r["method"];
  s.method = method["words"].text();
  s.splitting = method["splitting"].text();
  s.drift = method["free_method"].text();
  s.summation = method["summation"].text();
  if (!method["tolerance"].is_null()) s.tolerance = method["tolerance"].number();
  s.step = method["step"].number();
  s.steps = method["steps"].count();
  s.torque_evaluations = method["torque_evaluations"].count();
  s.search_evaluations = method["search_evaluations"].count();
  const Reader accuracy = r["accuracy"];
  s.error_estimate = accuracy["estimated_error"].number();
  s.trusted_digits = accuracy["trusted_digits"].integer();
  s.conserved_name = accuracy["conserved"].text();
  s.conserved_start = accuracy["conserved_start"].number();
  s.conserved_excursion = accuracy["conserved_excursion"].number();
  const Reader events = r["events"];
  s.event_names = events["watched"].texts();
  s.events_found = events["count"].count();
  for (std::size_t i = 0; i < events["found"].size(); ++i) {
    const Reader e = events["found"][i];
    s.events.push_back({e.has("run") ? e["run"].count() : 0,
                        e["name"].text(),
                        e["time"].number(),
                        {e["attitude"].quaternion(), e["momentum"].vector()}});
  }
  s.warnings = r["warnings"].texts();
  if (r.has("ensemble")) {
    const Reader ensemble = r["ensemble"];
    s.is_ensemble = true;
    s.runs = ensemble["runs"].count();
    s.failed_run_count = ensemble["failed"].count();
    for (std::size_t i = 0; i < ensemble["failures"].size(); ++i)
      s.failed_runs.push_back(
          {ensemble["failures"][i]["run"].count(), ensemble["failures"][i]["reason"].text()});
    s.trajectory_rows = ensemble["trajectory_rows"].count();
  }
  s.rows = r["table"]["rows"].count();
  const Reader columns = r["table"]["columns"];
  for (std::size_t i = 0; i < columns.size(); ++i)
    s.columns.push_back({columns[i]["group"].text(), columns[i]["name"].text(), columns[i]["unit"].text()});
  s.files = r["files"].texts();
  return s;
}

}  // namespace polhode::app
