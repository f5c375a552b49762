// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The other files that a scenario names: meshes of bodies, tables of torques.
///
/// Convention. Threads may share it. Of the meshes the last sixteen are kept, and every table, so that an
///             ensemble reads them once. It keeps a digest of each file that it has read, so that a run that
///             is resumed can tell whether a file has changed, and the content of those that are not too
///             long, so that a result can hold them. A scenario that comes from a result has its files from
///             there.

#include <map>
#include <mutex>
#include <optional>
#include <polhode/body/mesh.hpp>
#include <string>
#include <utility>
#include <vector>

#include "files/stored_file.hpp"

namespace polhode::app {

/// The rows of a table of torques.
struct TorqueRows {
  std::vector<double> times, torques;  ///< three components for each time
};

class FileCache {
 public:
  /// `given`: files that a result holds. Of those without content the file itself is read, and refused if it
  /// is no longer the same.
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

}  // namespace polhode::app
