// One virtual machine: heap, names, loaded code and what the program sees of the world. Everything global
// lives here; several machines may live in one process.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "vm/chunk.h"
#include "vm/compare.h"
#include "vm/heap.h"
#include "vm/log_settings.h"
#include "vm/output.h"
#include "vm/permissions.h"
#include "vm/record.h"
#include "vm/strand.h"
#include "vm/symbol.h"

namespace aspen {

class Runtime;
struct Ending;
struct RuntimeOptions;

// A chunk in memory: linked to one machine. Owned by the machine, until it ends.
struct LoadedModule {
  std::string path;
  std::deque<Proto> functions;     // [0] is the module's body
  std::unique_ptr<Word[]> code;    // of all functions
  std::unique_ptr<Value[]> slots;  // module variables; undefined before their line ran; null in a session
  std::vector<Value*> slot_addresses;
  std::vector<std::string> slot_names;
  Value record = Value::undefined();  // what `use` binds, once the module has run
  bool in_library = false;            // it was loaded by the library for itself
};

// Module variables that outlive the chunk: a deque, so that code may hold their addresses.
struct SessionSlots {
  std::deque<Value> values;
};

// Something the standard library defines, by its full name ("map", "string.upper", "math.pi").
struct Builtin {
  const NativeDescriptor* native = nullptr;  // one of native, function, value
  const Proto* function = nullptr;
  Value value = Value::undefined();
};

struct Limits {
  size_t heap_bytes = SIZE_MAX;
  size_t stack_bytes = size_t{256} << 20;  // of one strand
  uint64_t fuel = UINT64_MAX;              // calls and loop steps a program may take: OutOfFuel beyond
  // How long it may take, waiting included: OutOfTime beyond. As with fuel, one thread runs all then, and
  // Machine::prepare_polling comes first.
  uint64_t wall_ns = UINT64_MAX;
  uint32_t tasks = UINT32_MAX;  // spawned ones that have not ended, of one program: OutOfTasks beyond
};

struct MachineOptions {
  Limits limits;
  uint64_t hash_seed = 0;                     // 0: random
  std::function<void(std::string_view)> out;  // null: standard output
  std::function<void(std::string_view)> err;  // null: standard error
  // Told how a task ended whose error nobody else is told of, since it was detached. On the thread that runs
  // the program, in its heap. Null: nobody.
  std::function<void(const Ending&)> lost_error;
  std::vector<std::string> arguments;  // the program's own
  Permissions permissions = Permissions::all();
  LogLevel log_level = LogLevel::info;  // at the beginning
  // Threads for programs that use tasks, but where fuel is counted. 0: the tasks run on the thread that calls
  // Machine::run, one at a time.
  uint32_t task_workers = 0;
  // Ready tasks run by priority (task.priority), which a task gives to those that it spawns, instead of by
  // age.
  bool task_priorities = false;
};

// What a module of the library keeps for one machine, and holds no Values. It ends with the machine, after
// all that runs.
class LibraryState {
 public:
  virtual ~LibraryState() = default;
};

class Machine : private RootSource {
 public:
  explicit Machine(MachineOptions options);
  ~Machine() override;

  Heap& heap() { return heap_; }
  // Of the thread that embeds the machine.
  Mutator& mutator() { return mutator_; }
  Strand& main_strand() { return *main_; }
  SymbolTable& symbols() { return symbols_; }
  ShapeTable& shapes() { return shapes_; }
  Output& out() { return out_; }
  Output& err() { return err_; }
  uint64_t hash_seed() const { return hash_seed_; }
  // What equality and hashes of this machine's values depend on.
  ValueContext value_context() const { return {hash_seed_, shapes_, main_.get()}; }
  // The same for a strand that pays for the work, and waits for the futures in the values.
  ValueContext value_context(Strand& strand) const { return {hash_seed_, shapes_, &strand}; }
  const MachineOptions& options() const { return options_; }

