// Any text parses or is refused with errors that can be shown, and parses the same way twice.

#include <cstdint>
#include <cstdlib>
#include <string>

#include "frontend/syntax/parse.h"

namespace {

// True if the text is a program.
bool parse_text(const std::string& text, std::string& shown) {
  aspen::Source source("fuzz.asp", text);
  aspen::Arena arena;
  aspen::Diagnostics diagnostics;
  aspen::ParseResult result = aspen::parse(source, arena, diagnostics);
  if (result.ok == diagnostics.has_errors()) abort();
  if (result.ok && result.program == nullptr) abort();
  for (const aspen::Diagnostic& error : diagnostics.errors()) {
    if (error.span.end() > text.size()) abort();
    shown += aspen::render(error);
  }
#ifdef ASPEN_PLANTED_BUG
  if (result.ok && result.program->statements.size() >= 3) abort();
#endif
  return result.ok;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  std::string first;
  std::string second;
  if (parse_text(text, first) != parse_text(text, second) || first != second) abort();
  return 0;
}
