#include "stdlib/embed/engine.h"

#include <algorithm>
#include <new>
#include <utility>

#include "frontend/diagnostics/task_report.h"
#include "stdlib/library/stdlib.h"
#include "stdlib/native/error_text.h"
#include "vm/code/verifier.h"
#include "vm/heap/native_stack.h"
#include "vm/object/future.h"
#include "vm/run/runtime.h"

namespace aspen {

namespace {

// Resets the flag also if an exception ends the run.
class Running {
 public:
  explicit Running(bool& flag) : flag_(flag) { flag_ = true; }
  ~Running() { flag_ = false; }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

 private:
  bool& flag_;
};

}  // namespace

const BuiltinInfo* ExtendedCatalogue::find(std::string_view full_name) const {
  auto found = added_.find(full_name);
  return found != added_.end() ? &found->second : library_.find(full_name);
}

void ExtendedCatalogue::each_name(const std::function<void(std::string_view)>& visit) const {
  for (const auto& [name, info] : added_) visit(name);
  library_.each_name(visit);
}

static std::string usage_in_library(std::string_view name) {
  const Entry* entry = standard_documentation().find(name);
  return entry == nullptr || entry->parameters.empty() ? "" : entry->signature();
}

// Errors of detached tasks go to standard error, unless the host has set another receiver.
MachineOptions Engine::telling(MachineOptions options) {
  if (!options.lost_error)
    options.lost_error = [this](const Ending& ending) {
      auto find = [this](const LoadedModule& module) { return source(module); };
      machine_.out().flush();
      machine_.err().write("error of a detached task: " +
                           render_error(machine_, ending.error, ending.trace, find, library_names()));
      machine_.err().flush();
    };
  return options;
}

Engine::Engine(MachineOptions options)
    : machine_(telling(std::move(options))), catalogue_(standard_catalogue()) {
  define_stdlib(machine_);
  ErrorText::of(machine_).render = [this](Value error, const Trace& trace) {
    auto find = [this](const LoadedModule& module) { return source(module); };
    // Not the host's names: it may add some meanwhile.
    auto has = [](std::string_view name) { return standard_catalogue().find(name) != nullptr; };
    return render_error_of_strand(machine_, error, trace, find, {has, usage_in_library});
  };
}

bool Engine::is_current(const CompiledModule& module) const {
  const LoadedModule* loaded = machine_.latest_module(module.chunk.path);
  const Source* known = loaded == nullptr ? nullptr : source(*loaded);
  if (known == nullptr || module.source == nullptr || known->text() != module.source->text()) return false;
  return std::all_of(loaded->imports.begin(), loaded->imports.end(), [&](const LoadedModule* import) {
    return import == machine_.latest_module(import->path);
  });
}

LoadedModule* Engine::load_module(const CompiledModule& module, bool is_program, std::string& error,
                                  SessionSlots* session) {
  if (!verify(module.chunk, error)) return nullptr;
  Charge charge = charge_for(module);
  LoadedModule* replaced = machine_.latest_module(module.chunk.path);
  LoadedModule* loaded = machine_.load(module.chunk, error, session);
  if (loaded == nullptr) return nullptr;
  loaded->charge = std::move(charge);
  loaded->is_program = is_program;
  // A new text for its path: programs that were linked with the old one keep that.
  if (!is_program && replaced != nullptr && !replaced->in_library) machine_.release(*replaced);
  const std::lock_guard hold(sources_lock_);
  sources_[loaded] = module.source;
  const bool has_variables = session != nullptr || !module.chunk.slots.empty();
  if (!has_variables && module.source != nullptr) without_variables_[module.source.get()] = loaded;
  return loaded;
}

// Nothing but its body, which has ended, belongs to one of its runs alone.
LoadedModule* Engine::loaded_before(const CompiledModule& module) const {
  const auto found = without_variables_.find(module.source.get());
  return found == without_variables_.end() ? nullptr : found->second;
}

// Code stays until the machine ends: without a charge, a program that is run again and again would grow
// beyond the limit.
Charge Engine::charge_for(const CompiledModule& module) {
  size_t bytes = sizeof(LoadedModule);
  if (module.source != nullptr) bytes += module.source->text().size();
  for (const FunctionCode& function : module.chunk.functions) {
    bytes += sizeof(Proto) + function.code.size() * sizeof(Word);
    bytes += function.locations.size() * sizeof(Location);
  }
  Charge charge(machine_.heap().memory());
  if (charge.grow_to(bytes)) return charge;
  machine_.heap().collect(machine_.mutator());
  if (!charge.grow_to(bytes)) throw std::bad_alloc();
  return charge;
}

LoadedModule* Engine::load(const Program& program, std::string& error, SessionSlots* session) {
  NativeStackScope scope(machine_.mutator());
  for (const CompiledModule& module : program.modules) {
    bool last = &module == &program.modules.back();
    if (!last && is_current(module)) continue;
    LoadedModule* before = last && session == nullptr ? loaded_before(module) : nullptr;
    if (before != nullptr) return before;
    LoadedModule* loaded = load_module(module, last, error, last ? session : nullptr);
    if (loaded == nullptr || last) return loaded;
  }
  error = "an empty program";
  return nullptr;
}

void Engine::release(LoadedModule& program) {
  program.record = program.of_macros = Value::undefined();
  if (!program.slot_addresses.empty()) machine_.release(program);
}

Outcome Engine::run(LoadedModule& module) {
  return call(Value::object(module.functions[0].closure), nullptr, 0);
}

// There may be no memory for a message; then the error is the label alone.
static bool is_memory_limit(Value error) {
  if (is_kind(error, Kind::LabelBox)) return as<LabelBox>(error)->name() == sym::kMemoryLimit;
  return error == Value::label(sym::kMemoryLimit);
}

static Outcome::End end_of(Value error, bool uncatchable) {
  if (is_memory_limit(error)) return Outcome::End::out_of_memory;
  if (!uncatchable) return Outcome::End::failed;
  if (error.is_undefined()) return Outcome::End::exited;
  if (error == Value::label(sym::kOutOfTime)) return Outcome::End::out_of_time;
  if (error == Value::label(sym::kOutOfTasks)) return Outcome::End::out_of_tasks;
  return error == Value::label(sym::kOutOfFuel) ? Outcome::End::out_of_fuel : Outcome::End::interrupted;
}

Outcome Engine::call(Value function, const Value* arguments, unsigned count) {
  NativeStackScope scope(machine_.mutator());
  {
    const Running running(running_);
    ending_ = machine_.run(function, arguments, count);
  }
  const bool has_exited = ending_.uncatchable && ending_.error.is_undefined();
  return outcome(has_exited ? machine_.take_exit_code() : 0);
}

Outcome Engine::outcome(int exit_code) {
  look_through(ending_.value);
  if (!ending_.value.is_exception()) return {Outcome::End::finished, ending_.value};
  return {end_of(ending_.error, ending_.uncatchable), ending_.error, exit_code};
}

Run& Engine::start(Value function, const Value* arguments, unsigned count, const RunTerms& terms) {
  return machine_.runtime()->start(function, arguments, count, terms);
}

bool Engine::poll(uint64_t budget_ns) {
  const Running running(running_);
  return machine_.runtime()->poll(budget_ns);
}

Outcome Engine::finish(Run& run) {
  if (!run.has_ended.load(std::memory_order_relaxed)) {
    const Running running(running_);
    machine_.runtime()->finish(run);
  }
  ending_ = run.task->ending();
  return outcome(ending_.uncatchable ? run.exit_code.load(std::memory_order_relaxed) : 0);
}

const Source* Engine::source(const LoadedModule& module) const {
  const std::lock_guard hold(sources_lock_);
  auto found = sources_.find(&module);
  return found == sources_.end() ? nullptr : found->second.get();
}

LibraryNames Engine::library_names() const {
  return {[this](std::string_view name) { return catalogue_.find(name) != nullptr; }, usage_in_library};
}

std::string Engine::tasks(Mutator& mutator) {
  return render_tasks(list_tasks(machine_, mutator),
                      [this](const LoadedModule& module) { return source(module); });
}

std::string Engine::headline(const Outcome& outcome) {
  if (outcome.end == Outcome::End::exited) return "exit " + std::to_string(outcome.exit_code);
  return error_headline(machine_, outcome.value);
}

std::string Engine::report(const Outcome& outcome, const RenderOptions& options) {
  if (outcome.end == Outcome::End::exited) return headline(outcome) + "\n";
  auto find = [this](const LoadedModule& module) { return source(module); };
  return render_error(machine_, outcome.value, ending_.trace, find, library_names(), options);
}

}  // namespace aspen
