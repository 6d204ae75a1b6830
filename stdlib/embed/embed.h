// The objects behind the handles of the C interface (aspen/aspen.h). Implemented in embed_*.cpp; no other
// file includes this header.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "aspen/aspen.h"
#include "stdlib/embed/engine.h"
#include "vm/heap/root.h"
#include "vm/object/future.h"
#include "vm/run/operators/host_type.h"
#include "vm/run/tasks/operation.h"
#include "vm/run/tasks/task.h"

namespace aspen {

// Hosts see no futures: a future that is given to a host is replaced by its result.
inline aspen_value to_raw(Value value) {
  look_through(value);
  return value.bits();
}
inline Value from_raw(aspen_value value) { return Value::from_bits(value); }
static_assert(Value::undefined().bits() == ASPEN_NO_VALUE);
static_assert(sizeof(Value) == sizeof(aspen_value));

// Data of the host, with the function by which the host frees it.
class HostData {
 public:
  HostData() = default;
  HostData(void* data, void (*free_data)(void*)) : data_(data), free_(free_data) {}
  HostData(HostData&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)), free_(std::exchange(other.free_, nullptr)) {}
  HostData& operator=(HostData&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(free_, other.free_);
    return *this;
  }
  ~HostData() {
    if (free_ != nullptr) free_(data_);
  }
  void* get() const { return data_; }
  // From then on the caller owns the data.
  void* release() {
    free_ = nullptr;
    return data_;
  }

 private:
  void* data_ = nullptr;
  void (*free_)(void*) = nullptr;
};

// The script's call for which the host starts another one. What it starts takes its fuel and its tasks from
// there, ends in time with it, and is cancelled when its result is no longer needed.
struct Caller {
  Run* payer = nullptr;  // null: the host starts the other one for itself
  uint64_t ends_by_ns = sched::kForever;
  aspen_completer* completer = nullptr;  // null: the host's function does not end later
};

// Calls what it holds when it is destroyed: the acts that wait for calls when the VM ends.
struct LastActs {
  LastActs() = default;
  LastActs(const LastActs&) = delete;
  LastActs& operator=(const LastActs&) = delete;
  ~LastActs() {
    for (const auto& act : acts) act();
  }
  Acts acts;
};

// A function of the host, with copies of the texts that its descriptor refers to.
struct HostFunction {
  // `given`: definition.data.
  HostFunction(aspen_vm* owner, const aspen_definition& definition, HostData given);
  HostFunction(const HostFunction&) = delete;
  HostFunction& operator=(const HostFunction&) = delete;

  aspen_vm* vm;
  std::string name, parameters, doc;
  bool takes_nothing;  // is called with ()
  aspen_function function;
  aspen_async_function begin;
  void* data;
  HostData held;
  aspen_host_type* type;  // the type that the function is a member of; may be null
  aspen_member member;
  Effect least;  // the effect that the host has declared
  NativeDescriptor descriptor;
};

// Gives the compiler the current description of the function.
void announce(HostFunction& host);
// The function's effect under the current description of its type.
Effect effect_of(const HostFunction& host);
// Adds "mean" to module "host", if `name` is "host.mean". A name without a module changes nothing.
void add_to_module(aspen_vm* vm, const std::string& name);
// Call it within a call that a script made. The call ends in MemoryLimit even where the strand could repeat
// it: what it has changed must not be changed twice. Returns ASPEN_NO_VALUE.
aspen_value refuse_memory(aspen_vm* vm, size_t bytes);

// The calls of a VM that have begun and not ended; the host ends them later. Shared by the VM and by the
// completers, which the host may use after the VM is gone.
struct PendingCalls {
  // Of calls that have ended, too: those that keep arguments.
  std::set<aspen_completer*> keepers;
  // Held for a moment, and while a call that ends wakes its strand; never while code of the host runs.
  std::mutex lock;
  std::set<aspen_completer*> calls;
  void add(aspen_completer& call);
  // Holds a reference to the call, which the caller releases. Null if there is no call.
  aspen_completer* hold_first();
};

