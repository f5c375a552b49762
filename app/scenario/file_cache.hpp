// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The other files that a scenario names: meshes of bodies, tables of torques.
///
/// Convention. Threads may share it. It keeps the last sixteen meshes and every table, so that an ensemble
///             reads them once; a digest of each file, so that a resumed run notices a changed one;
///             and the content of files that are not too long, so that a result can store them. The files of
///             a scenario from a result are those that the result stores.

#include <map>
#include <mutex>
#include <optional>
#include <polhode/body/mesh.hpp>
#include <string>
#include <utility>
#include <vector>

#include "exit_code.hpp"
#include "files/stored_file.hpp"
#include "mesh/read_mesh.hpp"
#include "scenario/value.hpp"

namespace polhode::app {

/// The rows of a table of torques.
struct TorqueRows {
  std::vector<double> times, torques;  ///< three components for each time
};

class FileCache {
 public:
  /// `given`: files that a result stores. One without content is read from its path, and refused if it has
  /// changed.
  explicit FileCache(std::vector<StoredFile> given = {}) : given_(std::move(given)) {}

  /// Throws FileError, RefusedMesh and InvalidInput.
  MeshProperties mesh(const std::string& path, const Matter& matter, std::optional<double> weld);

  /// The surface of a mesh, for pictures. Throws FileError and RefusedMesh.
  TriangleMesh surface(const std::string& path);

  /// Reads time and three components from each row of a CSV file; the first row may be a header. Throws
  /// FileError, RefusedTable.
  TorqueRows torques(const std::string& path);

  /// The files that were read so far, in the order of their first reading.
  std::vector<StoredFile> files() const;

 private:
  struct Kept {
    std::string path;
    Matter matter;
    std::optional<double> weld;
    MeshProperties properties;
  };
  /// The content of a file; notes that it was read.
  std::string bytes_of(const std::string& path);

  mutable std::mutex mutex_;
  std::vector<Kept> kept_;
  std::map<std::string, TorqueRows> tables_;
  std::vector<StoredFile> given_, files_;
  std::size_t stored_bytes_ = 0;
};

/// The path of a file that a scenario names: relative to the folder of the scenario unless it is absolute.
std::string beside(const std::string& scenario, const std::string& file);

/// What `read(cache, path)` makes of the file that a value names; what it refuses is refused at that value.
template <class Read>
auto read_file(const Value& file, const Read& read) {
  FileCache* const files = file.context().files;
  if (files == nullptr) file.refuse("no other files here");
  try {
    return read(*files, beside(file.context().file, file.text()));
  } catch (const FileError& error) {
    file.fail_at(error.what());
  } catch (const RefusedTable& error) {
    file.refuse_at(error.what());
  } catch (const RefusedMesh& error) {
    file.refuse_at(error.what());
  } catch (const InvalidInput& error) {
    file.refuse_at(error.what());
  }
}

}  // namespace polhode::app
