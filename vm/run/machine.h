// One virtual machine: heap, names, loaded code, and the program's connection to the outside. There is no
// global state, so one process may have several machines.
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

#include "vm/code/chunk.h"
#include "vm/heap/heap.h"
#include "vm/object/symbol.h"
#include "vm/run/log_settings.h"
#include "vm/run/module_values.h"
#include "vm/run/operators/compare.h"
#include "vm/run/output.h"
#include "vm/run/permissions.h"
#include "vm/run/scheduler_options.h"
#include "vm/run/strand.h"
#include "vm/values/record.h"

namespace aspen {

class Runtime;
struct Run;
struct Ending;
struct RuntimeOptions;

// A chunk in memory, linked to one machine, which owns it until the machine ends.
struct LoadedModule {
  std::string path;
  std::vector<Proto> functions;    // [0] is the module's body; they never move
  std::unique_ptr<Word[]> code;    // of all functions
  std::unique_ptr<Value[]> slots;  // module variables; undefined until their line has run; null in a session
  std::vector<Value*> slot_addresses;
  std::vector<std::string> slot_names;
  Value record = Value::undefined();     // what `use` binds, after the module has run
  Value of_macros = Value::undefined();  // likewise, the names that its macros mention
  std::vector<LoadedModule*> imports;
  bool in_library = false;   // the library loaded it for its own use
  bool is_program = false;   // no module is linked with it
  bool is_released = false;  // see ModuleValues
  Charge charge;             // of a program of the host

  // Visits its variables, its functions and what `use` binds: all but the constants of its code.
  void trace_values(Tracer& tracer) const;
  // None of its code can run any more.
  void drop_values();
};

// Module variables that outlive the chunk. A deque, because code holds their addresses.
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
  size_t stack_bytes = size_t{256} << 20;  // for one strand
  uint64_t fuel = UINT64_MAX;              // calls and loop steps a program may take: OutOfFuel beyond
  // Longest duration of a program, waits included; beyond: OutOfTime. As with fuel, one thread then runs
  // everything, and Machine::prepare_polling has to be called first.
  uint64_t wall_ns = UINT64_MAX;
  uint32_t tasks = UINT32_MAX;  // live spawned tasks of a program; beyond: OutOfTasks
};

struct MachineOptions {
  Limits limits;
  uint64_t hash_seed = 0;                     // 0: random
  std::function<void(std::string_view)> out;  // null: standard output
  std::function<void(std::string_view)> err;  // null: standard error
  bool gives_out_at_once = false;             // `out` gets each text when it is written: it is not buffered
  // Called with the result of a detached task that failed, because no task receives its error. Runs on the
  // thread that runs the program, inside its heap. Null: the error is dropped.
  std::function<void(const Ending&)> lost_error;
  std::vector<std::string> arguments;  // the script's `args`
  Permissions permissions = Permissions::all();
  LogLevel log_level = LogLevel::info;  // the initial level
  // Number of threads for programs that use tasks, unless fuel is counted. 0: the thread that calls
  // Machine::run runs the tasks, one at a time.
  uint32_t task_workers = 0;
  // Ready tasks run by priority instead of age. A task sets the priority of the tasks that it spawns
  // (task.priority).
  bool task_priorities = false;
  SchedulerOptions scheduler = {};  // for these threads and those of blocking calls
};

// State that a module of the library keeps for one machine. It holds no Values. It is destroyed with the
// machine, after everything that runs.
class LibraryState {
 public:
  virtual ~LibraryState() = default;
};

class Machine : private RootSource {
 public:
  explicit Machine(MachineOptions options);
  ~Machine() override;

  Heap& heap() { return heap_; }
  // The mutator of the thread that embeds the machine.
  Mutator& mutator() { return mutator_; }
  Strand& main_strand() { return *main_; }
  SymbolTable& symbols() { return symbols_; }
  ShapeTable& shapes() { return shapes_; }
  Output& out() { return out_; }
  Output& err() { return err_; }
  uint64_t hash_seed() const { return hash_seed_; }
  // The context of equality and hashes of this machine's values.
  ValueContext value_context() const { return {hash_seed_, shapes_, main_.get()}; }
  // Likewise for a strand, which pays for the work and waits for futures in the values.
  ValueContext value_context(Strand& strand) const { return {hash_seed_, shapes_, &strand}; }
  const MachineOptions& options() const { return options_; }

