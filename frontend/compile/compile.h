// From a resolved tree to a Chunk.
#pragma once

#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "frontend/diagnostics/diagnostic.h"
#include "frontend/resolve/scope.h"
#include "vm/code/chunk.h"

namespace aspen {

struct CompileInput {
  const Source& source;
  BlockExpr* program;
  Scopes& scopes;  // resolved (resolve.h); completed here
  const BuiltinCatalogue& builtins;
  const std::unordered_map<const UseExpr*, std::string>&
      import_paths;          // as the chunks of imported modules are called
  bool keeps_names = false;  // the body ends in a record of its public names
  bool cautious = false;     // cautious.h
  const std::vector<std::string>* session_slots =
      nullptr;  // REPL: names of all slots so far; new ones are appended to the chunk's
  // Private names that the record holds all the same, for the module's macros.
  std::unordered_set<std::string_view> macro_names = {};
};

// Runs the analyses, then writes the code of every function. Reports the errors that only these find.
void compile(const CompileInput& input, Chunk& chunk, Diagnostics& diagnostics);

// Whether modules that import this one see the name.
bool is_exported(const Binding& binding, const BlockExpr* program);

}  // namespace aspen
