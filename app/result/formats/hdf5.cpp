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
#include <functional>
#include <polhode/rotation/convention.hpp>
#include <utility>

#include "exit_code.hpp"
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

/// Switches off HDF5's messages and its writing at the end of the process, which would fail again after a
/// full disk.
void prepare_library() {
  static const bool is_done = [] {
    H5dont_atexit();
    H5open();
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    // A file may name any filter: load no code for it.
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

class Hdf5Writer final : public TableWriter {
 public:
  explicit Hdf5Writer(const OutputPlace& place);

  void begin_table(const std::string& name, const std::vector<Column>& columns) override;
  void write(std::span<const double> row) override;
  void complete(const Summary& summary) override;
  std::vector<OutputFile*> files() override { return {&output_}; }

 private:
  hid_t checked(hid_t id) const {
    if (id < 0) output_.fail("write");
    return id;
  }
  Handle text_type(std::size_t length) const;
  void put(hid_t on, const char* name, const Handle& type, const Handle& space, const void* data) const;
  void put_text(hid_t on, const char* name, const std::string& text) const;
  void put_texts(hid_t on, const char* name, const std::vector<std::string>& texts) const;
  void put_numbers(hid_t on, const char* name, std::span<const double> numbers) const;
  void put_number(hid_t on, const char* name, double number) const { put_numbers(on, name, {&number, 1}); }
  void put_long_text(const char* name, const std::string& text) const;
  void describe(const Summary& summary) const;
  void flush_rows();
  void close_table();

  OutputFile output_;  ///< outlives the handles: HDF5 writes to its temporary name
  Handle file_{}, group_{};
  std::vector<Part> datasets_{};
  std::size_t width_ = 0;
  hsize_t rows_ = 0;                ///< that are in the datasets
  std::vector<double> waiting_{};   ///< whole rows
  std::vector<double> gathered_{};  ///< those of one dataset
};

/// Objects without the time of their creation.
hid_t untracked(hid_t kind) {
  const hid_t properties = H5Pcreate(kind);
  if (properties >= 0) H5Pset_obj_track_times(properties, false);
  return properties;
}

/// Limits HDF5's caches for a file. By default they grow to 1 MiB for each dataset's chunks and to 32 MiB for
/// the chunk index; but chunks are written whole, one after the other.
void limit_memory(hid_t access) {
  constexpr std::size_t chunks = 127, bytes_of_chunks = 1 << 16, bytes_of_index = 1 << 20;
  constexpr double written_ones_first = 1;
  H5Pset_cache(access, 0, chunks, bytes_of_chunks, written_ones_first);
  H5AC_cache_config_t index{};
  index.version = H5AC__CURR_CACHE_CONFIG_VERSION;
  if (H5Pget_mdc_config(access, &index) < 0) return;
  index.set_initial_size = true;
  index.initial_size = index.min_size = index.max_size = bytes_of_index;
  H5Pset_mdc_config(access, &index);
}

Hdf5Writer::Hdf5Writer(const OutputPlace& place) : output_(place) {
  prepare_library();
  if (place.is_written_directly())
    throw FileError(fmt::format("cannot write {}: HDF5 needs a regular file", place.name()));
  errno = 0;
  const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose), creation(untracked(H5P_FILE_CREATE), H5Pclose);
  H5Pset_libver_bounds(access.get(), H5F_LIBVER_V18, H5F_LIBVER_LATEST);
  limit_memory(access.get());
  file_ = Handle(
      checked(H5Fcreate(output_.temporary_path().c_str(), H5F_ACC_TRUNC, creation.get(), access.get())),
      H5Fclose);
}

Handle Hdf5Writer::text_type(std::size_t length) const {
  Handle type(checked(H5Tcopy(H5T_C_S1)), H5Tclose);
  H5Tset_size(type.get(), std::max<std::size_t>(length, 1));
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
  return type;
}

void Hdf5Writer::put(hid_t on, const char* name, const Handle& type, const Handle& space,
                     const void* data) const {
  errno = 0;
  const Handle attribute(checked(H5Acreate2(on, name, type.get(), space.get(), H5P_DEFAULT, H5P_DEFAULT)),
                         H5Aclose);
  checked(H5Awrite(attribute.get(), type.get(), data));
}

void Hdf5Writer::put_text(hid_t on, const char* name, const std::string& text) const {
  const Handle space(checked(H5Screate(H5S_SCALAR)), H5Sclose);
  put(on, name, text_type(text.size()), space, text.c_str());
}

void Hdf5Writer::put_texts(hid_t on, const char* name, const std::vector<std::string>& texts) const {
  std::size_t longest = 1;
  for (const std::string& t : texts) longest = std::max(longest, t.size());
  std::string all;
  for (const std::string& t : texts) all += t + std::string(longest - t.size(), '\0');
  const hsize_t count = texts.size();
  const Handle space(checked(H5Screate_simple(1, &count, nullptr)), H5Sclose);
  put(on, name, text_type(longest), space, all.data());
}

void Hdf5Writer::put_numbers(hid_t on, const char* name, std::span<const double> numbers) const {
  const hsize_t count = numbers.size();
  const Handle type(checked(H5Tcopy(H5T_NATIVE_DOUBLE)), H5Tclose);
  const Handle space(checked(count == 1 ? H5Screate(H5S_SCALAR) : H5Screate_simple(1, &count, nullptr)),
                     H5Sclose);
  put(on, name, type, space, numbers.data());
}

/// An attribute is limited to 64 KiB; a text that is longer becomes a dataset of that name.
void Hdf5Writer::put_long_text(const char* name, const std::string& text) const {
  if (text.size() < 60000) return put_text(file_.get(), name, text);
  const Handle type = text_type(text.size());
  const Handle space(checked(H5Screate(H5S_SCALAR)), H5Sclose);
  const Handle properties(checked(untracked(H5P_DATASET_CREATE)), H5Pclose);
  const Handle set(checked(H5Dcreate2(file_.get(), name, type.get(), space.get(), H5P_DEFAULT,
                                      properties.get(), H5P_DEFAULT)),
                   H5Dclose);
  checked(H5Dwrite(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()));
}

void Hdf5Writer::flush_rows() {
  const hsize_t count = width_ == 0 ? 0 : waiting_.size() / width_;
  if (count == 0) return;
  for (const Part& part : datasets_) {
    gathered_.clear();
    for (hsize_t r = 0; r < count; ++r) {
      const auto from = waiting_.begin() + static_cast<std::ptrdiff_t>(r * width_ + part.first);
      gathered_.insert(gathered_.end(), from, from + static_cast<std::ptrdiff_t>(part.width));
    }
    const int rank = part.width == 1 ? 1 : 2;
    const std::array<hsize_t, 2> whole{rows_ + count, part.width}, begin{rows_, 0}, size{count, part.width};
    errno = 0;
    checked(H5Dset_extent(part.dataset.get(), whole.data()));
    const Handle space(checked(H5Dget_space(part.dataset.get())), H5Sclose),
        memory(checked(H5Screate_simple(rank, size.data(), nullptr)), H5Sclose);
    checked(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, begin.data(), nullptr, size.data(), nullptr));
    checked(H5Dwrite(part.dataset.get(), H5T_NATIVE_DOUBLE, memory.get(), space.get(), H5P_DEFAULT,
                     gathered_.data()));
  }
  rows_ += count;
  waiting_.clear();
}

