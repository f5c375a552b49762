// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Every method for the free body behind one interface, chosen by name.
///
/// Convention. A method is prepared for a body and then maps (momentum, step) to either the increments (m'-m,
///             r-1) or the images (m', r), in the ascending principal frame; it does not use the attitude.
///             Where a method cannot take a step it gives NaN and says why, and FreeStepper refuses
///             (kernel/free_kernel.hpp).
/// Method.     docs/adding-a-method.md shows how one is written and listed.

#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <polhode/body/inertia.hpp>
#include <polhode/core/dual.hpp>
#include <polhode/core/vec3.hpp>
#include <polhode/kernel/free_kernel.hpp>
#include <polhode/rotation/convention.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace polhode {

/// Any free kernel for numbers of type T, behind one type.
template <class T>
class FreeStepOf {
 public:
  /// The increment or the image of a step.
  using Result = kernel::IncrementOrImage<T>;

  /// Holds a kernel.
  // Not from itself: a copy must not ask whether it is a kernel, which asks whether it can be copied.
  template <class K>
  requires(!std::same_as<K, FreeStepOf> && kernel::FreeKernel<K, T>) FreeStepOf(K kernel)
      : kernel_(std::make_shared<const Held<K>>(std::move(kernel))) {}

  /// One free step of length h from momentum m.
  Result operator()(const Vec3<T>& m, const T& h) const noexcept { return kernel_->step(m, h); }

  /// Why that step gave NaN.
  kernel::Failure why(const Vec3<T>& m, const T& h) const noexcept { return kernel_->why(m, h); }

 private:
  struct Any {
    virtual ~Any() = default;
    virtual Result step(const Vec3<T>& m, const T& h) const noexcept = 0;
    virtual kernel::Failure why(const Vec3<T>& m, const T& h) const noexcept = 0;
  };

  template <class K>
  struct Held final : Any {
    explicit Held(K k) : kernel(std::move(k)) {}
    Result step(const Vec3<T>& m, const T& h) const noexcept override { return kernel(m, h); }
    kernel::Failure why([[maybe_unused]] const Vec3<T>& m,
                        [[maybe_unused]] const T& h) const noexcept override {
      if constexpr (kernel::ExplainsFailure<K, T>)
        return kernel.why(m, h);
      else
        return kernel::Failure::out_of_range;
    }
    K kernel;
  };

  std::shared_ptr<const Any> kernel_;
};

/// For double, which is what runs use.
using FreeStep = FreeStepOf<double>;

/// What a method promises. The laws of the test suite hold every listed method to it.
struct MethodProperties {
  int momentum_order;           ///< of the error in the step; 0: exact to rounding
  int attitude_order;           ///< likewise
  bool keeps_norm;              ///< |m|, to rounding
  bool keeps_energy;            ///< to rounding
  bool keeps_spatial_momentum;  ///< q m q^-1, to rounding
  bool is_explicit;             ///< by formulas; at most a few corrections of rounding errors follow
  bool is_reversible;           ///< a step of -h leads back
  bool is_symplectic;           ///< the map of attitude and momentum together
};

/// The library's own methods that have a faster form elsewhere: compiled into the splittings, or on the lanes
/// of a batch, which takes these methods alone.
enum class BuiltInMethod {
  exact,
  dmv2,  ///< discrete Moser-Veselov; "dmv" by name
  dmv4,  ///< with modified moments of inertia, of the order in the name
  dmv6,
  dmv8,
  dmv10,
  lie_poisson_123  ///< rotations about the axes 1, 2, 3, 2, 1
};

/// @param method one of them
/// @return its name among free_methods()
std::string_view name(BuiltInMethod method) noexcept;

/// Makes the step of a body, and says whether that is one of the library's own kernels. The name of a method
/// does not say so: a user's method may have any name, and a copy of a listed method with another `prepare`
/// is a user's method.
class FreePreparation {
 public:
  /// Empty: it must not be called.
  FreePreparation() = default;
  /// A user's own: a function from the body to its step.
  template <class Function>
  requires(!std::same_as<std::remove_cvref_t<Function>, FreePreparation> &&
           std::is_invocable_r_v<FreeStep, const std::remove_cvref_t<Function>&, const Inertia&>)
      FreePreparation(Function&& function)
      : function_(std::forward<Function>(function)) {}

