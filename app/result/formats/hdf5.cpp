// SPDX-License-Identifier: MIT
#include "result/formats/hdf5.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <polhode/rotation/convention.hpp>
#include <utility>

#include "exit_code.hpp"
#include "files/output.hpp"
#include "result/result.hpp"
#include "result/sentences.hpp"

namespace polhode::app {
namespace {

constexpr hsize_t rows_of_chunk = 1024;
constexpr const char* summary_attribute = "summary";

/// A handle of the library, closed at the end.
class Handle {
 public:
  Handle() = default;
  Handle(hid_t id, herr_t (*closes)(hid_t)) : id_(id), close_(closes) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~Handle() { close(); }

  bool is_open() const noexcept { return id_ >= 0; }
  hid_t get() const noexcept { return id_; }
  bool close() noexcept { return id_ < 0 || close_(std::exchange(id_, -1)) >= 0; }

 private:
  hid_t id_ = -1;
  herr_t (*close_)(hid_t) = nullptr;
};

/// Switches off HDF5's messages and its work at the end of the process: after a full disk it would try to
/// write again then.
void prepare_library() {
  static const bool is_done = [] {
    H5dont_atexit();
    H5open();
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    // A file may name any filter; no code is loaded for it.
    H5PLset_loading_state(0);
    return true;
  }();
  (void)is_done;
}

/// One dataset: the columns of a group.
struct Part {
  Handle dataset;
  std::size_t first, width;  ///< in a row
};

/// First column and number of columns of each group; columns of a group are neighbours.
std::vector<std::pair<std::size_t, std::size_t>> groups_of(const std::vector<Column>& columns) {
  std::vector<std::pair<std::size_t, std::size_t>> all;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (all.empty() || columns[i].group != columns[all.back().first].group) all.emplace_back(i, 0);
    ++all.back().second;
  }
  return all;
}

std::string meaning_of(const std::string& group) {
  for (const ColumnGroup& g : column_groups())
    if (g.name == group) return g.summary;
  if (group == "drawn") return "what was drawn for the run, by its place in the scenario";
  if (group == "periods") return "of the free motion of the run: rotation and precession";
  return group == "t" ? "time" : group == "run" ? "number of the run, from 0" : "";
}

/// A file that is being written.
struct WrittenFile {
  OutputPlace place;
  std::string aside{};
  Handle file{}, group{};
  std::vector<Part> datasets{};
  std::size_t width = 0;
  hsize_t rows = 0;                ///< that are in the datasets
  std::vector<double> waiting{};   ///< whole rows
  std::vector<double> gathered{};  ///< those of one dataset

  explicit WrittenFile(const OutputPlace& to) : place(to) {}

  [[noreturn]] void fail() const {
    const int why = errno;
    throw FileError(
        fmt::format("cannot write {}: {}", place.name(), why == 0 ? "HDF5 failed" : std::strerror(why)));
  }
  hid_t checked(hid_t id) const {
    if (id < 0) fail();
    return id;
  }

  void put_text(hid_t on, const char* name, const std::string& text) const {
    const Handle type(checked(H5Tcopy(H5T_C_S1)), H5Tclose);
    H5Tset_size(type.get(), std::max<std::size_t>(text.size(), 1));
    H5Tset_cset(type.get(), H5T_CSET_UTF8);
    H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
    const Handle space(checked(H5Screate(H5S_SCALAR)), H5Sclose);
    put(on, name, type, space, text.empty() ? "" : text.data());
  }
  void put_texts(hid_t on, const char* name, const std::vector<std::string>& texts) const {
    std::size_t longest = 1;
    for (const std::string& t : texts) longest = std::max(longest, t.size());
    std::string all;
    for (const std::string& t : texts) all += t + std::string(longest - t.size(), '\0');
    const Handle type(checked(H5Tcopy(H5T_C_S1)), H5Tclose);
    H5Tset_size(type.get(), longest);
    H5Tset_cset(type.get(), H5T_CSET_UTF8);
    H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
    const hsize_t count = texts.size();
    const Handle space(checked(H5Screate_simple(1, &count, nullptr)), H5Sclose);
    put(on, name, type, space, all.data());
  }
  void put_numbers(hid_t on, const char* name, std::span<const double> numbers) const {
    const hsize_t count = numbers.size();
    const Handle type(checked(H5Tcopy(H5T_NATIVE_DOUBLE)), H5Tclose);
    const Handle space(checked(count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr)),
                       H5Sclose);
    put(on, name, type, space, numbers.data());
  }
  void put_number(hid_t on, const char* name, double number) const { put_numbers(on, name, {&number, 1}); }

