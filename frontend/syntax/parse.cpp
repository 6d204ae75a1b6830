#include "frontend/syntax/parse.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "frontend/syntax/grammar.h"
#include "frontend/syntax/layout.h"
#include "frontend/syntax/lexer.h"
#include "frontend/syntax/syntax_error.h"
#include "frontend/syntax/tree_builder.h"

// Generated from grammar.y; Lemon names them. NOLINTBEGIN(readability-identifier-naming)
void* AspenGrammarAlloc(void* (*allocate)(size_t));
void AspenGrammarFree(void* parser, void (*release)(void*));
void AspenGrammar(void* parser, int kind, aspen::Token token, aspen::TreeBuilder* builder);
void AspenGrammarForgetError(void* parser);
// NOLINTEND(readability-identifier-naming)

namespace aspen {

#define ASPEN_TOKEN(name, grammar_name, text, flags)                          \
  static_assert(static_cast<int>(TokenKind::k##name) == TOKEN_##grammar_name, \
                "tokens.def differs from %token");
#include "frontend/syntax/tokens.def"
#undef ASPEN_TOKEN

namespace {

// Feeds the grammar, and after an error leads it to the next statement.
class Driver {
 public:
  Driver(const Source& source, const TokenStream& stream, TreeBuilder& builder, Diagnostics& diagnostics)
      : source_(source),
        tokens_(stream.tokens),
        builder_(builder),
        diagnostics_(diagnostics),
        lexical_errors_(diagnostics.errors().size()),
        errors_at_end_(stream.errors_at_end > 0),
        parser_(AspenGrammarAlloc(std::malloc), [](void* parser) { AspenGrammarFree(parser, std::free); }) {}

  // True if the grammar did not expect the end of the text.
  bool run() {
    feed({TokenKind::kSeparator, 0, 0, 0, 0});
    while (at_ < tokens_.size() && !diagnostics_.full()) {
      const Token& token = tokens_[at_];
      feed(token);
      if (builder_.overflown()) {
        report_overflow(token);
        break;
      }
      if (builder_.take_syntax_error()) {
        recover();
      } else {
        track(at_++);
      }
    }
    return ended_early_;
  }

 private:
  void feed(const Token& token) {
    AspenGrammar(parser_.get(), static_cast<int>(token.kind), token, &builder_);
  }

  void report_overflow(const Token& token) {
    diagnostics_.report(source_, DiagnosticCode::kTooDeep, token.span(), {std::to_string(kMaxTreeDepth)});
  }

  size_t statement() const { return statements_.back(); }

  // Where statements begin: after separators and the braces around statements.
  void track(size_t index) {
    TokenKind kind = tokens_[index].kind;
    if (kind == TokenKind::kSeparator) {
      statements_.back() = index + 1;
    } else if (kind == TokenKind::kLeftBrace || kind == TokenKind::kBodyBrace) {
      statements_.push_back(index + 1);
    } else if (kind == TokenKind::kRightBrace && statements_.size() > 1) {
      statements_.pop_back();
    }
  }

  static bool ends_statement(TokenKind kind) {
    return kind == TokenKind::kSeparator || kind == TokenKind::kRightBrace || kind == TokenKind::kEnd;
  }

  void recover() {
    size_t begin = statement();
    if (!is_explained()) report_syntax_error(source_, tokens_, at_, begin, diagnostics_);
    ended_early_ = tokens_[at_].kind == TokenKind::kEnd && diagnostics_.has_errors() &&
                   diagnostics_.last().code == DiagnosticCode::kUnexpectedEnd;
    if (!ends_statement(tokens_[at_].kind)) skip_statement();
    track(at_++);
    AspenGrammarForgetError(parser_.get());
    builder_.discard_leftovers(tokens_[begin].offset);
  }

  // The grammar has dropped the refused token, or taken it for a separator of arms. Everything up to the end
  // of the statement is skipped; brackets that open in it are skipped as a whole. The end itself gets the
  // grammar back in step, and is not reported if the grammar does not expect it.
  void skip_statement() {
    while (!ends_statement(tokens_[at_].kind)) {
      at_ = is_opening(tokens_[at_].kind) ? tokens_[at_].value + 1 : at_ + 1;
    }
    feed(tokens_[at_]);
  }

  // The lexer has reported an error in the statement up to this line, or supplied the token itself; or a
  // pattern on this line was refused.
  bool is_explained() const {
    const Token& token = tokens_[at_];
    if (token.has(Token::kVirtual) || (token.kind == TokenKind::kEnd && errors_at_end_)) return true;
    uint32_t begin = tokens_[statement()].offset;
    uint32_t end = source_.line(source_.position(token.offset).line).end();
    auto in_statement = [&](const Diagnostic& error) {
      return error.source == &source_ && error.span.offset >= begin && error.span.offset <= end;
    };
    const Span line = source_.line(source_.position(token.offset).line);
    const auto on_line = [&](const Diagnostic& error) {
      return error.code == DiagnosticCode::kNotAPattern && in_statement(error) &&
             error.span.offset >= line.offset;
    };
    auto errors = std::span(diagnostics_.errors());
    auto lexical = errors.first(lexical_errors_);
    return std::any_of(lexical.begin(), lexical.end(), in_statement) ||
           std::any_of(errors.begin(), errors.end(), on_line);
  }

  const Source& source_;
  const std::vector<Token>& tokens_;
  TreeBuilder& builder_;
  Diagnostics& diagnostics_;
  size_t lexical_errors_;
  bool errors_at_end_;
  std::unique_ptr<void, void (*)(void*)> parser_;
  size_t at_ = 0;
  std::vector<size_t> statements_{0};
  bool ended_early_ = false;
};

}  // namespace

void report_leftovers(const Source& source, const std::vector<Leftover>& leftovers,
                      Diagnostics& diagnostics) {
  for (const Leftover& each : leftovers) {
    diagnostics.report(source, each.code, each.span, {each.first, each.second}).hint(each.hint);
  }
}

ParseResult parse(const Source& source, Arena& arena, Diagnostics& diagnostics, const ParseOptions& options) {
  size_t errors_before = diagnostics.errors().size();
  size_t dropped_before = diagnostics.dropped();
  ParseResult result;
  TokenStream stream = lex(source, arena, diagnostics);
  if (!stream.abandoned) {
    lay_out(stream);
    TreeBuilder builder(source, stream, arena, diagnostics, options.free_names);
    bool ended_early = Driver(source, stream, builder, diagnostics).run();
    if (options.leftovers == nullptr) report_leftovers(source, builder.leftovers(), diagnostics);
    result.program = builder.program();
    size_t errors = diagnostics.errors().size() - errors_before;
    size_t errors_at_end = stream.errors_at_end + (ended_early && stream.errors_at_end == 0 ? 1 : 0);
    result.ok = errors == 0 && diagnostics.dropped() == dropped_before;
    result.incomplete = errors > 0 && errors == errors_at_end;
    if (options.leftovers != nullptr) {
      result.incomplete &= builder.leftovers().empty();
      *options.leftovers = std::move(builder.leftovers());
    }
  }
  diagnostics.sort();
  return result;
}

}  // namespace aspen
