#include "frontend/warnings/patterns.h"

#include "frontend/diagnostics/expansion.h"
#include "frontend/syntax/habits.h"
#include "frontend/syntax/walk.h"
#include "frontend/warnings/coverage.h"

namespace aspen {

namespace {

constexpr std::string_view kGuard = "put a comparison after `|`: `x | x == ";
constexpr size_t kShownLength = 30;  // of a pattern, in bytes

// Words of other languages for a value that is missing.
bool is_foreign(std::string_view name) {
  return name == "null" || name == "nil" || name == "none" || name == "undefined";
}

// The pattern above that leaves no value to this arm, or to one of its alternatives; else null.
Pattern* find_cover(std::span<const MatchArm> above, const Pattern* pattern) {
  for (const MatchArm& arm : above) {
    if (arm.guard == nullptr && covers(arm.pattern, pattern)) return arm.pattern;
  }
  auto* either = dyn<OrPattern>(pattern);
  if (either == nullptr) return nullptr;
  Pattern* found = nullptr;
  for (const Pattern* each : either->alternatives) {
    found = find_cover(above, each);
    if (found == nullptr) return nullptr;
  }
  return found;
}

std::string arm_hint(const Pattern* arm, const Pattern* above) {
  if (matches_all(above)) return "an arm that matches every value stands last";
  return covers(arm, above) ? "remove one of the two arms" : "put this arm above that one";
}

}  // namespace

void PatternChecks::check_match(const MatchExpr& match) {
  for (const MatchArm& arm : match.arms) warn_of_foreign_names(arm.pattern);
  for (const MatchArm& arm : match.arms) {
    if (arm.pattern->kind == PatternKind::kName) warn_of_names(arm.pattern, kGuard);
  }
  for (size_t i = 1; i < match.arms.size(); ++i) check_arm(match, i);
}

void PatternChecks::check_arm(const MatchExpr& match, size_t at) {
  const Pattern* arm = match.arms[at].pattern;
  Pattern* above = find_cover(match.arms.subspan(0, at), arm);
  if (above != nullptr && !warn_of_names(above, kGuard)) warn_of_arm(arm, above);
}

void PatternChecks::warn_of_arm(const Pattern* arm, const Pattern* above) {
  warnings_.warn(DiagnosticCode::kUnreachableArm, arm->span, place_of(above), arm_hint(arm, above));
}

std::string PatternChecks::place_of(const Pattern* pattern) const {
  const std::string text(written_text(warnings_.source(), pattern->span));
  const std::string line = " in line " + std::to_string(written_line(warnings_.source(), pattern->span));
  const bool is_long = text.size() > kShownLength || text.find('\n') != std::string::npos;
  return (is_long ? "the pattern" : "`" + text + "`") + line;
}

void PatternChecks::check_is(const IsExpr& is) {
  warn_of_foreign_names(is.pattern);
  if (is.pattern->kind == PatternKind::kName) warn_of_names(is.pattern, "compare with `==`: `x == ");
}

bool PatternChecks::warn_of_names(Pattern* pattern, std::string_view comparison) {
  bool found = false;
  each_name(pattern, [&](NamePattern* name) { found |= warn_of_name(*name, comparison); });
  return found;
}

bool PatternChecks::warn_of_name(const NamePattern& name, std::string_view comparison) {
  if (warnings_.is_read(name.binding)) return false;
  const std::string text(name.name.written());
  if (is_foreign(text)) return true;
  const Binding* outer = name.binding->hidden;
  if (outer == nullptr || outer->literal != nullptr || outer->import != nullptr) return false;
  warnings_.warn(DiagnosticCode::kHidesVariable, name.span, text, std::string(comparison) + text + "`");
  return true;
}

void PatternChecks::warn_of_foreign_names(Pattern* pattern) {
  each_name(pattern, [&](NamePattern* name) {
    const std::string_view text = name->name.written();
    if (is_foreign(text) && !warnings_.is_read(name->binding))
      warnings_.warn(DiagnosticCode::kNamesNothing, name->span, text, std::string(word_hint(text)));
  });
}

}  // namespace aspen
