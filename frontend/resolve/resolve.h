// What every name of a module means.
//
// Two walks over the tree with the same scopes. The first declares: each assignment, parameter and pattern
// gets its Binding, which records how often and by what a name is bound. The second resolves the uses. After
// that, the functions that capture nothing are determined.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/diagnostics/diagnostic.h"
#include "frontend/expand/macro.h"
#include "frontend/resolve/scope.h"
#include "frontend/syntax/arena.h"

namespace aspen {

// The top-level names of an imported module.
struct ModuleNames {
  bool known = true;  // false: it had errors, so any name may exist
  std::vector<std::string> exported;
  std::vector<std::string> hidden;
  std::vector<std::string> of_macros;  // those that the module's macros mention where they are used
  std::vector<std::string> words;      // of those macros, for hints
};

struct SessionName {
  std::string name;
  std::string written;  // differs from the name if a macro has made it
  uint32_t slot;
};

struct ResolveInput {
  const Source& source;
  Arena& arena;
  BlockExpr* program;
  const BuiltinCatalogue& builtins;
  const std::unordered_map<const UseExpr*, const ModuleNames*>& imports;
  const std::vector<SessionName>* session;  // null: not a REPL
  const MacroScope* macros = nullptr;       // for hints; null: no hints
};

// Reports to `diagnostics`; if there are errors, `scopes` must not be used. REQUIRES: the tree has no syntax
// errors.
void resolve(const ResolveInput& input, Scopes& scopes, Diagnostics& diagnostics);

// Whether functions read `binding` through a module slot instead of capturing it.
bool lives_in_module(const Binding& binding, const Scopes& scopes, const BlockExpr* program);

}  // namespace aspen
