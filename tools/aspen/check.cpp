// `aspen check`, `aspen disasm` and `aspen expand`: compile without running.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include "stdlib/library/stdlib.h"
#include "tools/aspen/commands.h"
#include "tools/aspen/console.h"
#include "tools/aspen/file.h"
#include "tools/aspen/parallel.h"
#include "tools/aspen/source_files.h"
#include "vm/code/disassembler.h"
#include "vm/code/verifier.h"
#include "vm/heap/native_stack.h"

namespace aspen {

static CompileResult compile(const std::string& path, const CompileOptions& options = {}) {
  if (path != "-") return compile_file(path, standard_catalogue(), options);
  FileText text = read_file(path);
  CompileResult result;
  result.unreadable = text.error;
  if (!text.ok()) return result;
  return compile_text("<stdin>", std::move(text.text), standard_catalogue(), options);
}

// Replaces a folder by all files below it; keeps other paths as they are given.
static std::vector<std::string> files_of(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!std::filesystem::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    add_files_below(path, found);
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

// An error, or "". The program does not run.
static std::string print_overlap(const Program& program) {
  Engine engine({});
  const NativeStackScope scope(engine.machine().mutator());
  std::string error;
  const LoadedModule* module = engine.load(program, error);
  if (module != nullptr) write_output(explain_overlap(engine, *module));
  return error;
}

int check_command(const std::vector<std::string>& paths, bool parallel) {
  int code = 0;
  std::set<std::string> shown;
  CompileOptions options;
  options.warn = true;
  for (const std::string& path : files_of(paths)) {
    CompileResult result = compile(path, options);
    const bool was_read = result.unreadable.empty();
    std::fputs(
        (was_read ? render_unseen(result.diagnostics, shown, error_style()) : result.render(error_style()))
            .c_str(),
        stderr);
    if (!result.ok()) {
      code = kExitUsage;
      continue;
    }
    const std::string error = parallel ? print_overlap(result.program) : "";
    if (!error.empty()) code = usage_error(error);
  }
  return code;
}

int disasm_command(const std::string& path) {
  CompileResult result = compile(path);
  if (!result.ok()) {
    std::fputs(result.render(error_style()).c_str(), stderr);
    return kExitUsage;
  }
  const Chunk& chunk = result.program.modules.back().chunk;
  write_output(disassemble(chunk));
  std::string error;
  return verify(chunk, error) ? 0 : usage_error("the compiler has made invalid code: " + error);
}

int expand_command(const std::string& path) {
  CompileOptions options;
  options.expand = true;
  CompileResult result = compile(path, options);
  if (!result.ok()) {
    std::fputs(result.render(error_style()).c_str(), stderr);
    return kExitUsage;
  }
  write_output(result.expanded);
  return 0;
}

}  // namespace aspen
