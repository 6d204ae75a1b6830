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

int run_program(const CompileResult& compiled, Engine& engine, const RunOptions& options) {
  if (!compiled.ok()) {
    std::fputs(compiled.render(error_style()).c_str(), stderr);
    return kExitUsage;
  }
  NativeStackScope scope(engine.machine().mutator());
  std::string error;
  LoadedModule* module = engine.load(compiled.program, error);
  if (module == nullptr) return usage_error(error);
  if (options.workers && options.fuel == UINT64_MAX) {
    RuntimeOptions runtime{*options.workers, options.split, options.seed, 0};
    if (!engine.machine().start_runtime(runtime, error)) return usage_error(error);
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
