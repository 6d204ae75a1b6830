// Gives names their bindings. The first walk makes each binding where its name is first bound; the second
// shows it again at the same place.
#pragma once

#include "frontend/resolve/visible_names.h"
#include "frontend/resolve/walk_state.h"

namespace aspen {

// Whether the statement is a direct `name = function`.
bool is_function_binding(const Expr* statement);

class Binder {
 public:
  Binder(const ResolveInput& input, Scopes& scopes, VisibleNames& names, const WalkState& walk)
      : input_(input), scopes_(scopes), names_(names), walk_(walk) {}

  // The variables of the session's earlier entries.
  void bind_session();
  // Names of a match arm, `for` or `is`: new ones, though alternatives of an `or` share theirs.
  void bind_fresh(Pattern* pattern);
  void bind_parameters(const LambdaExpr* literal);
  void bind_assigned(NamePattern* name, const AssignExpr* statement);
  // A direct `name = function` or `name = literal` in a block.
  void note_value(const AssignExpr* statement);
  void bind_import(const UseExpr* expr);
  // The variable that the update of `path` changes.
  void note_update(const Path& path, Span statement);

  // Functions bound once may be used by functions above them.
  void show_functions(const BlockExpr* block);
  // Shows what the name of a literal means inside the literal: that function, even if the name is bound more
  // than once.
  void show_self(const NamePattern* name, LambdaExpr* literal);

 private:
  Binding* make_binding(Name name, Span span);
  Binding* make_new(const NamePattern& name);
  Binding* make_self(const NamePattern* name, LambdaExpr* literal);
  void make_fresh(Pattern* pattern);
  Binding* own(Name name) const;
  void show_again(Binding* binding);
  void note_assigned(Binding& binding, Span statement);

  const ResolveInput& input_;
  Scopes& scopes_;
  VisibleNames& names_;
  const WalkState& walk_;
};

}  // namespace aspen