  /// An attribute is limited to 64 KiB; a text that is longer becomes a dataset of that name.
  void put_long_text(const char* name, const std::string& text) const {
    if (text.size() < 60000) return put_text(file.get(), name, text);
    const Handle type(checked(H5Tcopy(H5T_C_S1)), H5Tclose);
    H5Tset_size(type.get(), text.size());
    H5Tset_cset(type.get(), H5T_CSET_UTF8);
    H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
    const Handle space(checked(H5Screate(H5S_SCALAR)), H5Sclose);
    const Handle properties(checked(untracked(H5P_DATASET_CREATE)), H5Pclose);
    const Handle set(checked(H5Dcreate2(file.get(), name, type.get(), space.get(), H5P_DEFAULT,
                                        properties.get(), H5P_DEFAULT)),
                     H5Dclose);
    if (H5Dwrite(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0) fail();
  }

  /// Objects without the time of their making.
  static hid_t untracked(hid_t kind) {
    const hid_t properties = H5Pcreate(kind);
    if (properties >= 0) H5Pset_obj_track_times(properties, false);
    return properties;
  }

  /// What HDF5 keeps of a file. By itself it lets that grow, to 1 MiB of each dataset's chunks and to 32 MiB
  /// of where the chunks are; but chunks are written whole, one after the other.
  static void limit_memory(hid_t access) {
    constexpr std::size_t chunks = 127, bytes_of_chunks = 1 << 16, bytes_of_places = 1 << 20;
    constexpr double written_ones_first = 1;
    H5Pset_cache(access, 0, chunks, bytes_of_chunks, written_ones_first);
    H5AC_cache_config_t places{};
    places.version = H5AC__CURR_CACHE_CONFIG_VERSION;
    if (H5Pget_mdc_config(access, &places) < 0) return;
    places.set_initial_size = true;
    places.initial_size = places.min_size = places.max_size = bytes_of_places;
    H5Pset_mdc_config(access, &places);
  }

  void flush_rows() {
    const hsize_t count = width == 0 ? 0 : waiting.size() / width;
    if (count == 0) return;
    for (const Part& part : datasets) {
      gathered.clear();
      for (hsize_t r = 0; r < count; ++r) {
        const auto from = waiting.begin() + static_cast<std::ptrdiff_t>(r * width + part.first);
        gathered.insert(gathered.end(), from, from + static_cast<std::ptrdiff_t>(part.width));
      }
      const int rank = part.width == 1 ? 1 : 2;
      const std::array<hsize_t, 2> whole{rows + count, part.width}, begin{rows, 0}, size{count, part.width};
      errno = 0;
      if (H5Dset_extent(part.dataset.get(), whole.data()) < 0) fail();
      const Handle space(checked(H5Dget_space(part.dataset.get())), H5Sclose),
          memory(checked(H5Screate_simple(rank, size.data(), nullptr)), H5Sclose);
      if (H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, begin.data(), nullptr, size.data(), nullptr) < 0 ||
          H5Dwrite(part.dataset.get(), H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT,
                   gathered.data()) < 0)
        fail();
    }
    rows += count;
    waiting.clear();
  }

  void close_table() {
    flush_rows();
    errno = 0;
    for (Part& part : datasets)
      if (!part.dataset.close()) fail();
    datasets.clear();
    if (!group.close()) fail();
  }

 private:
  void put(hid_t on, const char* name, const Handle& type, const Handle& space, const void* data) const {
    errno = 0;
    const Handle attribute(checked(H5Acreate2(on, name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT)),
                           H5Aclose);
    if (H5Awrite(attribute.get(), type.get(), data) < 0) fail();
  }
};

