// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// The worst of many measured errors, and where it was met.

#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <utility>

namespace polhode::test {

/// Collects errors in units of a stated scale (eps, say). A NaN counts as infinitely bad.
class Worst {
 public:
  explicit Worst(std::string what) : what_(std::move(what)) {}

  /// Whether this one would be the worst. Where a bound on the error says no, its scale need not be computed.
  bool is_worse(double error) const noexcept { return !(error <= value_); }

  template <class Where>
  void add(double error, const Where& where) {
    if (is_worse(error)) {
      value_ = error == error ? error : 1e300;
      where_ = where();
    }
  }

  double value() const noexcept { return value_; }

  /// Prints it, and fails the test there if it is worse than this.
  void expect_at_most(double bar, const char* file = __builtin_FILE(), int line = __builtin_LINE()) const {
    print();
    if (!(value_ <= bar))
      ADD_FAILURE_AT(file, line) << what_ << ": " << value_ << " at " << where_ << ", expected at most "
                                 << bar;
  }

  /// One line on the standard output, for docs/accuracy.md.
  void print() const { std::printf("  worst %-44s %8.3g  at %s\n", what_.c_str(), value_, where_.c_str()); }

 private:
  std::string what_, where_ = "no case";
  double value_ = 0;
};

}  // namespace polhode::test
