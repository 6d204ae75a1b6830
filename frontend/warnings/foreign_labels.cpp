#include "frontend/warnings/foreign_labels.h"

#include <algorithm>

#include "frontend/syntax/habits.h"
#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

constexpr std::string_view kBools[] = {"True", "False", "TRUE", "FALSE"};
constexpr std::string_view kNothing[] = {"Null", "Nil", "NULL", "NIL", "Undefined"};

std::span<const std::string_view> group_of(std::string_view label) {
  for (std::span<const std::string_view> group : {std::span<const std::string_view>(kBools), {kNothing}}) {
    if (std::find(group.begin(), group.end(), label) != group.end()) return group;
  }
  return {};
}

bool is_bool(std::string_view label) { return group_of(label).data() == kBools; }

std::string hint_for(std::string_view label) {
  if (!is_bool(label)) return std::string(word_hint(label.front() == 'U' ? "undefined" : "null"));
  return std::string("the Bool is written `") + (label.front() == 'T' ? "true`" : "false`");
}

}  // namespace

void ForeignLabels::check_comparison(const BinaryExpr& comparison) {
  for (const Expr* side : {comparison.left, comparison.right}) {
    if (auto* label = dyn<LabelExpr>(side)) check(label->name.text(), label->span);
  }
}

void ForeignLabels::check_pattern(const Pattern* pattern) {
  auto* label = dyn<LabelPattern>(pattern);
  if (label != nullptr && label->payload == nullptr) return check(label->name.text(), label->span);
  each_inner(pattern, [&](const Pattern* inner) { check_pattern(inner); });
}

void ForeignLabels::check(std::string_view label, Span span) {
  if (group_of(label).empty() || may_be_made(label)) return;
  warnings_.warn(DiagnosticCode::kForeignLabel, span, label, hint_for(label));
}

// The module makes such labels, or gets one from a module that it uses.
bool ForeignLabels::may_be_made(std::string_view label) const {
  const auto group = group_of(label);
  const auto& made = warnings_.mentions().made;
  const bool is_made =
      std::any_of(group.begin(), group.end(), [&](std::string_view each) { return made.contains(each); });
  return is_made || (warnings_.mentions().imports && !is_bool(label));
}

}  // namespace aspen
