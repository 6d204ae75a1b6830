#include "frontend/warnings/mistakes.h"

#include "frontend/resolve/captures.h"
#include "frontend/syntax/walk.h"
#include "frontend/warnings/foreign_labels.h"
#include "frontend/warnings/patterns.h"
#include "frontend/warnings/used_values.h"

namespace aspen {

namespace {

class Mistakes {
 public:
  explicit Mistakes(ModuleWarnings& warnings) : warnings_(warnings), patterns_(warnings), labels_(warnings) {}

  void visit(Expr* expr) {
    if (auto* match = dyn<MatchExpr>(expr)) {
      patterns_.check_match(*match);
      for (const MatchArm& arm : match->arms) labels_.check_pattern(arm.pattern);
    } else if (auto* is = dyn<IsExpr>(expr)) {
      patterns_.check_is(*is);
      labels_.check_pattern(is->pattern);
    } else if (auto* assign = dyn<AssignExpr>(expr)) {
      check_assignment(*assign);
    } else if (auto* text = dyn<InterpolationExpr>(expr)) {
      check_text(*text);
    } else if (tests_equality(expr)) {
      labels_.check_comparison(*as<BinaryExpr>(expr));
    }
    each_child(expr, [&](Expr* child) { visit(child); });
  }

 private:
  // `total = x` in a function, where only a variable outside is read.
  void check_assignment(const AssignExpr& assign) {
    auto* name = dyn<NamePattern>(assign.target);
    if (name == nullptr || warnings_.is_read(name->binding)) return;
    const Binding& variable = *name->binding;
    const bool begins = variable.span == name->span && variable.hidden != nullptr;
    if (!begins || variable.owner->is_body() || variable.hidden->owner == variable.owner) return;
    warnings_.warn(DiagnosticCode::kNeverRead, name->span, name->name.written(),
                   std::string(capture_hint(*variable.owner)));
  }

  // `"[0-9]{4}"`, the pattern of another language.
  void check_text(const InterpolationExpr& text) {
    for (const StringPart& part : text.parts) {
      auto* number = part.format == nullptr && part.value != nullptr ? dyn<IntExpr>(part.value) : nullptr;
      if (number == nullptr) continue;
      const std::string_view written = warnings_.source().text(number->span);
      warnings_.warn(DiagnosticCode::kNumberInText, number->span, written,
                     "a pattern is written r\"…\", and a brace `\\{`");
    }
  }

  ModuleWarnings& warnings_;
  PatternChecks patterns_;
  ForeignLabels labels_;
};

}  // namespace

void warn_of_mistakes(const Source& source, BlockExpr* program, Diagnostics& diagnostics) {
  const Mentions mentions = find_mentions(program);
  ModuleWarnings warnings(source, mentions, diagnostics);
  Mistakes(warnings).visit(program);
  check_values(program, warnings);
}

}  // namespace aspen