class Hdf5Writer final : public TableWriter {
 public:
  explicit Hdf5Writer(const OutputPlace& place);
  ~Hdf5Writer() override;
  Hdf5Writer(const Hdf5Writer&) = delete;
  Hdf5Writer& operator=(const Hdf5Writer&) = delete;

  void begin_table(const std::string& name, const std::vector<Column>& columns) override;
  void write(std::span<const double> row) override;
  void complete(const Summary& summary) override;
  void finish() override;
  std::vector<std::optional<FileId>> files() const override { return {file_named(file_.aside)}; }

 private:
  void describe(const Summary& summary);

  WrittenFile file_;
};

Hdf5Writer::Hdf5Writer(const OutputPlace& place) : file_(place) {
  prepare_library();
  if (place.is_written_directly())
    throw FileError(fmt::format("cannot write {}: HDF5 needs a file", place.name()));
  // HDF5 opens it by its name, which no other process uses from here on.
  const FileAside made = make_aside(place);
  ::close(made.descriptor);
  file_.aside = made.path;
  errno = 0;
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose),
      creation(WrittenFile::untracked(H5P_FILE_CREATE), H5Pclose);
  H5Pset_libver_bounds(access.get(), H5F_LIBVER_V18, H5F_LIBVER_LATEST);
  WrittenFile::limit_memory(access.get());
  file_.file = Handle(H5Fcreate(file_.aside.c_str(), H5F_ACC_TRUNC, creation.get(), access.get()), H5Fclose);
  if (!file_.file.is_open()) {
    ::unlink(file_.aside.c_str());
    file_.fail();
  }
}

Hdf5Writer::~Hdf5Writer() {
  if (file_.aside.empty()) return;
  file_.datasets.clear();
  file_.group.close();
  file_.file.close();
  ::unlink(file_.aside.c_str());
}

void Hdf5Writer::begin_table(const std::string& name, const std::vector<Column>& columns) {
  WrittenFile& p = file_;
  p.close_table();
  p.rows = 0;
  p.width = columns.size();
  errno = 0;
  const Handle of_group(p.checked(WrittenFile::untracked(H5P_GROUP_CREATE)), H5Pclose);
  p.group = Handle(
      p.checked(H5Gcreate2(p.file.get(), name.c_str(), H5P_DEFAULT, of_group.get(), H5P_DEFAULT)), H5Gclose);
  std::vector<std::string> names;
  for (const auto& [first, width] : groups_of(columns)) {
    const Column& c = columns[first];
    const int rank = width == 1 ? 1 : 2;
    const std::array<hsize_t, 2> none{0, width}, most{H5S_UNLIMITED, width}, chunk{rows_of_chunk, width};
    const Handle space(p.checked(H5Screate_simple(rank, none.data(), most.data())), H5Sclose),
        properties(p.checked(WrittenFile::untracked(H5P_DATASET_CREATE)), H5Pclose);
    H5Pset_chunk(properties.get(), rank, chunk.data());
    // Else the rest of the last chunk would be what the memory held.
    const double nothing = 0;
    H5Pset_fill_value(properties.get(), H5T_NATIVE_DOUBLE, &nothing);
    H5Pset_fill_time(properties.get(), H5D_FILL_TIME_ALLOC);
    p.datasets.push_back(
        {Handle(p.checked(H5Dcreate2(p.group.get(), c.group.c_str(), H5T_IEEE_F64LE, space.get(), H5P_DEFAULT,
                                     properties.get(), H5P_DEFAULT)),
                H5Dclose),
         first, width});
    const hid_t dataset = p.datasets.back().dataset.get();
    std::vector<std::string> in_group;
    for (std::size_t i = first; i < first + width; ++i) in_group.push_back(columns[i].name);
    p.put_texts(dataset, "columns", in_group);
    p.put_text(dataset, "unit", c.unit);
    p.put_text(dataset, "meaning", meaning_of(c.group));
    names.push_back(c.group);
  }
  p.put_texts(p.group.get(), "groups", names);
}

void Hdf5Writer::write(std::span<const double> row) {
  file_.waiting.insert(file_.waiting.end(), row.begin(), row.end());
  if (file_.waiting.size() >= rows_of_chunk * file_.width) file_.flush_rows();
}

