// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The values of a scenario while one of its runs is made: read with their types, drawn if they are
/// distributions, refused with file, line, key, what was found and what was expected.
///
/// Convention. A key path reads "torque[2].momentum[1]", entries counted from 1. It names the value in
///             messages, and it is the place for which a random number is drawn.

#include <Eigen/Core>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <polhode/core/error.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scenario/draw.hpp"
#include "scenario/measure.hpp"
#include "scenario/tree.hpp"

namespace polhode::app {

class FileCache;

/// What all values of a run share.
struct RunContext {
  std::string file;            ///< for messages; other files are looked for in its folder
  std::optional<Draw> draw;    ///< none if the scenario is not an ensemble
  FileCache* files = nullptr;  ///< null if no other file may be read
  std::vector<std::string> warnings{};
  bool has_drawn = false;  ///< whether a random number was made
  ScenarioUnits units{};   ///< to which numbers with a unit are converted
  std::vector<DrawnNumber> drawn{};
};

class Value {
 public:
  Value(const Node& node, std::string path, RunContext& context)
      : node_(&node), path_(std::move(path)), context_(&context) {}

  const Node& node() const noexcept { return *node_; }
  const std::string& path() const noexcept { return path_; }
  RunContext& context() const noexcept { return *context_; }
  bool is_text() const noexcept { return node_->kind == Node::Kind::text; }
  bool is_table() const noexcept { return node_->kind == Node::Kind::table; }
  bool is_array() const noexcept { return node_->kind == Node::Kind::array; }

  /// A finite number, or one that is drawn. A number with a dimension may have a unit, "12 deg/s"; one
  /// without is multiplied by the factor of the measure.
  double number(const Measure& measure = {}) const;
  double positive(const Measure& measure = {}) const;
  double not_negative(const Measure& measure = {}) const;
  /// A whole number within bounds.
  std::uint64_t whole(std::uint64_t least, std::uint64_t greatest) const;
  bool flag() const;
  const std::string& text() const;
  /// The index of a text in a list of allowed words.
  std::size_t choice(const std::vector<std::string>& words) const;

  /// The entries of an array.
  std::vector<Value> items() const;
  std::vector<double> numbers(const Measure& measure = {}) const;
  std::vector<double> numbers(std::size_t count, const Measure& measure = {}) const;
  Eigen::Vector3d vector(const Measure& measure = {}) const;
  /// A vector made a unit vector.
  Eigen::Vector3d direction() const;
  /// A matrix, given as an array of rows.
  Eigen::Matrix3d matrix(const Measure& measure = {}) const;
  /// Whether every number in it has a unit.
  bool carries_units() const;

  /// The random numbers of this run. Refuses if the scenario is not an ensemble.
  const Draw& draw() const;
  /// Notes what was drawn here; `part` distinguishes several numbers of one place: "_x".
  void note_drawn(double number, const std::string& part = "") const;

  [[noreturn]] void refuse(const std::string& expected) const;
  [[noreturn]] void refuse(const std::string& found, const std::string& expected) const;
  void warn(const std::string& what) const;

  /// The result of make(); what it refuses is refused here.
  template <class Make>
  auto made(const Make& make) const {
    try {
      return make();
    } catch (const InvalidInput& error) {
      refuse_at(error.what());
    }
  }

  /// Refuses with file, line and key before any message.
  [[noreturn]] void refuse_at(const std::string& what) const;
  /// The same if a file that is named here cannot be read: throws FileError.
  [[noreturn]] void fail_at(const std::string& what) const;

 private:
  double drawn(const Measure& measure) const;
  void note_drawn_angle(double number, const Measure& measure) const;
  double made_by_distribution(const Measure& measure) const;
  std::optional<double> fixed(const Measure& measure) const;
  std::string where() const;

  const Node* node_;
  std::string path_;
  RunContext* context_;
};

/// A table whose keys are known.
class Section {
 public:
  /// Refuses anything but a table, and keys that are not among those of the section of that name (keys.hpp).
  Section(const Value& table, std::string_view name);

  std::optional<Value> find(std::string_view key) const;
  /// Refuses if the key is missing.
  Value need(std::string_view key, const std::string& expected) const;
  /// The one of these keys that is there. Refuses two, and none unless `expected` is empty.
  std::optional<std::string> only_one(const std::vector<std::string>& keys,
                                      const std::string& expected) const;
  /// Refuses each of these keys that is there: it has no meaning `why`.
  void without(const std::vector<std::string>& keys, const std::string& why) const;

  const Value& value() const noexcept { return table_; }
  bool has(std::string_view key) const { return find(key).has_value(); }

 private:
  Value table_;
};

}  // namespace polhode::app
