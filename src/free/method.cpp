// SPDX-License-Identifier: MIT
#include <algorithm>
#include <polhode/core/error.hpp>
#include <polhode/core/nearest.hpp>
#include <polhode/free/exact_by_frames.hpp>
#include <polhode/free/method.hpp>
#include <polhode/free/paper_methods.hpp>
#include <polhode/kernel/exact.hpp>

namespace polhode {

namespace {

FreeMethod exact_method() {
  return {"exact", "the exact step in midpoint form, for any body, start and step", "docs/exact-step.md", 0,
          [](const Inertia& body) -> FreeStep {
            return [k = kernel::exact_constants(body.moments())](const Vec3<double>& m, double h) {
              return kernel::exact_step(k, m, h);
            };
          }};
}

FreeMethod frames_method() {
  return {"exact_by_frames",
          "the exact step by frames and the addition theorem of Pi, an independent second route",
          "docs/exact-step.md, section 6", 0, [](const Inertia& body) -> FreeStep {
            return [step = ExactByFrames<double>(body.moments())](const Vec3<double>& m, double h) {
              return step(m, h);
            };
          }};
}

FreeMethod from_paper(const PaperMethod& method) {
  return {method.name, method.summary, method.reference, method.order,
          [prepare = method.prepare](const Inertia& body) -> FreeStep {
            return [step = prepare(body.moments())](const Vec3<double>& m, double h) { return step(m, h); };
          }};
}

std::vector<FreeMethod> all_methods() {
  std::vector<FreeMethod> methods{exact_method(), frames_method()};
  for (const PaperMethod& method : paper_methods()) methods.push_back(from_paper(method));
  return methods;
}

}  // namespace

const std::vector<FreeMethod>& free_methods() {
  static const std::vector<FreeMethod> methods = all_methods();
  return methods;
}

FreeMethod free_method(std::string_view name) {
  const auto& methods = free_methods();
  const auto found =
      std::find_if(methods.begin(), methods.end(), [&](const FreeMethod& m) { return m.name == name; });
  if (found != methods.end()) return *found;
  if (const auto combined = find_paper_method(name)) return from_paper(*combined);
  std::vector<std::string> names;
  for (const FreeMethod& m : methods) names.push_back(m.name);
  throw InvalidInput("method", std::string(name),
                     "a name that free_methods() lists" + suggestion(name, names));
}

}  // namespace polhode
