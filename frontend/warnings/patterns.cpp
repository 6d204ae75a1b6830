#include "frontend/warnings/patterns.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

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

// For a number, a text or a label, what a pattern of the same kind that covers it has as well; else "".
std::string key_of(const Pattern* pattern) {
  if (auto* label = dyn<LabelPattern>(pattern)) return "label " + std::string(label->name.text());
  auto* literal = dyn<LiteralPattern>(pattern);
  if (literal == nullptr) return "";
  if (auto* text = dyn<StringExpr>(literal->value)) return "text " + std::string(text->value);
  auto* number = dyn<IntExpr>(literal->value);
  return number != nullptr && number->fits ? "number " + std::to_string(number->value) : "";
}

// The arms above one, without those that have a guard. By their keys, as a `match` may have very many arms.
class ArmsAbove {
 public:
  void add(Pattern* pattern) {
    const std::string key = key_of(pattern);
    (key.empty() ? without_key_ : by_key_[key]).push_back({all_.size(), pattern});
    all_.push_back({all_.size(), pattern});
  }

  // The first that leaves no value to this pattern, or to one of its alternatives; else null.
  Pattern* find_cover(const Pattern* pattern) const {
    if (const Arm* arm = first_cover(pattern)) return arm->pattern;
    auto* either = dyn<OrPattern>(pattern);
    if (either == nullptr) return nullptr;
    Pattern* found = nullptr;
    for (const Pattern* each : either->alternatives) {
      found = find_cover(each);
      if (found == nullptr) return nullptr;
    }
    return found;
  }

 private:
  struct Arm {
    size_t position;
    Pattern* pattern;
  };

  static const Arm* first_of(const std::vector<Arm>& arms, const Pattern* pattern) {
    const auto found =
        std::find_if(arms.begin(), arms.end(), [&](const Arm& arm) { return covers(arm.pattern, pattern); });
    return found != arms.end() ? &*found : nullptr;
  }
  const Arm* first_cover(const Pattern* pattern) const {
    const std::string key = key_of(pattern);
    if (key.empty()) return first_of(all_, pattern);
    const auto same = by_key_.find(key);
    const Arm* keyed = same != by_key_.end() ? first_of(same->second, pattern) : nullptr;
    const Arm* other = first_of(without_key_, pattern);
    return other == nullptr || (keyed != nullptr && keyed->position < other->position) ? keyed : other;
  }

  std::vector<Arm> all_, without_key_;
  std::unordered_map<std::string, std::vector<Arm>> by_key_;
};

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
  ArmsAbove arms;
  for (const MatchArm& arm : match.arms) {
    Pattern* above = arms.find_cover(arm.pattern);
    if (above != nullptr && !warn_of_names(above, kGuard)) warn_of_arm(arm.pattern, above);
    if (arm.guard == nullptr) arms.add(arm.pattern);
  }
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
