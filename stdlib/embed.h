// What the handles of the C interface (aspen/aspen.h) point to. The implementation is in embed_*.cpp; nothing
// else includes this.
#pragma once

#include <atomic>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "aspen/aspen.h"
#include "stdlib/engine.h"
#include "vm/future.h"
#include "vm/host_type.h"
#include "vm/operation.h"
#include "vm/root.h"
#include "vm/task.h"

namespace aspen {

// Hosts see no futures: what they are given has its value.
inline aspen_value to_raw(Value value) {
  look_through(value);
  return value.bits();
}
inline Value from_raw(aspen_value value) { return Value::from_bits(value); }
static_assert(Value::undefined().bits() == ASPEN_NO_VALUE);
static_assert(sizeof(Value) == sizeof(aspen_value));

// Something of the host's that it wants back.
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
  // The caller's from then on.
  void* release() {
    free_ = nullptr;
    return data_;
  }

 private:
  void* data_ = nullptr;
  void (*free_)(void*) = nullptr;
};

// A function of the host's, with copies of the texts that its descriptor refers to.
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
  aspen_host_type* type;  // in whose module it is; may be null
  aspen_member member;
  Effect least;  // effect
  NativeDescriptor descriptor;
};

// Tells the compiler of the function as it is now.
void announce(HostFunction& host);
// Its effect, as the type is now.
Effect effect_of(const HostFunction& host);
// Makes `name`, "mean" of module "host" for "host.mean", a member of its module, if it has one.
void add_to_module(aspen_vm* vm, const std::string& name);
// In a call that a script made: it ends in MemoryLimit, wherever its strand stands, as what it has changed
// already it must not change again. Gives ASPEN_NO_VALUE.
aspen_value refuse_memory(aspen_vm* vm, size_t bytes);

// The calls of a VM that the host has begun and not ended. Shared by the VM and by their completers, which
// may be used when the VM is gone.
struct PendingCalls {
  // Held for a moment, and while a call that ends wakes its strand; no code of the host's runs under it.
  std::mutex lock;
  std::set<aspen_completer*> calls;
  void add(aspen_completer& call);
  // For the caller to release; null if there is none.
  aspen_completer* hold_first();
};

// False with an error pending, or if the strand has to wait.
bool settle_for_host(Strand& strand, const HostFunction& host, Value* arguments);
// What calls its `begin`.
Value call_host_later(Strand& strand, Value* arguments);

// Whether a script could write the name, or module.name.
bool is_valid_name(std::string_view name);

// Null `error` receives nothing. Returns the status.
aspen_status fail(aspen_status status, std::string message, aspen_error** error);
// Delivers what was printed, and makes the error of a run that did not finish.
aspen_status finish_run(aspen_vm* vm, const Outcome& outcome, aspen_error** error);

// Whether it has the form of a value that a program may hold. What an object's address leads to is not looked
// at.
inline bool is_value(aspen_value raw) {
  const Value v = from_raw(raw);
  if (v.is_object()) return v.as_object() != nullptr && reinterpret_cast<uintptr_t>(v.as_object()) % 8 == 0;
  return v.is_double() || v.is_small_int() || v.is_bare_label() || v.is_bool() || v.is_unit();
}

// Whether a function may be called with them.
bool are_arguments(const aspen_value* arguments, size_t count);

// The thread that is inside a VM. Written by the thread that enters or leaves; read by all others, which may
// come at any time. A thread that sees its own mark has set it, so only `enter` orders anything: acquire,
// after the release of the thread that has left.
class Occupant {
 public:
  // True: this thread has entered, and was not inside. False: a thread is inside already, this one or
  // another.
  bool enter(const char* call) {
    const void* none = nullptr;
    if (!thread_.compare_exchange_strong(none, here(), std::memory_order_acquire, std::memory_order_relaxed))
      return false;
    call_.store(call, std::memory_order_relaxed);
    return true;
  }
  void leave() { thread_.store(nullptr, std::memory_order_release); }

  bool is_here() const { return thread_.load(std::memory_order_relaxed) == here(); }
  bool is_elsewhere() const {
    const void* thread = thread_.load(std::memory_order_relaxed);
    return thread != nullptr && thread != here();
  }
  bool is_anywhere() const { return thread_.load(std::memory_order_relaxed) != nullptr; }
  // By which function it has entered.
  const char* call() const { return call_.load(std::memory_order_relaxed); }

 private:
  // Tells threads apart.
  static const void* here() {
    static thread_local const char mark = 0;
    return &mark;
  }
  std::atomic<const void*> thread_{nullptr};
  std::atomic<const char*> call_{"another call"};
};

}  // namespace aspen

// NOLINTBEGIN(readability-identifier-naming): declared so in aspen.h

struct aspen_error {
  aspen_status status;
  std::string message;
  std::string report;
  int exit_code = 0;
};

struct aspen_program {
  aspen::Program program;
};

struct aspen_root {
  aspen::Root<> value;
  aspen_vm* vm;  // dangling once the value is detached
  size_t owners = 1;
};

