// Functions: code compiled from Aspen, and functions written in C++.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "vm/object/effect.h"
#include "vm/object/object.h"

namespace aspen {

class Strand;
struct Closure;
using Word = uint32_t;  // a bytecode word

// Bit i set: the function keeps, returns or updates parameter i in place, so a caller that continues to use
// the value must share it first. Clear: the function only reads it ("borrows"). Parameters after the 31st
// count as consumed.
using ConsumeMask = uint32_t;

struct Handler {            // the extent of a `try`, in words from the start of the code
  uint32_t begin, end;      // [begin, end)
  uint32_t target;          // where execution continues
  uint32_t error_register;  // receives the raised value
};

// The same handlers with disjoint extents in ascending order, for binary search.
std::vector<Handler> disjoint_handlers(const std::vector<Handler>& innermost_first);
// The handler of an error that the instruction at `word` raises; null if the error leaves the function.
const Handler* handler_of(const std::vector<Handler>& disjoint, uint32_t word);

struct Location {           // the position of an instruction in the source text
  uint32_t word;            // first word that it applies to
  uint32_t offset, length;  // bytes
};

// What is known of a frame during a call in it, so that the frame can be copied there (a split). There is a
// row for each instruction that may enter Aspen code and return, and for natives that do more than compute.
struct CallSite {
  // In `flags`:
  static constexpr uint8_t kPromotable =
      1;  // worth overlapping with what follows (frontend/resolve/promotable.h)
  // The code after the call changes data that the callee, or a handler of its error, may read: an incomplete
  // closure (SetCapture), a module variable that is set more than once. The frame must not continue before
  // the call is over.
  static constexpr uint8_t kBarrier = 2;
  static constexpr uint8_t kModule = 4;     // LoadModule
  static constexpr uint8_t kPublishes = 8;  // the code after it sets module variables for the first time
  static constexpr uint8_t kAllFlags = kPromotable | kBarrier | kModule | kPublishes;

  uint32_t word;  // the word after the call, to which the call returns
  uint8_t flags;
  uint64_t live;  // bit r: register r is read after the call, or by the handler of a `try` around it; not
                  // that of the result. Those past 63 count as live.

  bool is_live(unsigned reg) const { return reg >= 64 || (live >> reg & 1) != 0; }
};

// A loop that may be split between its steps (docs/loops.md): what is known of the frame there.
struct LoopSite {
  uint32_t begin = 0, next = 0;  // words of the code: the start of the body, the step that ends it
  uint8_t state = 0;             // first register of the loop's state
  uint8_t works = false;         // the body calls functions or has loops: an iteration may take long
  uint64_t live = 0;     // bit r: register r is read at the next step or later; those past 63 count as live
  uint64_t carried = 0;  // those of them that the body writes, the state left out
  // Likewise those that only a loop around this one carries: its body does not mention them. Not in .aspc
  // files.
  uint64_t idle = 0;
  // The strongest effect of an iteration, if its loops take nothing from outside. Not in .aspc files.
  Effect bound = Effect::write;
  // Words of instructions that each iteration executes once, and that alone change a carried register:
  // i += 1. In the order of the code; 0: none. Not in .aspc files.
  static constexpr size_t kMostUpdates = 4;
  std::array<uint32_t, kMostUpdates> updates{};
  // Carried registers that the rest of an iteration does not change, from a word on. `word` 0: none. Not in
  // .aspc files.
  struct Settled {
    uint32_t word = 0;
    uint8_t reg = 0;
    bool operator==(const Settled&) const = default;
  };
  static constexpr size_t kMostSettled = 8;
  std::array<Settled, kMostSettled> settled{};
  // From this word on an iteration has computed all that the next one needs before it does anything long; 0:
  // at once, or never. Not in .aspc files.
  uint32_t ready = 0;
  // Those of the carried registers to which the body only adds: all that it does with them is r += e, r -= e
  // and r |>= push e. 0 if the body does more, or if a handler outside of it might read them. Not in .aspc
  // files.
  uint64_t sums = 0;
  // Those of the sums that may be numbers: the body does not push onto them.
  uint64_t numbers = 0;
  // Those that may be texts or lists: what the body adds comes behind the rest.
  uint64_t appends = 0;
  // `if x > best { best = x; where = i }`: carried registers with which the body does nothing else.
  struct Best {
    uint8_t reg = 0;        // best
    bool is_left = false;   // it is replaced if R[reg] < the new value; else if the new value < R[reg]
    bool or_equal = false;  // likewise with <=
    uint64_t group = 0;     // bit r: register r, all that is replaced; 0: there is none
    bool operator==(const Best&) const = default;
  };
  // Found in the same cases as sums. Not in .aspc files.
  std::array<Best, 2> bests{};