// The values that errors hold. Shared by the VM and by its errors, which any thread may free, also while
// another one ends the VM.
class RaisedValues {
 public:
  // By the thread that uses the VM.
  void keep(aspen_error& error, aspen_vm* vm, Value value);
  Value value_of(const aspen_error& error) const;
  // Any thread. Null once the VM has ended.
  aspen_vm* vm_of(const aspen_error& error) const;
  void forget(aspen_error& error);
  // When the VM ends.
  void forget_all();

 private:
  static void drop(aspen_error& error);

  mutable std::mutex lock_;  // held for a moment
  std::set<aspen_error*> errors_;
};

// False with an error pending, or if the strand has to wait. Else what the script has printed is output
// before what the host's function does, if that has the effect `write`.
bool settle_for_host(Strand& strand, const HostFunction& host, Value* arguments);
// Calls the host's `begin`; the native of functions that end later.
Value call_host_later(Strand& strand, Value* arguments);

// Whether `name` is a name, or module.name, that a script can write.
bool is_valid_name(std::string_view name);
// ASPEN_MISUSE. Later errors of compilation repeat why, because scripts lack the name then.
aspen_status refuse_definition(aspen_vm* vm, std::string why, aspen_error** error);
// Whether names may contain these characters.
bool is_in_words(std::string_view text);
// After a call of the running native: its host may have changed the objects that it was given, and so their
// size.
void measure_arguments(Strand& strand, const Value* arguments);

// A null `error` receives nothing. Returns the status.
aspen_status fail(aspen_status status, std::string message, aspen_error** error);
// Delivers the printed output to the host, and makes the error of a run that did not finish.
aspen_status finish_run(aspen_vm* vm, const Outcome& outcome, aspen_error** error);

// Whether the bits have the form of a value that a program may hold. Does not follow the address of an
// object.
inline bool is_value(aspen_value raw) {
  const Value v = from_raw(raw);
  if (v.is_object()) return v.as_object() != nullptr && reinterpret_cast<uintptr_t>(v.as_object()) % 8 == 0;
  return v.is_double() || v.is_small_int() || v.is_bare_label() || v.is_bool() || v.is_unit();
}

// Whether these values can be the arguments of a call.
bool are_arguments(const aspen_value* arguments, size_t count);

// The thread that is inside a VM. Written by the thread that enters or leaves; read by all other threads at
// any time. A thread that sees its own mark has set it, so only `enter` orders anything: acquire, after the
// release of the thread that has left.
class Occupant {
 public:
  // True: this thread has entered, and was not inside before. False: this thread or another one is inside
  // already.
  bool enter(const char* call) {
    const void* none = nullptr;
    if (!thread_.compare_exchange_strong(none, here(), std::memory_order_acquire, std::memory_order_relaxed))
      return false;
    call_.store(call, std::memory_order_relaxed);
    return true;
  }
  void leave() { thread_.store(nullptr, std::memory_order_release); }
  // From now on no thread can enter.
  void close() { thread_.store(this, std::memory_order_relaxed); }

  // While code of the host runs that must not use the VM: no thread is the one that is inside, not even this
  // one.
  class Absence {
   public:
    explicit Absence(Occupant& occupant) : occupant_(occupant) {
      occupant_.thread_.store(&occupant_, std::memory_order_relaxed);
    }
    ~Absence() { occupant_.thread_.store(here(), std::memory_order_relaxed); }
    Absence(const Absence&) = delete;
    Absence& operator=(const Absence&) = delete;

   private:
    Occupant& occupant_;
  };

  bool is_here() const { return thread_.load(std::memory_order_relaxed) == here(); }
  bool is_absent() const { return thread_.load(std::memory_order_relaxed) == this; }
  bool is_elsewhere() const {
    const void* thread = thread_.load(std::memory_order_relaxed);
    return thread != nullptr && thread != here();
  }
  // The function of the interface through which the thread has entered.
  const char* call() const { return call_.load(std::memory_order_relaxed); }

