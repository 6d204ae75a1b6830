// How a native of the library is written: a C++ function, the parameters of which say what it takes, and a
// row in the table of its file.
//
//   Value upper(Strand& s, const String& text) { … }
//   const NativeDescriptor kRows[] = { row<upper>("string.upper", "s", kBorrows, "…doc…"), … };
//
// The wrapper that row<> makes tests the arguments and raises the TypeError that names function and
// parameter.
//
// Masks. A parameter is in the mask (`keeps(…)`) if the native returns it, stores it in its result, or
// updates it in place. The native owns such an argument, and may change it or take it apart if its kShared is
// clear. Other parameters are borrowed: they are read only, and each element of theirs that gets into the
// result is shared first, because the source lives on. Scalars are never in a mask.
#pragma once

#include <cassert>
#include <cerrno>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "vm/heap/mutator.h"
#include "vm/run/machine.h"
#include "vm/run/operators/number.h"
#include "vm/run/scratch.h"
#include "vm/run/strand.h"
#include "vm/values/bytes.h"
#include "vm/values/dict.h"
#include "vm/values/list.h"
#include "vm/values/string.h"

namespace aspen {

inline constexpr ConsumeMask kBorrows = 0;
template <class... Index>
constexpr ConsumeMask keeps(Index... indexes) {
  return ((ConsumeMask{1} << indexes) | ...);
}

// Takes `()`: for natives that need no argument.
struct UnitArgument {};
// An Int that is a size, a count or an index from the start: not negative. Larger ones become 2^32 - 1.
struct Count {
  uint32_t value;
  operator uint32_t() const { return value; }
};
// Anything that a `for` loop accepts. The native gets a List, Range, String, Bytes or Dict; for a channel, a
// fiber or an open file, it gets a List of the elements read from it.
struct Iterable {
  Value value;
};
// Any value. If it can be iterated, the native iterates it. For a channel, a fiber or an open file, the
// native asks for the elements that it needs (Strand::want_elements).
struct MaybeIterable {
  Value value;
  operator Value() const { return value; }
};
// A String or Bytes, as its bytes.
struct AnyBytes {
  std::string_view view;
};
// Labels such as Some and None have no type of their own here: a native that takes them has a Value.

// False for sources outside of the heap (function.h): for those, natives call Strand::want_elements.
bool is_iterable(Value v);

// Runs an action that may block and touches no objects, while other threads may collect. Keeps its errno.
template <class Action>
void while_outside(Strand& s, Action action) {
  int error = 0;
  s.allocator().mutator().outside([&] {
    action();
    error = errno;
  });
  errno = error;
}

// ---- Errors

// "take: n must not be negative": a ValueError about parameter `index` of the native that runs.
Value bad_argument(Strand& s, unsigned index, std::string_view complaint);
// A ValueError about the record of options, the first argument: its field `name` is unknown, or must not have
// the value `v`. `fields` lists the fields that are allowed.
Value bad_option(Strand& s, std::string_view name, Value v, std::string_view fields);
// An ArithmeticError: parameter `index`, an Int, is beyond the largest Float.
Value beyond_float(Strand& s, unsigned index);
// A TypeError about parameter `index`, which has the argument `v`.
Value wrong_type(Strand& s, unsigned index, Value v, std::string_view expected);
// "first: xs is empty" as an IndexError or ValueError.
Value empty_error(Strand& s, unsigned index, Symbol kind);
// What a function that reports success as a bool returns after it has raised an error: false.
// `return fail_with(bad_argument(s, 0, "is empty"));`
inline bool fail_with([[maybe_unused]] Value raised) {
  assert(raised.is_exception());
  return false;
}

// ---- Arguments

template <class T>
struct Argument;

template <>
struct Argument<Value> {
  static Value read(Strand&, Value* args, unsigned i, bool&) { return args[i]; }
};

template <class T>
struct KindArgument {
  static T& read(Strand& s, Value* args, unsigned i, bool& ok);
};
// Out of line: refuses argument i.
void refuse(Strand& s, Value* args, unsigned i, bool& ok, std::string_view expected);
void refuse_to_iterate(Strand& s, Value* args, unsigned i, bool& ok);
// An object that stands in for a refused argument: reading any kind's fields from it is safe.
void* refused_object();

template <class T>
T& object_argument(Strand& s, Value* args, unsigned i, bool& ok, std::string_view expected) {
  if (is_kind(args[i], T::kKind)) [[likely]]
    return *as<T>(args[i]);
  refuse(s, args, i, ok, expected);
  return *static_cast<T*>(refused_object());
}

template <>
struct Argument<String&> {
  static String& read(Strand& s, Value* a, unsigned i, bool& ok) {
    return object_argument<String>(s, a, i, ok, "a String");
  }
};
template <>
struct Argument<Bytes&> {
  static Bytes& read(Strand& s, Value* a, unsigned i, bool& ok) {
    return object_argument<Bytes>(s, a, i, ok, "Bytes");
  }
};
template <>
struct Argument<List&> {
  static List& read(Strand& s, Value* a, unsigned i, bool& ok) {
    return object_argument<List>(s, a, i, ok, "a List");
  }
};
template <>
struct Argument<Dict&> {
  static Dict& read(Strand& s, Value* a, unsigned i, bool& ok) {
    return object_argument<Dict>(s, a, i, ok, "a Dict");
  }
};
template <>
struct Argument<Record&> {
  static Record& read(Strand& s, Value* a, unsigned i, bool& ok) {
    return object_argument<Record>(s, a, i, ok, "a Record");
  }
};
template <class T>
struct Argument<const T&> : Argument<T&> {};

template <>
struct Argument<bool> {
  static bool read(Strand& s, Value* args, unsigned i, bool& ok) {
    if (!args[i].is_bool()) refuse(s, args, i, ok, "a Bool");
    return args[i].is_true();
  }
};
template <>
struct Argument<double> {
  static double read(Strand& s, Value* args, unsigned i, bool& ok) {
    if (args[i].is_double()) [[likely]]
      return args[i].as_double();
    if (args[i].is_small_int()) return static_cast<double>(args[i].as_small_int());
    return read_slow(s, args, i, ok);
  }
  static double read_slow(Strand& s, Value* args, unsigned i, bool& ok);
};
template <>
struct Argument<int64_t> {
  static int64_t read(Strand& s, Value* args, unsigned i, bool& ok) {
    if (args[i].is_small_int()) [[likely]]
      return args[i].as_small_int();
    return read_slow(s, args, i, ok);
  }
  static int64_t read_slow(Strand& s, Value* args, unsigned i, bool& ok);
};
template <>
struct Argument<Count> {
  static Count read(Strand& s, Value* args, unsigned i, bool& ok) {
    if (args[i].is_small_int() && args[i].as_small_int() >= 0 && args[i].as_small_int() <= UINT32_MAX)
        [[likely]] {
      return {static_cast<uint32_t>(args[i].as_small_int())};
    }
    return read_slow(s, args, i, ok);
  }
  static Count read_slow(Strand& s, Value* args, unsigned i, bool& ok);
};
template <>
struct Argument<Iterable> {
  static Iterable read(Strand& s, Value* args, unsigned i, bool& ok) {
    if (!is_iterable(args[i])) refuse_to_iterate(s, args, i, ok);
    return {args[i]};
  }
};
template <>
struct Argument<MaybeIterable> {
  static MaybeIterable read(Strand&, Value* args, unsigned i, bool&) { return {args[i]}; }
};
template <>
struct Argument<AnyBytes> {
  static AnyBytes read(Strand& s, Value* args, unsigned i, bool& ok) {
    if (is_kind(args[i], Kind::Bytes)) return {as<Bytes>(args[i])->view()};
    if (is_kind(args[i], Kind::String)) return {as<String>(args[i])->view()};
    refuse(s, args, i, ok, "Bytes or a String");
    return {};
  }
};
template <>
struct Argument<UnitArgument> {
  static UnitArgument read(Strand& s, Value* args, unsigned i, bool& ok) {
    if (!args[i].is_unit()) refuse(s, args, i, ok, "()");
    return {};
  }
};

// ---- The wrapper

template <auto function>
struct Bind;

template <class... P, Value (*function)(Strand&, P...)>
struct Bind<function> {
  static constexpr uint16_t kArity = sizeof...(P);
  static constexpr uint32_t iterated() {
    uint32_t parameters = 0, i = 0;
    ((parameters |= uint32_t{std::is_same_v<P, Iterable> || std::is_same_v<P, MaybeIterable>} << i++), ...);
    return parameters;
  }
  static Value call(Strand& s, Value* args) { return call(s, args, std::index_sequence_for<P...>{}); }

