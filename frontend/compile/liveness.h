// Backward walk over each function: which use of a variable is its last, which values are kept, and which
// parts may be lent.
//
// Follows the order in which compile evaluates: an operand that is a plain variable, and is not assigned by a
// later operand, is read when the operation itself runs (callee.h, unassigned). Loops are walked until
// nothing changes. A variable that is live after a `try` is live throughout its body, since an error may
// leave the body anywhere (rule O5 of vm/docs/ownership.md).
//
// Two rounds. The first finds the last uses, and what each function consumes (consume.h computes that over
// all functions). The second, which knows the consume masks, finds the loads that may be lent: those from a
// source that is neither moved nor updated in place while the loaded part is in use.
#pragma once

#include "frontend/resolve/callee.h"
#include "frontend/resolve/scope.h"

namespace aspen {

// `from` is passed to the parameter `to`: "If `to` is consumed, so is `from`."
struct ConsumeEdge {
  Binding* from;
  Binding* to;
};

class Liveness {
 public:
  Liveness(Scopes& scopes, const BuiltinCatalogue& builtins, const BlockExpr* program, bool keeps_names)
      : scopes_(scopes), reader_(builtins), program_(program), keeps_names_(keeps_names) {}

  void find_last_uses();
  void find_lendable();
  const std::vector<ConsumeEdge>& edges() const { return edges_; }
  // Of parameters that nothing reads afterwards: a part of `from` is passed on, to be changed if `to` is
  // changed, or in any case if `to` is null.
  const std::vector<ConsumeEdge>& part_edges() const { return part_edges_; }

 private:
  void run(FunctionInfo& function);

  Scopes& scopes_;
  CallReader reader_;
  const BlockExpr* program_;
  bool keeps_names_;
  bool lending_ = false;
  std::vector<ConsumeEdge> edges_, part_edges_;
  friend class Walk;
};

// Whether the variable's value is visible to more than its function's own code: to functions, to importers,
// to later entries.
bool is_visible(const Binding& binding, const Scopes& scopes, const BlockExpr* program, bool keeps_names);

// Whether the variable may hold a value that is part of another's: it is bound once, never updated, and
// visible to its function only.
bool may_borrow(const Binding& binding, const Scopes& scopes, const BlockExpr* program, bool keeps_names);

}  // namespace aspen
