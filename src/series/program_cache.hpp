// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Recorded torques, and programs made of them that are not in use: so that a second run under the same
/// torque need not record it again.
///
/// Convention. A cache belongs to one torque and one body. Its entries are found by the scale of the momentum
///             and by whether the formula is that of the turning frame; a program also by its order.
/// Threads.    Any number of them may ask at once. A program belongs to whoever took it, until that pointer
///             is gone.

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

  /// What was recorded, or null.
  std::shared_ptr<const Recorded> recorded(const Key& key) const;
  void keep(const Key& key, std::shared_ptr<const Recorded> recorded);

  /// A program that is not in use, or null. It returns to the cache when its last pointer is gone.
  std::shared_ptr<Program> program(const Key& key, int order);
  /// Lends a new program in the same way.
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

  // A motion has one scale, a companion the same, an ensemble a few.
  static constexpr std::size_t most = 8;
  mutable std::mutex mutex_;
  std::vector<Recording> recordings_;
  std::vector<Idle> idle_;
};

}  // namespace polhode::series