struct aspen_future {
  aspen::Root<aspen::Task> task;  // detached once the VM is gone
  aspen_vm* vm;                   // dangling then, as is
  aspen::Run& run;
  size_t owners = 1;
};

// Shared by the VM and by those who post; its runtime is there until the VM ends.
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
  aspen_vm* vm;
  aspen::Strand& strand;
};

// A call that the host ends. Owned as an operation is, and for as long as it has holders by them all
// together.
struct aspen_completer final : public aspen::Operation {
 public:
  // Has one holder.
  aspen_completer(aspen::Runtime& runtime, std::shared_ptr<aspen::PendingCalls> pending);

  using Make = aspen_value (*)(aspen_context* context, void* data);
  // Any thread. False if it has ended before. Without `make` it fails with that text.
  bool complete(Make make, aspen::HostData data, std::string_view error);
  void on_cancel(void (*cancel)(void* data), aspen::HostData data);
  void retain() { holders_.fetch_add(1, std::memory_order_relaxed); }
  void drop();
  // As no VM is there any more.
  void end_with_vm();

  // By the strand that has called. Once it is over:
  aspen::Value value(aspen_context& context) const;
  bool can_be_cut_short() const;

 private:
  void give_up() override;
  void fail(std::string_view error);

  const std::shared_ptr<aspen::PendingCalls> pending_;
  std::atomic<uint32_t> holders_{1};  // of the host's; the last one's release comes after what all have done
  // Guarded by the lock of pending_, and constant from its end on:
  bool has_ended_ = false;
  Make make_ = nullptr;
  aspen::HostData result_;
  std::string error_;
  // Guarded by that lock:
  bool is_given_up_ = false;
  bool has_cancel_ = false;
  void (*cancel_)(void* data) = nullptr;
  aspen::HostData cancel_data_;
};

// A type of the host's. What may change is changed by the thread that embeds the VM, while the type is open.
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
  void destroy(void* object) const noexcept override;
  const aspen::NativeDescriptor* getter(aspen::Symbol field) const override;
  const aspen::NativeDescriptor* setter(aspen::Symbol field) const override;

  aspen_vm* vm() const { return vm_; }
  const std::string& module() const { return module_; }  // "host.sprite"
  const void* key() const { return code_.key; }
  void* data() const { return code_.data; }
  bool is_open() const { return is_open_.load(std::memory_order_relaxed); }
  // Before there is an object, or code that knows the type.
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
  aspen_type_definition code_;  // its name is not to be used
  bool is_shared_;
  aspen::HostData held_;
  // Written by any thread that makes the first object, and read by the one that embeds: relaxed, a flag.
  std::atomic<bool> is_open_{true};
  std::map<aspen::Symbol, Field> fields_;
  aspen::NativeType native_;
};

namespace aspen {

// The types of a VM. They may be defined while workers look for them.
class HostTypes {
 public:
  // Null if the key is another one's.
  aspen_host_type* add(std::unique_ptr<aspen_host_type> type);
  aspen_host_type* find(const void* key) const;
  // One that no object and no code knows.
  void remove(const aspen_host_type* type);
  // No more changes to those that are there.
  void close_all();

 private:
  mutable std::mutex lock_;  // for a moment; no code of the host's runs under it
  std::vector<std::unique_ptr<aspen_host_type>> all_;
  std::unordered_map<const void*, aspen_host_type*> by_key_;
};

}  // namespace aspen

struct aspen_vm {
  explicit aspen_vm(aspen::MachineOptions options) : engine(std::move(options)) {}
  ~aspen_vm();

  struct Defined {
    const aspen::LoadedModule* module;
    size_t slot;
  };

  // Before the engine: its collector frees native objects that may refer to them.
  aspen::HostTypes types;
  std::deque<std::unique_ptr<aspen::HostFunction>> functions;
  std::map<std::string, std::vector<std::string>>
      modules;                         // members of the host's modules, by their short names
  std::set<std::string> host_modules;  // those of them that the library does not have
  std::map<std::string, const aspen::HostFunction*> converters;  // what calling them does
  bool modules_changed = false;
  // Of each top-level name, the latest program to end well that defines it, and where in the program's
  // record.
  std::map<std::string, Defined, std::less<>> defined;
  const std::shared_ptr<aspen::PendingCalls> pending = std::make_shared<aspen::PendingCalls>();
  aspen::Occupant occupant;
  // A function of the interface that a script's call has led to has found no memory, and has told the host by
  // its result alone. Mutable: functions that only read a VM's values may need memory, too.
  mutable bool has_refused_memory = false;
  // Likewise what code of the host has thrown there; empty: nothing.
  mutable std::string thrown;
  aspen_mailbox* mailbox = nullptr;  // made when somebody asks for it, who shares it
  aspen::Engine engine;

  aspen::Machine& machine() { return engine.machine(); }
  // Of the strand that has called the host: while it runs, no other mutator of this thread may.
  aspen::Allocator& allocator() { return machine().running_strand().allocator(); }
  aspen::Mutator& mutator() { return allocator().mutator(); }
};

// NOLINTEND(readability-identifier-naming)
