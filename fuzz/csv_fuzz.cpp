// SPDX-License-Identifier: MIT
// Any bytes as a table: what is read, written field by field as it stands, must read the same again.
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "files/input.hpp"
#include "table/csv.hpp"
#include "table/number.hpp"

namespace {

using namespace polhode::app;

/// A file in memory, under a name by which it can be opened.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : descriptor_(::memfd_create("table", MFD_CLOEXEC)) {
    if (descriptor_ < 0) std::abort();
    while (!bytes.empty()) {
      const auto count = ::write(descriptor_, bytes.data(), bytes.size());
      if (count < 0) std::abort();
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }
  ~MemoryFile() { ::close(descriptor_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  /// Opening it begins at its beginning.
  std::string path() const { return "/proc/self/fd/" + std::to_string(descriptor_); }

 private:
  int descriptor_;
};

struct Read {
  std::vector<std::vector<std::string>> values;
  std::string text;  ///< the raw fields, with commas and line ends
};

Read read(std::string_view bytes) {
  const MemoryFile memory(bytes);
  InputFile file(memory.path());
  CsvReader reader(file);
  CsvRecord record;
  Read result;
  // A blank line is skipped, and keeps bytes of a first field from being taken for the mark.
  result.text = reader.begins_with_mark() ? "\xEF\xBB\xBF\n" : "\n";
  std::size_t line = 0;
  while (reader.next(record)) {
    if (record.size() == 0 || record.line() <= line) std::abort();
    line = record.line();
    result.values.emplace_back();
    for (std::size_t i = 0; i < record.size(); ++i) {
      result.values.back().push_back(record.value(i));
      if (i > 0) result.text += ',';
      result.text += record.raw(i);
      static_cast<void>(read_number(result.values.back().back()));
    }
    result.text += "\r\n";  // of which a field may hold the first, at the end of its line
    static_cast<void>(reader.must_wait());
    const auto share = reader.share();
    if (share && !(*share >= 0 && *share <= 1)) std::abort();
  }
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const Read first = read({reinterpret_cast<const char*>(data), size});
  const Read second = read(first.text);
  if (first.values != second.values || first.text != second.text) std::abort();
  return 0;
}
