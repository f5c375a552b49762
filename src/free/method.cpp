// SPDX-License-Identifier: MIT
#include <algorithm>
#include <atomic>
#include <list>
#include <mutex>
#include <polhode/core/error.hpp>
#include <polhode/free/method.hpp>
#include <utility>

#include "core/nearest.hpp"
#include "free/families.hpp"

namespace polhode {

namespace {

/// The known names.
struct Names {
  std::vector<FreeMethod> methods;
  std::vector<FreeMethodFinder> finders;

  const FreeMethod* listed(std::string_view name) const {
    const auto found =
        std::find_if(methods.begin(), methods.end(), [&](const FreeMethod& m) { return m.name == name; });
    return found == methods.end() ? nullptr : &*found;
  }
};

std::vector<FreeMethod> built_in_methods() {
  std::vector<FreeMethod> methods;
  for (MethodFamily* family : method_families())
    for (FreeMethod& method : family()) methods.push_back(std::move(method));
  return methods;
}

/// Each registration creates a new list; references to earlier lists stay valid.
class Registry {
 public:
  Registry() {
    lists_.push_back({built_in_methods(), {}});
    last_ = &lists_.back();
  }

  const Names& names() const { return *last_.load(std::memory_order_acquire); }

  void add(const std::vector<FreeMethod>& methods, FreeMethodFinder find) {
    const std::lock_guard lock(mutex_);
    Names names = lists_.back();
    for (const FreeMethod& method : methods) {
      if (method.name.empty()) throw InvalidInput("name of a method", "an empty string", "a name");
      if (names.listed(method.name) != nullptr)
        throw InvalidInput("name of a method", method.name, "a name that no other method has");
      if (!method.prepare)
        throw InvalidInput("method", method.name + " without `prepare`",
                           "a method with the function `prepare`");
      names.methods.push_back(method);
    }
    if (find) names.finders.push_back(std::move(find));
    lists_.push_back(std::move(names));
    last_.store(&lists_.back(), std::memory_order_release);
  }

 private:
  std::mutex mutex_;
  std::list<Names> lists_;
  std::atomic<const Names*> last_{nullptr};
};

Registry& registry() {
  static Registry all;
  return all;
}

}  // namespace

std::string_view name(BuiltInMethod method) noexcept {
  switch (method) {
    case BuiltInMethod::exact:
      return "exact";
    case BuiltInMethod::dmv2:
      return "dmv";
    case BuiltInMethod::dmv4:
      return "dmv4";
    case BuiltInMethod::dmv6:
      return "dmv6";
    case BuiltInMethod::dmv8:
      return "dmv8";
    case BuiltInMethod::dmv10:
      return "dmv10";
    case BuiltInMethod::lie_poisson_123:
      return "lie_poisson_123";
  }
  return "";
}

const std::vector<FreeMethod>& free_methods() { return registry().names().methods; }

const FreeMethod& exact_method() { return free_methods().front(); }

FreeMethod free_method(std::string_view name) {
  const Names& known = registry().names();
  if (const FreeMethod* method = known.listed(name)) return *method;
  for (const FreeMethodFinder& find : known.finders)
    if (auto method = find(name)) return *std::move(method);
  std::vector<std::string> names;
  for (const FreeMethod& m : known.methods) names.push_back(m.name);
  throw InvalidInput("method", std::string(name),
                     "a name that free_methods() lists" + suggestion(name, names));
}

void register_free_methods(const std::vector<FreeMethod>& methods, FreeMethodFinder find) {
  registry().add(methods, std::move(find));
}

}  // namespace polhode
