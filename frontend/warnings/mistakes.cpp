#include "frontend/warnings/mistakes.h"

#include "frontend/resolve/callee.h"
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
      for (const MatchArm& arm : match->arms) {
        labels_.check_pattern(arm.pattern);
        check_result(arm.body);
      }
    } else if (auto* is = dyn<IsExpr>(expr)) {
      patterns_.check_is(*is);
      labels_.check_pattern(is->pattern);
    } else if (auto* attempt = dyn<TryExpr>(expr)) {
      check_try(*attempt);
    } else if (auto* assign = dyn<AssignExpr>(expr)) {
      check_assignment(*assign);
    } else if (auto* text = dyn<InterpolationExpr>(expr)) {
      check_text(*text);
    } else if (auto* update = dyn<PipeUpdateExpr>(expr)) {
      check_update(*update);
    } else if (tests_equality(expr)) {
      labels_.check_comparison(*as<BinaryExpr>(expr));
    }
    each_child(expr, [&](Expr* child) { visit(child); });
  }

 private:
  // `match n { 1 -> "a" 2 -> "b" }`: the next arm reads as the end of a function.
  void check_result(const Expr* result) {
    auto* function = dyn<LambdaExpr>(result);
    if (function == nullptr || function->parenthesized || function->parameters.empty()) return;
    const Pattern* last = function->parameters.back();
    if (last->kind != PatternKind::kLiteral) return;
    warnings_.warn(
        DiagnosticCode::kArmIsFunction, last->span, warnings_.source().text(last->span),
        "arms stand on lines of their own, or have commas between them; a function that is meant is "
        "written in parentheses");
  }

  // `try f x is Ok _`: only the result of a `try` is an `Ok` or an `Err`.
  void check_try(const TryExpr& attempt) {
    auto* is = dyn<IsExpr>(attempt.body);
    auto* label = is != nullptr ? dyn<LabelPattern>(is->pattern) : nullptr;
    if (label == nullptr || is->parenthesized) return;
    const std::string_view name = label->name.text();
    if (name != "Ok" && name != "Err") return;
    warnings_.warn(DiagnosticCode::kTriesTest, attempt.span, "", "write `(try …) is Ok …`");
  }

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

  // `xs |>= list.append ys` has the two lists in the other order than `xs.append(ys)` of other languages.
  void check_update(const PipeUpdateExpr& update) {
    struct Row {
      std::string_view function, hint;
    };
    constexpr Row kRows[] = {
        {"list.append", "this puts the other list before it; `xs += ys` puts that at the end"},
        {"merge", "where both have a key, the old value stays; `d = merge d e` takes the new one"},
        {"set.difference",
         "this removes its elements from the other set; `s = set.difference s t` keeps the rest of `s`"}};
    const std::string function = CallReader::builtin_name(update.callee);
    for (const Row& row : kRows) {
      if (row.function == function && update.arguments.size() == 1)
        warnings_.warn(DiagnosticCode::kVariableComesLast, update.callee->span, function,
                       std::string(row.hint));
    }
  }

  // `"[0-9]{4}"`, the pattern of another language, and `"{{ x }}"`, as in templates.
  void check_text(const InterpolationExpr& text) {
    for (const StringPart& part : text.parts) {
      if (auto* block = part.value != nullptr ? dyn<BlockExpr>(part.value) : nullptr)
        warnings_.warn(DiagnosticCode::kDoubledBraces, block->span, "",
                       "a brace in a string is written `\\{`");
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

void warn_of_mistakes(const Source& source, BlockExpr* program, bool shows_value, Diagnostics& diagnostics) {
  const Mentions mentions = find_mentions(program);
  ModuleWarnings warnings(source, mentions, diagnostics);
  Mistakes(warnings).visit(program);
  check_values(program, shows_value, warnings);
}

}  // namespace aspen
