// The patterns of LIKE and GLOB. A match takes a time that is the product of both lengths, so it pays for its
// steps: SQLite's own match cannot be stopped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

namespace aspen {

// Of SQL: what stands for any characters, for one, and for a set; 0: nothing does.
struct SqlWildcards {
  char32_t many, one, set;
  char32_t escape;  // before a character that stands for itself
  bool ignores_case;
};

class SqlPattern {
 public:
  // `pay` is asked every few thousand steps; false: the match gives up.
  using Pay = std::function<bool(uint64_t steps)>;

  SqlPattern(std::string_view pattern, SqlWildcards wildcards) : pattern_(pattern), wildcards_(wildcards) {}

  // Whether the whole text matches; or anything, if it gave up.
  bool matches(std::string_view text, const Pay& pay);
  bool gave_up() const { return gave_up_; }

 private:
  bool is_many(size_t at) const;
  bool take_one(std::string_view text, size_t& at, size_t& in_text) const;
  bool take_set(char32_t c, size_t& at) const;
  bool is_over(size_t at) const { return at >= pattern_.size(); }

  const std::string_view pattern_;
  const SqlWildcards wildcards_;
  bool gave_up_ = false;
};

// The character at `at`, as SQLite reads UTF-8; 0 at the end. Sets `at` to the next character.
char32_t take_character(std::string_view text, size_t& at);

}  // namespace aspen
