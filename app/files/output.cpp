// SPDX-License-Identifier: MIT
#include "files/output.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
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

std::string place_of_file(const std::string& path) {
  constexpr int most_links = 40;
  std::filesystem::path place(path);
  std::error_code error;
  for (int links = 0; std::filesystem::is_symlink(place, error); ++links) {
    if (links == most_links) throw FileError(fmt::format("cannot write {}: {}", path, std::strerror(ELOOP)));
    const auto target = std::filesystem::read_symlink(place, error);
    if (error) throw FileError(fmt::format("cannot write {}: {}", path, error.message()));
    place = place.parent_path() / target;
  }
  return place.string();
}

OutputFile::OutputFile(const std::string& path) : path_(path), name_(path) {
  if (path == "-") {
    name_ = "standard output";
    descriptor_ = STDOUT_FILENO;
    return;
  }
  if (path.empty()) throw FileError("cannot write to a file without a name");
  path_ = place_of_file(path);
  struct stat status {};
  const bool exists = ::stat(path_.c_str(), &status) == 0;
  if (exists && !S_ISREG(status.st_mode)) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (descriptor_ < 0) fail("open");
    return;
  }
  open_aside();
  if (exists) ::fchmod(descriptor_, status.st_mode & 07777);
}

void OutputFile::open_aside() {
  constexpr int attempts = 100;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    aside_ = fmt::format("{}.{}-{}.partial", path_, ::getpid(), attempt);
    descriptor_ = ::open(aside_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ >= 0) return;
    if (errno != EEXIST) break;
  }
  aside_.clear();
  fail("write");
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0 && descriptor_ != STDOUT_FILENO) ::close(descriptor_);
  if (!aside_.empty()) ::unlink(aside_.c_str());
}

void OutputFile::fail(const char* what) const {
  if (errno == EPIPE) throw ReaderGone{};
  throw FileError(fmt::format("cannot {} {}: {}", what, name_, std::strerror(errno)));
}

void OutputFile::write(std::string_view text) {
  waiting_ += text;
  if (waiting_.size() >= write_size) flush();
}

void OutputFile::flush() {
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
  if (!aside_.empty() && ::fsync(descriptor_) != 0) fail("write");
  const int descriptor = descriptor_;
  descriptor_ = -1;
  if (::close(descriptor) != 0) fail("write");
  if (aside_.empty()) return;
  if (std::rename(aside_.c_str(), path_.c_str()) != 0) fail("rename the finished");
  aside_.clear();
}

void write_to_standard_output(std::string_view text) {
  OutputFile output("-");
  output.write(text);
  output.finish();
}

void keep_standard_descriptors() {
  for (const int wanted : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(wanted, F_GETFD) != -1) continue;
    // Opened the other way round, so that using it is still the error that it was.
    const int opened = ::open("/dev/null", wanted == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    if (opened >= 0 && opened != wanted) ::close(opened);
  }
}

}  // namespace polhode::app
