// Functions: code compiled from Aspen, and functions written in C++.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "vm/effect.h"
#include "vm/object.h"

namespace aspen {

class Strand;
struct Closure;
using Word = uint32_t;  // a bytecode word

// Bit i set: parameter i is kept, returned or updated in place by the function, so a caller that goes on
// using the value must share it first. Clear: the function only reads it ("borrows"). Parameters past 31
// count as consumed.
using ConsumeMask = uint32_t;

struct Handler {            // the extent of a `try`, in words from the start of the code
  uint32_t begin, end;      // [begin, end)
  uint32_t target;          // where to go on
  uint32_t error_register;  // receives the raised value
};

// The same handlers with extents that are disjoint and ascend, so that one can be searched for.
std::vector<Handler> disjoint_handlers(const std::vector<Handler>& innermost_first);
// Of an error that the instruction at `word` raises; null if it leaves the function.
const Handler* handler_of(const std::vector<Handler>& disjoint, uint32_t word);

struct Location {           // the position of an instruction in the source text
  uint32_t word;            // first word it holds for
  uint32_t offset, length;  // bytes
};

// What is known of a frame while a call in it runs, so that the frame can be copied there (a split). A row
// for each instruction that may enter Aspen code and come back, and for natives that do more than compute.
struct CallSite {
  // In `flags`:
  static constexpr uint8_t kPromotable = 1;  // worth overlapping with what follows (frontend/promotable.h)
  // What follows changes what the callee, or a handler should it fail, may look at: a closure that is still
  // to be completed (SetCapture), a module variable that is not set once and for all. The frame must not go
  // on before the call is over.
  static constexpr uint8_t kBarrier = 2;
  static constexpr uint8_t kModule = 4;     // LoadModule
  static constexpr uint8_t kPublishes = 8;  // what follows sets module variables for the first time
  static constexpr uint8_t kAllFlags = kPromotable | kBarrier | kModule | kPublishes;

  uint32_t word;  // the word behind the call, to which it returns
  uint8_t flags;
  uint64_t live;  // bit r: register r is read after the call, or by the handler of a `try` around it; not the
                  // result's. Those past 63 count as live.

  bool is_live(unsigned reg) const { return reg >= 64 || (live >> reg & 1) != 0; }
};

struct LoadedModule;
struct Proto;

// Which values of the first part of a range are those of the whole call, whatever the others may give.
enum class Decisive : uint8_t { none, if_true, if_false, if_some };

// A function that goes through one of its arguments in a single loop, the rest of which a split may give to
// `rest`: a function that takes the same arguments, the second half in the place of the source, and then the
// value of the first part (range_loop.h).
struct RangeLoop {
  static constexpr uint8_t kNoRegister = 0xff;

  const Proto* rest = nullptr;
  uint32_t begin = 0, end = 0;  // words of the code: where the loop's body begins, its IterNext
  uint32_t push = 0;            // word of the PushList onto `out`
  uint8_t state = 0;            // register of the loop's state
  uint8_t source = 0;           // parameter that the loop goes through
  // Register of the list onto which each round pushes one value, at its end, and which it does not look at
  // otherwise; or none. If it is no parameter, `rest` takes that list behind the others.
  uint8_t out = kNoRegister;
  Decisive decisive = Decisive::none;
};

// Code of one function literal. Owned by its LoadedModule; never moves; lives as long as the machine.
struct Proto {
  // What a call needs stands first: one cache line.
  const Word* code = nullptr;
  uint32_t frame_size = 0;  // registers, call windows included
  uint16_t arity = 0;
  uint16_t captures = 0;
  ConsumeMask consumes = 0;
  Effect effect = Effect::write;
  Reach reach;
  uint32_t code_size = 0;      // words
  Closure* closure = nullptr;  // the function itself, if it captures nothing
  std::string name;            // "" for an unnamed literal
  LoadedModule* module = nullptr;
  std::vector<Handler> handlers;           // disjoint, ascending
  std::vector<Location> locations;         // ascending
  std::vector<CallSite> calls;             // ascending
  std::vector<Value> constants;            // heap constants the code refers to, for the collector
  std::unique_ptr<const RangeLoop> range;  // null: none of its loops may be split
  bool hidden = false;                     // the library's own business: traces leave it out
  bool is_rest = false;                    // the `rest` of a RangeLoop

