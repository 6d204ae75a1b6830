// Functions that the host gives to scripts, and functions of scripts that the host calls.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "aspen/call.hpp"
#include "aspen/containers.hpp"
#include "aspen/future.hpp"

namespace aspen {
inline namespace v1 {

// What a host's function may do to the world: nothing, read from it, or change it.
enum class Effect { pure = ASPEN_PURE, read = ASPEN_READ, write = ASPEN_WRITE };
inline constexpr Effect pure = Effect::pure;
inline constexpr Effect read = Effect::read;
inline constexpr Effect write = Effect::write;

namespace detail {

// A parameter `T&` of a host's type: the function changes the argument, an object of a shared type.
template <class T>
struct Changed {};

template <class T>
struct IsChanged : std::false_type {};
template <class T>
struct IsChanged<Changed<T>> : std::true_type {};

// A parameter `Call&`, which is no argument of the script's.
struct OwnCall {};

// Of a tuple of parameters: how many of the first `end` are arguments.
template <class Parameters>
struct Counted;
template <class... P>
struct Counted<std::tuple<P...>> {
  static constexpr size_t before(size_t end) {
    constexpr bool kIsArgument[] = {!std::is_same_v<P, OwnCall>..., false};
    return static_cast<size_t>(std::count(kIsArgument, kIsArgument + end, true));
  }
};
template <class Parameters>
inline constexpr size_t kArgumentsOf = Counted<Parameters>::before(std::tuple_size_v<Parameters>);

template <class P>
struct ParameterOf {
  using type = stored_t<P>;
};
template <HostType T>
requires(!std::is_const_v<T>) struct ParameterOf<T&> {
  using type = Changed<T>;
};

template <>
struct ParameterOf<Call&> {
  using type = OwnCall;
};

// The parameters and the result of a callable with exactly one signature.
template <class F>
struct Signature : Signature<decltype(&F::operator())> {};
template <class R, class... P>
struct Signature<R(P...)> {
  using Result = R;
  using Parameters = std::tuple<typename ParameterOf<P>::type...>;
  static constexpr size_t kCount = kArgumentsOf<Parameters>;
  static constexpr bool kTakesByValue = ((!std::is_reference_v<P> && !kHoldsView<std::remove_cv_t<P>>)&&...);
  static constexpr bool kHoldsNoView = (!kHoldsView<std::remove_cvref_t<P>> && ...);
  static constexpr bool kChanges = (IsChanged<typename ParameterOf<P>::type>::value || ...);
};
template <class R, class... P>
struct Signature<R (*)(P...)> : Signature<R(P...)> {};
template <class R, class... P>
struct Signature<R (*)(P...) noexcept> : Signature<R(P...)> {};
template <class C, class R, class... P>
struct Signature<R (C::*)(P...)> : Signature<R(P...)> {};
template <class C, class R, class... P>
struct Signature<R (C::*)(P...) const> : Signature<R(P...)> {};
template <class C, class R, class... P>
struct Signature<R (C::*)(P...) noexcept> : Signature<R(P...)> {};
template <class C, class R, class... P>
struct Signature<R (C::*)(P...) const noexcept> : Signature<R(P...)> {};

inline aspen_value raise(aspen_context* context, std::string_view text) {
  return aspen_raise(context, text.data(), text.size());
}

// Raises the value that a script has raised before, or the label or the text of the host's own error.
inline aspen_value raise(aspen_context* context, const Error& error) {
  const Value raised = error.value();
  if (raised.vm() == aspen_context_vm(context)) return aspen_raise_value(context, raised.raw());
  std::string_view text = error.message();
  if (error.label().empty()) return raise(context, text);
  constexpr std::string_view kAfterLabel = ": ";
  if (text.starts_with(error.label()) && text.substr(error.label().size()).starts_with(kAfterLabel))
    text.remove_prefix(error.label().size() + kAfterLabel.size());
  return aspen_raise_label(context, error.label().c_str(), text.data(), text.size());
}

// Raises the error that a T could not be encoded.
template <class T>
aspen_value raise_unencodable(aspen_context* context) {
  const Error error = unencodable<T>(aspen_context_vm(context), "what the host returned");
  if (error.kind() != ErrorKind::out_of_memory) return raise(context, error);
  return aspen_raise_label(context, "MemoryLimit", error.message().data(), error.message().size());
}

template <class T>
aspen_value encode_or_raise(aspen_context* context, T&& value) {
  using Stored = std::remove_cvref_t<T>;
  aspen_vm* vm = aspen_context_vm(context);
  aspen_value encoded = Codec<Stored>::encode(vm, std::forward<T>(value));
  if (encoded != ASPEN_NO_VALUE) return encoded;
  return raise_unencodable<Stored>(context);
}

template <class T>
struct IsResult : std::false_type {};
template <class T>
struct IsResult<Result<T>> : std::true_type {};

// A result of the type `T&` looks as if scripts got the object that it refers to.
template <class R>
struct RefersToObject : std::false_type {};
template <class T>
requires(!std::is_const_v<T>) struct RefersToObject<T&> : std::bool_constant<HostType<T>> {
};
template <class R>
inline constexpr bool kRefersToObject = RefersToObject<R>::value;

template <class T>
aspen_value finish(aspen_context* context, T&& value) {
  if constexpr (!IsResult<std::remove_cvref_t<T>>::value) {
    return encode_or_raise(context, std::forward<T>(value));
  } else {
    if (!value) return raise(context, value.error());
    if constexpr (std::is_same_v<std::remove_cvref_t<T>, Result<void>>) {
      return aspen_make_unit();
    } else {
      return encode_or_raise(context, *std::forward<T>(value));
    }
  }
}

inline aspen_value raise_no_memory(aspen_context* context) {
  constexpr std::string_view kText = "the host has no memory";
  return aspen_raise_label(context, "MemoryLimit", kText.data(), kText.size());
}

inline aspen_value raise_caught(aspen_context* context, const Error& error) noexcept {
  try {
    return raise(context, error);
  } catch (const std::bad_alloc&) {
    return raise_no_memory(context);
  }
}

// The result of `action`; an exception becomes an error of the script.
template <class Action>
aspen_value guarded(aspen_context* context, Action action) noexcept {
  try {
    return action();
  } catch (const CallEnds&) {
    return ASPEN_NO_VALUE;
  } catch (const std::bad_alloc&) {
    return raise_no_memory(context);
  } catch (const Error& error) {
    return raise_caught(context, error);
  } catch (const std::exception& error) {
    return raise(context, error.what());
  } catch (...) {
    return raise(context, "a C++ exception of unknown type");
  }
}

// Holds an argument for its call: a decoded value, or a pointer to the script's object.
template <class T>
struct Slot {
  static constexpr bool kKeeps = Codec<T>::kKeeps;
  static std::string expected(aspen_vm* vm) { return detail::expected<T>(vm); }
  bool decode(aspen_vm* vm, aspen_value from) { return Codec<T>::decode(vm, from, value); }
  T&& get() { return std::move(value); }
  T value{};
};
template <class T>
requires(!std::is_default_constructible_v<T> && !HostType<T>) struct Slot<T> {
  static constexpr bool kKeeps = Codec<T>::kKeeps;
  static std::string expected(aspen_vm* vm) { return detail::expected<T>(vm); }
  bool decode(aspen_vm* vm, aspen_value from) { return read_into(vm, from, value); }
  T&& get() { return *std::move(value); }
  std::optional<T> value;
};
template <HostType T>
struct Slot<T> {
  static constexpr bool kKeeps = false;
  static std::string expected(aspen_vm* vm) { return detail::expected<T>(vm); }
  bool decode(aspen_vm* vm, aspen_value from) { return (object = Codec<T>::find(vm, from)) != nullptr; }
  const T& get() { return *object; }
  const T* object = nullptr;
};
template <class T>
struct Slot<Changed<T>> {
  static constexpr bool kKeeps = false;
  static std::string expected(aspen_vm* vm) { return detail::expected<T>(vm) + ", of a shared type"; }
  bool decode(aspen_vm* vm, aspen_value from) {
    object = Codec<T>::find(vm, from);
    return object && aspen_type_is_shared(aspen_host_type_of(from)) != 0;
  }
  T& get() { return *object; }
  T* object = nullptr;
};

template <>
struct Slot<OwnCall> {
  static constexpr bool kKeeps = false;
  Call& get() { return *call; }
  std::optional<Call> call;
};

// If it returns false, `wrong` is the raised error.
template <class S>
bool decode_argument(aspen_context* context, size_t index, const aspen_value* arguments, S& out,
                     aspen_value& wrong) {
  aspen_vm* vm = aspen_context_vm(context);
  if (out.decode(vm, arguments[index])) return true;
  wrong = aspen_argument_error(context, index, arguments, S::expected(vm).c_str());
  return false;
}

inline bool decode_argument(aspen_context* context, size_t, const aspen_value*, Slot<OwnCall>& out,
                            aspen_value&) {
  out.call.emplace(context);
  return true;
}

template <class Parameters>
struct SlotsOf;
template <class... P>
struct SlotsOf<std::tuple<P...>> {
  using type = std::tuple<Slot<P>...>;
};

// The arguments of a call, decoded for a host's function.
template <class Parameters>
class Arguments {
  using Slots = typename SlotsOf<Parameters>::type;
  using All = std::make_index_sequence<std::tuple_size_v<Parameters>>;
  using Places = Counted<Parameters>;

 public:
  // Returns `use(arguments…)`, or the error of the first argument that cannot be decoded.
  template <class Use>
  static aspen_value apply(aspen_context* context, const aspen_value* arguments, Use use) {
    Slots decoded{};
    aspen_value wrong = ASPEN_NO_VALUE;
    if (!decode_all(context, arguments, decoded, wrong, All())) return wrong;
    return std::apply([&](auto&... each) { return use(each.get()...); }, decoded);
  }

  static constexpr uint32_t keeps() { return keeps_of(All()); }

 private:
  template <size_t... I>
  static constexpr uint32_t keeps_of(std::index_sequence<I...>) {
    return (0u | ... | (std::tuple_element_t<I, Slots>::kKeeps ? 1u << Places::before(I) : 0u));
  }

  template <size_t... I>
  static bool decode_all([[maybe_unused]] aspen_context* context,
                         [[maybe_unused]] const aspen_value* arguments, Slots& out,
                         [[maybe_unused]] aspen_value& wrong, std::index_sequence<I...>) {
    return (decode_argument(context, Places::before(I), arguments, std::get<I>(out), wrong) && ...);
  }
};

// A host's function behind the C interface; one instance for each callable type.
template <class F>
class Native {
  using S = Signature<F>;

 public:
  static aspen_value call(aspen_context* context, void* data, const aspen_value* arguments) noexcept {
    return guarded(context, [&] {
      return Arguments<typename S::Parameters>::apply(context, arguments, [&](auto&&... decoded) {
        return call_with(context, *static_cast<F*>(data), std::forward<decltype(decoded)>(decoded)...);
      });
    });
  }

  static void free(void* data) { delete static_cast<F*>(data); }

  static constexpr uint32_t keeps() { return Arguments<typename S::Parameters>::keeps(); }

 private:
  template <class... P>
  static aspen_value call_with(aspen_context* context, F& function, P&&... arguments) {
    static_assert(!kRefersToObject<typename S::Result>,
                  "scripts would get a copy of the object: return T, const T& or nothing");
    if constexpr (std::is_void_v<typename S::Result>) {
      std::invoke(function, std::forward<P>(arguments)...);
      return aspen_make_unit();
    } else {
      return finish(context, std::invoke(function, std::forward<P>(arguments)...));
    }
  }
};

// What the C interface has to know of a function, which moves into it. It has no name yet.
template <class F>
aspen_definition definition_of(Effect effect, F function) {
  aspen_definition definition{};
  definition.arity = Signature<F>::kCount;
  definition.effect = static_cast<aspen_effect>(Signature<F>::kChanges ? write : effect);
  definition.keeps = Native<F>::keeps();
  definition.function = &Native<F>::call;
  definition.data = new F(std::move(function));
  definition.free_data = &Native<F>::free;
  return definition;
}

// "argument1 argument2"
inline std::string default_parameters(size_t count) {
  std::string words;
  for (size_t i = 0; i < count; ++i) words += (i == 0 ? "argument" : " argument") + std::to_string(i + 1);
  return words;
}

// Defines a function, which scripts call with () if it has no parameters. Returns the error if it is refused.
inline std::optional<Error> define(aspen_vm* vm, aspen_definition definition, std::string_view name,
                                   std::string_view parameters, std::string_view doc) {
  const std::string full(name), text(doc);
  const std::string words =
      parameters.empty() ? default_parameters(definition.arity) : std::string(parameters);
  definition.struct_size = sizeof definition;
  definition.name = full.c_str();
  definition.parameters = words.c_str();
  definition.doc = text.c_str();
  aspen_error* error = nullptr;
  const aspen_status status = aspen_define(vm, &definition, &error);
  if (status == ASPEN_OK) return {};
  return Error::take(status, error);
}

}  // namespace detail

// A script's function for the host to call: Function<double(std::string, std::vector<double>)>. A handle,
// like Value; the thread that uses the VM uses it.
template <class S>
class Function;

template <class R, class... P>
class Function<R(P...)> {
 public:
  Function() = default;
  explicit Function(Value function) : function_(std::move(function)) {}

  const Value& value() const { return function_; }

  // Runs the script's function to its end. ErrorKind::misuse inside a function that a script called.
  Result<R> operator()(const P&... arguments) const {
    aspen_vm* vm = function_.vm();
    if (!vm) return Error("the function's VM is gone", ErrorKind::misuse);
    return detail::within(vm, "Function()", [&] { return call(vm, arguments...); });
  }

  // Starts a call. It runs in Vm::poll, in the future's get(), and during runs and other calls of this VM. It
  // is a program of its own: the effects of several such calls have no order among themselves. A function
  // that a script called may call this, too.
  Future<R> start(const P&... arguments) const { return start_with({}, arguments...); }

  // Likewise, with a time or a priority of its own: `f.start_with({.wall = 2s, .priority = 5}, x)`.
  Future<R> start_with(const CallOptions& options, const P&... arguments) const {
    aspen_vm* vm = function_.vm();
    if (!vm) return Future<R>(Error("the function's VM is gone", ErrorKind::misuse));
    return detail::within(vm, "Function::start", [&] { return begin(vm, options, arguments...); });
  }

 private:
  // The C interface passes () to a function without parameters.
  static constexpr size_t kCount = sizeof...(P) == 0 ? 1 : sizeof...(P);
  using Encoded = std::array<aspen_value, sizeof...(P) + 1>;

  // Fills in the arguments; the error of the first one that cannot be encoded.
  static std::optional<Error> encode([[maybe_unused]] aspen_vm* vm, Encoded& encoded, const P&... arguments) {
    std::optional<Error> wrong;
    size_t count = 0;
    [[maybe_unused]] const auto add = [&](const auto& made) {
      if (made) encoded[count++] = *made;
      if (!made) wrong = made.error();
      return static_cast<bool>(made);
    };
    (void)(add(detail::encode<P>(vm, arguments, "argument " + std::to_string(count + 1))) && ...);
    encoded[sizeof...(P)] = aspen_make_unit();
    return wrong;
  }

  Future<R> begin(aspen_vm* vm, const CallOptions& options, const P&... arguments) const {
    if (options.wall.count() < 0)
      return Future<R>(Error("CallOptions: wall: is negative", ErrorKind::misuse));
    Encoded encoded;
    if (auto wrong = encode(vm, encoded, arguments...)) return Future<R>(*std::move(wrong));
    const aspen_call_options raw = options.raw();
    aspen_future* future = nullptr;
    aspen_error* error = nullptr;
    aspen_status status =
        aspen_start_with(vm, function_.raw(), encoded.data(), kCount, &raw, &future, &error);
    return status == ASPEN_OK ? Future<R>(future) : Future<R>(Error::take(status, error));
  }

  Result<R> call(aspen_vm* vm, const P&... arguments) const {
    Encoded encoded;
    if (auto wrong = encode(vm, encoded, arguments...)) return *std::move(wrong);
    aspen_value value = ASPEN_NO_VALUE;
    aspen_error* error = nullptr;
    aspen_status status = aspen_call(vm, function_.raw(), encoded.data(), kCount, &value, &error);
    if (status != ASPEN_OK) return Error::take(status, error);
    return detail::decode_result<R>(vm, value);
  }

  Value function_;
};

template <class R, class... P>
struct Codec<Function<R(P...)>> {
  static constexpr bool kKeeps = true;
  static std::string expected() { return "a Function"; }
  static aspen_value encode(aspen_vm* vm, const Function<R(P...)>& function) {
    return Codec<Value>::encode(vm, function.value());
  }
  static bool decode(aspen_vm* vm, aspen_value value, Function<R(P...)>& out) {
    aspen_type type = aspen_type_of(value);
    if (type != ASPEN_FUNCTION && type != ASPEN_LABEL) return false;
    out = Function<R(P...)>(Value(vm, value));
    return true;
  }
};

}  // namespace v1
}  // namespace aspen
