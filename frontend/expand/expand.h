#pragma once
// From a program with macros to the same program without: a text, which is then parsed as any other.
//
// docs/macros.md has the rules. A name that a macro's body binds gets a new name at each use. A free name of
// the body stays as it is, and a list tells the parser and the resolver that it means the module's name.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "frontend/diagnostics/expansion.h"
#include "frontend/expand/macro.h"
#include "frontend/syntax/parse.h"

namespace aspen {

inline constexpr unsigned kMaxExpansionDepth = 250;
inline constexpr size_t kMaxExpandedBytes = 4 * 1024 * 1024;

struct ExpandInput {
  std::shared_ptr<const Source> source;
  Arena& arena;  // with every name of the program; gets those that macros make
  BlockExpr* program;
  const MacroScope& macros;
  unsigned first_number = 1;  // that no name of the program ends in; for a session, which keeps names
  // How a module's file is written in a `use` of this program.
  std::function<std::string(const std::string& path)> import_text;
  // Of a session: whether an earlier entry has bound the name.
  std::function<bool(const std::string& name)> is_taken = {};
};

struct Expanded {
  bool ok = false;
  std::string text;
  std::shared_ptr<Expansion> origins;
  FreeNames free_names;
  unsigned next_number = 1;
};

// Defines the macros of the program, in order, in a scope that knows those of its imports. `import` is called
// for each `use`.
void define_macros(const std::shared_ptr<const Source>& source, BlockExpr* program, MacroScope& scope,
                   const std::function<void(const UseExpr*)>& import, Diagnostics& diagnostics);

// REQUIRES: the program has no syntax errors.
Expanded expand(const ExpandInput& input, Diagnostics& diagnostics);

}  // namespace aspen
