// Strings: they interrupt the scanner, and interpolations interrupt strings.
#include "frontend/syntax/lexer_state.h"

namespace aspen {

void Lexer::begin_text(const char* end, TextForm form) {
  cursor_ = end;
  open_texts_.push_back({form, start_offset(), segments_.size(), kNoToken});
  scan_text();
}

bool Lexer::at_closing_quote() const {
  if (*cursor_ != '"') return false;
  if (!open_texts_.back().form.triple) return true;
  return std::string_view(cursor_, static_cast<size_t>(limit_ - cursor_)).starts_with("\"\"\"");
}

// Reads from after the opening quote or an interpolation to the next interpolation or the closing quote.
void Lexer::scan_text() {
  TextForm form = open_texts_.back().form;
  uint32_t begin = offset();
  for (; !at_end(); ++cursor_) {
    if (*cursor_ == '\n' && !form.triple) break;
    if (*cursor_ == '\\' && !form.raw) {
      bool escapes = cursor_ + 1 != limit_ && (cursor_[1] != '\n' || form.triple);
      if (escapes) ++cursor_;
      bool code_point = escapes && *cursor_ == 'u' && cursor_ + 1 != limit_ && cursor_[1] == '{';
      if (code_point) ++cursor_;
    } else if (at_closing_quote()) {
      add_segment(begin, offset());
      return close_text();
    } else if (*cursor_ == '{' && form.interpolates()) {
      add_segment(begin, offset());
      return open_interpolation();
    }
  }
  add_segment(begin, offset());
  unterminated_text();
}

void Lexer::add_segment(uint32_t begin, uint32_t end) {
  segments_.push_back({begin, end, static_cast<uint32_t>(out_.texts.size())});
  out_.texts.emplace_back();
}

void Lexer::close_text() {
  cursor_ += open_texts_.back().form.triple ? 3 : 1;
  finish_text();
}

// The text is complete: decodes it and pushes its last token, which reaches from the opening quote to the
// cursor if there was no interpolation.
void Lexer::finish_text() {
  OpenText open = open_texts_.back();
  open_texts_.pop_back();
  bool interpolated = open.first_token != kNoToken;
  auto segments = std::span<const TextSegment>(segments_).subspan(open.first_segment);
  decode_text(source_, open.form, segments, arena_, diagnostics_, out_.texts);
  uint32_t last = segments.back().slot;
  segments_.resize(open.first_segment);
  if (interpolated) return push(TokenKind::kTextEnd, {start_offset(), offset() - start_offset()}, last);
  TokenKind kind = open.form.bytes ? TokenKind::kBytes : TokenKind::kString;
  push(kind, {open.offset, offset() - open.offset}, last);
}

void Lexer::open_interpolation() {
  OpenText& open = open_texts_.back();
  uint32_t slot = segments_.back().slot;
  uint32_t brace = offset();
  ++cursor_;
  if (open.first_token == kNoToken) {
    open.first_token = out_.tokens.size();
    push(TokenKind::kTextBegin, {open.offset, offset() - open.offset});
  }
  push(TokenKind::kTextMiddle, {start_offset(), offset() - start_offset()}, slot);
  if (brackets_.size() >= kMaxTreeDepth) {
    report(DiagnosticCode::kTooDeep, {brace, 1}, {std::to_string(kMaxTreeDepth)});
    out_.abandoned = true;
    return;
  }
  brackets_.push_back({Bracket::kInterpolation, brace, indentation_});
}

void Lexer::close_interpolation(const char* end) {
  cursor_ = end;
  report_empty_interpolation(offset());
  brackets_.pop_back();
  scan_text();
}

// `{}` and `{:>8}`; an invalid token takes the place of the value.
void Lexer::report_empty_interpolation(uint32_t end) {
  if (out_.tokens.back().kind != TokenKind::kTextMiddle) return;
  uint32_t brace = brackets_.back().offset;
  report(DiagnosticCode::kEmptyInterpolation, {brace, end - brace})
      .hint("put a value between them: `{x}`; for a brace, write `\\{`");
  push(TokenKind::kInvalid, {brace, end - brace});
}

void Lexer::scan_format() {
  report_empty_interpolation(offset());
  uint32_t begin = offset();
  while (!at_end() && *cursor_ != '}' && *cursor_ != '\n') ++cursor_;
  Span span{begin, offset() - begin};
  push(TokenKind::kFormat, span, static_cast<uint32_t>(out_.formats.size()));
  out_.formats.push_back(parse_format(source_, span, arena_, diagnostics_));
}

void Lexer::unterminated_text() {
  const OpenText& open = open_texts_.back();
  bool inside_line_text = open_texts_.size() > 1 && !open.form.triple && !open_texts_.front().form.triple;
  if (inside_line_text) return abandon_line_texts();
  if (open.form.triple) {
    uint32_t opener = open.form.raw || open.form.bytes ? 4 : 3;
    report_at_end(DiagnosticCode::kUnterminatedString, {open.offset, opener});
  } else {
    report(DiagnosticCode::kUnterminatedString, {open.offset, offset() - open.offset})
        .hint("write a string of several lines in `\"\"\"`");
  }
  finish_text();
}

// A quote inside an interpolation that is not closed on its line is most likely the one that closes the
// string around it: the outermost brace is at fault, and everything ends with the line.
void Lexer::abandon_line_texts() {
  const char* quote = text_ + open_texts_.back().offset;
  finish_text();
  while (!open_texts_.empty()) {
    while (!inside(Bracket::kInterpolation)) supply_closing();
    if (open_texts_.size() == 1) report_open_interpolation();
    brackets_.pop_back();
    finish_cut_off_text();
  }
  close_brackets_of({quote, static_cast<size_t>(cursor_ - quote)});
}

// The brackets that are closed in text that was read as part of a string.
void Lexer::close_brackets_of(std::string_view text) {
  for (char c : text) {
    size_t kind = std::string_view(")]}").find(c);
    if (kind == std::string_view::npos || !inside(static_cast<Bracket>(kind))) continue;
    supply_closing();
    --supplied_[kind];
  }
}

void Lexer::report_open_interpolation() {
  Span brace{brackets_.back().offset, 1};
  at_end() ? report_at_end(DiagnosticCode::kUnterminatedInterpolation, brace)
           : report(DiagnosticCode::kUnterminatedInterpolation, brace);
  diagnostics_.last().hint("for a brace, write `\\{`");
}

// The text ends in the middle of an interpolation.
void Lexer::finish_cut_off_text() {
  start_ = cursor_;
  add_segment(offset(), offset());
  finish_text();
}

}  // namespace aspen
