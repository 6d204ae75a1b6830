// `aspen check` and `aspen disasm`: compile without running.
#include <cstdio>

#include "stdlib/stdlib.h"
#include "tools/aspen/commands.h"
#include "tools/aspen/console.h"
#include "tools/aspen/file.h"
#include "vm/disassembler.h"
#include "vm/verifier.h"

namespace aspen {

static CompileResult compile(const std::string& path) {
  if (path != "-") return compile_file(path, standard_catalogue());
  FileText text = read_file(path);
  CompileResult result;
  result.unreadable = text.error;
  return text.ok() ? compile_text("<stdin>", std::move(text.text), standard_catalogue()) : std::move(result);
}

int check_command(const std::vector<std::string>& paths) {
  int code = 0;
  for (const std::string& path : paths) {
    CompileResult result = compile(path);
    if (result.ok()) continue;
    std::fputs(result.render(error_style()).c_str(), stderr);
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
  return verify(chunk, error) ? 0 : usage_error("the compiler made bad code: " + error);
}

}  // namespace aspen
