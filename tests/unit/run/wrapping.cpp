#include "tests/unit/run/wrapping.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "frontend/syntax/arena.h"
#include "frontend/syntax/lexer.h"

namespace aspen {

namespace {

class Finder {
 public:
  explicit Finder(std::string_view text)
      : source_("wrapped", std::string(text)), stream_(lex(source_, arena_, diagnostics_)) {}

  std::vector<Span> find() {
    for (size_t i = 0; i < stream_.tokens.size(); ++i) add_at(i);
    return std::move(found_);
  }

 private:
  const Token& token(size_t i) const { return stream_.tokens[std::min(i, stream_.tokens.size() - 1)]; }

  // The index of the last token of a part that an opening token begins.
  size_t closing(size_t i) const {
    for (int depth = 0; i < stream_.tokens.size(); ++i) {
      if (is_opening(token(i).kind)) ++depth;
      if (is_closing(token(i).kind) && --depth == 0) break;
    }
    return i;
  }

  // The last token of the simple expression that begins at i.
  std::optional<size_t> simple(size_t i) const {
    switch (token(i).kind) {
      case TokenKind::kName:
      case TokenKind::kLabel:
      case TokenKind::kInt:
      case TokenKind::kFloat:
      case TokenKind::kString:
      case TokenKind::kBytes:
      case TokenKind::kTrue:
      case TokenKind::kFalse: return i;
      case TokenKind::kNegate: return simple(i + 1);
      case TokenKind::kLeftParen:
      case TokenKind::kLeftBracket:
      case TokenKind::kLeftBrace:
      case TokenKind::kTextBegin: return closing(i);
      default: return {};
    }
  }

  // `()` before an arrow stands for no parameters.
  bool is_no_parameters(size_t i) const {
    return token(i).kind == TokenKind::kLeftParen && token(i + 1).kind == TokenKind::kRightParen &&
           token(i + 2).kind == TokenKind::kArrow;
  }

  void add_at(size_t i) {
    if (is_no_parameters(i)) return;
    std::optional<size_t> last = simple(i);
    while (last && *last < stream_.tokens.size()) {
      found_.push_back(join(token(i).span(), token(*last).span()));
      const Token& next = token(*last + 1);
      bool field = next.kind == TokenKind::kDotField || next.kind == TokenKind::kDotIndex;
      bool index = next.kind == TokenKind::kIndexBracket ||
                   (next.kind == TokenKind::kLeftBracket && !next.has(Token::kSpaceBefore));
      if (!field && !index) return;
      last = field ? *last + 1 : closing(*last + 1);
    }
  }

  Source source_;
  Arena arena_;
  Diagnostics diagnostics_;
  TokenStream stream_;
  std::vector<Span> found_;
};

// The position of each byte of the text once the pieces are wrapped.
std::vector<size_t> places(size_t size, const std::vector<Span>& pieces, size_t function_size) {
  std::vector<size_t> more(size + 1, 0);
  for (Span piece : pieces) {
    more[piece.offset] += function_size + 2;
    if (piece.end() < more.size()) more[piece.end()] += 1;
  }
  std::partial_sum(more.begin(), more.end(), more.begin());
  for (size_t i = 0; i < more.size(); ++i) more[i] += i;
  return more;
}

// The innermost piece that holds an error; those that begin in the error's line if none does.
std::vector<Span> wrong_pieces(const Diagnostic& error, const std::vector<size_t>& at, size_t function_size,
                               const std::vector<Span>& pieces) {
  const Span* innermost = nullptr;
  std::vector<Span> in_line;
  for (const Span& piece : pieces) {
    size_t begin = at[piece.offset] - function_size - 2, end = at[piece.end()];
    bool holds = error.span.end() > begin && error.span.offset <= end;
    if (holds && (innermost == nullptr || piece.length <= innermost->length)) innermost = &piece;
    LineColumn place = error.source->position(static_cast<uint32_t>(begin));
    if (place.line == error.source->position(error.span.offset).line) in_line.push_back(piece);
  }
  return innermost != nullptr ? std::vector<Span>{*innermost} : in_line;
}

// Leaves out the pieces that cause errors, or all of them if these are not known.
void drop_wrong(const Diagnostics& diagnostics, size_t size, size_t function_size,
                std::vector<Span>& pieces) {
  std::vector<size_t> at = places(size, pieces, function_size);
  std::vector<Span> wrong;
  for (const Diagnostic& error : diagnostics.errors()) {
    for (Span piece : wrong_pieces(error, at, function_size, pieces)) wrong.push_back(piece);
  }
  if (wrong.empty()) return pieces.clear();
  std::erase_if(pieces,
                [&](Span piece) { return std::find(wrong.begin(), wrong.end(), piece) != wrong.end(); });
}

}  // namespace

std::vector<Span> expressions_in(std::string_view text) { return Finder(text).find(); }

std::string wrapped(std::string_view text, const std::vector<Span>& pieces, std::string_view function) {
  std::vector<unsigned> opened(text.size() + 1, 0), closed(text.size() + 1, 0);
  for (Span piece : pieces) ++opened[piece.offset], ++closed[piece.end()];
  std::string out;
  for (size_t i = 0; i <= text.size(); ++i) {
    out.append(closed[i], ')');
    for (unsigned n = opened[i]; n > 0; --n) out.append("(").append(function).append(" ");
    if (i < text.size()) out += text[i];
  }
  return out;
}

bool wrap_all(const std::string& name, const std::string& text, std::string_view function,
              const BuiltinCatalogue& builtins, CompileResult& out, size_t& count) {
  std::string_view folder = std::string_view(name).substr(0, std::min(name.rfind('/'), name.size()));
  std::vector<Span> pieces = expressions_in(text);
  for (;;) {
    out = compile_text(name, wrapped(text, pieces, function), builtins, {}, folder);
    count = pieces.size();
    if (out.ok() || pieces.empty()) return out.ok();
    drop_wrong(out.diagnostics, text.size(), function.size(), pieces);
  }
}

}  // namespace aspen
