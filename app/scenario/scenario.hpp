// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A scenario, ready to be run. docs/scenario.md has every key.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/body/mass_properties.hpp>
#include <polhode/body/mesh.hpp>
#include <polhode/body/state.hpp>
#include <polhode/simulation/event.hpp>
#include <polhode/simulation/torqued_derivative.hpp>
#include <polhode/torque/orbit_frame.hpp>
#include <polhode/torque/torque.hpp>
#include <string>
#include <vector>

#include "catalogue/given.hpp"
#include "catalogue/methods.hpp"
#include "files/stored_file.hpp"
#include "result/output_choice.hpp"
#include "result/output_times.hpp"
#include "scenario/draw.hpp"

namespace polhode::app {

/// One motion.
struct Scenario {
  std::string title;
  Inertia body;      ///< about the pivot, if there is one, else about the centre of mass
  Given given_body;  ///< as the scenario has it
  State start;
  Torque torque;
  std::vector<Given> given_torques;  ///< the parts of the sum, as the scenario has them
  OutputTimes times;
  MethodSettings method;
  std::vector<EventData> given_events;
  std::vector<Event> events;
  OutputChoice output;
  Units units;
  std::vector<std::string> warnings;  ///< a sentence each, with the line if it has one
  /// No random number is in torque, times and method: runs of the file differ in body and start alone.
  bool differs_in_body_and_start_only = false;
  std::optional<MassProperties> matter{};  ///< mass, centre and inertia about the centre, if known
  std::optional<Eigen::Vector3d> pivot{};  ///< in the body's coordinates, if a heavy top has one
  OrbitFrame orbit{};                      ///< of a torque that has one
  TorqueFamily torque_family{};            ///< the torque by its own numbers; empty for a free body
  std::vector<DrawnNumber> drawn{};        ///< in the order of reading
};

class StateColumns;

/// The columns that the scenario asks for, with the digits that can be trusted at a time if they are known.
/// Throws as StateColumns does.
StateColumns columns_of(const Scenario& scenario, const std::function<double(double time)>& digits = {});

struct Node;
struct RunContext;
class FileCache;
class CommonTorque;

/// Whether the meshes and tables that a scenario names may be read.
enum class OtherFiles { read, refused };

/// A scenario file that is valid TOML; each of its runs is made, and checked, on request.
class ScenarioFile {
 public:
  /// Reads a file; "-" is standard input. From a result (NAME.json, NAME.h5) it takes the scenario of that
  /// run, with the meshes and tables that the run has read. Throws FileError if that fails,
  /// RefusedScenario if it is not TOML or a key or the [ensemble] is refused, RefusedResult if it is not a
  /// result.
  static ScenarioFile read(const std::string& path);
  /// The scenario of a result whose summary is at hand; `name` replaces its path.
  static ScenarioFile of_result(std::string text, const std::string& name, std::vector<StoredFile> files);
  /// From text; the name is for messages, and meshes are found relative to its folder.
  static ScenarioFile parse(std::string text, const std::string& name, OtherFiles files = OtherFiles::read);

  std::uint64_t runs() const noexcept { return runs_; }
  bool is_ensemble() const noexcept { return is_ensemble_; }
  const std::string& text() const noexcept { return text_; }
  const std::string& name() const noexcept { return name_; }
  bool is_standard_input() const noexcept { return is_standard_input_; }

  /// The scenario itself, then the meshes and tables that its runs have read so far; of standard input the
  /// path is "-".
  std::vector<FileDigest> files_read() const;
  /// The meshes and tables alone, with their content unless they are too long.
  std::vector<StoredFile> other_files() const;

  /// The motion of one run, its distributions drawn: the same for the same file, seed and number of run,
  /// whatever was requested before, in any thread. Runs that differ in body and start alone have
  /// copies of one Torque, so that the library can compute them side by side. Throws RefusedScenario.
  Scenario scenario(std::uint64_t run = 0) const;

  /// A mesh that the scenario names, for pictures. Throws FileError and RefusedMesh.
  TriangleMesh mesh(const std::string& file) const;

  /// What was drawn for a run; of one that is refused, what was drawn until then.
  std::vector<DrawnNumber> drawn(std::uint64_t run) const;

 private:
  ScenarioFile(std::string text, std::string name, std::shared_ptr<FileCache> files);
  RunContext context_of(std::uint64_t run) const;
  Scenario scenario(RunContext& context) const;
  std::string text_, name_;
  std::shared_ptr<const Node> tree_;
  std::shared_ptr<FileCache> files_;  // copies share it; null if no other file may be read
  std::shared_ptr<CommonTorque> common_torque_;
  std::uint64_t runs_ = 1, seed_ = 0;
  bool is_ensemble_ = false, is_standard_input_ = false;
};

}  // namespace polhode::app
