#include "frontend/syntax/token.h"

#include <algorithm>
#include <iterator>

namespace aspen {

namespace {

constexpr uint8_t kEnds = 1;
constexpr uint8_t kContinues = 2;
constexpr uint8_t kPostfix = 4;
constexpr uint8_t kKeyword = 8;

struct TokenTraits {
  std::string_view grammar_name;
  std::string_view text;
  uint8_t flags;
};

constexpr TokenTraits kTraits[] = {
    {"", "end of the text", 0},
#define ASPEN_TOKEN(name, grammar_name, text, flags) {#grammar_name, text, flags},
#include "frontend/syntax/tokens.def"
#undef ASPEN_TOKEN
};

bool flagged(TokenKind kind, uint8_t flag) { return (kTraits[static_cast<size_t>(kind)].flags & flag) != 0; }

std::string_view word_class(TokenKind kind) {
  if (is_keyword(kind)) return "keyword ";
  if (kind == TokenKind::kName) return "name ";
  if (kind == TokenKind::kLabel) return "label ";
  if (kind == TokenKind::kInt || kind == TokenKind::kFloat) return "number ";
  return "";
}

}  // namespace

bool may_end_expression(TokenKind kind) { return flagged(kind, kEnds); }
bool ends_postfix(TokenKind kind) { return flagged(kind, kPostfix); }
bool is_keyword(TokenKind kind) { return flagged(kind, kKeyword); }

// A keyword's name in the grammar is its spelling in capitals.
bool is_keyword(std::string_view word) {
  return std::any_of(std::begin(kTraits), std::end(kTraits), [&](const TokenTraits& row) {
    return (row.flags & kKeyword) != 0 &&
           std::equal(word.begin(), word.end(), row.grammar_name.begin(), row.grammar_name.end(),
                      [](char a, char b) { return a - 'a' == b - 'A'; });
  });
}

bool continues_line(const Token& token) {
  if (token.kind == TokenKind::kMinus) return token.has(Token::kSpaceAfter);
  return flagged(token.kind, kContinues);
}

bool is_opening(TokenKind kind) {
  return kind == TokenKind::kLeftParen || kind == TokenKind::kLeftBracket ||
         kind == TokenKind::kIndexBracket || kind == TokenKind::kLeftBrace || kind == TokenKind::kBodyBrace ||
         kind == TokenKind::kRecordBrace || kind == TokenKind::kTextBegin;
}

bool is_closing(TokenKind kind) {
  return kind == TokenKind::kRightParen || kind == TokenKind::kRightBracket ||
         kind == TokenKind::kRightBrace || kind == TokenKind::kRecordEnd || kind == TokenKind::kTextEnd;
}

std::string describe(const Token& token, const Source& source) {
  if (token.kind == TokenKind::kSeparator && !token.has(Token::kLineEnd)) return "`;`";
  std::string_view text = kTraits[static_cast<size_t>(token.kind)].text;
  if (!text.empty()) return std::string(text);
  constexpr size_t kLongestQuote = 40;
  std::string quoted(source.text(token.span()));
  if (quoted.size() > kLongestQuote) {
    size_t cut = kLongestQuote;
    while ((static_cast<unsigned char>(quoted[cut]) & 0xC0) == 0x80) --cut;
    quoted = quoted.substr(0, cut) + "…";
  }
  return std::string(word_class(token.kind)) + "`" + quoted + "`";
}

}  // namespace aspen
