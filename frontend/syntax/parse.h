#pragma once
// From source text to a syntax tree.

#include "frontend/diagnostics/diagnostic.h"
#include "frontend/diagnostics/source.h"
#include "frontend/syntax/arena.h"
#include "frontend/syntax/ast.h"
#include "frontend/syntax/free_name.h"
#include "frontend/syntax/leftover.h"

namespace aspen {

struct ParseResult {
  // The top level as a block. Null only if there were errors.
  BlockExpr* program = nullptr;
  // No error was reported; without it the tree is for tools only.
  bool ok = false;
  // The only thing wrong is that the text ends too early (open bracket, string or comment, an operator at the
  // end): a REPL asks for another line and parses again.
  bool incomplete = false;
};

struct ParseOptions {
  FreeNames free_names = {};
  // Gets what only a pattern may hold and none does, for a caller that knows whether that is an error; null:
  // it is reported.
  std::vector<Leftover>* leftovers = nullptr;
};

// Reports every error it finds, with recovery, sorted by position. The tree and its texts live in the arena
// and refer to the source. Takes time and memory linear in the text; the C++ stack it uses does not depend on
// it.
ParseResult parse(const Source& source, Arena& arena, Diagnostics& diagnostics,
                  const ParseOptions& options = {});

void report_leftovers(const Source& source, const std::vector<Leftover>& leftovers, Diagnostics& diagnostics);

}  // namespace aspen
