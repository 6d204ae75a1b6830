#include "frontend/syntax/text_literal.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "frontend/diagnostics/utf8.h"
#include "vm/run/operators/format.h"

namespace aspen {

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

size_t count_blanks(std::string_view text) {
  size_t count = 0;
  while (count < text.size() && is_blank(text[count])) ++count;
  return count;
}

// The rules of `"""`: which white space at the start of lines is layout, and which line ends are.
class Dedenter {
 public:
  Dedenter(const Source& source, std::span<const TextSegment> segments) : source_(source) {
    for (const TextSegment& segment : segments) measure(segment);
  }

  // The white space to drop at the start of a line.
  size_t indentation_at(std::string_view line) const {
    size_t count = 0;
    while (count < common_.size() && count < line.size() && line[count] == common_[count]) ++count;
    return count;
  }

 private:
  void measure(const TextSegment& segment) {
    std::string_view text = source_.text().substr(segment.begin, segment.end - segment.begin);
    for (size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
      std::string_view line = text.substr(at + 1);
      std::string_view indentation = line.substr(0, count_blanks(line));
      bool ends_here = indentation.size() == line.size();
      bool blank = !ends_here && line[indentation.size()] == '\n';
      // A line that ends with the segment is the closing line or goes on after an interpolation: both count.
      if (!blank) meet(indentation);
    }
  }

  void meet(std::string_view indentation) {
    if (!met_) common_ = indentation;
    met_ = true;
    size_t same = 0;
    while (same < common_.size() && same < indentation.size() && common_[same] == indentation[same]) ++same;
    common_ = common_.substr(0, same);
  }

  const Source& source_;
  bool met_ = false;
  std::string_view common_;
};

class TextDecoder {
 public:
  TextDecoder(const Source& source, TextForm form, Diagnostics& diagnostics, const Dedenter* dedenter)
      : source_(source), form_(form), diagnostics_(diagnostics), dedenter_(dedenter) {}

  const std::string& decode(uint32_t begin, uint32_t end) {
    out_.clear();
    text_ = source_.text().substr(0, end);
    for (at_ = begin; at_ < text_.size();) {
      char c = text_[at_];
      if (c == '\\' && !form_.raw) {
        escape();
      } else {
        plain(c);
      }
    }
    return out_;
  }

 private:
  void plain(char c) {
    ++at_;
    bool crlf = c == '\r' && at_ < text_.size() && text_[at_] == '\n';
    if (crlf) return;
    out_ += c;
    if (c == '\n' && dedenter_ != nullptr) at_ += dedenter_->indentation_at(text_.substr(at_));
  }

  void escape() {
    size_t begin = at_;
    char c = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
    at_ = std::min(at_ + 2, text_.size());
    static constexpr std::string_view kShort = "ntr0e\\\"{}";
    static constexpr std::string_view kMeaning{"\n\t\r\0\x1b\\\"{}", 9};
    size_t found = kShort.find(c);
    if (found != std::string_view::npos) {
      out_ += kMeaning[found];
    } else if (c == 'x') {
      hexadecimal(begin);
    } else if (c == 'u') {
      unicode(begin);
    } else {
      at_ = begin + 1 + (begin + 1 < text_.size() ? code_point_at(text_, begin + 1).length : 0);
      bad_escape(begin,
                 c == '\n'
                     ? "a string continues on the next line without a backslash"
                     : "the escapes are \\n \\t \\r \\0 \\e \\\\ \\\" \\{ \\} \\xHH \\u{…}; r\"…\" has none");
    }
  }

  void hexadecimal(size_t begin) {
    uint32_t value = 0;
    const char* digits = text_.data() + at_;
    const char* end = digits + std::min<size_t>(2, text_.size() - at_);
    auto [stop, error] = std::from_chars(digits, end, value, 16);
    if (error != std::errc() || stop != digits + 2)
      return bad_escape(begin, "`\\x` takes two hexadecimal digits");
    at_ += 2;
    if (form_.bytes) {
      out_ += static_cast<char>(value);
    } else {
      append_utf8(out_, static_cast<int32_t>(value));
    }
  }