void Hdf5Writer::describe(const Summary& s) {
  WrittenFile& p = file_;
  const hid_t f = p.file.get();
  const Vec3<double> i = from_eigen(s.body.moments());
  p.put_text(f, "title", s.title);
  p.put_text(f, "program", "polhode " + s.version);
  p.put_text(f, "body", body_sentence(s));
  p.put_numbers(f, "principal_moments", std::array{i.x, i.y, i.z});
  const Eigen::Matrix3d axes = s.body.axes().transpose();  // row by row
  p.put_numbers(f, "principal_axes", {axes.data(), 9});
  if (s.matter) {
    p.put_number(f, "mass", s.matter->mass);
    p.put_numbers(f, "centre_of_mass", {s.matter->centre.data(), 3});
  }
  if (s.pivot) p.put_numbers(f, "pivot", {s.pivot->data(), 3});
  p.put_text(f, "torque", torque_sentence(s).empty() ? "none" : torque_sentence(s));
  p.put_text(f, "method", method_sentence(s));
  p.put_number(f, "step", s.step);
  p.put_number(f, "estimated_error", s.error_estimate);
  p.put_number(f, "trusted_digits", s.trusted_digits);
  p.put_number(f, "horizon", s.horizon);
  if (s.divergence) {
    p.put_number(f, "lyapunov_exponent", s.divergence->exponent);
    p.put_number(f, "lyapunov_spread", s.divergence->spread);
    p.put_number(f, "prediction_horizon", s.divergence->horizon);
  }
  p.put_text(f, "conserved", s.conserved_name);
  p.put_text(f, "unit_of_conserved", s.conserved_unit);
  p.put_number(f, "conserved_start", s.conserved_start);
  p.put_number(f, "conserved_excursion", s.conserved_excursion);
  p.put_text(f, "unit_of_time", s.units.time);
  p.put_text(f, "unit_of_momentum", s.units.momentum);
  p.put_text(f, "unit_of_angular_velocity", s.units.angular_velocity);
  p.put_text(f, "unit_of_energy", s.units.energy);
  p.put_long_text("scenario", s.scenario_text);
  p.put_long_text(summary_attribute, summary_json(s));
}

void Hdf5Writer::complete(const Summary& summary) {
  describe(summary);
  WrittenFile& p = file_;
  p.close_table();
  errno = 0;
  // Closing would write what is left, and fail in the same way.
  if (H5Fflush(p.file.get(), H5F_SCOPE_GLOBAL) < 0) p.fail();
  if (!p.file.close()) p.fail();
  const int descriptor = ::open(p.aside.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) p.fail();
  const bool is_synced = ::fsync(descriptor) == 0;
  const int why = errno;
  ::close(descriptor);
  errno = why;
  if (!is_synced) p.fail();
}

void Hdf5Writer::finish() {
  file_.place.put(file_.aside);
  file_.aside.clear();
}

// -------------------------------------------------------------------------------------------------- reading

[[noreturn]] void refuse(const std::string& path, const std::string& what) {
  throw RefusedResult(fmt::format("{}: {}; is it a result of polhode run?", path, what));
}

Handle opened(const std::string& path) {
  prepare_library();
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw FileError(fmt::format("cannot open {}: {}", path, std::strerror(errno)));
  ::close(descriptor);
  Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  if (!file.is_open()) refuse(path, "not an HDF5 file, or one that is damaged");
  return file;
}

/// Texts of a fixed length, one after the other, padded with zeros.
std::vector<std::string> texts_in(const std::string& data, std::size_t length) {
  std::vector<std::string> all;
  for (std::size_t at = 0; length > 0 && at + length <= data.size(); at += length)
    all.emplace_back(data.c_str() + at, std::min(length, std::strlen(data.c_str() + at)));
  return all;
}

constexpr hssize_t longest_text = 1 << 24;

/// Names lead to objects of the same file, and nowhere else.
void refuse_foreign_link(const std::string& path, hid_t in, const char* name) {
  H5L_info_t info{};
  if (H5Lget_info(in, name, &info, H5P_DEFAULT) >= 0 && info.type != H5L_TYPE_HARD)
    refuse(path, fmt::format("\"{}\" is a link", name));
}