void Hdf5Writer::close_table() {
  flush_rows();
  errno = 0;
  for (Part& part : datasets_)
    if (!part.dataset.close()) output_.fail("write");
  datasets_.clear();
  if (!group_.close()) output_.fail("write");
}

void Hdf5Writer::begin_table(const std::string& name, const std::vector<Column>& columns) {
  close_table();
  rows_ = 0;
  width_ = columns.size();
  errno = 0;
  const Handle of_group(checked(untracked(H5P_GROUP_CREATE)), H5Pclose);
  group_ = Handle(checked(H5Gcreate2(file_.get(), name.c_str(), H5P_DEFAULT, of_group.get(), H5P_DEFAULT)),
                  H5Gclose);
  std::vector<std::string> names;
  for (const auto& [first, width] : groups_of(columns)) {
    const Column& c = columns[first];
    const int rank = width == 1 ? 1 : 2;
    const std::array<hsize_t, 2> none{0, width}, most{H5S_UNLIMITED, width}, chunk{rows_of_chunk, width};
    const Handle space(checked(H5Screate_simple(rank, none.data(), most.data())), H5Sclose),
        properties(checked(untracked(H5P_DATASET_CREATE)), H5Pclose);
    H5Pset_chunk(properties.get(), rank, chunk.data());
    // Otherwise the unused part of the last chunk would hold arbitrary bytes of memory.
    const double nothing = 0;
    H5Pset_fill_value(properties.get(), H5T_NATIVE_DOUBLE, &nothing);
    H5Pset_fill_time(properties.get(), H5D_FILL_TIME_ALLOC);
    datasets_.push_back({Handle(checked(H5Dcreate2(group_.get(), c.group.c_str(), H5T_IEEE_F64LE, space.get(),
                                                   H5P_DEFAULT, properties.get(), H5P_DEFAULT)),
                                H5Dclose),
                         first, width});
    const hid_t dataset = datasets_.back().dataset.get();
    std::vector<std::string> in_group;
    for (std::size_t i = first; i < first + width; ++i) in_group.push_back(columns[i].name);
    put_texts(dataset, "columns", in_group);
    put_text(dataset, "unit", c.unit);
    put_text(dataset, "meaning", meaning_of(c.group));
    names.push_back(c.group);
  }
  put_texts(group_.get(), "groups", names);
}

