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

namespace {

// A module of several programs is compiled with each: what is wrong in it is told once.
class Reports {
 public:
  std::string warnings(const Diagnostics& diagnostics) {
    std::string out;
    for (const Diagnostic& warning : diagnostics.warnings()) out += unseen(warning);
    return out;
  }
  std::string errors(const Diagnostics& diagnostics) {
    std::string out;
    for (const Diagnostic& error : diagnostics.errors()) {
      const std::string text = unseen(error);
      if (!text.empty() && !out.empty()) out += "\n";
      out += text;
    }
    if (diagnostics.dropped() == 0) return out;
    return out + "\n… and " + std::to_string(diagnostics.dropped()) + " more\n";
  }

 private:
  // "" for what was told before.
  std::string unseen(const Diagnostic& diagnostic) {
    std::string text = render(diagnostic, error_style());
    return seen_.insert(text).second ? text : std::string();
  }

  std::set<std::string> seen_;
};

}  // namespace

int check_command(const std::vector<std::string>& paths, bool parallel) {
  int code = 0;
  Reports reports;
  CompileOptions options;
  options.warn = true;
  for (const std::string& path : files_of(paths)) {
    CompileResult result = compile(path, options);
    if (result.ok()) {
      std::fputs(reports.warnings(result.diagnostics).c_str(), stderr);
      const std::string error = parallel ? print_overlap(result.program) : "";
      if (!error.empty()) code = usage_error(error);
      continue;
    }
    const bool was_read = result.unreadable.empty();
    std::fputs((was_read ? reports.errors(result.diagnostics) : result.render(error_style())).c_str(),
               stderr);
    code = kExitUsage;
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