  uint64_t in_bests() const { return bests[0].group | bests[1].group; }
  // Whether it may be halved, each half with sums and bests of its own, if these hold values that can be
  // added to or compared (docs/loops.md).
  bool has_apart_only() const {
    return carried != 0 && (sums | in_bests()) == carried && bound == Effect::pure;
  }
  bool contains(uint32_t word) const { return word >= begin && word < next; }
  bool is_live(unsigned reg) const { return reg >= 64 || (live >> reg & 1) != 0; }
  bool is_carried(unsigned reg) const { return reg < 64 && (carried >> reg & 1) != 0; }
};

// The name of a variable that a loop's body changes, for explanations. Not in .aspc files.
struct LoopVariable {
  uint32_t next = 0;  // the loop: LoopSite::next
  uint8_t reg = 0;
  std::string name;
};

// When a loop may be split again: seldom, if its iterations have been too short to be worth it. Any worker
// may write it; a lost update does no harm. Relaxed: only times.
class LoopPace {
 public:
  // An iteration has taken so long, without a wait.
  void note(uint64_t ns) {
    needs_early_.store(false, std::memory_order_relaxed);
    note_part(ns);
  }
  // Likewise its part up to the first wait.
  void note_until_wait(uint64_t ns) {
    needs_early_.store(ns < kWorthNs, std::memory_order_relaxed);
    note_part(ns);
  }
  void note_split(uint64_t now) {
    allowed_ns_.store(now + delay_ns_.load(std::memory_order_relaxed), std::memory_order_relaxed);
  }
  bool allows(uint64_t now) const { return now >= allowed_ns_.load(std::memory_order_relaxed); }
  // Whether the last iteration needed a value of the one before too early to overlap.
  bool needs_early() const { return needs_early_.load(std::memory_order_relaxed); }
  // Halves, likewise: the frame has come to the end of the part that it kept, so long after the split. If no
  // worker had taken the other part by then, and this one was short, the split was a loss.
  void note_half(uint64_t ns, bool was_taken) {
    if (was_taken || ns < kWorthHalfNs) note_pace(half_delay_ns_, !was_taken, kLeastHalfNs);
  }
  void note_halved(uint64_t now) {
    half_allowed_ns_.store(now + half_delay_ns_.load(std::memory_order_relaxed), std::memory_order_relaxed);
  }
  bool allows_half(uint64_t now) const { return now >= half_allowed_ns_.load(std::memory_order_relaxed); }
  // A half was useless, because an Int became a Float or long. After a few of them, the loop is not halved
  // any more.
  void note_no_sum() { useless_.fetch_add(allows_sums(), std::memory_order_relaxed); }
  bool allows_sums() const { return useless_.load(std::memory_order_relaxed) < kMostUseless; }
  // For splits at every step, in loops that may have any number of them.
  bool allows_eagerly() {
    constexpr uint32_t kMost = 1 << 14;
    return eager_splits_.load(std::memory_order_relaxed) < kMost &&
           eager_splits_.fetch_add(1, std::memory_order_relaxed) < kMost;
  }
  // Whether its iterations are long enough to be strands of their own.
  bool is_coarse() const { return delay_ns_.load(std::memory_order_relaxed) < kFineNs; }

 private:
  void note_part(uint64_t ns) { note_pace(delay_ns_, ns < kWorthNs, kLeastNs); }
  static void note_pace(std::atomic<uint64_t>& delay_ns, bool was_loss, uint64_t least) {
    const uint64_t delay = delay_ns.load(std::memory_order_relaxed);
    delay_ns.store(was_loss        ? std::clamp(2 * delay, least, kMostNs)
                   : delay < least ? 0
                                   : delay / 2,
                   std::memory_order_relaxed);
  }

  // About twice the cost of a strand.
  static constexpr uint64_t kWorthNs = 4'000;
  static constexpr uint64_t kLeastNs = 64'000, kFineNs = 500'000, kMostNs = 32'000'000;
  // A worker that sleeps takes longer to wake up than such a part takes. The first delays are short, so that
  // it finds the next half when it is awake.
  static constexpr uint64_t kWorthHalfNs = 8'000, kLeastHalfNs = 4'000;
  std::atomic<uint64_t> delay_ns_{0}, allowed_ns_{0};
  std::atomic<uint64_t> half_delay_ns_{0}, half_allowed_ns_{0};
  std::atomic<bool> needs_early_{false};
  std::atomic<uint32_t> eager_splits_{0};
  static constexpr uint32_t kMostUseless = 8;
  std::atomic<uint32_t> useless_{0};
};

struct LoadedModule;
struct Proto;

// Which results of a range's first part are the result of the whole call, whatever the other parts give.
enum class Decisive : uint8_t { none, if_true, if_false, if_some };

// A function that iterates over one of its arguments in a single loop, so that a split may give the remaining
// range to `rest`: a function with the same arguments, the second half in place of the source, and then the
// result of the first part (range_loop.h).
struct RangeLoop {
  static constexpr uint8_t kNoRegister = 0xff;

