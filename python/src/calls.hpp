// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Calls from long work, which holds no interpreter lock, into Python: a user's functions, progress, Ctrl-C.

#include <pybind11/pybind11.h>

#include <chrono>
#include <memory>
#include <utility>

namespace polhode::python {

namespace py = pybind11;

/// A Python function that C++ may copy and forget without the lock: copies share one reference, and the last one takes the
/// lock to let it go.
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

/// Looks whether the user has pressed Ctrl-C, twenty times a second at most, and raises what the handler raised.
class Interrupts {
 public:
  /// To be called without the lock.
  void look() {
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
