// `aspen run` and `aspen -e`: compile, load, run, report.
#include <cstdio>
#include <filesystem>
#include <optional>

#include "tools/aspen/commands.h"
#include "tools/aspen/console.h"
#include "tools/aspen/copies.h"
#include "tools/aspen/file.h"
#include "tools/aspen/run_statistics.h"
#include "tools/aspen/stop_signals.h"
#include "tools/aspen/task_signal.h"
#include "tools/aspen/trace_file.h"
#include "vm/heap/native_stack.h"

namespace aspen {

namespace {

// Fuel is counted in program order, so on one thread. A program without calls to overlap needs no threads:
// starting them takes longer than a small program takes.
bool gains_by_workers(Machine& machine, const RunOptions& options) {
  if (options.fuel != UINT64_MAX) return false;
  if (!options.trace.empty()) return true;
  return options.workers || machine.has_promotable_calls() || machine.uses_tasks();
}

RuntimeOptions runtime_options(const RunOptions& options) {
  RuntimeOptions runtime;
  runtime.workers = options.workers.value_or(sched::Config::kOnePerCore);
  runtime.split = options.split;
  runtime.seed = options.seed;
  runtime.trace_events = options.trace.empty() ? 0 : kTraceEvents;
  return runtime;
}

// The reports about a run besides what the program prints.
class Telling {
 public:
  Telling(Engine& engine, const RunOptions& options) : engine_(engine), options_(options) {
    if (options.stats) copies_.emplace(engine), run_.emplace(engine);
  }

  // False, with the reason in `error`, if a requested report is not possible.
  bool prepare(RuntimeOptions& runtime, std::string& error) {
    if (run_) runtime.observer = &*run_;
    if (options_.trace.empty()) return true;
    if (options_.fuel != UINT64_MAX) {
      error = "--trace shows workers, of which --fuel uses none";
      return false;
    }
    trace_ = TraceFile::open(options_.trace, error);
    return trace_ != nullptr;
  }

  Outcome run(LoadedModule& module) {
    if (run_) run_->begin();
    const Outcome outcome = engine_.run(module);
    if (run_) run_->end();
    return outcome;
  }

  // Prints the reports. Returns `code`, the program's exit code, unless an error happens here.
  int tell(int code) {
    Runtime* runtime = engine_.machine().runtime();
    if (runtime != nullptr && (run_ || trace_))
      runtime->operations().are_under_way() ? runtime->end_workers() : runtime->shut_down();
    if (run_) {
      print_stats(engine_.machine().heap());
      copies_->print();
      run_->print(options_);
    }
    std::string error;
    if (!trace_ || trace_->write(engine_, error)) return code;
    std::fprintf(stderr, "aspen: %s\n", error.c_str());
    return code != 0 ? code : kExitFailed;
  }

 private:
  Engine& engine_;
  const RunOptions& options_;
  std::optional<CopyCounter> copies_;
  std::optional<RunStatistics> run_;
  std::unique_ptr<TraceFile> trace_;
};

int run_program(const CompileResult& compiled, Engine& engine, const RunOptions& options) {
  if (!compiled.ok()) {
    std::fputs(compiled.render(error_style()).c_str(), stderr);
    return kExitUsage;
  }
  NativeStackScope scope(engine.machine().mutator());
  std::string error;
  LoadedModule* module = engine.load(compiled.program, error);
  if (module == nullptr) return usage_error(error);
  Telling telling(engine, options);
  RuntimeOptions runtime = runtime_options(options);
  if (!telling.prepare(runtime, error)) return usage_error(error);
  if (gains_by_workers(engine.machine(), options) && !engine.machine().start_runtime(runtime, error))
    return usage_error(error);
  const StopSignals signals(engine.machine());
  std::optional<TaskSignal> task_signal(std::in_place, engine);
  const Outcome outcome = telling.run(*module);
  task_signal.reset();
  const int code = telling.tell(leave_world(finish(engine, outcome)));
  StopSignals::end_as_signalled();
  leave_calls(engine, code);
  return code;
}

}  // namespace

int run_command(const std::string& path, const std::vector<std::string>& arguments,
                const RunOptions& options) {
  TaskSignal::heed();
  if (path == "-") {
    FileText text = read_file(path);
    if (!text.ok()) return usage_error(text.error);
    Engine engine(machine_options(options, arguments));
    return run_program(
        compile_text("<stdin>", std::move(text.text), engine.catalogue(), compile_options(options, "")),
        engine, options);
  }
  Engine engine(machine_options(options, arguments));
  return run_program(compile_file(path, engine.catalogue(), compile_options(options, "")), engine, options);
}

int eval_command(const std::string& code, const std::vector<std::string>& arguments,
                 const RunOptions& options) {
  TaskSignal::heed();
  Engine engine(machine_options(options, arguments));
  return run_program(compile_text("<command line>", code, engine.catalogue(), compile_options(options, "")),
                     engine, options);
}

}  // namespace aspen
