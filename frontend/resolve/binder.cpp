#include "frontend/resolve/binder.h"

#include <algorithm>
#include <unordered_set>

#include "frontend/resolve/callee.h"
#include "frontend/syntax/walk.h"

namespace aspen {

bool is_function_binding(const Expr* statement) {
  auto* assign = dyn<AssignExpr>(statement);
  return assign != nullptr && assign->target->kind == PatternKind::kName &&
         assign->value->kind == ExprKind::kLambda;
}

Binding* Binder::make_binding(Name name, Span span) {
  Binding& binding = scopes_.bindings.emplace_back();
  binding.name = name;
  binding.span = span;
  binding.owner = walk_.function;
  binding.bound = 1;
  return &binding;
}

Binding* Binder::make_new(const NamePattern& name) {
  Binding* binding = make_binding(name.name, name.span);
  binding->hidden = names_.at(name.name);
  return binding;
}

void Binder::bind_session() {
  if (input_.session == nullptr) return;
  scopes_.in_session = true;
  for (const SessionName& name : *input_.session) {
    Binding* binding = make_binding(input_.arena.make_name(name.name, name.written), {});
    binding->session_slot = static_cast<int32_t>(name.slot);
    binding->block = input_.program;
    scopes_.session.push_back(binding);
    names_.show_always(binding);
  }
}

// The variable of the running function that `name` already means.
Binding* Binder::own(Name name) const {
  Binding* binding = names_.at(name);
  return binding != nullptr && binding->owner == walk_.function ? binding : nullptr;
}

void Binder::show_again(Binding* binding) {
  if (names_.at(binding->name) != binding) names_.show(binding);
}

void Binder::bind_fresh(Pattern* pattern) {
  if (walk_.declaring) return make_fresh(pattern);
  each_name(pattern, [&](NamePattern* name) { show_again(name->binding); });
}

void Binder::make_fresh(Pattern* pattern) {
  std::unordered_set<uint32_t> bound;
  each_name(pattern, [&](NamePattern* name) {
    if (!bound.insert(name->name.id()).second) {  // an alternative has bound it
      name->binding = names_.at(name->name);
      return;
    }
    name->binding = make_new(*name);
    names_.show(name->binding);
  });
}

void Binder::bind_parameters(const LambdaExpr* literal) {
  for (Pattern* parameter : literal->parameters) {
    auto* name = dyn<NamePattern>(parameter);
    Binding* whole = nullptr;
    if (walk_.declaring && name == nullptr) whole = make_binding(Name(), parameter->span);
    bind_fresh(parameter);
    if (walk_.declaring) walk_.function->parameters.push_back(name != nullptr ? name->binding : whole);
  }
}

void Binder::note_assigned(Binding& binding, Span statement) {
  auto at = std::upper_bound(binding.assigned_at.begin(), binding.assigned_at.end(), statement.offset);
  binding.assigned_at.insert(at, statement.offset);
  binding.last_mention = std::max(binding.last_mention, statement.end());
  if (binding.bound + binding.updated > 1) binding.literal = nullptr, binding.constant = nullptr;
}

void Binder::bind_assigned(NamePattern* name, const AssignExpr* statement) {
  if (!walk_.declaring) {
    name->binding->pending = false;
    return show_again(name->binding);
  }
  walk_.function->assigned.try_emplace(name->name.id(), statement->span);
  Binding* binding = own(name->name);
  if (binding != nullptr) {
    ++binding->bound;
  } else {
    binding = make_new(*name);
    binding->block = walk_.at.expr == statement ? walk_.at.block : nullptr;
    names_.show(binding);
  }
  name->binding = binding;
  note_assigned(*binding, statement->span);
}

void Binder::note_value(const AssignExpr* statement) {
  auto* name = dyn<NamePattern>(statement->target);
  if (name == nullptr || name->binding->bound + name->binding->updated > 1 || name->binding->block == nullptr)
    return;
  Binding& binding = *name->binding;
  binding.statement = walk_.at.index;
  binding.safe_from = walk_.at.run_start;
  binding.literal = dyn<LambdaExpr>(statement->value);
  if (input_.session == nullptr && is_constant(statement->value)) binding.constant = statement->value;
}

void Binder::bind_import(const UseExpr* expr) {
  if (!walk_.declaring) return show_again(scopes_.imports[expr]);
  walk_.function->assigned.try_emplace(expr->name.id(), expr->span);
  Binding* binding = own(expr->name);
  if (binding != nullptr) {
    ++binding->bound;
    binding->import = nullptr;
  } else {
    binding = make_binding(expr->name, expr->name_span);
    binding->block = walk_.at.block;
    binding->import = expr;
    names_.show(binding);
  }
  note_assigned(*binding, expr->span);
  scopes_.imports[expr] = binding;
}

void Binder::note_update(const Path& path, Span statement) {
  if (!walk_.declaring) return;
  walk_.function->assigned.try_emplace(path.root->name.id(), statement);
  Binding* binding = own(path.root->name);
  if (binding == nullptr) return;
  ++binding->updated;
  note_assigned(*binding, statement);
}

void Binder::show_functions(const BlockExpr* block) {
  for (Expr* statement : block->statements) {
    if (!is_function_binding(statement)) continue;
    Binding* binding = as<NamePattern>(as<AssignExpr>(statement)->target)->binding;
    if (binding->literal == nullptr || binding->block != block) continue;
    binding->pending = true;
    names_.show(binding);
  }
}

void Binder::show_self(const NamePattern* name, LambdaExpr* literal) {
  FunctionInfo& info = *literal->info;
  if (name->binding->literal == literal) {
    info.self = name->binding;
    return;
  }
  if (info.self == nullptr) info.self = make_self(name, literal);
  names_.show(info.self);
}

Binding* Binder::make_self(const NamePattern* name, LambdaExpr* literal) {
  Binding* self = make_binding(name->name, name->span);
  self->literal = literal;
  self->is_self = true;
  self->home = Binding::Home::none;
  return self;
}

}  // namespace aspen
