#pragma once
// Patterns are parsed as expressions. These functions convert them, and report what is no pattern.

#include <initializer_list>
#include <span>
#include <vector>

#include "frontend/diagnostics/diagnostic.h"
#include "frontend/diagnostics/source.h"
#include "frontend/syntax/arena.h"
#include "frontend/syntax/ast_pattern.h"

namespace aspen {

class PatternMaker {
 public:
  PatternMaker(const Source& source, Arena& arena, Diagnostics& diagnostics)
      : source_(source), arena_(arena), diagnostics_(diagnostics) {}

  // Right of `is`, in `for`, in a `match` arm.
  Pattern* pattern(Expr* expr);
  // Left of `=`: paths stand at the top or in a tuple at the top.
  Pattern* target(Expr* expr);
  // Left of `->`: the flattened application that holds the parameters.
  std::span<Pattern*> parameters(Expr* expr);
  // Left of an update: a variable and the way from it. False after a report.
  bool path(Expr* expr, Path& out);

 private:
  struct BoundName {
    Name name;
    Span span;
  };

  Pattern* convert(Expr* expr);
  Pattern* convert_target_element(Expr* expr);
  Pattern* name(NameExpr* expr);
  Pattern* literal(Expr* expr);
  Pattern* negated(NegateExpr* expr);
  Pattern* tuple(TupleExpr* expr);
  Pattern* list(ListExpr* expr);
  Pattern* rest(const ListItem& item);
  Pattern* record(RecordExpr* expr);
  Pattern* block(BlockExpr* expr);
  Pattern* dict(DictExpr* expr);
  Pattern* label_call(CallExpr* expr);
  Pattern* label(LabelExpr* expr, Expr* payload);
  Pattern* alternatives(LogicalExpr* expr);
  Pattern* typed(TypedExpr* expr);
  Pattern* refuse(Expr* expr, std::string_view hint = {});
  bool is_guard(const Expr* parameters) const;
  Pattern* parameter(Expr* expr);

  // Names must differ; the alternatives of an `or` bind the same ones.
  void check_names(std::span<Pattern* const> patterns);
  void collect(const Pattern* pattern, std::vector<BoundName>& names);
  void collect_alternatives(const OrPattern* pattern, std::vector<BoundName>& names);
  void require_same(std::span<const BoundName> first, std::span<const BoundName> other, Span where);

  template <typename T>
  T* make(Span span) {
    T* node = arena_.make<T>();
    node->kind = T::kKind;
    node->span = span;
    return node;
  }
  void deepen(Pattern* node, std::span<Pattern* const> children);
  Diagnostic& report(DiagnosticCode code, Span span, std::initializer_list<std::string_view> arguments = {});
  // An error was already reported inside this range.
  bool is_broken(Span span) const;

  void warn_of_type(const LabelExpr& label);

  const Source& source_;
  Arena& arena_;
  Diagnostics& diagnostics_;
};

// "a call", "the operator `+`": what messages call an expression.
std::string describe(const Expr* expr);

}  // namespace aspen
