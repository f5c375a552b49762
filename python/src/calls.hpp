// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Calls into Python from long computations, which do not hold the interpreter lock: users' functions, progress,
/// Ctrl-C.

#include <pybind11/pybind11.h>

#include <chrono>
#include <memory>
#include <utility>

namespace polhode::python {

namespace py = pybind11;

/// A Python function that can be copied and destroyed without the lock: copies share one reference, and the last
/// one takes the lock to release it.
class HeldFunction {
 public:
  explicit HeldFunction(py::object function)
      : function_(new py::object(std::move(function)), [](py::object* held) {
          const py::gil_scoped_acquire lock;
          delete held;
        }) {}

  /// The lock must be held.
  const py::object& operator*() const noexcept { return *function_; }

 private:
  std::shared_ptr<py::object> function_;
};

/// Checks for Ctrl-C, at most twenty times a second, and throws the exception of the handler.
class Interrupts {
 public:
  /// The lock must not be held.
  void check() {
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(50)) return;
    last_ = now;
    const py::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  }

 private:
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace polhode::python
