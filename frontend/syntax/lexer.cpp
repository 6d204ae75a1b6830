#include "frontend/syntax/lexer.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>

#include "frontend/diagnostics/utf8.h"
#include "frontend/syntax/lexer_state.h"
#include "vm/object/utf8.h"

namespace aspen {

TokenStream lex(const Source& source, Arena& arena, Diagnostics& diagnostics) {
  return Lexer(source, arena, diagnostics).run();
}

Lexer::Lexer(const Source& source, Arena& arena, Diagnostics& diagnostics)
    : source_(source),
      arena_(arena),
      diagnostics_(diagnostics),
      text_(source.text().data()),
      cursor_(text_),
      limit_(text_ + source.text().size()),
      start_(text_) {}

TokenStream Lexer::run() {
  check_encoding();
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (source_.text().starts_with(kByteOrderMark)) cursor_ += kByteOrderMark.size();
  while (!at_end() && !out_.abandoned && !diagnostics_.full()) scan_one();
  if (diagnostics_.full()) out_.abandoned = true;
  start_ = cursor_;
  if (!out_.abandoned) close_all();
  push(TokenKind::kEnd, {offset(), 0});
  return std::move(out_);
}

void Lexer::check_encoding() {
  if (source_.text().size() > kMaxSourceBytes) {
    report(DiagnosticCode::kSourceTooLong, {});
    out_.abandoned = true;
    limit_ = text_;
    return;
  }
  size_t bad = find_invalid_utf8(source_.text());
  size_t nul = source_.text().find('\0');
  if (nul < bad) {
    report(DiagnosticCode::kNulByte, {static_cast<uint32_t>(nul), 1})
        .hint("is this a binary file? In a string write `\\0`");
    out_.abandoned = true;
    return;
  }
  if (bad == kValidUtf8) return;
  std::array<char, 3> hex;
  std::snprintf(hex.data(), hex.size(), "%02X", static_cast<unsigned char>(text_[bad]));
  report(DiagnosticCode::kInvalidUtf8, {static_cast<uint32_t>(bad), 1}, {hex.data()})
      .hint("Aspen files are UTF-8; write other bytes as `\\xHH` in a b\"…\" literal");
  out_.abandoned = true;
}

void Lexer::push(TokenKind kind, Span span, uint32_t value, uint8_t flags) {
  if (space_before_) flags |= Token::kSpaceBefore;
  out_.tokens.push_back({kind, flags, span.offset, span.length, value});
  space_before_ = false;
}

Diagnostic& Lexer::report(DiagnosticCode code, Span span, std::initializer_list<std::string_view> arguments) {
  return diagnostics_.report(source_, code, span, arguments);
}

Diagnostic& Lexer::report_at_end(DiagnosticCode code, Span span,
                                 std::initializer_list<std::string_view> arguments) {
  ++out_.errors_at_end;
  return report(code, span, arguments);
}

void Lexer::space(const char* end) {
  cursor_ = end;
  space_before_ = true;
}

void Lexer::line_end(const char* end) {
  cursor_ = end;
  line_start_ = offset();
  const char* first = std::find_if(end, limit_, [](char c) { return c != ' ' && c != '\t'; });
  indentation_ = static_cast<uint32_t>(first - end);
  space_before_ = true;
  if (!brackets_.empty() && !inside(Bracket::kBrace)) return;
  in_syntax_head_ = false;
  bool repeated = !out_.tokens.empty() && out_.tokens.back().kind == TokenKind::kSeparator;
  if (repeated) return;
  push(TokenKind::kSeparator, token_span(), 0, Token::kLineEnd);
  space_before_ = true;
}

void Lexer::block_comment(const char* end) {
  int depth = 1;
  for (cursor_ = end; depth > 0;) {
    std::string_view rest(cursor_, static_cast<size_t>(limit_ - cursor_));
    size_t at = rest.find_first_of("#]");
    if (at == std::string_view::npos) {
      cursor_ = limit_;
      report_at_end(DiagnosticCode::kUnterminatedComment, {start_offset(), 3});
      return;
    }
    rest.remove_prefix(at);
    bool opens = rest.starts_with("#[[");
    bool closes = rest.starts_with("]]");
    depth += opens ? 1 : closes ? -1 : 0;
    cursor_ += at + (opens ? 3 : closes ? 2 : 1);
  }
  space_before_ = true;
}

void Lexer::token(const char* end, TokenKind kind) {
  cursor_ = end;
  push(kind, token_span());
}

void Lexer::op(const char* end, TokenKind kind, BinaryOp value) {
  cursor_ = end;
  push(kind, token_span(), static_cast<uint32_t>(value));
}

void Lexer::minus(const char* end) {
  cursor_ = end;
  bool space_after = at_end() || std::string_view(" \t\r\n\f\v#").find(*cursor_) != std::string_view::npos;
  push(TokenKind::kMinus, token_span(), static_cast<uint32_t>(BinaryOp::kSubtract),
       space_after ? Token::kSpaceAfter : uint8_t{0});
}

void Lexer::keyword(const char* end, TokenKind kind) {
  token(end, kind);
  if (kind == TokenKind::kSyntax) in_syntax_head_ = true;
}

bool Lexer::in_loop_head() const {
  std::string_view before(text_, brackets_.back().offset);
  while (before.ends_with(' ')) before.remove_suffix(1);
  return before.ends_with("for") || before.ends_with("while");
}

void Lexer::semicolon(const char* end) {
  bool separates = brackets_.empty() || inside(Bracket::kBrace);
  if (separates) return token(end, TokenKind::kSeparator);
  cursor_ = end;
  const bool is_loop = in_loop_head();
  // A loop as in C has two; one report is enough.
  const auto is_first = [&] {
    const auto last = std::find_if(out_.tokens.rbegin(), out_.tokens.rend(), [&](const Token& token) {
      return token.kind == TokenKind::kInvalid || token.offset <= brackets_.back().offset;
    });
    return last == out_.tokens.rend() || last->offset <= brackets_.back().offset;
  };
  if (!is_loop || is_first()) {
    report(DiagnosticCode::kUnexpectedToken, token_span(), {"`;`"})
        .hint(is_loop ? "a loop is written `for i in 0..n { … }` or `while i < n { … }`"
              : inside(Bracket::kInterpolation)
                  ? "a brace in a string begins a value; for a brace, write `\\{`"
                  : "put the statements in braces: `{ a; b }`");
  }
  push(TokenKind::kInvalid, token_span());
}

void Lexer::colon(const char* end) {
  cursor_ = end;
  if (inside(Bracket::kInterpolation)) return scan_format();
  push(TokenKind::kColon, token_span());
}

void Lexer::foreign(const char* end, TokenKind meant, std::string_view hint) {
  // `{x:=+8}` is a format, not an assignment.
  if (*start_ == ':' && inside(Bracket::kInterpolation)) return colon(start_ + 1);
  cursor_ = end;
  std::string_view text = source_.text(token_span());
  const bool ends_name =
      text == "!" && !space_before_ && !out_.tokens.empty() && out_.tokens.back().kind == TokenKind::kName;
  report(DiagnosticCode::kForeignOperator, token_span(), {text})
      .hint(ends_name ? "a name has no `!` at its end: `print value`" : hint);
  BinaryOp value = text == "===" ? BinaryOp::kEqual : BinaryOp::kNotEqual;
  push(meant, token_span(), static_cast<uint32_t>(value));
}

// `x++` and `x--` produce only the operand; `a--b` is two minus signs.
void Lexer::doubled(const char* end) {
  bool plus = *start_ == '+';
  bool after_operand = !space_before_ && !out_.tokens.empty() && ends_postfix(out_.tokens.back().kind);
  bool before_operand =
      end != limit_ && std::string_view(" \t\r\n;)]}#").find(*end) == std::string_view::npos;
  if (!plus && (before_operand || !after_operand)) return minus(start_ + 1);
  cursor_ = end;
  report(DiagnosticCode::kForeignOperator, token_span(), {source_.text(token_span())})
      .hint(plus ? "to add one, write `x += 1`; to join strings or lists, write `+`" : "write `x -= 1`");
}

void Lexer::bad_number(const char* end) {
  cursor_ = end;
  std::string_view text = source_.text(token_span());
  std::string_view reason = "a letter directly follows a digit";
  bool prefixed =
      text.size() > 1 && text[0] == '0' && std::string_view("xobXOB").find(text[1]) != std::string_view::npos;
  if (prefixed) {
    reason = "`0x`, `0o` and `0b` need digits of their base after them";
  } else if (text.find("__") != std::string_view::npos || text.ends_with('_')) {
    reason = "a `_` must be between two digits";
  } else if (text.starts_with('.')) {
    reason = "a field of a tuple is a plain number";
  } else if (text.ends_with('e') || text.ends_with('E')) {
    reason = "an exponent needs digits";
  }
  report(DiagnosticCode::kBadNumber, token_span(), {text, reason});
  push(TokenKind::kInvalid, token_span());
}

void Lexer::quote(const char* end) {
  cursor_ = end;
  if (in_syntax_head_) {
    while (!at_end() && (std::isalnum(static_cast<unsigned char>(*cursor_)) || *cursor_ == '_')) ++cursor_;
    if (cursor_ != end && !at_end() && *cursor_ == '?') ++cursor_;
    if (cursor_ != end) return push(TokenKind::kQuoted, token_span());
  }
  std::string_view rest(end, static_cast<size_t>(limit_ - end));
  size_t close = rest.find_first_of("'\n");
  bool closed = close != std::string_view::npos && rest[close] == '\'';
  if (closed) cursor_ += close + 1;
  report(DiagnosticCode::kSingleQuotes, token_span())
      .hint(in_syntax_head_ ? "a word of a macro is a name: `syntax a 'swap b { … }`" : "write `\"text\"`");
  push(TokenKind::kInvalid, token_span());
}

// Text between a word processor's quotes is one mistake, reported once.
const char* Lexer::end_of_curly_quotes(const char* end) const {
  std::string_view rest(start_, static_cast<size_t>(limit_ - start_));
  if (!rest.starts_with("“")) return end;
  size_t close = rest.find("”");
  bool on_this_line =
      close != std::string_view::npos && rest.substr(0, close).find('\n') == std::string_view::npos;
  return on_this_line ? start_ + close + std::string_view("”").size() : end;
}

void Lexer::unexpected(const char* end) {
  cursor_ = end_of_curly_quotes(end);
  if (std::string_view(start_, static_cast<size_t>(limit_ - start_)).starts_with("??")) ++cursor_;
  const bool escapes = *start_ == '\\' && !open_texts_.empty();
  report(DiagnosticCode::kUnexpectedCharacter, token_span(), {describe_character(start_, limit_)})
      .hint(escapes ? "braces in a string hold an expression; for a brace, write `\\{`"
                    : character_hint(source_.text(), start_offset()));
  push(TokenKind::kInvalid, token_span());
}

// ---- Brackets

void Lexer::open(const char* end, TokenKind kind, Bracket bracket) {
  token(end, kind);
  in_syntax_head_ = false;
  if (brackets_.size() >= kMaxTreeDepth) {
    report(DiagnosticCode::kTooDeep, token_span(), {std::to_string(kMaxTreeDepth)});
    out_.abandoned = true;
    return;
  }
  brackets_.push_back({bracket, start_offset(), indentation_});
}

// Looks no further than the string the cursor is in: brackets inside and outside of it never match.
bool Lexer::has_open(Bracket bracket) const {
  for (auto open = brackets_.rbegin(); open != brackets_.rend(); ++open) {
    if (open->kind == bracket) return true;
    if (open->kind == Bracket::kInterpolation) return false;
  }
  return false;
}

// The token that closes the innermost bracket, which must not be an interpolation. Returns where it was
// opened.
Span Lexer::supply_closing() {
  constexpr TokenKind kClosing[] = {TokenKind::kRightParen, TokenKind::kRightBracket, TokenKind::kRightBrace};
  OpenBracket open = brackets_.back();
  brackets_.pop_back();
  ++supplied_[static_cast<size_t>(open.kind)];
  push(kClosing[static_cast<size_t>(open.kind)], {offset(), 0}, 0, Token::kVirtual);
  return {open.offset, 1};
}

// Where a `}` is missing, the next one that is there stands too far to the left.
void Lexer::note_indentation(const OpenBracket& closed) {
  const bool begins_line = start_offset() == line_start_ + indentation_;
  if (begins_line && indentation_ < closed.indentation && !misfit_) misfit_ = {closed.offset, start_offset()};
}

// The indentation tells which of several blocks was left open.
void Lexer::close_unclosed() {
  const uint32_t opening = brackets_.back().offset;
  Span span = supply_closing();
  if (at_end() && text_[opening] == '{' && misfit_ && misfit_->opening > opening) {
    report_at_end(DiagnosticCode::kUnclosedBracket, {misfit_->opening, 1}, {"{"})
        .note({misfit_->closing, 1}, "this `}` stands too far to the left to belong to it");
    misfit_.reset();
    return;
  }
  std::string_view text = source_.text(span);
  at_end() ? report_at_end(DiagnosticCode::kUnclosedBracket, span, {text})
           : report(DiagnosticCode::kUnclosedBracket, span, {text});
}

void Lexer::close(const char* end, TokenKind kind, Bracket bracket) {
  bool ends_interpolation = bracket == Bracket::kBrace && !has_open(Bracket::kBrace) && !open_texts_.empty();
  if (!ends_interpolation && !has_open(bracket)) {
    cursor_ = end;
    if (bracket != Bracket::kBrace && (inside(Bracket::kParen) || inside(Bracket::kSquare)))
      return close_wrongly();
    int& supplied = supplied_[static_cast<size_t>(bracket)];
    if (supplied > 0) {
      --supplied;
    } else {
      report(DiagnosticCode::kStrayBracket, token_span(), {source_.text(token_span())});
    }
    return;
  }
  Bracket wanted = ends_interpolation ? Bracket::kInterpolation : bracket;
  while (brackets_.back().kind != wanted) close_unclosed();
  if (ends_interpolation) return close_interpolation(end);
  if (bracket == Bracket::kBrace) note_indentation(brackets_.back());
  brackets_.pop_back();
  token(end, kind);
}

// `(1 + ]`: treated as the bracket that was probably meant.
void Lexer::close_wrongly() {
  std::string_view written = source_.text(token_span());
  Span opening{brackets_.back().offset, 1};
  report(DiagnosticCode::kMismatchedBracket, token_span(), {source_.text(opening), written})
      .note(opening, "opened here");
  bool paren = inside(Bracket::kParen);
  brackets_.pop_back();
  push(paren ? TokenKind::kRightParen : TokenKind::kRightBracket, token_span());
}

// At the end of the text: everything still open is reported, innermost strings first.
void Lexer::close_all() {
  while (!brackets_.empty()) {
    if (!inside(Bracket::kInterpolation)) {
      close_unclosed();
      continue;
    }
    report_open_interpolation();
    brackets_.pop_back();
    finish_cut_off_text();
  }
}

}  // namespace aspen
