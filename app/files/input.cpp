// SPDX-License-Identifier: MIT
#include "files/input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "exit_code.hpp"
#include "files/interrupt.hpp"

namespace polhode::app {

InputFile::InputFile(const std::string& path)
    : name_(path == "-" ? "standard input" : path),
      descriptor_(path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) throw FileError(fmt::format("cannot open {}: {}", name_, std::strerror(errno)));
  struct stat status {};
  if (::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode))
    size_ = static_cast<std::uintmax_t>(status.st_size);
}

InputFile::InputFile(std::string name, std::string content)
    : name_(std::move(name)), content_(std::move(content)), size_(content_->size()) {}

InputFile::~InputFile() {
  if (descriptor_ >= 0 && descriptor_ != STDIN_FILENO) ::close(descriptor_);
}

std::size_t InputFile::read(std::span<char> to) {
  while (true) {
    stop_if_interrupted();
    const auto count =
        content_
            ? static_cast<::ssize_t>(content_->copy(to.data(), to.size(), static_cast<std::size_t>(read_)))
            : ::read(descriptor_, to.data(), to.size());
    if (count >= 0) {
      read_ += static_cast<std::uintmax_t>(count);
      if (digest_) digest_->add({to.data(), static_cast<std::size_t>(count)});
      return static_cast<std::size_t>(count);
    }
    if (errno != EINTR) throw FileError(fmt::format("cannot read {}: {}", name_, std::strerror(errno)));
  }
}

void require_regular_file(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0)
    throw FileError(fmt::format("cannot open {}: {}", path, std::strerror(errno)));
  if (!S_ISREG(status.st_mode))
    throw FileError(fmt::format("cannot read {}: found a {}, expected a regular file", path,
                                S_ISDIR(status.st_mode)    ? "folder"
                                : S_ISFIFO(status.st_mode) ? "named pipe"
                                : S_ISSOCK(status.st_mode) ? "socket"
                                                           : "device"));
}

std::string read_text(const std::string& path, std::size_t most) {
  InputFile file(path);
  std::string text;
  std::array<char, 1 << 16> part{};
  while (const std::size_t count = file.read(part)) {
    text.append(part.data(), count);
    if (text.size() > most) break;
  }
  return text;
}

}  // namespace polhode::app
