#pragma once
// The names that a piece of a program binds.

#include <string>
#include <unordered_set>

#include "frontend/syntax/walk.h"

namespace aspen {

// Collects what assignments, parameters and other patterns bind.
class BoundNames {
 public:
  // What has names of its own within what is visited, namely functions, loops and arms: their names count,
  // too, or are left out.
  enum class Within : uint8_t { counts, is_left_out };
  BoundNames(std::unordered_set<std::string>& out, Within parts) : out_(out), parts_(parts) {}

  void visit(Expr* expr) {
    const bool counts = parts_ == Within::counts;
    if (auto* function = dyn<LambdaExpr>(expr)) {
      if (!counts) return;
      for (Pattern* parameter : function->parameters) note(parameter);
    }
    if (auto* assign = dyn<AssignExpr>(expr)) note(assign->target);
    if (auto* is = dyn<IsExpr>(expr)) note(is->pattern);
    if (auto* loop = dyn<ForExpr>(expr); loop != nullptr && counts) note(loop->pattern);
    if (auto* match = dyn<MatchExpr>(expr); match != nullptr && counts) {
      for (MatchArm& arm : match->arms) note(arm.pattern);
    }
    each_child(expr, [&](Expr* child) { visit(child); });
  }

  void note(Pattern* pattern) {
    each_name(pattern, [&](NamePattern* name) { out_.emplace(name->name.text()); });
  }

 private:
  std::unordered_set<std::string>& out_;
  const Within parts_;
};

}  // namespace aspen