  // Makes a native callable under its name. `native` must outlive the machine.
  void define(const NativeDescriptor& native);
  // The same of a copy with other code.
  void define_refused(const NativeDescriptor& native, NativeCode code);
  void define(std::string_view name, Value value);
  void define(std::string_view name, const Proto& function);
  // Where names come from that nobody has defined: `define_name` defines the one it is given, and others if
  // it likes, or does nothing if there is no such name. It sees and defines the names of the library only,
  // whatever a host has redefined. Called while code is loaded, when that first needs a name: what a program
  // does not use costs it no start-up time.
  using Library = void (*)(Machine& machine, std::string_view name);
  void set_library(Library define_name) { library_ = define_name; }
  // Defining, loading and these two are for the thread that embeds the machine, while no program runs.
  // Null if there is no such name.
  const Builtin* builtin(std::string_view name);
  // The builtin as a first-class value.
  Value builtin_value(const Builtin& builtin);

  // Links code that `verify` has accepted. Imports must have been loaded under their paths before. Null, with
  // a message in `error`, if the chunk is malformed or names something this machine does not have. A chunk
  // from outside (chunk.h) keeps the machine on one thread from then on, and is refused if there are workers
  // already. With
  // `session` given, module variables are those of the session: slots of one number are the same variable in
  // every chunk (the REPL).
  LoadedModule* load(const Chunk& chunk, std::string& error, SessionSlots* session = nullptr);
  const std::vector<std::unique_ptr<LoadedModule>>& modules() const { return modules_; }

  // The one-character strings of ASCII, so that indexing text allocates nothing.
  Value character(uint8_t ascii) const { return characters_[ascii]; }
  const Value* characters() const { return characters_; }

  // Code that calls a function which takes `arity` arguments and applies its value to `rest` more. From any
  // worker.
  const Proto& rest_stub(unsigned arity, unsigned rest) { return stub(arity, rest); }

  // Code that calls R[0] with `count` arguments behind its window, and returns the value: the lowest frame of
  // a strand.
  const Proto& call_stub(unsigned count) { return stub(count, kNoRest); }

  // The strand that this thread runs, or one that runs alone.
  Strand& running_strand();
  // Where strands run on workers; null: there is one, which runs on the thread that calls.
  Runtime* runtime() { return runtime_.get(); }
  // Calls a function as a program, with fuel that starts anew, and waits for its end: on the workers of the
  // runtime; without one on this thread, alone and in order, or, if it may use tasks, one task at a time.
  Ending run(Value function, const Value* arguments, unsigned count);
  // Whether any code that is loaded names what needs a runtime: tasks, channels and their like.
  bool uses_tasks() const { return uses_tasks_; }
  // Whether any code that is loaded has a call which a split may overlap with what follows, or a loop that
  // may be split.
  bool has_promotable_calls() const;
  // Before anything runs. False, with the reason in `error`, if the system refuses threads, or if there are
  // to be workers and the machine has loaded code from outside.
  bool start_runtime(const RuntimeOptions& options, std::string& error);
  // Before calls are started and polled: there is a runtime then. False likewise, or if it has workers.
  bool prepare_polling(std::string& error);

  // A strand's stack has become so much larger, or smaller.
  void note_stack_bytes(ptrdiff_t bytes) {
    stack_bytes_.fetch_add(static_cast<size_t>(bytes), std::memory_order_relaxed);
    if (bytes > 0) {
      heap_.memory()->add_stack(static_cast<size_t>(bytes));
    } else {
      heap_.memory()->remove_stack(static_cast<size_t>(-bytes));
    }
  }
  // Makes what runs stop at its next safepoint with an error that no script can catch. From any thread and
  // from signal handlers.
  void interrupt();
  bool is_interrupted() const { return interrupted_.load(std::memory_order_seq_cst); }
  bool take_interrupt() {
    return is_interrupted() && interrupted_.exchange(false, std::memory_order_seq_cst);
  }
  // Forgets an interrupt that came too late for what it was meant to stop.
  void clear_interrupt() { interrupted_.store(false, std::memory_order_seq_cst); }