 private:
  // An address that differs from thread to thread.
  static const void* here() {
    static thread_local const char mark = 0;
    return &mark;
  }
  std::atomic<const void*> thread_{nullptr};
  std::atomic<const char*> call_{"another call"};
};

}  // namespace aspen

// NOLINTBEGIN(readability-identifier-naming): declared so in aspen.h

// Any thread may read the texts and free it.
struct aspen_error {
  aspen_error(aspen_status of, std::string line, std::string whole, int code = 0)
      : status(of), message(std::move(line)), report(std::move(whole)), exit_code(code) {}
  aspen_error(const aspen_error&) = delete;
  aspen_error& operator=(const aspen_error&) = delete;
  ~aspen_error();

  aspen_status status;
  std::string message;
  std::string report;
  int exit_code;
  std::string label;
  std::shared_ptr<aspen::RaisedValues> kept_by;  // null: the error has no value
  // Guarded by the lock of kept_by:
  std::optional<aspen::Root<>> value;  // none once the VM is gone
  aspen_vm* vm = nullptr;              // likewise null
};

// An import that a loader answers.
struct aspen_import {
  std::optional<std::string> text;
  std::string reason = "the host has no such module";  // why there is no text
  bool has_no_memory = false;
};

struct aspen_program {
  aspen::Program program;
  std::shared_ptr<const char> compiled_by;  // the identity of the VM
};

struct aspen_root {
  aspen::Root<> value;
  aspen_vm* vm;  // dangling once the value is detached
  size_t owners = 1;
};

struct aspen_future {
  // Holds a reference to the caller's completer, which lists it. Needs no memory.
  aspen_future(aspen_vm* of, aspen::Run& started, const aspen::Caller& by);
  aspen_future(const aspen_future&) = delete;
  aspen_future& operator=(const aspen_future&) = delete;
  ~aspen_future();

  bool has_ended() const { return run.has_ended.load(std::memory_order_relaxed); }
  void cancel() const {
    if (task.attached() && !has_ended()) run.task->cancel();
  }

  aspen::Root<aspen::Task> task;  // detached once the VM is gone
  aspen_vm* vm;                   // dangling then, as is
  aspen::Run& run;
  const aspen::Caller caller;
  size_t owners = 1;
  bool is_read = false;  // its result or its error has been asked for
  bool is_left = false;  // an act waits for its end, to tell an error
  // In the list of the caller's completer: the next one, and what points to this one.
  aspen_future* next = nullptr;
  aspen_future** link = nullptr;
};

