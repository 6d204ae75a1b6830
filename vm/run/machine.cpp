#include "vm/run/machine.h"

#include <unistd.h>

#include <algorithm>
#include <random>
#include <utility>

#include "vm/heap/native_stack.h"
#include "vm/heap/tracer.h"
#include "vm/run/ending.h"
#include "vm/run/runtime.h"
#include "vm/values/string.h"

namespace aspen {

static uint64_t random_seed() {
  std::random_device device;
  return uint64_t{device()} << 32 | device();
}

// For the strand that runs without a scheduler.
static const sched::TaskType kAloneType = {"alone", nullptr, nullptr, false};

Machine::Machine(MachineOptions options)
    : options_(std::move(options)),
      heap_(options_.limits.heap_bytes, *this),
      out_(options_.out, STDOUT_FILENO, options_.gives_out_at_once || isatty(STDOUT_FILENO) != 0),
      err_(options_.err, STDERR_FILENO, true),
      hash_seed_(options_.hash_seed != 0 ? options_.hash_seed : random_seed()) {
  log_settings_.least = options_.log_level;
  NativeStackScope scope(mutator_);
  std::fill(std::begin(characters_), std::end(characters_), Value::unit());
  for (int c = 0; c < 128; ++c) {
    char text = static_cast<char>(c);
    characters_[c] = Value::object(make_string(mutator_.allocator(), {&text, 1}));
    share(characters_[c]);
  }
  const Symbol message = sym::kMessage;
  const Value text = Value::object(make_string(mutator_.allocator(), "the task was cancelled"));
  share(text);
  cancellation_ = Value::object(new_record(mutator_.allocator(), shapes_.intern({&message, 1}), &text));
  share(cancellation_);
  main_ = std::make_unique<Strand>(*this, kAloneType);
  main_->allocator_ = &mutator_.allocator();
  call_stub(0);  // now, because strands that have no memory need it
}

// The workers end first: they may still run squashed strands, with stubs as their lowest frames.
Machine::~Machine() {
  if (runtime_) runtime_->shut_down();
  Stub* stub = stubs_.load(std::memory_order_acquire);
  while (stub != nullptr) delete std::exchange(stub, stub->next);
}

void Machine::define(const NativeDescriptor& native) {
  builtins()[native.name].native = &native;
  if (native.uses_tasks) uses_tasks_ = true;
}

void Machine::define_refused(const NativeDescriptor& native, NativeCode code) {
  refused_natives_.push_back(native);
  refused_natives_.back().code = code;
  define(refused_natives_.back());
}

void Machine::define(std::string_view name, Value value) {
  share(value);
  builtins()[std::string(name)].value = value;
}

void Machine::define(std::string_view name, const Proto& function) {
  builtins()[std::string(name)].function = &function;
}

const Builtin* Machine::builtin(std::string_view name) {
  std::string key(name);
  if (!in_library_) {
    auto found = builtins_.find(key);
    if (found != builtins_.end()) return &found->second;
  }
  if (library_builtins_.contains(key) || library_ == nullptr) return library_builtin(key);
  struct Scope {
    bool& in;
    bool before = std::exchange(in, true);
    ~Scope() { in = before; }
  } scope{in_library_};
  library_(*this, key);
  return library_builtin(key);
}

const Builtin* Machine::library_builtin(const std::string& name) {
  auto found = library_builtins_.find(name);
  return found == library_builtins_.end() ? nullptr : &found->second;
}

Value Machine::builtin_value(const Builtin& builtin) {
  if (builtin.function != nullptr) return Value::object(builtin.function->closure);
  if (builtin.native == nullptr) return builtin.value;
  auto [entry, added] = native_values_.try_emplace(builtin.native, Value::unit());
  if (added) {
    entry->second = Value::object(mutator_.allocator().make<NativeFunction>(0, builtin.native));
    share(entry->second);
  }
  return entry->second;
}

// Rest arguments are in R[0] … R[rest-1], followed by the window of the first call.
std::unique_ptr<Machine::Stub> Machine::make_rest_stub(unsigned arity, unsigned rest) {
  auto stub = std::make_unique<Stub>();
  stub->arity = arity;
  stub->rest = rest;
  auto window = static_cast<uint8_t>(rest);
  stub->code.push_back(encode(Op::Call, window, static_cast<uint8_t>(arity)));
  for (unsigned i = 0; i < rest; ++i) {
    stub->code.push_back(encode(Op::Move, static_cast<uint8_t>(window + 3 + i), static_cast<uint8_t>(i)));
  }
  stub->code.push_back(encode(Op::TailCall, window, static_cast<uint8_t>(rest)));
  stub->proto.code = stub->code.data();
  stub->proto.code_size = static_cast<uint32_t>(stub->code.size());
  stub->proto.frame_size = rest + 3 + std::max(arity, rest);
  uint64_t waiting = rest >= 64 ? ~uint64_t{0} : (uint64_t{1} << rest) - 1;
  stub->proto.calls = {{1, 0, waiting}};
  return stub;
}

const Proto& Machine::stub(unsigned arity, unsigned rest) {
  Stub* first = stubs_.load(std::memory_order_acquire);
  for (const Stub* known = first; known != nullptr; known = known->next) {
    if (known->arity == arity && known->rest == rest) return known->proto;
  }
  std::unique_ptr<Stub> made = rest == kNoRest ? make_call_stub(arity) : make_rest_stub(arity, rest);
  made->next = first;
  while (!stubs_.compare_exchange_weak(made->next, made.get(), std::memory_order_acq_rel)) {
  }
  return made.release()->proto;
}

std::unique_ptr<Machine::Stub> Machine::make_call_stub(unsigned count) {
  auto stub = std::make_unique<Stub>();
  stub->arity = count;
  stub->rest = kNoRest;
  stub->code = {encode(Op::Call, 0, static_cast<uint8_t>(count)), encode(Op::Return, 0)};
  stub->proto.code = stub->code.data();
  stub->proto.code_size = static_cast<uint32_t>(stub->code.size());
  stub->proto.frame_size = count + 3;
  stub->proto.calls = {{1, 0, 0}};
  // Its effects are those of the value that it calls.
  stub->proto.effect = Effect::pure;
  stub->proto.arity = 1;
  stub->proto.reach.calls = 1;
  stub->proto.reach.given = static_cast<uint8_t>(count);
  return stub;
}

Ending Machine::run(Value function, const Value* arguments, unsigned count) {
  if (uses_tasks_ && !runtime_) {
    std::string error;
    const bool is_alone = options_.limits.fuel != UINT64_MAX || options_.limits.wall_ns != UINT64_MAX;
    if (is_alone || !start_runtime({.workers = options_.task_workers}, error)) {
      [[maybe_unused]] const bool started = start_runtime(without_workers(), error);
      assert(started && "without threads there is nothing to refuse");
    }
  }
  return runtime_ ? runtime_->run(function, arguments, count) : run_alone(function, arguments, count);
}

Ending Machine::run_alone(Value function, const Value* arguments, unsigned count) {
  main_->set_fuel(options_.limits.fuel);
  if (is_interrupted() || has_task_request()) main_->request_safepoint();  // which the fuel has put back
  struct Alone {
    explicit Alone(Machine& of) : machine(of) { machine.runs_alone_ = true; }
    ~Alone() {
      machine.runs_alone_ = false;
      if (machine.main_payer_ != nullptr) machine.pay_from_main();
    }
    Machine& machine;
  };
  const Value value = [&] {
    const Alone alone(*this);
    return main_->run(function, arguments, count);
  }();
  if (!value.is_exception()) return {value, Value::undefined(), false, {}};
  return {value, main_->take_error(), main_->uncatchable(), main_->error_trace()};
}

Run* Machine::payer_for_main() {
  if (!runs_alone_) return nullptr;
  if (main_payer_ == nullptr) main_payer_ = &runtime_->take_payer();
  return main_payer_;
}

// What code without a task has had started begins after it, so that gets what it has left.
void Machine::pay_from_main() {
  main_payer_->fuel_left = main_->fuel_left();
  runtime_->give_back_payer(*std::exchange(main_payer_, nullptr));
}

LibraryState& Machine::library_state(MakeLibraryState make) {
  const std::lock_guard hold(library_states_lock_);
  std::unique_ptr<LibraryState>& state = library_states_[make];
  if (state == nullptr) state = make();
  return *state;
}

bool Machine::has_promotable_calls() const {
  auto is_promotable = [](const CallSite& site) { return (site.flags & CallSite::kPromotable) != 0; };
  auto may_be_split = [](const LoopSite& loop) { return loop.works || loop.has_apart_only(); };
  auto has_one = [&](const Proto& proto) {
    return proto.range != nullptr || std::any_of(proto.loops.begin(), proto.loops.end(), may_be_split) ||
           std::any_of(proto.calls.begin(), proto.calls.end(), is_promotable);
  };
  return std::any_of(modules_.begin(), modules_.end(), [&](const auto& module) {
    return std::any_of(module->functions.begin(), module->functions.end(), has_one);
  });
}

bool Machine::start_runtime(const RuntimeOptions& options, std::string& error) {
  if (has_code_from_outside_ && options.workers != 0) {
    error = "code from outside runs on one thread: start no workers for it";
    return false;
  }
  RuntimeOptions complete = options;
  complete.by_priority = options_.task_priorities;
  complete.scheduler = options_.scheduler;
  runtime_ = Runtime::start(*this, complete, error);
  seen_runtime_.store(runtime_.get(), std::memory_order_release);
  return runtime_ != nullptr;
}

// Where fuel is counted, calls are in order: the fuel that a program has left must not depend on which call
// ends first.
RuntimeOptions Machine::without_workers() const {
  const bool is_in_order = options_.limits.fuel != UINT64_MAX;
  return {.workers = 0, .split = is_in_order ? SplitPolicy::never : SplitPolicy::on_demand};
}

bool Machine::prepare_polling(std::string& error) {
  if (!runtime_ && !start_runtime(without_workers(), error)) return false;
  return runtime_->prepare_polling(error);
}

void Machine::interrupt() {
  interrupted_.store(true, std::memory_order_seq_cst);
  request_stop();
  if (Runtime* runtime = seen_runtime_.load(std::memory_order_acquire)) runtime->interrupt();
}

void Machine::request_tasks() {
  tasks_requested_.store(true, std::memory_order_seq_cst);
  request_stop();
  if (Runtime* runtime = seen_runtime_.load(std::memory_order_acquire)) runtime->interrupt();
}

void Machine::answer_task_request(Mutator& mutator) {
  if (!tasks_requested_.load(std::memory_order_seq_cst)) return;
  if (tasks_requested_.exchange(false, std::memory_order_seq_cst) && task_observer_) task_observer_(mutator);
}

void Machine::request_stop() {
  if (main_) main_->request_safepoint();
  if (Runtime* runtime = seen_runtime_.load(std::memory_order_acquire)) runtime->poke_all();
}

void Machine::note_stop() {
  if (runtime_) runtime_->note_stop();
}

void Machine::note_resumption() {
  if (runtime_) runtime_->note_resumption();
}

Strand& Machine::running_strand() {
  Executor* here = runtime_ ? runtime_->executor_here() : nullptr;
  Strand* running = here != nullptr ? here->running.load(std::memory_order_relaxed) : nullptr;
  return running != nullptr ? *running : *main_;
}

void Machine::heap_limit_reached([[maybe_unused]] Mutator& mutator) {
  if (main_) main_->request_safepoint();
  if (runtime_) runtime_->poke_all();
}

void Machine::heap_crowded() {
  if (runtime_) runtime_->poke_all();
}

// Natives without effects may end anywhere. A native that runs ahead of the program may not: it would run
// again with arguments that it has changed. It waits for its turn long before the limit (Heap::is_crowded).
bool Machine::may_refuse([[maybe_unused]] Mutator& mutator) {
  const Strand& strand = running_strand();
  const NativeDescriptor* native = strand.native();
  return strand.is_head() && (native == nullptr || (native->effect == Effect::pure && !native->uses_tasks));
}

// The copying of a large object is paid for here, whichever operation copies.
void Machine::large_allocated([[maybe_unused]] Mutator& mutator, size_t bytes) {
  constexpr size_t kBytesPerWork = 16;
  Executor* here = runtime_ ? runtime_->executor_here() : nullptr;
  Strand* strand = here != nullptr ? here->running.load(std::memory_order_relaxed) : main_.get();
  if (strand != nullptr) strand->work(bytes / kBytesPerWork);
}

void Machine::trace_roots(Tracer& tracer) {
  tracer.visit_range(std::begin(characters_), std::end(characters_));
  tracer.visit(cancellation_);
  for (const auto& [name, builtin] : builtins_) tracer.visit(builtin.value);
  for (const auto& [name, builtin] : library_builtins_) tracer.visit(builtin.value);
  for (const auto& [native, value] : native_values_) tracer.visit(value);
  for (const auto& module : modules_) {
    if (!module->is_released) {
      module->trace_values(tracer);
      for (const LoadedModule* import : module->imports) released_.reach(*import);
    }
    for (const Proto& proto : module->functions) {
      for (Value constant : proto.constants) tracer.visit(constant);
    }
  }
  if (main_) main_->trace_roots(tracer);
  if (runtime_) runtime_->trace_roots(tracer);
}

void Machine::marked() {
  if (runtime_) runtime_->drop_abandoned();
  released_.drop_unreached();
}

size_t Machine::root_bytes() const { return stack_bytes_.load(std::memory_order_relaxed); }

}  // namespace aspen
