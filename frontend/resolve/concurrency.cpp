#include "frontend/resolve/concurrency.h"

#include <string>

#include "frontend/diagnostics/expansion.h"
#include "frontend/resolve/callee.h"

namespace aspen {

namespace {

// The name after `spawn`, if it means a function; or a function literal.
bool is_function(const Expr* expr, const BuiltinCatalogue& builtins) {
  if (expr->kind == ExprKind::kLambda) return true;
  auto* name = dyn<NameExpr>(expr);
  if (name != nullptr && name->binding != nullptr) return name->binding->literal != nullptr;
  std::string builtin = CallReader::builtin_name(expr);
  const BuiltinInfo* info = builtin.empty() ? nullptr : builtins.find(builtin);
  return info != nullptr &&
         (info->kind == BuiltinInfo::Kind::native || info->kind == BuiltinInfo::Kind::function);
}

void check_spawn(const SpawnExpr* expr, const ResolveInput& input, Diagnostics& diagnostics) {
  const Expr* body = expr->function->body;
  if (!is_function(body, input.builtins)) return;
  Diagnostic& diagnostic = diagnostics.report(input.source, DiagnosticCode::kSpawnsNothing, expr->span);
  if (body->kind == ExprKind::kLambda) {
    diagnostic.hint("write the expression that the task evaluates after `spawn`: `spawn f x`, `spawn { … }`");
  } else {
    std::string name(written_text(input.source, body->span));
    diagnostic.hint("to call it in the task, write `spawn " + name + " ()`");
  }
}

void check_await(const CallExpr* call, const ResolveInput& input, Diagnostics& diagnostics) {
  if (call->arguments.size() < 2 || CallReader::builtin_name(call->callee) != "await") return;
  diagnostics
      .report(input.source, DiagnosticCode::kAwaitsSeveral, call->span,
              {std::to_string(call->arguments.size())})
      .hint(
          "a call needs no `await`: its value is there when it is needed. To start a task, write `t = spawn "
          "f x`");
}

}  // namespace

void check_yield(const YieldExpr* expr, const LambdaExpr* function, const ResolveInput& input,
                 Diagnostics& diagnostics) {
  if (function != nullptr && function->fiber) return;
  Diagnostic& diagnostic = diagnostics.report(input.source, DiagnosticCode::kYieldOutsideFiber, expr->span);
  diagnostic.hint(function != nullptr ? "a generator is a function that returns a fiber: `f = n -> fiber { … "
                                        "yield v … }`. Write `yield` in the fiber's own braces, not in a "
                                        "function that it calls"
                                      : "a coroutine is written `fiber { … yield v … }`");
}

void check_task(const Expr* expr, const ResolveInput& input, Diagnostics& diagnostics) {
  if (auto* call = dyn<CallExpr>(expr)) return check_await(call, input, diagnostics);
  check_spawn(as<SpawnExpr>(expr), input, diagnostics);
}

}  // namespace aspen
