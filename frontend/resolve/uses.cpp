#include "frontend/resolve/uses.h"

#include <algorithm>

#include "frontend/resolve/captures.h"

namespace aspen {

namespace {

std::string within_own_value(std::string_view name, bool in_function) {
  const std::string quoted = "`" + std::string(name) + "`";
  if (!in_function) return quoted + " has no value yet in the expression that gives it its first one";
  return "a function that is part of the value of " + quoted +
         " cannot use it: bind that function to a name of its own, above this line";
}

std::string block_ended(std::string_view name) {
  return "`" + std::string(name) +
         "` was first assigned inside a block, and ended with it: assign it before the block";
}

}  // namespace

void Uses::note_mention(Binding& binding, Span span) {
  binding.last_mention = std::max(binding.last_mention, span.end());
}

Diagnostic& Uses::report(DiagnosticCode code, const NameExpr& expr) const {
  return diagnostics_.report(input_.source, code, expr.span, {expr.name.written()});
}

void Uses::use(NameExpr* expr) {
  if (walk_.declaring) return;
  Binding* binding = names_.at(expr->name);
  const bool is_own = binding != nullptr && binding->owner == walk_.function && !binding->is_self;
  if (is_own) return use_own(expr, binding);
  if (!check_assigned(*expr, binding)) return;
  expr->binding = binding;
  if (binding != nullptr) {
    note_mention(*binding, expr->span);
    return capture(binding, expr->span);
  }
  if (!is_builtin(expr->name)) unknown_.report(*expr);
}

void Uses::use_own(NameExpr* expr, Binding* binding) {
  expr->binding = binding;
  note_mention(*binding, expr->span);
  if (!binding->pending) return;
  expr->binding = nullptr;
  if (!is_builtin(expr->name)) used_too_early(*expr, binding->span);
}

void Uses::used_too_early(const NameExpr& expr, Span bound) const {
  report(DiagnosticCode::kUsedBeforeBinding, expr)
      .note(bound, "bound here")
      .hint("bind it above this line: only a function may use what is bound below");
}

void Uses::use_variable(NameExpr* expr) {
  const Binding* binding = names_.at(expr->name);
  const bool is_bound = binding != nullptr && (binding->owner != walk_.function || !binding->pending);
  if (walk_.declaring || is_bound || !is_builtin(expr->name)) return use(expr);
  report(DiagnosticCode::kUpdatesLibrary, *expr)
      .hint("an update needs a variable: assign one of that name first");
}

// False, with an error, if a function between the use and its apparent meaning assigns the name. The name
// then belongs to that function.
bool Uses::check_assigned(const NameExpr& expr, const Binding* binding) {
  for (FunctionInfo* f = walk_.function; f != nullptr && (binding == nullptr || f != binding->owner);
       f = f->parent) {
    auto found = f->assigned.find(expr.name.id());
    if (found == f->assigned.end()) continue;
    if (binding == nullptr && is_builtin(expr.name)) {
      // The prelude's name may be read on the right side of the first assignment to it, and outside the
      // scope of that variable.
      if (f->is_body() || expr.span.offset > found->second.offset) continue;
    }
    report_assigned(expr, *f, found->second, binding);
    return false;
  }
  return true;
}

void Uses::report_assigned(const NameExpr& expr, const FunctionInfo& f, Span assigned,
                           const Binding* binding) {
  if (!reported_.insert({&f, expr.name.id()}).second) return;
  const bool means_another = !f.is_body() && (binding != nullptr || is_builtin(expr.name));
  if (expr.span.offset >= assigned.end()) {
    unknown_.report(expr).hint(block_ended(expr.name.written()));
  } else if (means_another) {
    report(DiagnosticCode::kReadBeforeAssigned, expr).note(assigned, "assigned here").hint(capture_hint(f));
  } else if (expr.span.offset < assigned.offset) {
    used_too_early(expr, assigned);
  } else if (expr.span.offset == assigned.offset) {
    unknown_.report(expr).hint("its parts can be assigned once it has a value: `" +
                               std::string(expr.name.written()) + " = …`");
  } else {
    report(DiagnosticCode::kUnboundName, expr)
        .hint(within_own_value(expr.name.written(), walk_.function != &f));
  }
}

// For a variable of an enclosing function, or the name of a literal inside it.
void Uses::capture(Binding* binding, Span span) {
  FunctionInfo* below = walk_.function;
  for (FunctionInfo* f = walk_.function; f != binding->owner; f = f->parent) {
    if (f->free_set.insert(binding).second) f->free.push_back(binding);
    below = f;
  }
  if (!binding->pending) return;
  auto at = walk_.running.find(binding->block);
  bool safe = at != walk_.running.end() && at->second >= binding->safe_from;
  if (below == binding->literal->info) safe = true;
  scopes_.forward_uses.push_back({binding, below, safe, span});
}

}  // namespace aspen
