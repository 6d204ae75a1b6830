// The parts of variables that a function replaces (`q.xs = …`), and where they are dead: where every way on
// replaces the part before it looks at what holds the part. An owning read of a dead part takes it.
//
// A part is an element of a LiveSet beside the variables; it is in the set where it may be looked at. So the
// walk joins branches and loops for parts as it does for variables.
#pragma once

#include <unordered_map>
#include <vector>

#include "frontend/compile/live_set.h"
#include "frontend/resolve/callee.h"
#include "frontend/syntax/ast_pattern.h"

namespace aspen {

using Steps = std::vector<PathStep>;

// `a.b[i]`: the steps that lead from its root.
Steps steps_of(const Expr* part);
inline Steps steps_of(const Path& path) { return {path.steps.begin(), path.steps.end()}; }

// `.pos.x`
using Fields = std::vector<Name>;

Fields leading_fields(const Steps& steps);
// How many of the fields lead to where they are apart from the part; 0: they are not.
size_t apart_at(const Fields& fields, const Steps& part);

// Whether two paths from one variable lead to the same part.
bool is_same_part(const Steps& a, const Steps& b);

// Whether the indexes are literals and variables, which give the same when they are computed again.
bool has_simple_keys(const Steps& steps);

inline PathStep field_step(const Name& field) { return {StepKind::kField, field, 0, nullptr, {}}; }
inline PathStep index_step(Expr* key) { return {StepKind::kIndex, {}, 0, key, {}}; }

class DeadParts {
 public:
  // `first`: the number of its first part in live sets. Returns the first that is free.
  size_t collect(const FunctionInfo& function, const CallReader& reader, Expr* body, size_t first);

  // Code looks at the variable's value, or at any part of it: the message of an error may show the whole.
  void look(const Binding* variable, LiveSet& live) const;
  // Code looks at this part only: it cannot fail, as the fields that lead to where others are apart are
  // there.
  void look_at(const Binding* variable, const Steps& part, LiveSet& live) const;
  // `len variable` looks at no element, and cannot fail where an element was found.
  void look_at_length(const Binding* variable, LiveSet& live) const;
  // `{ ..variable, a: v }` looks at all fields but those that it replaces.
  void look_beside(const Binding* variable, const RecordExpr* update, LiveSet& live) const;
  // `path = v`: looks at the variable's other parts, and replaces this one. `is_there`: it cannot fail, so it
  // looks at no part that is apart.
  void replace(const Path& path, bool is_there, LiveSet& live) const;
  // The variable gets a new value.
  void begin(const Binding* variable, LiveSet& live) const;
  // An index that is a variable gets another value: the paths denote other parts before.
  void change_key(const Binding* variable, LiveSet& live) const;

  bool is_dead(const Binding* variable, const Steps& part, const LiveSet& live) const;
  // Whether no part is dead.
  bool is_whole(const Binding* variable, const LiveSet& live) const;

 private:
  struct Part {
    size_t number;  // in live sets
    Steps steps;
  };
  void add_targets(const FunctionInfo& function, const CallReader& reader, Expr* expr);
  void add_reads(const FunctionInfo& function, Expr* expr);
  // `is_looked_up`: the last index is computed once, for a look-up and for the store (replaced_entry).
  void add(const FunctionInfo& function, const Binding* variable, Steps steps, bool is_looked_up = false);
  const std::vector<Part>& parts_of(const Binding* variable) const;

  size_t next_ = 0, end_ = 0;  // numbers
  std::unordered_map<const Binding*, std::vector<Part>> parts_;
  std::unordered_map<const Binding*, std::vector<size_t>> indexed_by_;  // numbers of the parts, by index
};

}  // namespace aspen
