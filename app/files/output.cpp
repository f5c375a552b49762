// SPDX-License-Identifier: MIT
#include "files/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <initializer_list>
#include <system_error>

#include "exit_code.hpp"
#include "files/interrupt.hpp"

namespace polhode::app {
namespace {

constexpr std::size_t write_size = 1 << 16;

}  // namespace

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw FileError(fmt::format("cannot create the folder {}: {}", folder, error.message()));
}

void make_folder_of(const std::string& file) {
  const std::string folder = std::filesystem::path(file).parent_path().string();
  if (file != "-" && !folder.empty()) make_folder(folder);
}

TemporaryFile make_temporary_file(const OutputPlace& place) {
  constexpr int attempts = 100;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    TemporaryFile made{place.temporary_path(attempt), -1};
    // O_EXCL: an existing file or link of that name is left alone.
    made.descriptor =
        ::open(made.path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, place.mode() ? 0600 : 0666);
    if (made.descriptor >= 0) {
      if (place.mode()) ::fchmod(made.descriptor, *place.mode());
      return made;
    }
    if (errno != EEXIST) break;
  }
  throw FileError(fmt::format("cannot write {}: {}", place.name(), std::strerror(errno)));
}

OutputFile::OutputFile(const OutputPlace& place) : place_(place) {
  if (place.is_standard_output()) {
    descriptor_ = STDOUT_FILENO;
  } else if (place.is_written_directly()) {
    descriptor_ = ::open(place.path().c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail("open");
  } else {
    const TemporaryFile made = make_temporary_file(place);
    temporary_ = made.path;
    descriptor_ = made.descriptor;
  }
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::fail(const char* what) const {
  if (errno == EPIPE) throw ReaderGone{};
  // A library such as HDF5 may fail without a failed call.
  throw FileError(fmt::format("cannot {} {}: {}", what, place_.name(),
                              errno == 0 ? "unknown error" : std::strerror(errno)));
}

void OutputFile::write(std::string_view text) {
  waiting_ += text;
  if (waiting_.size() >= write_size) flush();
}

std::string OutputFile::digest() {
  flush();
  return digest_->digits();
}

void OutputFile::flush() {
  if (digest_) digest_->add(waiting_);
  std::size_t done = 0;
  while (done < waiting_.size()) {
    const auto count = ::write(descriptor_, waiting_.data() + done, waiting_.size() - done);
    if (count >= 0) {
      done += static_cast<std::size_t>(count);
    } else if (errno == EINTR) {
      stop_if_interrupted();
    } else {
      fail("write");
    }
  }
  waiting_.clear();
}

void OutputFile::finish() {
  flush();
  if (descriptor_ == STDOUT_FILENO) return;
  if (!temporary_.empty() && ::fsync(descriptor_) != 0) fail("write");
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0) fail("write");
  if (temporary_.empty()) return;
  place_.put(temporary_);
  temporary_.clear();
}

std::string OutputFile::file_name() const { return std::filesystem::path(place_.name()).filename().string(); }

std::optional<FileId> OutputFile::file() const {
  return temporary_.empty() ? std::nullopt : file_named(temporary_);
}

void write_to_standard_output(std::string_view text) {
  OutputFile output(any_place("-"));
  output.write(text);
  output.finish();
}

void keep_standard_descriptors() {
  for (const int wanted : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(wanted, F_GETFD) != -1) continue;
    // Opened for the opposite direction, so that using it is still an error.
    const int opened = ::open("/dev/null", wanted == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (opened >= 0 && opened != wanted) ::close(opened);
  }
}

}  // namespace polhode::app
