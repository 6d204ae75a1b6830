#include "frontend/syntax/layout.h"

#include <vector>

namespace aspen {

namespace {

using Tokens = std::vector<Token>;

// First pass: drops line ends that end no statement and links each opening bracket with its closing one.
// Marks the braces that have a `=` of their own before any separator: they are blocks, however they
// begin.
class LineRules {
 public:
  LineRules(Tokens& tokens, std::vector<bool>& assigns) : tokens_(tokens), assigns_(assigns) {}

  void run() {
    size_t size = tokens_.size();
    for (size_t i = 0; i < size; ++i) {
      Token token = tokens_[i];
      bool separates = token.kind == TokenKind::kSeparator;
      if (separates && !is_kept(token, tokens_[i + 1])) continue;
      link(token);
      tokens_[kept_++] = token;
    }
    tokens_.resize(kept_);
  }

 private:
  struct Open {
    size_t index;
    bool separated;
  };

  bool is_kept(const Token& separator, const Token& next) const {
    if (kept_ == 0 || !may_end_expression(tokens_[kept_ - 1].kind)) return false;
    if (!separator.has(Token::kLineEnd)) return true;
    // `;` after a line end separates once.
    return !continues_line(next) && next.kind != TokenKind::kSeparator;
  }

  void link(const Token& token) {
    if (is_opening(token.kind)) {
      open_.push_back({kept_, false});
    } else if (is_closing(token.kind)) {
      tokens_[open_.back().index].value = static_cast<uint32_t>(kept_);
      open_.pop_back();
    } else if (open_.empty()) {
      return;
    } else if (token.kind == TokenKind::kSeparator) {
      open_.back().separated = true;
    } else if (token.kind == TokenKind::kAssign && !open_.back().separated) {
      assigns_[open_.back().index] = true;
    }
  }

  Tokens& tokens_;
  std::vector<bool>& assigns_;
  std::vector<Open> open_;
  size_t kept_ = 0;
};

// Second pass: determines the kinds that depend on the neighbours.
class KindRules {
 public:
  KindRules(Tokens& tokens, const std::vector<bool>& assigns) : tokens_(tokens), assigns_(assigns) {}

  void run() {
    for (at_ = 0; at_ < tokens_.size(); ++at_) settle(tokens_[at_]);
  }

 private:
  // A keyword that waits for its body brace at this bracket depth.
  struct Head {
    size_t keyword;
    size_t depth;
  };

  TokenKind kind_before() const { return at_ == 0 ? TokenKind::kSeparator : tokens_[at_ - 1].kind; }
  TokenKind kind_after(size_t steps = 1) const {
    return at_ + steps < tokens_.size() ? tokens_[at_ + steps].kind : TokenKind::kEnd;
  }

  void settle(Token& token) {
    if (is_field_key(token)) {
      token.kind = TokenKind::kFieldKey;
      return;
    }
    if (token.kind == TokenKind::kSeparator) return drop_heads(open_.size());
    if (is_head(token.kind)) return begin_head(token);
    if (token.kind == TokenKind::kMinus) settle_minus(token);
    if (token.kind == TokenKind::kLeftBracket) settle_bracket(token);
    if (token.kind == TokenKind::kLeftBrace) settle_brace(token);
    if (token.kind == TokenKind::kRightBrace && in_record()) token.kind = TokenKind::kRecordEnd;
    if (is_opening(token.kind)) {
      open_.push_back(token.kind);
    } else if (is_closing(token.kind)) {
      drop_heads(open_.size());
      open_.pop_back();
    }
  }

  static bool is_head(TokenKind kind) {
    return kind == TokenKind::kIf || kind == TokenKind::kMatch || kind == TokenKind::kWhile ||
           kind == TokenKind::kIn || kind == TokenKind::kSyntax;
  }

  void begin_head(Token& token) {
    heads_.push_back({at_, open_.size()});
    token.value = 0;
  }

  bool in_record() const { return !open_.empty() && open_.back() == TokenKind::kRecordBrace; }

  static bool is_word(TokenKind kind) {
    return kind == TokenKind::kName || kind == TokenKind::kLabel || kind == TokenKind::kWildcard ||
           is_keyword(kind);
  }

  bool is_field_key(const Token& token) const {
    if (!is_word(token.kind) || !in_record() || kind_after() != TokenKind::kColon) return false;
    return kind_before() == TokenKind::kRecordBrace || kind_before() == TokenKind::kComma ||
           kind_before() == TokenKind::kSeparator;
  }

  // Heads at this bracket depth or deeper cannot get a body any more.
  void drop_heads(size_t depth) {
    while (!heads_.empty() && heads_.back().depth >= depth) heads_.pop_back();
  }

  void settle_minus(Token& token) const {
    TokenKind before = kind_before();
    bool keyword = is_keyword(before) && before != TokenKind::kTrue && before != TokenKind::kFalse;
    bool operand = may_end_expression(before) && !keyword;
    if (!operand || (token.has(Token::kSpaceBefore) && !token.has(Token::kSpaceAfter))) {
      token.kind = TokenKind::kNegate;
    }
  }

  void settle_bracket(Token& token) const {
    if (!token.has(Token::kSpaceBefore) && ends_postfix(kind_before())) token.kind = TokenKind::kIndexBracket;
  }

  void settle_brace(Token& token) {
    TokenKind before = kind_before();
    if (before == TokenKind::kElse || before == TokenKind::kLoop || before == TokenKind::kFiber) {
      token.kind = TokenKind::kBodyBrace;  // theirs, in a head as well
    } else if (!heads_.empty() && heads_.back().depth == open_.size()) {
      tokens_[heads_.back().keyword].value = static_cast<uint32_t>(at_);
      heads_.pop_back();
      token.kind = TokenKind::kBodyBrace;
    } else if (is_record(token)) {
      token.kind = TokenKind::kRecordBrace;
    }
  }

  bool is_record(const Token& brace) const {
    bool assigned = tokens_[brace.value + 1].kind == TokenKind::kAssign;
    if (assigned) return true;
    if (kind_after() == TokenKind::kColon) return kind_after(2) == TokenKind::kRightBrace;
    if (assigns_[at_]) return false;
    if (kind_after() == TokenKind::kDotDot) return true;
    if (kind_after(2) == TokenKind::kColon) return is_word(kind_after());
    return kind_after() == TokenKind::kName && kind_after(2) == TokenKind::kComma;
  }

  Tokens& tokens_;
  const std::vector<bool>& assigns_;
  std::vector<TokenKind> open_;
  std::vector<Head> heads_;
  size_t at_ = 0;
};

}  // namespace

void lay_out(TokenStream& stream) {
  std::vector<bool> assigns(stream.tokens.size());
  LineRules(stream.tokens, assigns).run();
  KindRules(stream.tokens, assigns).run();
}

}  // namespace aspen
