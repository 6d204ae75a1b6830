// Look-ups of entries by `get` and `get_or`. One that finds what code replaces may take it out of its dict
// (frontend/docs/analyses.md, "Dead parts").
#pragma once

#include <optional>

#include "frontend/resolve/callee.h"
#include "frontend/syntax/ast_pattern.h"

namespace aspen {

// What `get key holder`, or `get_or key default holder`, looks up.
struct Entry {
  Expr* key;
  Expr* holder;
};
// Of `get`, called by name without a pipe.
std::optional<Entry> entry_of_get(const CallShape& shape);
// Of `get_or`, if the default may be a container that code then grows: a new one, or a variable.
std::optional<Entry> entry_or(const CallShape& shape);

// `groups[k] = push v (get_or k [] groups)`: the `get_or` that looks up what the statement replaces, and that
// surely runs before. The index may be any expression with variables that are not the path's own: it is
// computed once, for both. Null if there is none.
Expr* replaced_entry(const AssignExpr* expr, const CallReader& reader, const FunctionInfo* function);

// The name that `Some name` binds; null for other patterns.
NamePattern* name_in_some(Pattern* pattern);
// `match get key holder { Some name -> …, None -> … }`: the two arms.
struct FoundArms {
  MatchArm* some = nullptr;
  MatchArm* none = nullptr;
};
std::optional<FoundArms> found_arms(MatchExpr* expr, const CallReader& reader, const FunctionInfo* function);

}  // namespace aspen