void Hdf5Writer::write(std::span<const double> row) {
  waiting_.insert(waiting_.end(), row.begin(), row.end());
  if (waiting_.size() >= rows_of_chunk * width_) flush_rows();
}

void Hdf5Writer::describe(const Summary& s) const {
  const hid_t f = file_.get();
  const Vec3<double> i = from_eigen(s.body.moments());
  put_text(f, "title", s.title);
  put_text(f, "program", "polhode " + s.version);
  put_text(f, "body", body_sentence(s));
  put_numbers(f, "principal_moments", std::array{i.x, i.y, i.z});
  const Eigen::Matrix3d axes = s.body.axes().transpose();  // row by row
  put_numbers(f, "principal_axes", {axes.data(), 9});
  if (s.matter) {
    put_number(f, "mass", s.matter->mass);
    put_numbers(f, "centre_of_mass", {s.matter->centre.data(), 3});
  }
  if (s.pivot) put_numbers(f, "pivot", {s.pivot->data(), 3});
  put_text(f, "torque", torque_sentence(s).empty() ? "none" : torque_sentence(s));
  put_text(f, "method", method_sentence(s));
  put_number(f, "step", s.step);
  put_number(f, "estimated_error", s.error_estimate);
  put_number(f, "trusted_digits", s.trusted_digits);
  put_number(f, "horizon", s.horizon);
  if (s.divergence) {
    put_number(f, "lyapunov_exponent", s.divergence->exponent);
    put_number(f, "lyapunov_spread", s.divergence->spread);
    put_number(f, "prediction_horizon", s.divergence->horizon);
  }
  put_text(f, "conserved", s.conserved_name);
  put_text(f, "unit_of_conserved", s.conserved_unit);
  put_number(f, "conserved_start", s.conserved_start);
  put_number(f, "conserved_excursion", s.conserved_excursion);
  put_text(f, "unit_of_time", s.units.time);
  put_text(f, "unit_of_momentum", s.units.momentum);
  put_text(f, "unit_of_angular_velocity", s.units.angular_velocity);
  put_text(f, "unit_of_energy", s.units.energy);
  put_long_text("scenario", s.scenario_text);
  put_long_text(summary_attribute, summary_json(s));
}

void Hdf5Writer::complete(const Summary& summary) {
  describe(summary);
  close_table();
  errno = 0;
  // Closing would write what is left, and fail in the same way.
  checked(H5Fflush(file_.get(), H5F_SCOPE_GLOBAL));
  if (!file_.close()) output_.fail("write");
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
  if (!file.is_open()) refuse(path, "not an HDF5 file, or a damaged one");
  return file;
}

constexpr hssize_t longest_text = 1 << 24;

/// Names must lead to objects of the same file.
void refuse_foreign_link(const std::string& path, hid_t in, const char* name) {
  H5L_info_t info{};
  if (H5Lget_info(in, name, &info, H5P_DEFAULT) >= 0 && info.type != H5L_TYPE_HARD)
    refuse(path, fmt::format("\"{}\" is a link", name));
}

/// A dataset whose numbers are in the file itself, without a filter, in chunks that memory can hold.
Handle opened_dataset(const std::string& path, hid_t in, const std::string& name) {
  constexpr hsize_t largest_chunk = hsize_t{1} << 22;
  refuse_foreign_link(path, in, name.c_str());
  // HDF5 1.10 allocates cached and filtered chunks by a size in the file, which may be too small for what it
  // then reads. Without cache and filter, numbers are read directly from the file.
  const Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose);
  H5Pset_chunk_cache(access.get(), 0, 0, 0);
  Handle set(H5Dopen2(in, name.c_str(), access.get()), H5Dclose);
  if (!set.is_open()) refuse(path, fmt::format("it has no dataset \"{}\"", name));
  const Handle made(H5Dget_create_plist(set.get()), H5Pclose);
  const H5D_layout_t layout = H5Pget_layout(made.get());
  const bool is_own = layout == H5D_COMPACT || layout == H5D_CONTIGUOUS || layout == H5D_CHUNKED;
  if (!is_own || H5Pget_external_count(made.get()) != 0)
    refuse(path, fmt::format("dataset \"{}\" is stored in another file", name));
  if (H5Pget_nfilters(made.get()) != 0)
    refuse(path, fmt::format("dataset \"{}\" is compressed or filtered; h5repack -f NONE undoes that", name));
  if (layout == H5D_CHUNKED) {
    std::array<hsize_t, H5S_MAX_RANK> chunk{};
    const int rank = H5Pget_chunk(made.get(), H5S_MAX_RANK, chunk.data());
    hsize_t entries = 1;
    for (int i = 0; i < rank; ++i) {
      if (chunk[static_cast<std::size_t>(i)] > largest_chunk / entries)
        refuse(path, fmt::format("dataset \"{}\" has chunks that are too large", name));
      entries *= chunk[static_cast<std::size_t>(i)];
    }
  }
  // Overlong numbers would make a chunk larger again.
  const Handle type(H5Dget_type(set.get()), H5Tclose);
  if (H5Tget_class(type.get()) != H5T_STRING && H5Tget_size(type.get()) > sizeof(long double))
    refuse(path, fmt::format("dataset \"{}\" has no numbers", name));
  return set;
}

