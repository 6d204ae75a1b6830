#include "frontend/warnings/mentions.h"

#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

class Finder {
 public:
  explicit Finder(Mentions& found) : found_(found) {}

  void visit(Expr* expr) {
    if (auto* name = dyn<NameExpr>(expr)) {
      found_.read.insert(name->binding);
    } else if (auto* label = dyn<LabelExpr>(expr)) {
      found_.made.insert(label->name.text());
    } else if (expr->kind == ExprKind::kUse) {
      found_.imports = true;
    } else {
      visit_below(expr);
    }
  }

 private:
  void visit_below(Expr* expr) {
    const bool compares = tests_equality(expr);
    each_child(expr, [&](Expr* child) {
      if (!is_changed(expr, child) && !(compares && child->kind == ExprKind::kLabel)) visit(child);
    });
  }

  // The child is the variable that the statement changes.
  static bool is_changed(Expr* expr, const Expr* child) {
    if (auto* update = dyn<UpdateExpr>(expr)) return child == update->path.root;
    if (auto* update = dyn<PipeUpdateExpr>(expr)) return child == update->path.root;
    bool found = false;
    if (auto* assign = dyn<AssignExpr>(expr))
      each_target(
          assign->target, [](NamePattern*) {}, [&](PathPattern* path) { found |= child == path->path.root; });
    return found;
  }

  Mentions& found_;
};

}  // namespace

bool tests_equality(const Expr* expr) {
  auto* binary = dyn<BinaryExpr>(expr);
  return binary != nullptr && (binary->op == BinaryOp::kEqual || binary->op == BinaryOp::kNotEqual);
}

Mentions find_mentions(BlockExpr* program) {
  Mentions found;
  Finder(found).visit(program);
  return found;
}

}  // namespace aspen
