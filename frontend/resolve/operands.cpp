#include "frontend/resolve/operands.h"

#include <algorithm>
#include <string>

#include "frontend/diagnostics/expansion.h"
#include "frontend/resolve/callee.h"

namespace aspen {

namespace {

// Functions of one argument that always give `()`.
constexpr std::string_view kForTheirEffect[] = {"assert", "eprint", "print", "println", "write"};
// A longer operation is not repeated in the hint.
constexpr size_t kMostShown = 60;

const Expr* left_of(const Expr* expr) {
  if (auto* binary = dyn<BinaryExpr>(expr)) return binary->left;
  if (auto* logical = dyn<LogicalExpr>(expr)) return logical->left;
  if (auto* pipe = dyn<PipeExpr>(expr)) return pipe->input;
  return as<IsExpr>(expr)->subject;
}

}  // namespace

void check_left_operand(const Expr* expr, const ResolveInput& input, Diagnostics& diagnostics) {
  auto* call = dyn<CallExpr>(left_of(expr));
  if (call == nullptr || call->arguments.size() != 1) return;
  if (input.source.text()[call->span.offset] == '(') return;  // a call in parentheses is meant
  const std::string name = CallReader::builtin_name(call->callee);
  if (std::find(std::begin(kForTheirEffect), std::end(kForTheirEffect), name) == std::end(kForTheirEffect))
    return;
  const uint32_t begin = call->arguments[0]->span.offset;
  std::string argument(written_text(input.source, {begin, expr->span.end() - begin}));
  if (argument.size() > kMostShown || argument.find('\n') != std::string::npos) argument = "…";
  auto* binary = dyn<BinaryExpr>(expr);
  const bool formats =
      binary != nullptr && binary->op == BinaryOp::kModulo && call->arguments[0]->kind == ExprKind::kString;
  diagnostics.report(input.source, DiagnosticCode::kOperatorAfterCall, expr->span, {name})
      .hint(formats ? "values are put into text by a format: `" + name + " \"{x:>6.2f}\"`"
                    : "a call comes before operators: write `" + name + " (" + argument + ")`");
}

}  // namespace aspen
