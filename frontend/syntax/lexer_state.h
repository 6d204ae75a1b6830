#pragma once
// The lexer's working state, shared by the scanner (lexer.re) and the brackets and strings around it
// (lexer.cpp).

#include <optional>
#include <string>
#include <vector>

#include "frontend/syntax/lexer.h"
#include "frontend/syntax/text_literal.h"

namespace aspen {

class Lexer {
 public:
  Lexer(const Source& source, Arena& arena, Diagnostics& diagnostics);
  TokenStream run();

 private:
  enum class Bracket : uint8_t { kParen, kSquare, kBrace, kInterpolation };
  struct OpenBracket {
    Bracket kind;
    uint32_t offset;
    uint32_t indentation;  // of its line
  };
  // A `{`, and the `}` that closes it but begins a line further to the left than the one of the `{`.
  struct Misfit {
    uint32_t opening, closing;
  };
  // A string that has not reached its closing quote. Its interpolation brace, if one is open, is a bracket
  // above it.
  struct OpenText {
    TextForm form;
    uint32_t offset;
    size_t first_segment;
    size_t first_token;  // index of its TextBegin; kNoToken while there is no interpolation
  };
  static constexpr size_t kNoToken = ~size_t{0};

  // lexer.re: scans one token, space or comment at cursor_.
  void scan_one();

  uint32_t offset() const { return static_cast<uint32_t>(cursor_ - text_); }
  uint32_t start_offset() const { return static_cast<uint32_t>(start_ - text_); }
  bool at_end() const { return cursor_ == limit_; }
  Span token_span() const { return {start_offset(), offset() - start_offset()}; }
  bool inside(Bracket kind) const { return !brackets_.empty() && brackets_.back().kind == kind; }

  void check_encoding();
  void push(TokenKind kind, Span span, uint32_t value = 0, uint8_t flags = 0);
  Diagnostic& report(DiagnosticCode code, Span span, std::initializer_list<std::string_view> arguments = {});
  Diagnostic& report_at_end(DiagnosticCode code, Span span,
                            std::initializer_list<std::string_view> arguments = {});

  // Actions of the scanner; `end` is where the token ends.
  void space(const char* end);
  void line_end(const char* end);
  void block_comment(const char* end);
  void token(const char* end, TokenKind kind);
  void op(const char* end, TokenKind kind, BinaryOp value);
  void minus(const char* end);
  void keyword(const char* end, TokenKind kind);
  void semicolon(const char* end);
  // Whether the open bracket follows `for` or `while`.
  bool in_loop_head() const;
  void colon(const char* end);
  void foreign(const char* end, TokenKind meant, std::string_view hint);
  void doubled(const char* end);
  void bad_number(const char* end);
  void quote(const char* end);
  void unexpected(const char* end);
  const char* end_of_curly_quotes(const char* end) const;
  void open(const char* end, TokenKind kind, Bracket bracket);
  void close(const char* end, TokenKind kind, Bracket bracket);
  void begin_text(const char* end, TextForm form);

  // Brackets.
  bool has_open(Bracket bracket) const;
  Span supply_closing();
  void note_indentation(const OpenBracket& closed);
  void close_unclosed();
  void close_wrongly();
  void close_all();

  // Strings.
  void scan_text();
  bool at_closing_quote() const;
  void close_text();
  void open_interpolation();
  void close_interpolation(const char* end);
  void report_empty_interpolation(uint32_t end);
  void scan_format();
  void unterminated_text();
  void finish_text();
  void finish_cut_off_text();
  void abandon_line_texts();
  void close_brackets_of(std::string_view text);
  void report_open_interpolation();
  void add_segment(uint32_t begin, uint32_t end);

  const Source& source_;
  Arena& arena_;
  Diagnostics& diagnostics_;
  TokenStream out_;

  const char* text_;
  const char* cursor_;
  const char* limit_;
  const char* start_;
  bool space_before_ = true;
  bool in_syntax_head_ = false;
  // A closing bracket of this kind was supplied for a missing one. If the bracket appears later after all, it
  // is dropped without a report.
  int supplied_[3] = {0, 0, 0};

  uint32_t indentation_ = 0;  // of the line that the cursor is in: spaces and tabs
  uint32_t line_start_ = 0;
  std::vector<OpenBracket> brackets_;
  std::optional<Misfit> misfit_;  // the first one
  std::vector<OpenText> open_texts_;
  std::vector<TextSegment> segments_;
};

}  // namespace aspen
