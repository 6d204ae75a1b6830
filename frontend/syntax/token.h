#pragma once
// Tokens as the lexer makes them and the grammar takes them.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/diagnostics/source.h"
#include "frontend/syntax/ast.h"

namespace aspen {

// 0 is the end of the text, as Lemon wants it.
enum class TokenKind : uint8_t {
  kEnd = 0,
#define ASPEN_TOKEN(name, grammar_name, text, flags) k##name,
#include "frontend/syntax/tokens.def"
#undef ASPEN_TOKEN
};

// 16 bytes and trivial: a source of 50 MB has some fifteen million of them, and Lemon keeps them in a union.
struct Token {
  static constexpr uint8_t kSpaceBefore = 1;  // white space, a line end or the start of the text before it
  static constexpr uint8_t kSpaceAfter = 2;   // set for `-` only
  static constexpr uint8_t kLineEnd = 4;      // a separator that is a line end, not `;`
  static constexpr uint8_t kVirtual = 8;      // a closing bracket that is missing in the text

  TokenKind kind;
  uint8_t flags;
  uint32_t offset;
  uint32_t length;
  // Text tokens: index into TokenStream::texts. Format: into formats. Operators: the BinaryOp.
  // After lay_out, opening brackets: the index of the closing one; if, match, while, in: of the body brace or
  // 0.
  uint32_t value;

  Span span() const { return {offset, length}; }
  bool has(uint8_t flag) const { return (flags & flag) != 0; }
};

struct TokenStream {
  std::vector<Token> tokens;
  std::vector<std::string_view> texts;  // decoded
  std::vector<FormatText*> formats;
  // Errors that more text could remove.
  size_t errors_at_end = 0;
  // The lexer stopped early; the tokens are not worth parsing.
  bool abandoned = false;
};

bool may_end_expression(TokenKind kind);
bool continues_line(const Token& token);
bool ends_postfix(TokenKind kind);
bool is_keyword(TokenKind kind);
bool is_keyword(std::string_view word);
bool is_opening(TokenKind kind);
bool is_closing(TokenKind kind);
// "name `x`", "`)`", "end of the line".
std::string describe(const Token& token, const Source& source);

}  // namespace aspen