/// A dataset whose numbers stand in the file itself, as they are, in pieces that memory can hold.
Handle opened_dataset(const std::string& path, hid_t in, const std::string& name) {
  constexpr hsize_t largest_chunk = hsize_t{1} << 22;
  refuse_foreign_link(path, in, name.c_str());
  // Chunks that are kept, or that go through a filter, get as much room as the file says, and are then read
  // as if that were enough (HDF5 1.10). Without either, numbers are read from their place in the file.
  const Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  H5Pset_chunk_cache(access.get(), 0, 0, 0);
  Handle set(H5Dopen2(in, name.c_str(), access.get()), H5Dclose);
  if (!set.is_open()) refuse(path, fmt::format("no dataset \"{}\" in it", name));
  const Handle made(H5Dget_create_plist(set.get()), H5Pclose);
  const H5D_layout_t layout = H5Pget_layout(made.get());
  const bool is_own = layout == H5D_COMPACT || layout == H5D_CONTIGUOUS || layout == H5D_CHUNKED;
  if (!is_own || H5Pget_external_count(made.get()) != 0)
    refuse(path, fmt::format("dataset \"{}\" stands in another file", name));
  if (H5Pget_nfilters(made.get()) != 0)
    refuse(path,
           fmt::format("dataset \"{}\" is compressed or filtered, which h5repack -f NONE undoes", name));
  if (layout == H5D_CHUNKED) {
    std::array<hsize_t, H5S_MAX_RANK> chunk{};
    const int rank = H5Pget_chunk(made.get(), H5S_MAX_RANK, chunk.data());
    hsize_t entries = 1;
    for (int i = 0; i < rank; ++i) {
      if (chunk[static_cast<std::size_t>(i)] > largest_chunk / entries)
        refuse(path, fmt::format("dataset \"{}\" has pieces that are too large", name));
      entries *= chunk[static_cast<std::size_t>(i)];
    }
  }
  // A number that is longer than any would make a chunk larger again.
  const Handle type(H5Dget_type(set.get()), H5Tclose);
  if (H5Tget_class(type.get()) != H5T_STRING && H5Tget_size(type.get()) > sizeof(long double))
    refuse(path, fmt::format("dataset \"{}\" has no numbers in it", name));
  return set;
}

std::vector<std::string> texts_of_attribute(const std::string& path, hid_t on, const char* name) {
  const Handle attribute(H5Aopen(on, name, H5P_DEFAULT), H5Aclose);
  if (!attribute.is_open()) refuse(path, fmt::format("no attribute \"{}\"", name));
  const Handle type(H5Aget_type(attribute.get()), H5Tclose), space(H5Aget_space(attribute.get()), H5Sclose);
  const hssize_t count = H5Sget_simple_extent_npoints(space.get());
  const std::size_t length = H5Tget_size(type.get());
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) > 0 || count < 0 ||
      length == 0 || length > static_cast<std::size_t>(longest_text) ||
      count > longest_text / static_cast<hssize_t>(length))
    refuse(path, fmt::format("attribute \"{}\" is not a text", name));
  std::string data(length * static_cast<std::size_t>(count), '\0');
  if (H5Aread(attribute.get(), type.get(), data.data()) < 0) refuse(path, "damaged");
  return texts_in(data, length);
}

std::string text_of_attribute(const std::string& path, hid_t on, const char* name) {
  const std::vector<std::string> texts = texts_of_attribute(path, on, name);
  return texts.empty() ? std::string() : texts.front();
}

std::string text_of_dataset(const std::string& path, hid_t file, const char* name) {
  const Handle set = opened_dataset(path, file, name);
  const Handle type(H5Dget_type(set.get()), H5Tclose), space(H5Dget_space(set.get()), H5Sclose);
  const std::size_t length = H5Tget_size(type.get());
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) > 0 ||
      length > static_cast<std::size_t>(longest_text) || H5Sget_simple_extent_npoints(space.get()) != 1)
    refuse(path, fmt::format("\"{}\" is not a text", name));
  std::string text(length, '\0');
  if (H5Dread(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()) < 0) refuse(path, "damaged");
  return text;
}

}  // namespace

