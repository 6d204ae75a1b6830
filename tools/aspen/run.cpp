// `aspen run` and `aspen -e`: compile, load, run, tell.
#include <cstdio>
#include <optional>

#include "tools/aspen/commands.h"
#include "tools/aspen/console.h"
#include "tools/aspen/copies.h"
#include "tools/aspen/file.h"
#include "vm/native_stack.h"

namespace aspen {

namespace {

// Fuel and copies are counted in program order. What has no call to overlap needs no threads, which take
// longer to start than a small program takes.
bool gains_by_workers(Machine& machine, const RunOptions& options) {
  if (options.fuel != UINT64_MAX || options.stats) return false;
  return options.workers || machine.has_promotable_calls() || machine.uses_tasks();
}

RuntimeOptions runtime_options(const RunOptions& options) {
  RuntimeOptions runtime;
  runtime.workers = options.workers.value_or(sched::Config::kOnePerCore);
  runtime.split = options.split;
  runtime.seed = options.seed;
  return runtime;
}

int run_program(const CompileResult& compiled, Engine& engine, const RunOptions& options) {
  if (!compiled.ok()) {
    std::fputs(compiled.render(error_style()).c_str(), stderr);
    return kExitUsage;
  }
  NativeStackScope scope(engine.machine().mutator());
  std::string error;
  LoadedModule* module = engine.load(compiled.program, error);
  if (module == nullptr) return usage_error(error);
  if (gains_by_workers(engine.machine(), options) &&
      !engine.machine().start_runtime(runtime_options(options), error)) {
    return usage_error(error);
  }
  std::optional<CopyCounter> copies;
  if (options.stats) copies.emplace(engine);
  int code = finish(engine, engine.run(*module));
  if (options.stats) print_stats(engine.machine().heap());
  if (copies) copies->print();
  return code;
}

}  // namespace

static CompileOptions compile_options(const RunOptions& options) {
  CompileOptions out;
  out.cautious = options.cautious;
  return out;
}

int run_command(const std::string& path, const std::vector<std::string>& arguments,
                const RunOptions& options) {
  if (path == "-") {
    FileText text = read_file(path);
    if (!text.ok()) return usage_error(text.error);
    Engine engine(machine_options(options, arguments));
    return run_program(
        compile_text("<stdin>", std::move(text.text), engine.catalogue(), compile_options(options)), engine,
        options);
  }
  Engine engine(machine_options(options, arguments));
  return run_program(compile_file(path, engine.catalogue(), compile_options(options)), engine, options);
}

int eval_command(const std::string& code, const std::vector<std::string>& arguments,
                 const RunOptions& options) {
  Engine engine(machine_options(options, arguments));
  return run_program(compile_text("<command line>", code, engine.catalogue(), compile_options(options)),
                     engine, options);
}

}  // namespace aspen
