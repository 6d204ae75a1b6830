#pragma once
// Hints for users of other programming languages.

#include <string_view>

#include "frontend/syntax/ast.h"

namespace aspen {

// For a name that is bound to nothing: what to write instead. Empty: there is no hint.
std::string_view word_hint(std::string_view word);
// Likewise for words that are keywords in other languages, near a syntax error.
std::string_view keyword_hint(std::string_view word);

// Whether a function begins with the word in another language.
bool begins_function(std::string_view word);

// For an error about this call ("not a function", wrong arity): it may have been meant as `f x y` or `a - b`.
// Empty: there is no hint.
std::string_view call_hint(const CallExpr& call);

// The line holds a `//` before this offset: the rest was probably meant as a comment.
bool follows_slash_comment(const Source& source, uint32_t offset);
inline constexpr std::string_view kCommentHint = "a comment begins with `#`; `//` divides and rounds down";

}  // namespace aspen
