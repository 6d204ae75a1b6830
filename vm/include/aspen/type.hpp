// C++ types of the host for scripts:
//
//   host.type<Sprite>("Sprite").ctor<double, double>().method("move", &Sprite::move).field("x", &Sprite::x);
//
// defines a module `host.sprite` of functions: `s = host.sprite 1.0 2.0` makes a sprite, `s.x` is its field,
// and `host.sprite.move 1.0 0.5 s` returns the moved sprite. Sprites are values: a change first copies the
// object if there are other references to it. After .shared(), all references see the same object, and each
// use of it is an effect, in program order.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "aspen/method.hpp"

namespace aspen {
inline namespace v1 {

// Whether objects of the type can be copied. Some types declare a copy constructor that does not compile,
// such as a struct with a std::vector<std::unique_ptr<…>>. For those, write before the first use of the type:
//
//   template <>
//   inline constexpr bool aspen::is_copied<Fleet> = false;
template <class T>
inline constexpr bool is_copied = std::copy_constructible<T>;

namespace detail {

template <class T>
concept Comparable = requires(const T& a, const T& b) {
  { a == b } -> std::convertible_to<bool>;
};
template <class T>
concept Ordered = requires(const T& a, const T& b) {
  { a < b } -> std::convertible_to<bool>;
};
template <class T>
concept Hashable = requires(const T& object) {
  { std::hash<T>()(object) } -> std::convertible_to<size_t>;
};

// Returns `code()`; an exception is reported as a failure, and the result is then a default value.
template <class Code>
auto report_exceptions(aspen_failure* failure, Code code) noexcept -> decltype(code()) {
  std::string_view what = "a C++ exception of unknown type";
  try {
    return code();
  } catch (const std::exception& error) {
    what = error.what();
    aspen_report_failure(failure, what.data(), what.size());
  } catch (...) {
    aspen_report_failure(failure, what.data(), what.size());
  }
  return decltype(code())();
}

// What the C interface keeps for a type (its `data`). Objects are given by address.
struct TypeState {
  struct Field {
    std::string name;
    std::unique_ptr<void, void (*)(void*)> data;  // a pointer to a member
    void (*append)(std::string& out, const void* data, const void* object);
  };

  std::string module;  // the one around the type's own; empty: none
  std::string name;
  std::vector<Field> fields;  // for show, in the order of definition
  std::function<std::string(const void* object)> show;
  std::function<size_t(const void* object)> memory;

  void set_field(Field field) {
    for (Field& known : fields) {
      if (known.name == field.name) return (void)(known = std::move(field));
    }
    fields.push_back(std::move(field));
  }

  std::string shown(const void* object) const {
    if (show) return show(object);
    std::string out = name + "(";
    for (const Field& field : fields)
      field.append(out += &field == fields.data() ? "" : ", ", field.data.get(), object);
    return out + ")";
  }

  static void write(void* state, const void* object, aspen_sink sink, void* context, aspen_failure* failure);
  static size_t measure(void* state, const void* object) noexcept {
    const auto& memory = static_cast<TypeState*>(state)->memory;
    return memory ? memory(object) : 0;
  }
};

inline void TypeState::write(void* state, const void* object, aspen_sink sink, void* context,
                             aspen_failure* failure) {
  report_exceptions(failure, [&] {
    const std::string text = static_cast<TypeState*>(state)->shown(object);
    sink(context, text.data(), text.size());
  });
}

// A type behind the C interface: uses those of T's operators that exist.
template <class T>
class TypeCode {
 public:
  static aspen_type_definition definition() {
    aspen_type_definition type{};
    type.struct_size = sizeof type;
    type.key = &type_key<T>;
    type.bytes = sizeof(T);
    type.is_shared = is_copied<T> ? 0 : 1;
    type.destroy = [](void* object) { delete static_cast<T*>(object); };
    if constexpr (is_copied<T>) type.copy = &copy;
    if constexpr (Comparable<T>) type.equal = &equal;
    if constexpr (Comparable<T> && Hashable<T>) type.hash = &hash;
    if constexpr (Ordered<T>) type.order = &order;
    type.show = &TypeState::write;
    type.memory = &TypeState::measure;
    type.free_data = [](void* data) { delete static_cast<TypeState*>(data); };
    return type;
  }

 private:
  static const T& object(const void* raw) { return *static_cast<const T*>(raw); }

  static void* copy(void*, const void* from, aspen_failure* failure) {
    return report_exceptions(failure, [&]() -> void* { return new T(object(from)); });
  }
  static int equal(void*, const void* a, const void* b, aspen_failure* failure) {
    return report_exceptions(failure, [&] { return static_cast<bool>(object(a) == object(b)) ? 1 : 0; });
  }
  static uint64_t hash(void*, const void* raw, aspen_failure* failure) {
    return report_exceptions(failure, [&] { return static_cast<uint64_t>(std::hash<T>()(object(raw))); });
  }
  static aspen_order order(void*, const void* a, const void* b, aspen_failure* failure) {
    return report_exceptions(failure, [&] {
      if (object(a) < object(b)) return ASPEN_LESS;
      if (object(b) < object(a)) return ASPEN_GREATER;
      if constexpr (Comparable<T>) return object(a) == object(b) ? ASPEN_EQUAL : ASPEN_UNORDERED;
      return ASPEN_EQUAL;
    });
  }
};

// The part of Type that does not depend on the C++ type.
class TypeBuilder {
 public:
  // The first definition that was refused; null if none was.
  const Error* error() const { return failed_.get(); }

 protected:
  TypeBuilder(aspen_vm* vm, aspen_type_definition definition, std::string_view module, std::string_view name)
      : vm_(vm), object_(lower(name)), type_(aspen_find_type(vm, definition.key)) {
    if (type_)
      check_name(module, name);
    else
      make(definition, module, name);
  }

  void note(Error error) {
    if (!failed_) failed_ = std::make_shared<Error>(std::move(error));
  }

  void share() {
    aspen_error* error = nullptr;
    const aspen_status status = type_ ? aspen_share_type(type_, &error) : ASPEN_OK;
    if (status != ASPEN_OK) note(Error::take(status, error));
  }

  // Null, with an error noted, if the type is in use already.
  TypeState* open_state(std::string_view what) {
    if (!type_) return nullptr;
    if (aspen_type_is_open(type_)) return static_cast<TypeState*>(aspen_host_type_data(type_));
    note(Error(std::string(what) + ": the type is in use already", ErrorKind::misuse));
    return nullptr;
  }

  // The last parameter is named like the type, unless `parameters` names it, too.
  void define_member(aspen_definition definition, std::string_view name, std::string_view parameters,
                     std::string_view doc, std::string_view field) {
    const std::string field_name(field);
    std::string words =
        parameters.empty() ? default_parameters(definition.arity - 1) : std::string(parameters);
    const auto named = static_cast<size_t>(std::count(words.begin(), words.end(), ' ')) + !words.empty();
    if (named < definition.arity) words += (words.empty() ? "" : " ") + object_;
    definition.field = field.empty() ? nullptr : field_name.c_str();
    define(definition, name, words, doc);
  }

  void define(aspen_definition definition, std::string_view name, std::string_view parameters,
              std::string_view doc) {
    if (!type_) {
      if (definition.free_data) definition.free_data(definition.data);
      return;
    }
    definition.type = type_;
    if (auto refused = detail::define(vm_, definition, name, parameters, doc)) note(std::move(*refused));
  }

  std::string setter_parameters(std::string_view field) const { return std::string(field) + " " + object_; }
  aspen_host_type* type() const { return type_; }

 private:
  static std::string lower(std::string_view name) {
    std::string word(name);
    if (!word.empty() && word[0] >= 'A' && word[0] <= 'Z') word[0] = static_cast<char>(word[0] | 0x20);
    return word;
  }

  static std::string joined(std::string_view module, std::string_view name) {
    return module.empty() ? std::string(name) : std::string(module) + "." + std::string(name);
  }

  void make(aspen_type_definition definition, std::string_view module, std::string_view name) {
    const std::string full = joined(module, name);
    definition.name = full.c_str();
    definition.data = new TypeState{std::string(module), std::string(name), {}, {}, {}};
    aspen_error* error = nullptr;
    const aspen_status status = aspen_define_type(vm_, &definition, &type_, &error);
    if (status != ASPEN_OK) note(Error::take(status, error));
  }

  void check_name(std::string_view module, std::string_view name) {
    const auto& known = *static_cast<const TypeState*>(aspen_host_type_data(type_));
    if (module == known.module && name == known.name) return;
    note(Error(joined(module, name) + ": the C++ type is " + joined(known.module, known.name) + " already",
               ErrorKind::misuse));
    type_ = nullptr;
  }

  aspen_vm* vm_;
  std::string object_;  // the parameter's name in messages: "sprite"
  aspen_host_type* type_ = nullptr;
  std::shared_ptr<Error> failed_;  // shared, so that a chain may be copied into a variable
};

}  // namespace detail

// A type of the host in one VM, which must outlive this; Module::type returns the same type each time. Call
// these functions in any order, but shared(), show() and field() before the first program is compiled and
// before the first object is made. Defining a name again replaces it from then on.
//
// T's own operators are used. Without `==`, objects cannot be compared; without `<`, not ordered; without
// std::hash, they are no keys of dicts. If they throw, the script's operation ends in an error. Destructors
// must not throw. They run after the last reference is gone, at the latest when the VM ends, on the thread
// that uses or frees the VM. They may release handles, and do nothing else with the VM.
template <class T>
class Type : public detail::TypeBuilder {
 public:
  Type(aspen_vm* vm, std::string_view module, std::string_view name)
      : TypeBuilder(vm, detail::TypeCode<T>::definition(), module, name) {}

  // Objects have identity: all references to an object see its changes, `==` compares identities, and each
  // use is an effect: a read for const functions, else a write. Types that cannot be copied (is_copied) are
  // always shared.
  Type& shared() {
    share();
    return *this;
  }

  // The constructor that calling the module runs. The effect is at least a write if the type is shared.
  template <class... A>
  Type& ctor(Effect least = pure, std::string_view parameters = {}, std::string_view doc = {}) {
    using Made = detail::Constructor<T, A...>;
    aspen_definition definition{};
    definition.arity = Made::kCount;
    definition.effect = static_cast<aspen_effect>(least);
    definition.member = ASPEN_MAKES;
    definition.keeps = Made::keeps();
    definition.function = &Made::call;
    definition.data = type();
    define(definition, "new", parameters, doc);
    return *this;
  }

  // A member function, or a function object with a first parameter T& or const T&. In scripts the object is
  // the last argument. A const one returns its result. Any other returns the changed object, or, if it has a
  // result, `(result, object)`; for a shared object, it returns only its result, or ().
  template <class F>
  Type& method(std::string_view name, F function, std::string_view parameters = {},
               std::string_view doc = {}) {
    return member(name, std::move(function), parameters, doc, {});
  }

  // A field `s.x`: a data member, or a function that reads it, with one that sets it unless the field is
  // constant. Scripts set it by `s.x = v`, and for a value by `{ ..s, x: v }`. There are always the functions
  // `sprite.x s` and, unless it is constant, `sprite.set_x v s`.
  template <class V, class Base>
  requires(!std::is_function_v<V> && std::is_base_of_v<Base, T>) Type& field(std::string_view name,
                                                                             V Base::*inherited) {
    V T::*const data = inherited;
    using Member = detail::Member<T, V>;
    aspen_definition definition{};
    definition.arity = 1;
    definition.member = ASPEN_READS;
    definition.function = &Member::get;
    definition.data = Member::copy(data);
    definition.free_data = &Member::free;
    define_member(definition, name, {}, {}, name);
    if constexpr (detail::Shown<V>) {
      if (auto* state = open_state(name))
        state->set_field({std::string(name), {Member::copy(data), &Member::free}, &Member::append});
    }
    if constexpr (!std::is_const_v<V>) {
      definition.arity = 2;
      definition.member = ASPEN_CHANGES;
      definition.keeps = (detail::Slot<V>::kKeeps ? 1u : 0u) | 2u;
      definition.function = &Member::set;
      definition.data = Member::copy(data);
      define_member(definition, "set_" + std::string(name), setter_parameters(name), {}, name);
    }
    return *this;
  }
  template <class Get>
  requires(!std::is_member_object_pointer_v<Get>) Type& field(std::string_view name, Get get) {
    return member(name, std::move(get), {}, {}, name);
  }
  template <class Get, class Set>
  Type& field(std::string_view name, Get get, Set set) {
    field(name, std::move(get));
    return member("set_" + std::string(name), std::move(set), setter_parameters(name), {}, name);
  }

  // Defines the text of `show` and `print`: `text` takes a const T& and returns a std::string. By default it
  // is the data members of simple types, in the order of their definition: "Sprite(1.0, 2.0)".
  template <class F>
  Type& show(F text) {
    if (auto* state = open_state("show"))
      state->show = [text = std::move(text)](const void* object) {
        return std::string(std::invoke(text, *static_cast<const T*>(object)));
      };
    return *this;
  }

  // Counts what an object has allocated itself for Limits::heap_bytes, beside its sizeof: `bytes` takes a
  // const T&, returns a number of bytes, and must not throw. It is called when an object is made or copied,
  // and after each call that may have changed it.
  template <class F>
  Type& memory(F bytes) {
    if (auto* state = open_state("memory"))
      state->memory = [bytes = std::move(bytes)](const void* object) {
        return static_cast<size_t>(std::invoke(bytes, *static_cast<const T*>(object)));
      };
    return *this;
  }

  // Any other function in the type's module, such as another constructor.
  template <class F>
  Type& def(std::string_view name, Effect effect, F function, std::string_view parameters = {},
            std::string_view doc = {}) {
    define(detail::definition_of(effect, std::move(function)), name, parameters, doc);
    return *this;
  }

 private:
  template <class F>
  Type& member(std::string_view name, F function, std::string_view parameters, std::string_view doc,
               std::string_view field) {
    using Native = detail::Method<T, F>;
    aspen_definition definition{};
    definition.arity = Native::kCount;
    definition.member = Native::kChanges ? ASPEN_CHANGES : ASPEN_READS;
    definition.keeps = Native::keeps();
    definition.function = &Native::call;
    definition.data = new F(std::move(function));
    definition.free_data = &Native::free;
    define_member(definition, name, parameters, doc, field);
    return *this;
  }
};

}  // namespace v1
}  // namespace aspen