// Shared by the VM and by the threads that post. The runtime exists until the VM ends.
struct aspen_mailbox {
  explicit aspen_mailbox(aspen::Runtime& of) : runtime(&of) {}
  void close() {
    const std::lock_guard guard(lock);
    runtime = nullptr;
  }
  void retain() { owners.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (owners.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  std::mutex lock;
  aspen::Runtime* runtime;  // guarded by the lock, also while something is posted
  std::atomic<size_t> owners{1};
};

struct aspen_context {
  // What the host has left from code outside of this call says nothing about it.
  aspen_context(aspen_vm* of, aspen::Strand& running);

  aspen_vm* vm;
  aspen::Strand& strand;
  aspen::Value changed =
      aspen::Value::undefined();  // the object that the host's function has got to change it
  // The call has to end: the strand has refused work; it has refused memory, and an error is pending, or the
  // function runs again.
  bool is_stopped = false, is_refused = false;

  bool has_to_end() const { return is_stopped || is_refused; }
  // What the script's call gives, after the host's code has returned this. Throws std::bad_alloc, for
  // MemoryLimit, if the host has returned no value because the interface had no memory.
  aspen::Value result(aspen::Value returned);
};

// A call that the host ends. Reference-counted as every operation is; all of the host's holders together own
// one reference.
struct aspen_completer final : public aspen::Operation {
 public:
  // Starts with one holder. `caller`: the task of the strand that made the call.
  aspen_completer(aspen::Runtime& runtime, aspen::Task& caller, std::shared_ptr<aspen::PendingCalls> pending);

  using Make = aspen_value (*)(aspen_context* context, void* data);
  // Any thread. False if the call has ended before. Without `make`, the call fails with the text `error`.
  bool complete(Make make, aspen::HostData data, std::string_view error);
  void on_cancel(void (*cancel)(void* data), aspen::HostData data);
  void retain() { holders_.fetch_add(1, std::memory_order_relaxed); }
  void drop();
  // Keeps the objects of the host's types among the arguments until the last holder of the host has gone.
  void keep(aspen_vm* vm, const aspen::Value* arguments, size_t count);
  // When the VM ends; under the lock of pending_.
  void forget_arguments() { kept_.clear(); }
  // Ends the call when its VM is destroyed.
  void end_with_vm();
  // The host has started the call, or frees its handle, for this call. A call that is listed when this one is
  // given up is cancelled. By the thread that uses the VM.
  void add(aspen_future& started);
  void remove(aspen_future& started);

  // Called by the strand that made the call, once the call is over:
  aspen::Value value(aspen_context& context) const;
  // If the host wants to be told, or waits for a call that it has started, which is then cancelled.
  bool can_be_cut_short() const;

 private:
  bool waits_for_started() const;
  void give_up() override;
  void fail(std::string_view error);

  aspen::Task& caller_;  // exists until the call has ended or is given up
  const std::shared_ptr<aspen::PendingCalls> pending_;
  std::atomic<uint32_t> holders_{1};  // of the host; acquire-release: the last to drop acts after all others
  // Guarded by the lock of pending_, and constant once the call has ended:
  bool has_ended_ = false;
  Make make_ = nullptr;
  aspen::HostData result_;
  std::string error_;
  aspen_future* started_ = nullptr;  // the first; used by the thread that uses the VM
  // Guarded by the lock of pending_:
  std::vector<aspen::Root<>> kept_;
  bool is_given_up_ = false;
  bool has_cancel_ = false;
  void (*cancel_)(void* data) = nullptr;
  aspen::HostData cancel_data_;
};

// A type of the host. The thread that embeds the VM may change it while the type is open.
struct aspen_host_type final : public aspen::HostType {
 public:
  // `held`: definition.data.
  aspen_host_type(aspen_vm* vm, const aspen_type_definition& definition, aspen::HostData held);

  std::string_view name() const override { return name_; }
  bool is_shared() const override { return is_shared_; }
  const aspen::NativeType& native_type() const override { return native_; }
  bool has_equality() const override { return code_.equal != nullptr; }
  bool has_hash() const override { return code_.hash != nullptr; }
  bool has_order() const override { return code_.order != nullptr; }
  Answer equal(const void* a, const void* b, std::string& error) const override;
  Answer hash(const void* object, uint64_t& out, std::string& error) const override;
  Answer order(const void* a, const void* b, aspen::Order& out, std::string& error) const override;
  Answer show(const void* object, std::string& out, std::string& error) const override;
  void* copy(const void* object, std::string& error) const override;
  size_t memory(const void* object) const noexcept override {
    return code_.memory == nullptr ? 0 : code_.memory(code_.data, object);
  }
  void destroy(void* object) const noexcept override;
  const aspen::NativeDescriptor* getter(aspen::Symbol field) const override;
  const aspen::NativeDescriptor* setter(aspen::Symbol field) const override;

  aspen_vm* vm() const { return vm_; }
  const std::string& module() const { return module_; }  // "host.sprite"
  const void* key() const { return code_.key; }
  void* data() const { return code_.data; }
  bool is_open() const { return is_open_.load(std::memory_order_relaxed); }
  // Called before an object of the type, or code that knows the type, exists.
  void close() {
    if (is_open()) is_open_.store(false, std::memory_order_relaxed);
  }
  void share() { is_shared_ = true; }
  void add_field(aspen::Symbol field, const aspen::HostFunction& function);

 private:
  struct Field {
    const aspen::NativeDescriptor* getter = nullptr;
    const aspen::NativeDescriptor* setter = nullptr;
  };

  aspen_vm* vm_;
  std::string name_, module_;
  aspen_type_definition code_;  // `code_.name` dangles: use name_
  bool is_shared_;
  aspen::HostData held_;
  // Written by any thread that makes the first object; read by the embedding thread. Relaxed: only a flag.
  std::atomic<bool> is_open_{true};
  std::map<aspen::Symbol, Field> fields_;
  aspen::NativeType native_;
};

namespace aspen {

// The types of a VM. New ones may be defined while workers look types up.
class HostTypes {
 public:
  // Null if another type has the key.
  aspen_host_type* add(std::unique_ptr<aspen_host_type> type);
  aspen_host_type* find(const void* key) const;
  // Precondition: no object of the type and no code that knows it exists.
  void remove(const aspen_host_type* type);
  // Ends changes to all types that exist.
  void close_all();

 private:
  mutable std::mutex lock_;  // held for a moment; never while code of the host runs
  std::vector<std::unique_ptr<aspen_host_type>> all_;
  std::unordered_map<const void*, aspen_host_type*> by_key_;
};

}  // namespace aspen

struct aspen_vm {
  aspen_vm(aspen::MachineOptions options, aspen_loader load, void* context)
      : loader(load), loader_context(context), engine(std::move(options)) {}
  ~aspen_vm();

  struct Defined {
    std::shared_ptr<const aspen::Root<>> program;  // the record of all its names
    size_t slot;
  };

  // Declared before the engine, as the engine's collector frees native objects that may refer to types.
  aspen::HostTypes types;
  std::deque<std::unique_ptr<aspen::HostFunction>> functions;
  std::map<std::string, std::vector<std::string>>
      modules;                         // members of the host's modules, by their short names
  std::set<std::string> host_modules;  // modules of the host that the library lacks
  std::map<std::string, const aspen::HostFunction*> converters;  // by module, for calls of it
  bool modules_changed = false;
  std::vector<std::string> refused;  // definitions, and why
  // For each top-level name: the latest program that defines it and ended well, and the position in its
  // record.
  std::map<std::string, Defined, std::less<>> defined;
  const std::shared_ptr<aspen::PendingCalls> pending = std::make_shared<aspen::PendingCalls>();
  const std::shared_ptr<aspen::RaisedValues> raised = std::make_shared<aspen::RaisedValues>();
  // Its address tells this VM from all others, also from those that are gone: programs share it.
  const std::shared_ptr<const char> identity = std::make_shared<const char>();
  aspen::Occupant occupant;
  // Being freed: no thread enters any more, not even a destructor of the host's. Relaxed: for messages.
  std::atomic<bool> is_ending{false};
  // Set if a function of the interface, called by a host function in a script's call, found no memory and
  // could report that by its result only. Mutable: functions that only read values may need memory, too.
  mutable bool has_refused_memory = false;
  // Set whenever a function that makes a value found no memory (aspen_take_memory_refusal).
  mutable bool has_made_no_value = false;
  // The message of an exception that code of the host threw in such a call; empty: none.
  mutable std::string thrown;
  aspen_mailbox* mailbox = nullptr;      // made at the first request; shared with the host
  aspen_completer* beginning = nullptr;  // of the call that a function of the host begins now
  aspen::Caller acts_for;                // while an act runs that waited for a call
  const aspen_loader loader;             // null: modules are files
  void* const loader_context;
  aspen::LastActs last_acts;  // called after the engine's end: the calls are gone then
  // Posted, and not called before the VM ended. They end after the engine, too: they may hold the last handle
  // of a call.
  aspen::Acts uncalled;
  aspen::Engine engine;

  aspen::Machine& machine() { return engine.machine(); }
  // The script's call for which code of the host would start another one now.
  aspen::Caller caller();
  // The allocator of the strand that has called the host: no other mutator of this thread may run meanwhile.
  aspen::Allocator& allocator() { return machine().running_strand().allocator(); }
  aspen::Mutator& mutator() { return allocator().mutator(); }
};

// NOLINTEND(readability-identifier-naming)
