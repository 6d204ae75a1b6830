// Calls that compile and cannot be meant: mistakes and warnings.
#pragma once

#include <string>

#include "frontend/compile/compile.h"
#include "frontend/resolve/callee.h"

namespace aspen {

class CallChecks {
 public:
  CallChecks(const CompileInput& input, const CallReader& reader, const FunctionInfo* function,
             Diagnostics& diagnostics)
      : input_(input), reader_(reader), function_(function), diagnostics_(diagnostics) {}

  // Of any call. `unused`: its value is dropped.
  void check_call(Expr* expr, const CallShape& shape, bool unused);
  // `sort xs` as a statement, which would change a list elsewhere.
  void check_updated(Expr* expr, const CallShape& shape);
  // `print (f(1, 2))`, `f 1 + 2`, `"{f 1}"`: a function that waits is no number, and its text tells nothing.
  void check_waits(Expr* expr);
  // `exit`, `f`, `fs.close` as a statement.
  void check_not_called(const Expr* expr);

 private:
  void check_callee(const CallShape& shape);
  void check_single(Expr* expr, const CallShape& shape);
  void check_mapped(const CallShape& shape);
  void check_cell(const CallShape& shape);
  void check_dropped(Expr* expr, const CallShape& shape);
  // A call that updates its last argument: in place, or in a copy if others have the value.
  bool copies_last(const CallShape& shape, size_t arguments) const;
  // Where the expression updates an element of the variable; null if it does not.
  const Expr* find_update(Expr* expr, const Binding* variable) const;
  std::string storing(const CallShape& shape) const;
  std::string callee_text(const CallShape& shape) const;

  const CompileInput& input_;
  const CallReader& reader_;
  const FunctionInfo* function_;
  Diagnostics& diagnostics_;
};

}  // namespace aspen