  // Makes a native callable under its name. `native` must outlive the machine.
  void define(const NativeDescriptor& native);
  // Likewise, with `code` instead of the descriptor's own code.
  void define_refused(const NativeDescriptor& native, NativeCode code);
  void define(std::string_view name, Value value);
  void define(std::string_view name, const Proto& function);
  // Defines names that are not defined yet: `define_name` defines the given name, and possibly others,
  // or nothing if the library has no such name. It sees and defines library names only, whatever a
  // host has redefined. Called when loaded code first needs a name: unused names cost no start-up
  // time.
  using Library = void (*)(Machine& machine, std::string_view name);
  void set_library(Library define_name) { library_ = define_name; }
  // Defining, loading and these two are for the thread that embeds the machine, while no program runs.
  // Null if there is no such name.
  const Builtin* builtin(std::string_view name);
  // The builtin as a first-class value.
  Value builtin_value(const Builtin& builtin);

  // Links code that `verify` has accepted. The modules that it imports must be loaded under their
  // paths. Null, with a message in `error`, if the chunk is malformed or refers to a name that
  // this machine does not have. After a chunk from outside (chunk.h) the machine runs on one
  // thread; such a chunk is refused if there are workers. With `session`, module variables are
  // those of the session: slots with the same number are the same variable in every chunk (the
  // REPL).
  LoadedModule* load(const Chunk& chunk, std::string& error, SessionSlots* session = nullptr);
  const std::vector<std::unique_ptr<LoadedModule>>& modules() const { return modules_; }
  // The module that was loaded last under the path, with which the next one is linked; null: none.
  LoadedModule* latest_module(std::string_view path) const;
  // The module's values are needed only while its code can run: ModuleValues.
  void release(LoadedModule& module);

  // The one-character strings of ASCII, so that indexing text allocates nothing.
  Value character(uint8_t ascii) const { return characters_[ascii]; }
  const Value* characters() const { return characters_; }
  // What `Cancelled` carries: one record for all tasks. The memory limit cancels very many at once, and there
  // is no memory for a message of each. For any worker: it never changes.
  Value cancellation() const { return cancellation_; }

  // Code that calls a function that takes `arity` arguments and applies its result to `rest` more. For any
  // worker.
  const Proto& rest_stub(unsigned arity, unsigned rest) { return stub(arity, rest); }

  // Code that calls R[0] with the `count` arguments after its window and returns the value: the lowest frame
  // of a strand.
  const Proto& call_stub(unsigned count) { return stub(count, kNoRest); }

  // The strand that this thread runs, or the machine's own strand, which runs alone.
  Strand& running_strand();
  // Runs strands on workers or in polls; null: there is one strand, which runs on the calling thread.
  Runtime* runtime() { return runtime_.get(); }
  // Calls a function as a program, with its full fuel, and waits for its end: on the runtime's workers;
  // without a runtime on this thread, in order, or one task at a time if it may use tasks.
  Ending run(Value function, const Value* arguments, unsigned count);
  // Whether any loaded code uses names that need a runtime, such as tasks and channels.
  bool uses_tasks() const { return uses_tasks_; }
  // Whether any loaded code has a call that a split may overlap with the code after it, or a loop that may be
  // split.
  bool has_promotable_calls() const;
  // What pays for a call that a host's function starts, if code that runs without a task has called it: what
  // that code leaves of its fuel. Null: no such code runs. REQUIRES: there is a runtime.
  Run* payer_for_main();
  // Call it before anything runs. False, with the reason in `error`, if the system refuses threads, or if
  // `options` asks for workers and the machine has loaded code from outside.
  bool start_runtime(const RuntimeOptions& options, std::string& error);
  // Makes a runtime for started calls and polls. False likewise, or if the runtime has workers.
  bool prepare_polling(std::string& error);

  // A strand's stack has grown by `bytes`, or shrunk if negative.
  void note_stack_bytes(ptrdiff_t bytes) {
    stack_bytes_.fetch_add(static_cast<size_t>(bytes), std::memory_order_relaxed);
    if (bytes > 0) {
      heap_.memory()->add_stack(static_cast<size_t>(bytes));
    } else {
      heap_.memory()->remove_stack(static_cast<size_t>(-bytes));
    }
  }
  // Makes running code stop at its next safepoint, with an error that no script can catch. For any thread and
  // for signal handlers.
  void interrupt();
  bool is_interrupted() const { return interrupted_.load(std::memory_order_seq_cst); }
  bool take_interrupt() {
    return is_interrupted() && interrupted_.exchange(false, std::memory_order_seq_cst);
  }
  // Clears an interrupt that came after the end of the run that it was meant to stop.
  void clear_interrupt() { interrupted_.store(false, std::memory_order_seq_cst); }

