#include "frontend/syntax/habits.h"

namespace aspen {

namespace {

struct Habit {
  std::string_view word;
  bool keyword;
  std::string_view hint;
};

constexpr Habit kHabits[] = {
#define ASPEN_HABIT(word, keyword, hint) {word, keyword, hint},
#include "frontend/syntax/habits.def"
#undef ASPEN_HABIT
};

}  // namespace

std::string_view word_hint(std::string_view word) {
  for (const Habit& habit : kHabits) {
    if (habit.word == word) return habit.hint;
  }
  return {};
}

std::string_view keyword_hint(std::string_view word) {
  for (const Habit& habit : kHabits) {
    if (habit.keyword && habit.word == word) return habit.hint;
  }
  return {};
}

bool begins_function(std::string_view word) { return keyword_hint(word).starts_with("a function needs no"); }

std::string_view call_hint(const CallExpr& call) {
  if (call.looks_like_tuple_call) return "`f(x, y)` passes one tuple; two arguments are written `f x y`";
  if (call.looks_like_subtraction) return "`a -b` calls `a` with minus `b`; to subtract, write `a - b`";
  return {};
}

bool follows_slash_comment(const Source& source, uint32_t offset) {
  std::string_view before = source.text().substr(0, offset);
  size_t line_start = before.rfind('\n');
  std::string_view line = before.substr(line_start == std::string_view::npos ? 0 : line_start + 1);
  return line.find("//") != std::string_view::npos;
}

}  // namespace aspen
