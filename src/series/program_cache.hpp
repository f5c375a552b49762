// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// A cache of recorded torques and idle programs, so that a second run under the same torque need not record
/// it again.
///
/// Convention. A cache belongs to one torque and one body. Entries are found by the scale of the momentum and
///             by whether the formula is that of the turning frame; programs also by their order.
/// Threads.    Any number of threads may use it at once. A program belongs to its borrower until the pointer
///             is destroyed.

#include <cstddef>
#include <memory>
#include <mutex>
#include <vector>

#include "series/program.hpp"

namespace polhode::series {

class ProgramCache : public std::enable_shared_from_this<ProgramCache> {
 public:
  struct Key {
    double momentum_scale;
    bool is_turning;
    friend bool operator==(const Key&, const Key&) = default;
  };

  /// The recording, or null.
  std::shared_ptr<const Recorded> recorded(const Key& key) const;
  void keep(const Key& key, std::shared_ptr<const Recorded> recorded);

  /// An idle program, or null. It returns to the cache when its last pointer is destroyed.
  std::shared_ptr<Program> program(const Key& key, int order);
  /// Adds a new program to the cache and lends it.
  std::shared_ptr<Program> lent(const Key& key, std::unique_ptr<Program> program);

 private:
  struct Recording {
    Key key;
    std::shared_ptr<const Recorded> recorded;
  };
  struct Idle {
    Key key;
    std::unique_ptr<Program> program;
  };
  void take_back(const Key& key, std::unique_ptr<Program> program) noexcept;

  // A motion has one scale, its companion the same, an ensemble a few.
  static constexpr std::size_t capacity = 8;
  mutable std::mutex mutex_;
  std::vector<Recording> recordings_;
  std::vector<Idle> idle_;
};

}  // namespace polhode::series