  // Has the function that has been set called soon, which may list the tasks (task_list.h). From any thread
  // and from signal handlers.
  void request_tasks();
  bool has_task_request() const { return tasks_requested_.load(std::memory_order_seq_cst); }
  // Called by the thread that waits for a program's end, or by the one that runs it, where it could stop for
  // a collection. Not while something runs.
  using TaskObserver = std::function<void(Mutator& mutator)>;
  void set_task_observer(TaskObserver observer) { task_observer_ = std::move(observer); }
  // By such a thread: calls it if that was requested.
  void answer_task_request(Mutator& mutator);

  LogSettings& log_settings() { return log_settings_; }

  // The state that `make` returned when it was first asked for. For any thread; the module has to synchronise
  // access to it.
  using MakeLibraryState = std::unique_ptr<LibraryState> (*)();
  LibraryState& library_state(MakeLibraryState make);

  // Number of files and sockets that programs have opened since the last collection for their sake. For any
  // thread; relaxed, because a lost count does no harm.
  std::atomic<uint32_t>& opened_descriptors() { return opened_descriptors_; }

  // After `exit`, the error that left the strand is undefined, and the code that ran the strand takes the
  // exit code and ends the program. If several tasks exit, the first one decides.
  int take_exit_code() { return exit_code_.exchange(kRunning, std::memory_order_relaxed); }
  void request_exit(int code) {
    int expected = kRunning;
    exit_code_.compare_exchange_strong(expected, code, std::memory_order_relaxed);
  }

 private:
  Ending run_alone(Value function, const Value* arguments, unsigned count);
  void pay_from_main();
  RuntimeOptions without_workers() const;

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
  CodeValues* code_values() override { return released_.is_empty() ? nullptr : &released_; }
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
  bool in_library_ = false;  // while library_ runs
  bool uses_tasks_ = false;
  bool has_code_from_outside_ = false;
  Builtins builtins_;          // defined by the host; they hide those of the library
  Builtins library_builtins_;  // only names that were needed so far
  std::vector<std::unique_ptr<LoadedModule>> modules_;
  ModuleValues released_;
  // A list to which any worker prepends entries, with release, and which it walks, with acquire; few programs
  // need more than one. Two equal entries do no harm.
  std::atomic<Stub*> stubs_ = nullptr;
  std::deque<NativeDescriptor> refused_natives_;
  std::unordered_map<const NativeDescriptor*, Value> native_values_;
  Value characters_[128];
  Value cancellation_ = Value::unit();
  LogSettings log_settings_;
  std::mutex library_states_lock_;
  std::unordered_map<MakeLibraryState, std::unique_ptr<LibraryState>> library_states_;  // under that lock
  std::atomic<uint32_t> opened_descriptors_ = 0;
  // The stacks of all strands. Written by strands that move their stacks; relaxed: only a number.
  std::atomic<size_t> stack_bytes_ = 0;
  std::unique_ptr<Strand> main_;
  bool runs_alone_ = false;
  Run* main_payer_ = nullptr;         // see payer_for_main; null: nothing was started meanwhile
  std::unique_ptr<Runtime> runtime_;  // destroyed before the objects that its strands use
  // The same, for threads that interrupt while the host's thread makes it. Release and acquire.
  std::atomic<Runtime*> seen_runtime_{nullptr};
  // Set by interrupting threads, cleared by the one that stops; read by all that run. In one total order with
  // the requests for a safepoint that follow.
  std::atomic<bool> interrupted_ = false;
  // Written by the thread that requests, and by the one that answers. Likewise.
  std::atomic<bool> tasks_requested_ = false;
  TaskObserver task_observer_;
  static constexpr int kRunning = -1;
  // Written by the first strand that exits, read by the code that ran it. Relaxed: the end of a strand orders
  // it.
  std::atomic<int> exit_code_ = kRunning;
};

}  // namespace aspen
