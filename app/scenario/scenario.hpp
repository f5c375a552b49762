// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// What a scenario says, ready to be run. docs/scenario.md has every key.

#include <cstdint>
#include <memory>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/state.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/stepper.hpp>
#include <polhode/simulation/event.hpp>
#include <polhode/splitting/splitting.hpp>
#include <polhode/torque/torque.hpp>
#include <string>
#include <vector>

namespace polhode::app {

/// The times at which states are wanted: evenly spaced, or listed.
struct OutputTimes {
  double start = 0;
  double end = 0;
  std::uint64_t count =
      0;  ///< of those after the start; time k is start + k (end - start) / count, k = 0 .. count
  std::vector<double>
      list{};  ///< where it is not empty it is what counts, the start included only if it is listed

  std::uint64_t size() const noexcept { return list.empty() ? count + 1 : list.size(); }
  double operator[](std::uint64_t k) const noexcept;
  bool operator==(const OutputTimes&) const = default;
};

/// How the motion is computed.
struct Way {
  std::optional<double> tolerance{};  ///< where no step is given
  std::optional<double> step{};
  std::optional<FreeMethod> drift{};     ///< the free method; none: exact
  std::optional<Splitting> splitting{};  ///< none: chosen
  Summation summation = Summation::compensated;
};

/// Which files to write and what stands in them.
struct OutputChoice {
  std::vector<std::string> columns;  ///< groups by name, see result/columns.hpp: "m", "omega", "q", ...
  bool csv = true;
  bool hdf5 = false;
  std::string euler_sequence = "ZYX";  ///< as rotation/euler.hpp has it: capitals turn about the body's axes
  bool in_degrees = false;
};

/// Names of units, as the user calls them; they are only passed on.
struct Units {
  std::string time, momentum, angular_velocity, energy;
};

/// One motion.
struct Scenario {
  std::string title;
  Inertia body;
  std::string body_words;  ///< how it was given: "box 1 x 2 x 3, mass 5"
  State start;
  Torque torque;
  std::string torque_words;  ///< empty for a free body
  OutputTimes times;
  Way way;
  std::vector<Event> events;
  OutputChoice output;
  Units units;
  std::vector<std::string> warnings;  ///< a sentence each, with the line where that makes sense
  bool torque_is_random = false;      ///< else it is the same for all runs of the file
};

struct Node;
class FileShelf;

/// Whether the meshes and tables that a scenario names may be read.
enum class OtherFiles { read, refused };

/// A scenario file that was read and found to be TOML; each of its runs is made, and checked, when it is asked for.
class ScenarioFile {
 public:
  /// Reads a file; "-" is standard input. Throws FileError where that fails, RefusedScenario where it is no TOML, or has a key or
  /// an [ensemble] that is refused at once.
  static ScenarioFile read(const std::string& path);
  /// From text; the name is for messages, and meshes are looked for in the folder of that name.
  static ScenarioFile parse(std::string text, const std::string& name, OtherFiles files = OtherFiles::read);

  std::uint64_t runs() const noexcept { return runs_; }
  bool is_ensemble() const noexcept { return is_ensemble_; }
  const std::string& text() const noexcept { return text_; }
  const std::string& name() const noexcept { return name_; }
  bool is_standard_input() const noexcept { return is_standard_input_; }

  /// The motion of one run, its distributions drawn: the same for the same file, seed and number of run, whatever was asked for
  /// before and by whichever thread. Throws RefusedScenario.
  Scenario scenario(std::uint64_t run = 0) const;

 private:
  ScenarioFile(std::string text, std::string name, OtherFiles files);
  std::string text_, name_;
  std::shared_ptr<const Node> tree_;
  std::shared_ptr<FileShelf> shelf_;  // copies share it; none where no other file may be read
  std::uint64_t runs_ = 1, seed_ = 0;
  bool is_ensemble_ = false, is_standard_input_ = false;
};

}  // namespace polhode::app