  // Of the call that returns to `to`, an address in this function's code; null if there is none.
  const CallSite* call_site(const Word* to) const;
};

// `length` captured values follow inline.
struct Closure : Object {
  static constexpr Kind kKind = Kind::Closure;
  Closure(const Proto* p, uint32_t n) : Object(kKind, 0, 0, n), proto(p) {}
  const Proto* proto;
  Value* captures() { return reinterpret_cast<Value*>(this + 1); }
};

// A function applied to fewer arguments than it takes; `length` arguments follow inline. `function` is a
// Closure or a NativeFunction, never another Partial.
struct Partial : Object {
  static constexpr Kind kKind = Kind::Partial;
  Partial(Value f, uint32_t n) : Object(kKind, 0, 0, n), function(f) {}
  Value function;
  Value* arguments() { return reinterpret_cast<Value*>(this + 1); }
};

// A C++ function: takes `arity` arguments at `arguments`, returns its value, or Value::exception() after
// Strand::raise. It never calls back into the interpreter. Its arguments and local Values are safe from the
// collector; Values stored elsewhere are not.
using NativeCode = Value (*)(Strand& strand, Value* arguments);

// Written as static tables by the standard library and built by hosts; must outlive the machine it is
// registered in.
struct NativeDescriptor {
  const char* name;  // as called: "map", "string.upper"
  uint16_t arity;
  ConsumeMask consumes;
  Effect effect;
  NativeCode code;
  const char* parameters;   // "n xs", for `aspen doc` and error messages
  const char* doc;          // one paragraph, then examples; the single source of the documentation
  void* data = nullptr;     // a host's own
  bool uses_tasks = false;  // only where there is a runtime
  uint32_t iterates = 0;    // bit i: it goes through argument i, as in Reach
  bool takes_away = false;  // what it gives is gone from where it was: no error comes between
};

// What it has waited for, and got, would be lost with an error behind its call: a permit, the value of a
// cell, a line. The next safepoint raises it.
constexpr bool keeps_result(const NativeDescriptor& native) { return native.uses_tasks || native.takes_away; }

struct NativeFunction : Object {
  static constexpr Kind kKind = Kind::NativeFunction;
  explicit NativeFunction(const NativeDescriptor* d) : Object(kKind, 0, 0, 0), descriptor(d) {}
  const NativeDescriptor* descriptor;
};

// A standard module as a value: `fields` is a Record; `converter` is what calling it does (`string 5`), or
// undefined.
struct Module : Object {
  static constexpr Kind kKind = Kind::Module;
  Module(Symbol name, Value f, Value c) : Object(kKind, 0, 0, name), fields(f), converter(c) {}
  Symbol name() const { return length; }
  Value fields;
  Value converter;
};

class HostType;
class Tracer;
struct NativeType {
  const char* name;               // as `show` prints it: "<regex>"
  void (*finalize)(void* state);  // may be null; called once, by `end`
  // May be null: holds no Values. Called by one of the threads that collect, for several objects at once.
  void (*trace)(void* state, Tracer& tracer);
  bool identity = true;  // equal to itself only
  // Null: it cannot be iterated over. Else gives the next element, undefined after the last; or waits for it
  // like a native with a write effect, and is called again.
  Value (*next)(Strand& strand, void* state) = nullptr;
  const HostType* host = nullptr;  // a host's own (host_type.h); null: the library's
  size_t bytes = 0;                // that an object takes beside the heap, and counts for

  // At a collection or when the machine ends. Others wait for that, so that it throws nothing.
  void end(void* state) const noexcept;
};

// A C++ object in the heap: `state` is owned and given to `type->finalize`.
struct NativeObject : Object {
  static constexpr Kind kKind = Kind::NativeObject;
  NativeObject(const NativeType* t, void* s) : Object(kKind, 0, 0, 0), type(t), state(s) {}
  const NativeType* type;
  void* state;
};

// A channel, a fiber or a native object that is iterated over: its elements come one by one, each to one who
// asks, and may have to be waited for.
inline bool comes_from_outside(Value v) {
  if (is_kind(v, Kind::NativeObject)) return as<NativeObject>(v)->type->next != nullptr;
  return is_kind(v, Kind::Channel) || is_kind(v, Kind::Fiber);
}

}  // namespace aspen
