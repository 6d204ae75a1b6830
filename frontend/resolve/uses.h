// What the names that a program uses mean: finds each one's binding, notes what functions capture, and
// reports uses that cannot work. For the second walk; in the first one it does nothing.
#pragma once

#include <set>
#include <utility>

#include "frontend/resolve/unknown_names.h"
#include "frontend/resolve/walk_state.h"

namespace aspen {

class Uses {
 public:
  Uses(const ResolveInput& input, Scopes& scopes, const VisibleNames& names, const WalkState& walk,
       Diagnostics& diagnostics)
      : input_(input),
        scopes_(scopes),
        names_(names),
        walk_(walk),
        diagnostics_(diagnostics),
        unknown_(input, scopes, names, diagnostics) {}

  void use(NameExpr* expr);
  // The root of a path that is updated.
  void use_variable(NameExpr* expr);

 private:
  Diagnostic& report(DiagnosticCode code, const NameExpr& expr) const;
  bool is_builtin(Name name) const { return input_.builtins.find(name.text()) != nullptr; }
  void use_own(NameExpr* expr, Binding* binding);
  void used_too_early(const NameExpr& expr, Span bound) const;
  bool check_assigned(const NameExpr& expr, const Binding* binding);
  void report_assigned(const NameExpr& expr, const FunctionInfo& f, Span assigned, const Binding* binding);
  static void note_mention(Binding& binding, Span span);
  void capture(Binding* binding, Span span);

  const ResolveInput& input_;
  Scopes& scopes_;
  const VisibleNames& names_;
  const WalkState& walk_;
  Diagnostics& diagnostics_;
  UnknownNames unknown_;
  // Names that a function misuses: one error is enough.
  std::set<std::pair<const FunctionInfo*, uint32_t>> reported_;
};

}  // namespace aspen
