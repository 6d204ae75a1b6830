// Any text compiles to code that the verifier accepts, or is refused with errors that can be shown; a second
// compilation gives the same.

#include <cstdint>
#include <cstdlib>
#include <string>

#include "frontend/frontend.h"
#include "stdlib/library/stdlib.h"
#include "vm/code/disassembler.h"
#include "vm/code/verifier.h"

namespace {

// The bytecode or the errors, as text.
std::string compile(const std::string& text) {
  aspen::CompileResult result = aspen::compile_text("fuzz.asp", text, aspen::standard_catalogue());
  if (!result.ok()) return result.render();
  std::string shown, error;
  for (const aspen::CompiledModule& module : result.program.modules) {
    if (!aspen::verify(module.chunk, error)) abort();
    shown += aspen::disassemble(module.chunk);
  }
#ifdef ASPEN_PLANTED_BUG
  if (result.program.modules.back().chunk.functions[0].code.size() >= 10) abort();
#endif
  return shown;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  if (compile(text) != compile(text)) abort();
  return 0;
}