  LogSettings& log_settings() { return log_settings_; }

  // The state that `make` makes when it is first asked for. Any thread; what it does is the module's to
  // guard.
  using MakeLibraryState = std::unique_ptr<LibraryState> (*)();
  LibraryState& library_state(MakeLibraryState make);

  // Files and sockets that programs have opened since the machine collected for their sake. Any thread;
  // relaxed: a number, and one that is lost does no harm.
  std::atomic<uint32_t>& opened_descriptors() { return opened_descriptors_; }

  // `exit` was called: the error that left the strand is undefined, and whoever ran it takes the code and
  // ends the program with it. Of several tasks that exit, the first decides.
  int take_exit_code() { return exit_code_.exchange(kRunning, std::memory_order_relaxed); }
  void request_exit(int code) {
    int expected = kRunning;
    exit_code_.compare_exchange_strong(expected, code, std::memory_order_relaxed);
  }

 private:
  Ending run_alone(Value function, const Value* arguments, unsigned count);

  using Builtins = std::unordered_map<std::string, Builtin>;

  Builtins& builtins() { return in_library_ ? library_builtins_ : builtins_; }
  const Builtin* library_builtin(const std::string& name);

  struct Stub {
    unsigned arity = 0, rest = 0;
    Proto proto;
    std::vector<Word> code;
    Stub* next = nullptr;
  };
  static constexpr unsigned kNoRest = ~0u;  // of call_stub
  static std::unique_ptr<Stub> make_call_stub(unsigned count);
  static std::unique_ptr<Stub> make_rest_stub(unsigned arity, unsigned rest);
  const Proto& stub(unsigned arity, unsigned rest);

  void trace_roots(Tracer& tracer) override;
  void marked() override;
  size_t root_bytes() const override;
  void request_stop() override;
  void note_stop() override;
  void note_resumption() override;
  void heap_limit_reached(Mutator& mutator) override;
  void heap_crowded() override;
  bool may_refuse(Mutator& mutator) override;
  void large_allocated(Mutator& mutator, size_t bytes) override;

  MachineOptions options_;
  Heap heap_;
  Mutator mutator_{heap_};  // of the thread that embeds the machine
  SymbolTable symbols_;
  ShapeTable shapes_;
  Output out_, err_;
  uint64_t hash_seed_;
  Library library_ = nullptr;
  bool in_library_ = false;  // it is being called
  bool uses_tasks_ = false;
  bool has_code_from_outside_ = false;
  Builtins builtins_;          // a host's, which hide those of the library
  Builtins library_builtins_;  // as far as they have been asked for
  std::vector<std::unique_ptr<LoadedModule>> modules_;
  // A list that any worker puts new ones before, with release, and walks, with acquire; few programs need
  // more than one. Perhaps twice the same: either will do.
  std::atomic<Stub*> stubs_ = nullptr;
  std::deque<NativeDescriptor> refused_natives_;
  std::unordered_map<const NativeDescriptor*, Value> native_values_;
  Value characters_[128];
  LogSettings log_settings_;
  std::mutex library_states_lock_;
  std::unordered_map<MakeLibraryState, std::unique_ptr<LibraryState>> library_states_;  // under that lock
  std::atomic<uint32_t> opened_descriptors_ = 0;
  // Of all strands. Written by those that move their stacks; relaxed: a number.
  std::atomic<size_t> stack_bytes_ = 0;
  std::unique_ptr<Strand> main_;
  std::unique_ptr<Runtime> runtime_;  // ends before what its strands use
  // Written by who interrupts, and by who stops for it; read by all that run. In one order with requests for
  // a safepoint, which follow.
  std::atomic<bool> interrupted_ = false;
  static constexpr int kRunning = -1;
  // Written by the strand that exits first, read by whoever ran it. Relaxed: the end of a strand orders more
  // than this.
  std::atomic<int> exit_code_ = kRunning;
};

}  // namespace aspen
