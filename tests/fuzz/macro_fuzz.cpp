// A program with macros compiles to the code of the text that it expands to. That text has no macros, and
// expands to itself.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "frontend/frontend.h"
#include "stdlib/library/stdlib.h"
#include "vm/code/verifier.h"

namespace {

aspen::CompileResult compile(const std::string& text) {
  aspen::CompileOptions options;
  options.expand = true;
  return aspen::compile_text("fuzz.asp", text, aspen::standard_catalogue(), options);
}

std::vector<std::vector<uint32_t>> code_of(const aspen::CompileResult& result) {
  std::vector<std::vector<uint32_t>> code;
  std::string error;
  const aspen::Chunk& chunk = result.program.modules.back().chunk;
  if (!aspen::verify(chunk, error)) abort();
  for (const aspen::FunctionCode& function : chunk.functions) code.push_back(function.code);
  return code;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const aspen::CompileResult result = compile(std::string(reinterpret_cast<const char*>(data), size));
  if (!result.ok()) {
    if (result.render().empty()) abort();
    return 0;
  }
  const aspen::CompileResult again = compile(result.expanded);
  if (!again.ok() || again.expanded != result.expanded || code_of(again) != code_of(result)) abort();
#ifdef ASPEN_PLANTED_BUG
  if (result.program.modules.back().chunk.functions[0].code.size() >= 10) abort();
#endif
  return 0;
}
