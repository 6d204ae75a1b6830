// What a call calls, and how operands that are plain variables are read. Both are decided here, once, for the
// analyses and for the code.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "frontend/resolve/scope.h"

namespace aspen {

struct TuplePattern;

// The number of elements, fields or parts of a text that are evaluated into registers before they are put
// together; longer ones are built in several rounds.
inline constexpr size_t kRunLength = 64;

struct Callee {
  enum class Kind : uint8_t { known, native, function, label, unknown };
  Kind kind = Kind::unknown;
  FunctionInfo* info = nullptr;          // known: a function of this module that captures nothing
  const BuiltinInfo* builtin = nullptr;  // native, function
  std::string name;                      // of the builtin, in full

  bool is_static() const { return kind != Kind::unknown && kind != Kind::label; }
  unsigned arity() const;
};

struct CallShape {
  Callee callee;
  const Expr* callee_expr;
  std::vector<Expr*> arguments;  // in order of position
  bool pipe = false;             // the last argument is evaluated first
  bool promotable = false;
  bool exact() const { return callee.is_static() && callee.arity() == arguments.size(); }
};

class CallReader {
 public:
  explicit CallReader(const BuiltinCatalogue& builtins) : builtins_(builtins) {}

  Callee callee(const Expr* expr, const FunctionInfo* function) const;
  // Of a CallExpr, PipeExpr or PipeUpdateExpr. The root of the latter comes last if its path has no steps.
  CallShape shape(Expr* expr, const FunctionInfo* function) const;

  // The full name of a builtin (binding null), or of what may be a member of a standard module or of a module
  // within one. Empty for any other expression.
  static std::string builtin_name(const Expr* expr);
  // Whether `name`, a function of this module, is called directly here.
  static bool is_direct(const NameExpr* name, const FunctionInfo* function);

 private:
  const BuiltinCatalogue& builtins_;
};

// Whether `expr` is a literal that replaces its name wherever that is used.
bool is_constant(const Expr* expr);
// Whether `name` is a variable of `function` itself, and not a constant that replaces its uses.
bool is_local(const NameExpr* name, const FunctionInfo* function);
// Whether no assignment to the variable stands in the text between the two offsets.
bool unassigned(const Binding& binding, uint32_t from, uint32_t to);

// The variable at the root of `a.b[i]` and how many steps lead from it; null if it is something else.
struct PartOf {
  NameExpr* root = nullptr;
  unsigned depth = 0;
};
PartOf part_of(Expr* expr);

// Whether a sum with this expression shall add to the left operand's own storage if it can: text or lists are
// joined.
bool joins(const Expr* expr);
// Sets BinaryExpr::joins. To be called for inner sums first.
void note_joining(BinaryExpr* expr);
// In a sum that joins, the sum on its left joins, too: in `a + b + " "`, `a + b`. To be called for the outer
// one before the inner one is looked at.
void pass_on_joining(BinaryExpr* expr);

// x of `"{x}…"`, a variable or a part of one. If this is its last use, its text grows in place. Null if there
// is none.
Expr* text_that_grows(const InterpolationExpr* expr);

// `x + e`, to be assigned to x: done in place.
bool adds_to(const BinaryExpr* expr, const Binding* target);
bool has_guards(const MatchExpr* expr);
// Whether a guard reads and calls, and does nothing else: it binds, assigns and makes no functions. A value
// that is lent to the arms is unchanged after such a guard. What an arm keeps of it is moved there
// (Walk::visit_match).
bool is_plain_guard(Expr* guard);
bool has_plain_guards(const MatchExpr* expr);
// The first condition of `s is p and c and …`, where s is a variable or a part of a value and the other ones
// are plain guards of it. Null for anything else.
IsExpr* guarded_is(const LogicalExpr* expr);

// The variable that `{ ..x, a: v, b: w }` changes fields of; null if the record is another. It is read once
// the values are there.
NameExpr* updated_variable(const RecordExpr* expr, const FunctionInfo* function);

// Whether the two are the same path, with indexes that have no effects: `a[i].b`.
bool same_path(const Path& path, const Expr* expr);
// Whether `a, b = x, y` stores each value in its target: else a target that does not fit would leave those
// before it changed.
bool is_stored_apart(const TuplePattern& targets, const TupleExpr& values);
bool same_simple(const Expr* a, const Expr* b);

// `len xs`: the name. Null for other expressions.
NameExpr* length_of(const Expr* expr);
// The operand is the variable itself, or a function that may look at it while the call runs.
bool hands_over(const Expr* operand, const Binding* variable);
// Whether its value is the variable's, or was loaded as a part of that.
bool is_or_borrows_from(const Binding* b, const Binding* variable);
// Whether the variable, or one that borrows from it, is named anywhere below.
bool mentions(Expr* expr, const Binding* binding);
// Whether `expr` may go on with the next iteration of a loop around it, or end that loop.
bool may_leave_loop(Expr* expr);

}  // namespace aspen
