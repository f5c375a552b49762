// SPDX-License-Identifier: MIT
#pragma once
/// @file
/// Integration methods for the free rigid body behind a common interface, selected by name.
///
/// Convention. A method is prepared for a body and then maps (momentum, step) to either the increments (m'-m,
///             r-1) or the images (m', r) in the ascending principal frame; it does not depend on the
///             attitude. A step that fails is NaN; the method states the reason, and FreeStepper throws
///             (kernel/free_kernel.hpp).
/// Method.     docs/adding-a-method.md explains how to write and register a method.

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

/// Type-erased free kernel for numbers of type T.
template <class T>
class FreeStepOf {
 public:
  /// The increment or the image of a step.
  using Result = kernel::IncrementOrImage<T>;

  /// @param kernel  any free kernel
  // Excludes itself: otherwise copying would test whether this class is a kernel, which tests whether it can
  // be copied.
  template <class K>
  requires(!std::same_as<K, FreeStepOf> && kernel::FreeKernel<K, T>) FreeStepOf(K kernel)
      : kernel_(std::make_shared<const Held<K>>(std::move(kernel))) {}

  /// @param m  momentum in the ascending principal frame
  /// @param h  step size, of either sign
  /// @return NaN if the step fails
  Result operator()(const Vec3<T>& m, const T& h) const noexcept { return kernel_->step(m, h); }

  /// @param m  the momentum of a failed step
  /// @param h  its step size
  /// @return the reason for the failure
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

/// A step in double precision.
using FreeStep = FreeStepOf<double>;

/// The properties of a method; the test suite verifies them for every listed method.
struct MethodProperties {
  int momentum_order;           ///< order of the global error; 0 if exact to rounding
  int attitude_order;           ///< as momentum_order
  bool keeps_norm;              ///< conserves |m| to rounding
  bool keeps_energy;            ///< conserves the energy to rounding
  bool keeps_spatial_momentum;  ///< conserves q m q^-1 to rounding
  bool is_explicit;             ///< no equations are solved, except for a few corrections of rounding errors
  bool is_reversible;           ///< a step of -h is the inverse
  bool is_symplectic;           ///< as a map of attitude and momentum
};

/// Built-in methods with a faster implementation in splittings or batches.
enum class BuiltInMethod {
  exact,
  dmv2,  ///< discrete Moser-Veselov; "dmv" by name
  dmv4,  ///< with modified moments of inertia, of the order in the name
  dmv6,
  dmv8,
  dmv10,
  lie_poisson_123  ///< rotations about the axes 1, 2, 3, 2, 1
};

/// The name of a built-in method.
/// @param method  any of them
/// @return its name in free_methods()
std::string_view name(BuiltInMethod method) noexcept;

/// Prepares the step of a body, and identifies built-in kernels. A method is not identified by its name: a
/// user's method may have any name, and a copy of a listed method with another `prepare` is a user's method.
class FreePreparation {
 public:
  /// Empty; must not be called.
  FreePreparation() = default;
  /// @param function  a user's function from the body to its step
  template <class Function>
  requires(!std::same_as<std::remove_cvref_t<Function>, FreePreparation> &&
           std::is_invocable_r_v<FreeStep, const std::remove_cvref_t<Function>&, const Inertia&>)
      FreePreparation(Function&& function)
      : function_(std::forward<Function>(function)) {}

  /// @param body  any body
  /// @return the step of this body
  FreeStep operator()(const Inertia& body) const { return function_(body); }
  /// @return whether there is a function
  explicit operator bool() const noexcept { return static_cast<bool>(function_); }
  /// @return the built-in method; empty for user-defined methods and for methods without a faster
  ///   implementation
  std::optional<BuiltInMethod> built_in() const noexcept { return built_in_; }

 private:
  friend struct MarksBuiltIn;  // src/free/built_in.hpp

  std::function<FreeStep(const Inertia&)> function_;
  std::optional<BuiltInMethod> built_in_{};
};

/// A number with one derivative, and a step with such numbers, for the derivative of steps
/// (free/step_derivative.hpp).
using StepSlope = Dual<double, 1>;
using SlopeStep = std::function<kernel::Increment<StepSlope>(const Vec3<StepSlope>& m, const StepSlope& h)>;

/// A method for the free body, used by steppers, splittings and simulations.
struct FreeMethod {
  std::string name;       ///< used in messages and lists
  std::string summary;    ///< one line of text
  std::string reference;  ///< where it was published
  MethodProperties properties;
  FreePreparation prepare;  ///< from the body to its step
  /// The same kernel in extended precision, from ascending moments, for measuring errors below double's
  /// round-off; empty for methods that exist only in double.
  std::function<FreeStepOf<long double>(const Vec3<long double>& moments)> prepare_extended;
  /// The same kernel for numbers with a derivative, from ascending moments. Empty if the steps have no
  /// derivative, and for built-in methods, whose derivatives the library provides.
  std::function<SlopeStep(const Vec3<StepSlope>& moments)> prepare_slopes{};
};

/// A method from its kernels, which are constructed from (ascending moments, arguments...).
/// @tparam OfDouble     the kernel in double
/// @tparam OfExtended   the kernel in long double
/// @param name          unique; see FreeMethod
/// @param summary       one line of text
/// @param reference     where it was published
/// @param properties    what it conserves, and its orders
/// @param arguments     passed to both kernels
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

/// A method whose kernel is Kernel<T>(ascending moments, arguments...). Always inlined: if two source files
/// use the same name for different templates, the linker would merge the instances of this function;
/// method_of_kernels depends on the kernel types and has no such problem.
template <template <class> class Kernel, class... Arguments>
[[gnu::always_inline]] inline FreeMethod method_of(std::string name, std::string summary,
                                                   std::string reference, MethodProperties properties,
                                                   Arguments... arguments) {
  return method_of_kernels<Kernel<double>, Kernel<long double>>(
      std::move(name), std::move(summary), std::move(reference), properties, arguments...);
}

/// All named methods: the built-in ones, then registered ones. The first is the default, `exact`. A returned
/// list stays valid and unchanged when further methods are registered.
const std::vector<FreeMethod>& free_methods();

/// The default method, the first of free_methods().
const FreeMethod& exact_method();

/// The method of a name.
/// @param name  of a listed method, or one that a registered FreeMethodFinder accepts
/// @throws InvalidInput if there is none; the message suggests the nearest known name
FreeMethod free_method(std::string_view name);

/// Returns the method of a name that is not in the list (for example a combination of methods), if there is
/// one.
using FreeMethodFinder = std::function<std::optional<FreeMethod>(std::string_view name)>;

/// Registers methods by name, for free_method and everything that accepts the name of a free method. May be
/// called at any time and from several threads.
/// @param methods  appended to free_methods()
/// @param find     called for names that are in no list; may be empty. Several are called in order of
///   registration.
/// @throws InvalidInput if a name is empty or taken, or a method has no step; then none is registered
void register_free_methods(const std::vector<FreeMethod>& methods, FreeMethodFinder find = {});

}  // namespace polhode
