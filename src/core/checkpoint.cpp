// SPDX-License-Identifier: MIT
#include <cstdint>
#include <polhode/core/checkpoint.hpp>
#include <polhode/core/error.hpp>
#include <polhode/core/version.hpp>
#include <string_view>
#include <utility>

#include "core/bytes.hpp"
#include "core/checksum.hpp"

namespace polhode {

Checkpoint::Checkpoint(std::string bytes) : bytes_(std::move(bytes)) {
  const auto refuse = [&](const char* found) {
    throw InvalidInput("checkpoint", std::to_string(bytes_.size()) + " bytes" + found,
                       std::string("the bytes of a checkpoint by Polhode ") + version());
  };
  std::uint64_t sum = 0;
  if (bytes_.size() < sizeof sum) refuse("");
  const std::string_view summed(bytes_.data(), bytes_.size() - sizeof sum);
  ByteReader(std::string_view(bytes_).substr(summed.size()))(sum);
  ByteReader reader(summed);
  std::string of, written_by;
  reader(of);
  reader(written_by);
  if (!reader.is_good() || written_by != version()) refuse(" of something else");
  if (sum != checksum(summed)) refuse(" that are damaged");
}

}  // namespace polhode