  /// @param body any one
  /// @return its step
  FreeStep operator()(const Inertia& body) const { return function_(body); }
  /// @return whether there is a function
  explicit operator bool() const noexcept { return static_cast<bool>(function_); }
  /// @return which of the library's own methods with a faster form it makes; nothing for a user's own,
  ///         whatever its name
  std::optional<BuiltInMethod> built_in() const noexcept { return built_in_; }

 private:
  friend struct MarksBuiltIn;  // src/free/built_in.hpp

  std::function<FreeStep(const Inertia&)> function_;
  std::optional<BuiltInMethod> built_in_{};
};

/// A number with one derivative, and a step of such numbers, for the derivative of steps
/// (free/step_derivative.hpp).
using StepSlope = Dual<double, 1>;
using SlopeStep = std::function<kernel::Increment<StepSlope>(const Vec3<StepSlope>& m, const StepSlope& h)>;

/// A method for the free body, ready to be used by steppers, splittings and simulations.
struct FreeMethod {
  std::string name;       ///< how messages and lists call it; it decides nothing
  std::string summary;    ///< one line
  std::string reference;  ///< where it was published
  MethodProperties properties;
  FreePreparation prepare;  ///< from the body to its step
  /// The same kernel in extended precision, from ascending moments, where errors below double's rounding are
  /// to be seen; empty for the algorithms that exist in double only.
  std::function<FreeStepOf<long double>(const Vec3<long double>& moments)> prepare_extended;
  /// The same kernel for numbers with a derivative, from ascending moments. Empty for a method whose steps
  /// have no derivative, and for the library's own, whose derivatives it knows.
  std::function<SlopeStep(const Vec3<StepSlope>& moments)> prepare_slopes{};
};

/// The method whose kernels, for both number types, are made from (ascending moments, arguments...).
template <class OfDouble, class OfExtended, class... Arguments>
FreeMethod method_of_kernels(std::string name, std::string summary, std::string reference,
                             MethodProperties properties, Arguments... arguments) {
  return {std::move(name),
          std::move(summary),
          std::move(reference),
          properties,
          [arguments...](const Inertia& body) -> FreeStep {
            return OfDouble(from_eigen(body.moments()), arguments...);
          },
          [arguments...](const Vec3<long double>& moments) -> FreeStepOf<long double> {
            return OfExtended(moments, arguments...);
          }};
}

/// The method whose kernel is Kernel<T>(ascending moments, arguments...). Always inlined: two files may give
/// the same name to different templates, and the linker would take one instance of this function for both;
/// the types of the kernels differ, so that method_of_kernels has no such problem.
template <template <class> class Kernel, class... Arguments>
[[gnu::always_inline]] inline FreeMethod method_of(std::string name, std::string summary,
                                                   std::string reference, MethodProperties properties,
                                                   Arguments... arguments) {
  return method_of_kernels<Kernel<double>, Kernel<long double>>(
      std::move(name), std::move(summary), std::move(reference), properties, arguments...);
}

/// All methods that have a name: the library's, then those that were registered. The first one is the
/// default, `exact`. A list that was returned stays valid and unchanged when others are registered.
const std::vector<FreeMethod>& free_methods();

/// The default, the first of free_methods().
const FreeMethod& exact_method();

/// The method of that name.
/// @throws InvalidInput if there is none, with the nearest name that is known.
FreeMethod free_method(std::string_view name);

/// The method that a name means which is not in the list (a combination of several, for example), if any.
using FreeMethodFinder = std::function<std::optional<FreeMethod>(std::string_view name)>;

/// Makes methods known by name: to free_method, and so to everything that takes the name of a free method.
/// May be called at any time, and by several threads.
/// @param methods  appended to free_methods()
/// @param find     asked for a name that no list has; may be empty. Several are asked in the order of their
///                 registration.
/// @throws InvalidInput if a name is empty or taken, or a method has no step; then none is registered.
void register_free_methods(const std::vector<FreeMethod>& methods, FreeMethodFinder find = {});

}  // namespace polhode