std::string hdf5_summary(const std::string& path) {
  const Handle file = opened(path);
  return H5Aexists(file.get(), summary_attribute) > 0 ? text_of_attribute(path, file.get(), summary_attribute)
                                                      : text_of_dataset(path, file.get(), summary_attribute);
}

Hdf5Table hdf5_table(const std::string& path, const std::string& table, std::size_t most_rows) {
  const Handle file = opened(path);
  refuse_foreign_link(path, file.get(), table.c_str());
  const Handle group(H5Gopen2(file.get(), table.c_str(), H5P_DEFAULT), H5Gclose);
  if (!group.is_open()) refuse(path, fmt::format("no table \"{}\" in it", table));
  Hdf5Table result;
  bool is_first = true;
  for (const std::string& name : texts_of_attribute(path, group.get(), "groups")) {
    // A name with a slash would lead through further links.
    if (name.empty() || name.find('/') != std::string::npos || name == ".")
      refuse(path, fmt::format("\"{}\" is no name of a dataset", name));
    const Handle set = opened_dataset(path, group.get(), name);
    const Handle space(H5Dget_space(set.get()), H5Sclose);
    std::array<hsize_t, 2> size{0, 1};
    const int rank = H5Sget_simple_extent_ndims(space.get());
    if (rank < 1 || rank > 2) refuse(path, fmt::format("dataset \"{}/{}\" is not a table", table, name));
    H5Sget_simple_extent_dims(space.get(), size.data(), nullptr);
    const std::vector<std::string> names = texts_of_attribute(path, set.get(), "columns");
    if (names.empty() || names.size() != size[1] || (!is_first && size[0] != result.rows))
      refuse(path, fmt::format("dataset \"{}/{}\" does not fit the others", table, name));
    if (is_first) {
      result.rows = size[0];
      result.taken = evenly_taken(result.rows, most_rows);
    }
    is_first = false;
    const std::string unit = text_of_attribute(path, set.get(), "unit");
    const std::size_t width = names.size(), before = result.columns.size();
    for (const std::string& column : names) result.columns.push_back({name, column, unit});
    result.values.resize(before + width);
    // In blocks of rows, of which those that are taken are kept.
    std::vector<double> block;
    std::size_t next = 0;
    while (next < result.taken.size()) {
      const hsize_t first = result.taken[next] / rows_of_chunk * rows_of_chunk,
                    count = std::min<hsize_t>(rows_of_chunk, result.rows - first);
      block.resize(count * width);
      const std::array<hsize_t, 2> begin{first, 0}, extent{count, width};
      const Handle memory(H5Screate_simple(rank, extent.data(), nullptr), H5Sclose);
      if (!memory.is_open() ||
          H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, begin.data(), nullptr, extent.data(), nullptr) < 0)
        refuse(path, "damaged");
      if (H5Dread(set.get(), H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT, block.data()) < 0)
        refuse(path, "damaged");
      for (; next < result.taken.size() && result.taken[next] < first + count; ++next)
        for (std::size_t c = 0; c < width; ++c)
          result.values[before + c].push_back(block[(result.taken[next] - first) * width + c]);
    }
  }
  return result;
}

namespace {

void read_hdf5(const std::string& path, Result& result, std::size_t most_rows) {
  Hdf5Table table = hdf5_table(path, result.summary.is_ensemble ? "runs" : "trajectory", most_rows);
  if (table.rows != result.summary.rows)
    refuse_misfit(path, "its summary",
                  fmt::format("it has {} rows where the summary says {}", table.rows, result.summary.rows));
  result.rows = std::move(table.taken);
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    result.columns.push_back({table.columns[i], std::move(table.values[i])});
}

}  // namespace

TableFormat hdf5_format() {
  TableFormat format;
  format.name = "hdf5";
  format.ending = ".h5";
  format.help = "the same as HDF5, with all that is known of the run, if the scenario asks for it";
  format.writer = [](const TablePlaces& places) -> std::unique_ptr<TableWriter> {
    return std::make_unique<Hdf5Writer>(places.table);
  };
  format.read = read_hdf5;
  format.summary = hdf5_summary;
  return format;
}

}  // namespace polhode::app
