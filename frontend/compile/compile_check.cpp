// Calls that compile and cannot be meant: mistakes and warnings.
#include <algorithm>

#include "frontend/compile/function_compiler.h"
#include "frontend/syntax/habits.h"

namespace aspen {

namespace {

// Functions of one argument that give `()`.
constexpr std::string_view kPrinting[] = {"print", "println", "eprint", "write"};

// Functions that call their first argument with one element, and need its value or its effect.
constexpr std::string_view kUsingValues[] = {"each", "filter", "reject", "any", "all", "find", "count"};

template <size_t n>
bool is_among(const std::string_view (&names)[n], std::string_view name) {
  return std::find(names, names + n, name) != names + n;
}

std::string counted(size_t n, const char* noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

}  // namespace

// Of any call. `unused`: its value is dropped.
void FunctionCompiler::check_call(Expr* expr, const CallShape& shape, bool unused) {
  check_callee(shape);
  check_printed(expr, shape);
  check_mapped(shape);
  if (unused) check_dropped(expr, shape);
}

std::string FunctionCompiler::callee_text(const CallShape& shape) const {
  if (shape.callee.builtin != nullptr) return shape.callee.name;
  std::string_view name = shape.callee.info->name();
  return name.empty() ? "the function" : std::string(name);
}

// `print a b` calls the value of `print a`, which is `()`.
void FunctionCompiler::check_printed(Expr* expr, const CallShape& shape) {
  const Callee& callee = shape.callee;
  const bool prints = is_among(kPrinting, callee.name);
  if (!prints || callee.arity() != 1 || shape.arguments.size() == 1) return;
  const std::string parenthesised = "an argument that is a call stands in parentheses: `print (f x)`";
  Diagnostic& diagnostic = report(DiagnosticCode::kPrintsSeveral, expr->span,
                                  {callee.name, std::to_string(shape.arguments.size())});
  if (reader_.callee(shape.arguments[0], function_).is_static()) {
    diagnostic.hint(parenthesised);
  } else {
    diagnostic.hint("several values are one text: `print \"{a} {b}\"`; " + parenthesised);
  }
}

// `for x in xs { … } print x` on one line applies the loop to what stands after it.
void FunctionCompiler::check_callee(const CallShape& shape) {
  const ExprKind kind = shape.callee_expr->kind;
  if (kind != ExprKind::kFor && kind != ExprKind::kWhile) return;
  report(DiagnosticCode::kCallsLoop, shape.arguments[0]->span, {kind == ExprKind::kFor ? "for" : "while"})
      .hint("begin the next statement on a new line, or after `;`");
}

// `map (k v -> …) dict` gives functions that wait for v. For a list they may be meant.
void FunctionCompiler::check_mapped(const CallShape& shape) {
  if (!shape.exact() || shape.callee.builtin == nullptr || shape.arguments.size() != 2) return;
  auto* function = dyn<LambdaExpr>(shape.arguments[0]);
  if (function == nullptr || function->parameters.size() < 2) return;
  const bool has_pairs = shape.arguments[1]->kind == ExprKind::kDict;
  const bool gathers = shape.callee.name == "map" && has_pairs;
  if (!gathers && !is_among(kUsingValues, shape.callee.name)) return;
  diagnostics_.warn(input_.source, DiagnosticCode::kWaitsForMore, function->span, shape.callee.name,
                    has_pairs ? "an element of a dict is one pair: write `(k, v) -> …`"
                              : "to take a pair apart, write `(a, b) -> …`");
}

// A call with too few arguments and an unused value has no effect at all: it is reported.
void FunctionCompiler::check_dropped(Expr* expr, const CallShape& shape) {
  if (!shape.callee.is_static() || shape.arguments.size() >= shape.callee.arity()) return;
  size_t missing = shape.callee.arity() - shape.arguments.size();
  Diagnostic& diagnostic = report(DiagnosticCode::kMissingArguments, expr->span,
                                  {callee_text(shape), counted(shape.callee.arity(), "argument"),
                                   std::to_string(missing) + (missing == 1 ? " is" : " are")});
  if (auto* c = dyn<CallExpr>(expr)) diagnostic.hint(call_hint(*c));
}

}  // namespace aspen