/// Texts of a fixed length, padded with zeros, of an attribute or a dataset.
std::vector<std::string> texts_in(const std::string& path, const char* name, const Handle& type,
                                  const Handle& space, const std::function<herr_t(void* to)>& read) {
  const hssize_t count = H5Sget_simple_extent_npoints(space.get());
  const std::size_t length = H5Tget_size(type.get());
  if (H5Tget_class(type.get()) != H5T_STRING || H5Tis_variable_str(type.get()) > 0 || count < 0 ||
      length == 0 || length > static_cast<std::size_t>(longest_text) ||
      count > longest_text / static_cast<hssize_t>(length))
    refuse(path, fmt::format("\"{}\" is not a text", name));
  std::string data(length * static_cast<std::size_t>(count), '\0');
  if (read(data.data()) < 0) refuse(path, "damaged");
  std::vector<std::string> all;
  for (std::size_t at = 0; at < data.size(); at += length)
    all.emplace_back(data.c_str() + at, std::min(length, std::strlen(data.c_str() + at)));
  return all;
}

std::vector<std::string> texts_of_attribute(const std::string& path, hid_t on, const char* name) {
  const Handle attribute(H5Aopen(on, name, H5P_DEFAULT), H5Aclose);
  if (!attribute.is_open()) refuse(path, fmt::format("no attribute \"{}\"", name));
  const Handle type(H5Aget_type(attribute.get()), H5Tclose), space(H5Aget_space(attribute.get()), H5Sclose);
  return texts_in(path, name, type, space,
                  [&](void* to) { return H5Aread(attribute.get(), type.get(), to); });
}

std::string text_of_attribute(const std::string& path, hid_t on, const char* name) {
  const std::vector<std::string> texts = texts_of_attribute(path, on, name);
  return texts.empty() ? std::string() : texts.front();
}

std::string text_of_dataset(const std::string& path, hid_t file, const char* name) {
  const Handle set = opened_dataset(path, file, name);
  const Handle type(H5Dget_type(set.get()), H5Tclose), space(H5Dget_space(set.get()), H5Sclose);
  const auto texts = texts_in(path, name, type, space, [&](void* to) {
    return H5Dread(set.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, to);
  });
  if (texts.size() != 1) refuse(path, fmt::format("\"{}\" is not a text", name));
  return texts.front();
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
  if (!group.is_open()) refuse(path, fmt::format("it has no table \"{}\"", table));
  Hdf5Table result;
  bool is_first = true;
  for (const std::string& name : texts_of_attribute(path, group.get(), "groups")) {
    // A name with a slash could follow further links.
    if (name.empty() || name.find('/') != std::string::npos || name == ".")
      refuse(path, fmt::format("\"{}\" is not the name of a dataset", name));
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
    // In blocks of rows.
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
                  fmt::format("it has {} rows, but the summary says {}", table.rows, result.summary.rows));
  result.rows = std::move(table.taken);
  for (std::size_t i = 0; i < table.columns.size(); ++i)
    result.columns.push_back({table.columns[i], std::move(table.values[i])});
}

}  // namespace

TableFormat hdf5_format() {
  TableFormat format;
  format.name = "hdf5";
  format.ending = ".h5";
  format.help = "the same as HDF5, with the summary, if the scenario asks for it";
  format.writer = [](const TablePlaces& places) -> std::unique_ptr<TableWriter> {
    return std::make_unique<Hdf5Writer>(places.table);
  };
  format.read = read_hdf5;
  format.summary = hdf5_summary;
  return format;
}

}  // namespace polhode::app