  const Proto* rest = nullptr;
  uint32_t begin = 0, end = 0;  // words of the code: the start of the loop's body, its IterNext
  uint32_t push = 0;            // word of the PushList onto `out`
  uint8_t state = 0;            // register of the loop's state
  uint8_t source = 0;           // the parameter that the loop iterates over
  // Register of the list onto which each round pushes one value at its end, and that it does not read
  // otherwise; or none. If it is no parameter, `rest` takes that list after its other arguments.
  uint8_t out = kNoRegister;
  Decisive decisive = Decisive::none;
};

// The code of one function literal. Owned by its LoadedModule; never moves; lives as long as the machine.
struct Proto {
  // Members that a call needs come first: one cache line.
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
  std::vector<Handler> handlers;    // disjoint, ascending
  std::vector<Location> locations;  // ascending
  std::vector<CallSite> calls;      // ascending
  std::vector<LoopSite> loops;      // ascending by `begin`: outer loops first
  std::vector<LoopVariable> loop_variables;
  std::unique_ptr<LoopPace[]> paces;       // of its loops, in the same order; null if it has none
  std::vector<Value> constants;            // heap constants that the code refers to, for the collector
  std::unique_ptr<const RangeLoop> range;  // null: none of its loops may be split
  bool hidden = false;                     // internal to the library: left out of traces
  bool is_rest = false;                    // the `rest` of a RangeLoop

  // The loop that steps at `at`, an address in this function's code; null if it has no row.
  const LoopSite* loop_at(const Word* at) const {
    auto steps_there = [&](const LoopSite& loop) { return code + loop.next == at; };
    const auto found = std::find_if(loops.begin(), loops.end(), steps_there);
    return found != loops.end() ? &*found : nullptr;
  }
  bool has_loop(const LoopSite* loop) const {
    return loop >= loops.data() && loop < loops.data() + loops.size();
  }
  LoopPace& pace_of(const LoopSite& loop) const { return paces[static_cast<size_t>(&loop - loops.data())]; }
  // The row of the call that returns to `to`, an address in this function's code; null if there is none.
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

// A C++ function: reads `arity` arguments at `arguments`, returns its value, or Value::exception() after
// Strand::raise. It must not call back into the interpreter. The collector finds its arguments and local
// Values; it does not find Values stored elsewhere.
using NativeCode = Value (*)(Strand& strand, Value* arguments);

// Static tables of the standard library, or built for hosts; must outlive the machine that it is registered
// in.
struct NativeDescriptor {
  const char* name;  // as called: "map", "string.upper"
  uint16_t arity;
  ConsumeMask consumes;
  Effect effect;
  NativeCode code;
  const char* parameters;   // "n xs", for `aspen doc` and error messages
  const char* doc;          // one paragraph, then examples; the single source of the documentation
  void* data = nullptr;     // belongs to the host
  bool uses_tasks = false;  // needs a runtime
  uint32_t iterates = 0;    // bit i: it iterates over argument i, as in Reach
  bool takes_away = false;  // it consumes what it returns, so no error may replace its result
};

// An error directly after its call would lose what it has waited for and received: a permit, the value of a
// cell, a line. The next safepoint raises the error instead.
constexpr bool keeps_result(const NativeDescriptor& native) { return native.uses_tasks || native.takes_away; }

struct NativeFunction : Object {
  static constexpr Kind kKind = Kind::NativeFunction;
  explicit NativeFunction(const NativeDescriptor* d) : Object(kKind, 0, 0, 0), descriptor(d) {}
  const NativeDescriptor* descriptor;
};

// A standard module as a value: `fields` is a Record; `converter` is the function that calling it runs
// (`string 5`), or undefined.
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
  // May be null: it holds no Values. Several collecting threads may call it at once, for different objects.
  void (*trace)(void* state, Tracer& tracer);
  bool identity = true;  // equal to itself only
  // Null: it cannot be iterated over. Otherwise it returns the next element, or undefined after the last; or
  // it waits like a native with a write effect, and is called again.
  Value (*next)(Strand& strand, void* state) = nullptr;
  const HostType* host = nullptr;  // for a host's type (host_type.h); null: a type of the library
  // External bytes of an object, which count for the heap's limit. Its state may have more
  // (set_external_bytes).
  size_t bytes = 0;

  // At a collection, or when the machine ends. Other threads wait for it, so it must not throw.
  void end(void* state) const noexcept;
};

// A C++ object in the heap. It owns `state`, and passes it to `type->finalize`.
struct NativeObject : Object {
  static constexpr Kind kKind = Kind::NativeObject;
  NativeObject(const NativeType* t, void* s, size_t b)
      : Object(kKind, 0, 0, 0), type(t), state(s), external_bytes(b) {}
  const NativeType* type;
  void* state;
  std::atomic<size_t> external_bytes;  // written under the heap's lock; relaxed: a number
};

// A channel, a fiber or a native object that can be iterated over: each of its elements is given to one
// reader only, and a reader may have to wait for it.
inline bool comes_from_outside(Value v) {
  if (is_kind(v, Kind::NativeObject)) return as<NativeObject>(v)->type->next != nullptr;
  return is_kind(v, Kind::Channel) || is_kind(v, Kind::Fiber);
}

}  // namespace aspen