  void unicode(size_t begin) {
    size_t close = text_.substr(at_, 10).find('}');
    if (at_ >= text_.size() || text_[at_] != '{' || close == std::string_view::npos) {
      return bad_escape(begin, "a code point is written `\\u{1F600}`");
    }
    uint32_t value = 0;
    const char* digits = text_.data() + at_ + 1;
    const char* end = text_.data() + at_ + close;
    auto [stop, error] = std::from_chars(digits, end, value, 16);
    at_ += close + 1;
    if (error != std::errc() || stop != end) return bad_escape(begin, "a code point is written `\\u{1F600}`");
    bool scalar = value < 0xD800 || (value > 0xDFFF && value <= 0x10FFFF);
    if (scalar) return append_utf8(out_, static_cast<int32_t>(value));
    Span span{static_cast<uint32_t>(begin), static_cast<uint32_t>(at_ - begin)};
    diagnostics_.report(source_, DiagnosticCode::kBadCodePoint, span, {source_.text(span)});
  }

  void bad_escape(size_t begin, std::string_view hint) {
    Span span{static_cast<uint32_t>(begin), static_cast<uint32_t>(at_ - begin)};
    std::string_view text = source_.text(span);
    if (text.ends_with('\n')) text.remove_suffix(1);
    diagnostics_.report(source_, DiagnosticCode::kBadEscape, span, {text}).hint(hint);
  }

  const Source& source_;
  TextForm form_;
  Diagnostics& diagnostics_;
  const Dedenter* dedenter_;
  std::string_view text_;
  size_t at_ = 0;
  std::string out_;
};

// Drops the rest of the opener's line if it is blank, and the closing line with the line end before it.
void trim_outer_lines(const Source& source, std::vector<TextSegment>& segments) {
  TextSegment& first = segments.front();
  std::string_view head = source.text().substr(first.begin, first.end - first.begin);
  size_t blanks = count_blanks(head);
  // The line end itself stays to mark the start of a line; it is dropped after decoding.
  if (blanks < head.size() && head[blanks] == '\n') first.begin += static_cast<uint32_t>(blanks);
  TextSegment& last = segments.back();
  std::string_view tail = source.text().substr(last.begin, last.end - last.begin);
  size_t line_end = tail.rfind('\n');
  if (line_end == std::string_view::npos) return;
  std::string_view closing_line = tail.substr(line_end + 1);
  if (count_blanks(closing_line) != closing_line.size()) return;
  if (line_end > 0 && tail[line_end - 1] == '\r') --line_end;
  last.end = last.begin + static_cast<uint32_t>(line_end);
}

}  // namespace

void decode_text(const Source& source, TextForm form, std::span<const TextSegment> segments, Arena& arena,
                 Diagnostics& diagnostics, std::vector<std::string_view>& texts) {
  if (!form.triple) {
    TextDecoder decoder(source, form, diagnostics, nullptr);
    for (const TextSegment& segment : segments) {
      std::string_view text = source.text().substr(segment.begin, segment.end - segment.begin);
      bool as_it_is = form.raw || text.find('\\') == std::string_view::npos;
      texts[segment.slot] = as_it_is ? text : arena.copy(decoder.decode(segment.begin, segment.end));
    }
    return;
  }
  Dedenter dedenter(source, segments);
  TextDecoder decoder(source, form, diagnostics, &dedenter);
  std::vector<TextSegment> trimmed(segments.begin(), segments.end());
  trim_outer_lines(source, trimmed);
  for (size_t i = 0; i < trimmed.size(); ++i) {
    if (trimmed[i].begin >= trimmed[i].end) continue;
    std::string_view text = decoder.decode(trimmed[i].begin, trimmed[i].end);
    bool opens_with_line_end = i == 0 && source.text()[trimmed[i].begin] == '\n';
    if (opens_with_line_end) text.remove_prefix(1);
    texts[trimmed[i].slot] = arena.copy(text);
  }
}

// JSON has quotes and braces, and CSS has spaces.
static std::string_view format_hint(std::string_view text) {
  if (text.find('"') != text.npos || text.find(' ') != text.npos)
    return "`{` begins an expression: write `\\{`, or JSON and the like as `r\"\"\"…\"\"\"`";
  if (text.find('{') != text.npos)
    return "pass a computed format to a function: `string.format \">{width}\" x`";
  return "";
}

FormatText* parse_format(const Source& source, Span span, Arena& arena, Diagnostics& diagnostics) {
  std::string_view text = source.text(span);
  std::string_view error;
  if (text.empty()) {
    error = "there is no format after the `:`";
  } else if (!valid_format_spec(text)) {
    error = "a format is [[fill]<>^=][+- ][z][#][0][width][,_][.precision][type]";
  }
  if (!error.empty())
    diagnostics.report(source, DiagnosticCode::kBadFormat, span, {text, error}).hint(format_hint(text));
  return arena.make<FormatText>(FormatText{text, span});
}

}  // namespace aspen