 private:
  template <size_t... I>
  static Value call(Strand& s, Value* args, std::index_sequence<I...>) {
    bool ok = true;
    // Braces: read from left to right, so the first wrong argument is the one reported.
    std::tuple<P...> read{Argument<P>::read(s, args, static_cast<unsigned>(I), ok)...};
    if (!ok) [[unlikely]]
      return Value::exception();
    const RefusalScope scope(s.allocator());
    try {
      return function(s, std::get<I>(read)...);
    } catch (const HeapExhausted&) {
      return s.memory_exhausted();
    }
  }
};

template <auto function>
constexpr NativeDescriptor row(const char* name, const char* parameters, ConsumeMask consumes,
                               const char* doc, Effect effect = Effect::pure) {
  NativeDescriptor out{name, Bind<function>::kArity, consumes, effect, Bind<function>::call, parameters, doc};
  out.iterates = Bind<function>::iterated();
  return out;
}

// ---- Results

inline Value text_value(Strand& s, std::string_view text) {
  return Value::object(make_string(s.allocator(), text));
}
inline Value bytes_value(Strand& s, std::string_view bytes) {
  return Value::object(make_bytes(s.allocator(), bytes));
}
inline Value int_value(Strand& s, int64_t i) { return make_int(s.allocator(), i); }
// Moves the value into the result; so do the functions below.
inline Value some(Strand& s, Value v) {
  return Value::object(s.allocator().make<LabelBox>(0, sym::kSome, v));
}
inline Value none() { return Value::label(sym::kNone); }
Value pair(Strand& s, Value first, Value second);
struct Field {
  const char* name;
  Value value;
};
Value record_value(Strand& s, std::initializer_list<Field> fields);
// A String of one character. ASCII characters exist already.
Value character_value(Strand& s, uint32_t code);
inline Value shared(Value v) {
  share(v);
  return v;
}
// Whether a list of `count` elements is possible and there is room for it. False with MemoryLimit pending.
bool reserve_list(Strand& s, uint64_t count);
bool reserve_text(Strand& s, uint64_t bytes);
// A String of at most 4 GiB; MemoryLimit beyond that.
Value checked_text(Strand& s, std::string_view text);
Value checked_bytes(Strand& s, std::string_view bytes);
// Likewise for text from outside: bytes that are not UTF-8 become U+FFFD.
Value foreign_text(Strand& s, std::string_view bytes);

// Appends two digits for each byte.
template <class Text>
void append_hex(Text& out, std::string_view bytes) {
  constexpr const char* kDigits = "0123456789abcdef";
  for (char c : bytes) {
    out += kDigits[static_cast<uint8_t>(c) >> 4];
    out += kDigits[static_cast<uint8_t>(c) & 15];
  }
}

// ---- Work (Strand::work): natives pay for their loops themselves, unless they use Elements

constexpr uint64_t kPieceWork = 16;  // for making a piece of text or another small object
constexpr uint64_t kEntryWork = 64;  // for finding a key in a dict, or adding it
constexpr uint64_t kBytesCopiedPerWork = 8;
constexpr uint64_t kCharacterWork = 4;  // for looking a character up
// Pays for a pass over the text, at `each` nanoseconds a byte.
inline bool pay_for_pass(Strand& s, std::string_view text, uint64_t each = 1) {
  return s.work(text.size() * each);
}

inline ValueContext context(Strand& s) { return s.machine().value_context(s); }

}  // namespace aspen
