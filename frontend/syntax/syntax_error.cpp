#include "frontend/syntax/syntax_error.h"

#include <algorithm>

#include "frontend/diagnostics/utf8.h"
#include "frontend/syntax/habits.h"

namespace aspen {

namespace {

constexpr size_t kNone = ~size_t{0};
constexpr std::string_view kPatternBeforeBody =
    "the first `{` opens the body; put a record or a block before it in parentheses: `if x is ({ name }) { … "
    "}`";

constexpr std::string_view kBraceInText = R"(a brace in a string begins a value; for a brace, write `\{`)";

class Explainer {
 public:
  Explainer(const Source& source, const std::vector<Token>& tokens, size_t at, size_t statement,
            Diagnostics& diagnostics)
      : source_(source), tokens_(tokens), at_(at), statement_(statement), diagnostics_(diagnostics) {
    find_context();
  }

  void explain() {
    if (explain_foreign_word()) return;
    if (explain_brace_in_text()) return;
    if (explain_foreign_sign()) return;
    if (explain_comment()) return;
    if (explain_keyword_as_name()) return;
    if (explain_use()) return;
    if (explain_head()) return;
    if (explain_assignment()) return;
    if (explain_colon()) return;
    if (explain_typed_pattern()) return;
    if (explain_loose_operand()) return;
    if (explain_bare_tuple()) return;
    if (explain_arrow()) return;
    if (explain_arm()) return;
    if (kind() == TokenKind::kEnd) return explain_end();
    const std::string_view hint = general_hint();
    explain_with(hint.empty() && bracket_ == TokenKind::kTextBegin ? kBraceInText : hint);
  }

 private:
  const Token& token() const { return tokens_[at_]; }
  TokenKind kind() const { return token().kind; }
  TokenKind kind_before(size_t steps = 1) const {
    return at_ >= statement_ + steps ? tokens_[at_ - steps].kind : TokenKind::kSeparator;
  }
  std::string_view text(size_t index) const { return source_.text(tokens_[index].span()); }

  Diagnostic& report(DiagnosticCode code, Span span, std::initializer_list<std::string_view> arguments = {}) {
    return diagnostics_.report(source_, code, span, arguments);
  }

  // Notes the brackets that are open at the refused token, and the head and the comma outside of any.
  void find_context() {
    for (size_t i = statement_; i < at_; ++i) {
      TokenKind each = tokens_[i].kind;
      if (is_opening(each) && tokens_[i].value < at_) {
        i = tokens_[i].value;
      } else if (is_opening(each)) {
        bracket_ = each;
        head_ = comma_ = assign_ = kNone;
      } else if (is_head(each)) {
        head_ = i;
      } else if (each == TokenKind::kComma && comma_ == kNone) {
        comma_ = i;
      } else if (each == TokenKind::kAssign) {
        assign_ = i;
      }
    }
    if (head_ != kNone && tokens_[head_].value != 0 && tokens_[head_].value < at_) head_ = kNone;
  }

  static bool is_head(TokenKind kind) {
    return kind == TokenKind::kIf || kind == TokenKind::kMatch || kind == TokenKind::kWhile ||
           kind == TokenKind::kIn || kind == TokenKind::kFor;
  }

  // The statement is the first one between braces.
  bool begins_block() const {
    return statement_ > 0 && tokens_[statement_ - 1].kind == TokenKind::kLeftBrace;
  }

  bool follows_arrow() const {
    return std::any_of(tokens_.begin() + static_cast<ptrdiff_t>(statement_),
                       tokens_.begin() + static_cast<ptrdiff_t>(at_),
                       [](const Token& each) { return each.kind == TokenKind::kArrow; });
  }

  // Before it stand the brace of an interpolation and at most one number.
  bool begins_value_of_text() const {
    const size_t number = kind_before() == TokenKind::kInt ? 1 : 0;
    return kind_before(1 + number) == TokenKind::kTextMiddle;
  }

  // An arrow follows on the line.
  bool precedes_arrow() const {
    for (size_t i = at_; tokens_[i].kind != TokenKind::kSeparator && tokens_[i].kind != TokenKind::kEnd;
         ++i) {
      if (tokens_[i].kind == TokenKind::kArrow) return true;
      if (is_opening(tokens_[i].kind)) return false;
    }
    return false;
  }

  // The statement is an arm of a `match`.
  bool is_arm() const {
    size_t depth = 0;
    for (size_t i = statement_; i-- > 0;) {
      if (is_closing(tokens_[i].kind)) ++depth;
      if (!is_opening(tokens_[i].kind) || depth-- > 0) continue;
      return tokens_[i].kind == TokenKind::kBodyBrace && body_keyword(i) == TokenKind::kMatch;
    }
    return false;
  }

  TokenKind body_keyword(size_t brace) const {
    for (size_t i = brace; i-- > 0;) {
      if (is_head(tokens_[i].kind) && tokens_[i].value == brace) return tokens_[i].kind;
    }
    return TokenKind::kEnd;
  }

  bool ends_line() const {
    return kind() == TokenKind::kSeparator || kind() == TokenKind::kRightBrace || kind() == TokenKind::kEnd;
  }

  // `let`, `def`, `lambda`, `elif` … where a name may begin an expression, in this statement up to the token.
  bool explain_foreign_word() {
    for (size_t i = at_; i-- > statement_;) {
      if (explain_foreign_word(i)) return true;
    }
    return begins_block() && explain_foreign_word(statement_around());
  }

  bool explain_foreign_word(size_t index) {
    const std::string_view hint = foreign_word(index);
    // Within a statement, the word may be a variable's name, and another token to blame.
    return !hint.empty() && explain_with(hint, index <= statement_ ? tokens_[index] : token());
  }

  // The beginning of the statement around the block that this statement begins: `enum Color { Red, Green }`.
  size_t statement_around() const {
    size_t begin = statement_ - 1;
    while (begin > 0 && !is_opening(tokens_[begin - 1].kind) &&
           tokens_[begin - 1].kind != TokenKind::kSeparator)
      --begin;
    return begin;
  }

  std::string_view foreign_word(size_t index) const {
    const bool is_option = index > statement_ && tokens_[index - 1].kind == TokenKind::kComma &&
                           tokens_[index + 1].kind == TokenKind::kColon;
    if (is_option) return "";  // Elixir's `def f(x), do: …`: the `def` is to blame
    bool begins = index == 0 || index == statement_ || !may_end_expression(tokens_[index - 1].kind) ||
                  tokens_[index - 1].kind == TokenKind::kRightBrace;
    bool is_variable = tokens_[index + 1].kind == TokenKind::kAssign;
    bool is_word = tokens_[index].kind == TokenKind::kName && begins && !is_variable;
    return is_word ? keyword_hint(text(index)) : "";
  }

  // `"{a, b}"`, `"{% if c %}"`.
  bool explain_brace_in_text() {
    if (bracket_ != TokenKind::kTextBegin) return false;
    if (kind() == TokenKind::kComma && begins_value_of_text())
      return explain_with(
          R"(a brace in a string begins a value: write a pattern as r"[0-9]{2,4}", and a brace as `\{`)");
    if (kind() == TokenKind::kComma)
      return explain_with(R"(each value has braces of its own, as in "{a}, {b}"; for a brace, write `\{`)");
    return kind_before() == TokenKind::kTextMiddle && explain_with(kBraceInText);
  }

  // Signs of other languages: `...xs`, `*xs`, `1 << 3`, `:ok`, `|x| x + 1`.
  bool explain_foreign_sign() {
    const std::string_view hint = foreign_sign();
    return hint.empty() ? false : explain_with(hint);
  }

  std::string_view foreign_sign() const {
    const bool begins = !may_end_expression(kind_before());
    const bool in_list = bracket_ == TokenKind::kLeftBracket;
    const bool in_braces = begins_block() || bracket_ == TokenKind::kRecordBrace;
    switch (kind()) {
      case TokenKind::kDotField:
      case TokenKind::kDotDot:
        if (kind() == TokenKind::kDotField && kind_before() == TokenKind::kDotDot) return kSpreadHint;
        return begins && text(at_ + 1).starts_with('.') ? kFixedArityHint : "";
      case TokenKind::kMultiply:
      case TokenKind::kPower:
        if (!begins) return "";
        if (text(at_) == "%") return "a record is written `{ a: 1 }`, a dict `[\"a\": 1]`";
        if (!text(at_).starts_with('*')) return "";
        return in_list || in_braces ? kSpreadHint : kFixedArityHint;
      case TokenKind::kPlus:
        return kind_before() == TokenKind::kAssign && touches(at_) ? "to add to a variable, write `n += 1`"
                                                                   : "";
      case TokenKind::kCompare:
        if (kind_before() != TokenKind::kCompare || !touches(at_)) return begins ? arrow_sign() : "";
        return text(at_) == "<" ? "write `bits.shift_left n v`" : "write `bits.shift_right n v`";
      case TokenKind::kColon:
        if (kind_before() == TokenKind::kTry) return "write `match try … { Ok v -> …, Err e -> … }`";
        return begins && bracket_ != TokenKind::kIndexBracket && touches(at_ + 1) &&
                       tokens_[at_ + 1].kind == TokenKind::kName
                   ? "a word that stands for itself is a label, which begins with a capital letter: `Ok`"
                   : "";
      case TokenKind::kBar:
        if (in_list) return "the rest of a list is written `[first, ..rest]`";
        return begins ? "a function is written `x -> x + 1`" : "";
      default: return "";
    }
  }

  // Go's `<-ch`.
  std::string_view arrow_sign() const {
    return text(at_) == "<" && text(at_ + 1) == "-" ? "to take a value from a channel, write `recv ch`" : "";
  }

  bool touches(size_t index) const { return tokens_[index - 1].span().end() == tokens_[index].offset; }

  bool explain_with(std::string_view hint) { return explain_with(hint, token()); }
  bool explain_with(std::string_view hint, const Token& refused) {
    report(DiagnosticCode::kUnexpectedToken, refused.span(), {describe(refused, source_)}).hint(hint);
    return true;
  }

  bool explain_comment() {
    bool opens = kind() == TokenKind::kMultiply && (text(at_) == "//" || text(at_) == "/");
    if (!opens && !follows_slash_words()) return false;
    return explain_with(text(at_) == "/" ? "write a comment of several lines between `#[[` and `]]`"
                                         : kCommentHint);
  }

  // `//` and then words like prose, on the line of the token.
  bool follows_slash_words() const {
    if (!follows_slash_comment(source_, token().offset)) return false;
    auto is_word = [&](size_t i) {
      return tokens_[i].kind == TokenKind::kName || is_keyword(tokens_[i].kind);
    };
    for (size_t i = at_; i-- > statement_;) {
      if (text(i) == "//") return is_word(i + 1) && is_word(i + 2);
    }
    return false;
  }

  // `match = 1`. A keyword such as `is` may have been taken for an operator of the line before.
  bool explain_keyword_as_name() {
    const size_t name = kind() == TokenKind::kAssign && at_ > 0 ? at_ - 1 : at_;
    if (!is_keyword(tokens_[name].kind) || tokens_[name + 1].kind != TokenKind::kAssign) return false;
    report(DiagnosticCode::kUnexpectedToken, tokens_[name].span(), {describe(tokens_[name], source_)})
        .hint("this word is a keyword: give the variable another name");
    return true;
  }

  // `use json`.
  bool explain_use() { return kind_before() == TokenKind::kUse && explain_with(kUseHint); }

  // A keyword that lacks its body.
  bool explain_head() {
    if (head_ == kNone) return false;
    if (tokens_[head_].kind == TokenKind::kFor) return explain_for();
    bool brace_comes = tokens_[head_].value != 0;
    const bool leaves =
        kind() == TokenKind::kReturn || kind() == TokenKind::kBreak || kind() == TokenKind::kContinue;
    const bool ends_text = kind() == TokenKind::kTextMiddle || kind() == TokenKind::kTextEnd;
    bool cut_off =
        ends_line() || ends_text || kind() == TokenKind::kElse || kind() == TokenKind::kColon || leaves;
    if (!cut_off || (brace_comes && kind() != TokenKind::kColon)) return false;
    std::string_view keyword = tokens_[head_].kind == TokenKind::kIn ? "for" : text(head_);
    auto& diagnostic = report(DiagnosticCode::kMissingBody, tokens_[head_].span(), {keyword});
    diagnostic.hint(body_hint(keyword));
    return true;
  }

  std::string_view body_hint(std::string_view keyword) const {
    bool brace_below = kind() == TokenKind::kSeparator && tokens_[at_ + 1].kind == TokenKind::kLeftBrace;
    if (brace_below) return "put the `{` on the same line";
    if (keyword == "if") return "write `if c { a } else { b }`";
    if (keyword == "match") return "write `match value { pattern -> result }`";
    if (keyword == "while") return "write `while c { … }`";
    return "write `for x in xs { … }`";
  }

  bool explain_for() { return explain_with("write `for x in xs { … }`; to count, `for i in 0..n { … }`"); }

  bool explain_assignment() {
    if (kind() != TokenKind::kAssign && kind() != TokenKind::kUpdate && kind() != TokenKind::kPipeUpdate)
      return false;
    report(DiagnosticCode::kAssignmentInExpression, token().span()).hint(assignment_hint());
    return true;
  }

  std::string_view assignment_hint() const {
    bool equals = kind() == TokenKind::kAssign;
    if (bracket_ == TokenKind::kRecordBrace) return "a field is written `name: value`";
    if (equals && head_ != kNone)
      return "to compare, write `==`; to take a value apart, `is`: `while read_line () is Some line { … }`";
    if (begins_block() && comma_ != kNone && assign_ != kNone) {
      return "a record is written `{ name: value, other: value }`";
    }
    if (follows_arrow()) return "a function body with an assignment needs braces: `x -> { y = x }`";
    if (equals && kind_before() == TokenKind::kName && precedes_arrow())
      return "parameters have no defaults: take a record of options, and spread it: `{ ..defaults, ..options "
             "}`";
    if (equals && bracket_ == TokenKind::kLeftParen && kind_before(2) == TokenKind::kComma)
      return "arguments have no names: options are one record, as in `f x { name: value }`";
    if (equals && bracket_ != TokenKind::kEnd && bracket_ != TokenKind::kLeftBrace)
      return "to compare, write `==`";
    if (assign_ != kNone) return "assign one variable at a time: `a = 1`, then `b = a`";
    return equals ? "to compare, write `==`" : "";
  }

  bool explain_loose_operand() {
    bool level_one = kind() == TokenKind::kTry || kind() == TokenKind::kSpawn ||
                     kind() == TokenKind::kReturn || kind() == TokenKind::kBreak ||
                     kind() == TokenKind::kContinue || kind() == TokenKind::kYield;
    bool operand = level_one || kind() == TokenKind::kNot;
    if (!operand || at_ == statement_) return false;
    report(DiagnosticCode::kLooseOperand, token().span(), {text(at_)}).hint(loose_operand_hint());
    return true;
  }

  // `x is not None` and `x not in xs`, as in Python.
  std::string loose_operand_hint() const {
    if (kind() == TokenKind::kNot && kind_before() == TokenKind::kIs)
      return "write `not (x is …)`, or `x != …`";
    if (kind() == TokenKind::kNot && tokens_[at_ + 1].kind == TokenKind::kIn)
      return "whether x is not in xs is written `not (contains x xs)`";
    return "write `(" + std::string(text(at_)) + " …)`";
  }

  // Whether the brace before this statement follows `is` on its line.
  bool is_after_is() const {
    const auto brace = tokens_.begin() + static_cast<ptrdiff_t>(statement_ - 1);
    return std::any_of(tokens_.begin() + static_cast<ptrdiff_t>(statement_around()), brace,
                       [](const Token& each) { return each.kind == TokenKind::kIs; });
  }

  // `key: value` in place of a statement, and a `:` as in Python.
  bool explain_colon() {
    bool here = kind() == TokenKind::kColon;
    bool before = kind_before() == TokenKind::kColon;
    if (!here && !before) return false;
    bool in_body = statement_ > 0 && tokens_[statement_ - 1].kind == TokenKind::kBodyBrace;
    std::string_view hint;
    TokenKind key = kind_before(before ? 2 : 1);
    if (bracket_ == TokenKind::kIndexBracket) {
      hint = "a slice is written `xs[1..3]`, `xs[1..]` or `xs[..-1]`, and has no step: `reverse xs`";
    } else if (key == TokenKind::kString && bracket_ == TokenKind::kLeftBracket) {
      hint = "the entries of a dict are separated by commas: `[\"a\": 1, \"b\": 2]`";
    } else if (key == TokenKind::kName && bracket_ == TokenKind::kRecordBrace) {
      hint = "the fields of a record are separated by commas: `{ a: 1, b: 2 }`";
    } else if (key == TokenKind::kString) {
      hint = "a dict is written `[\"key\": value]`, a record `{ name: value }`";
    } else if (in_body && is_after_is()) {
      hint = kPatternBeforeBody;
    } else if (in_body) {
      hint =
          "a record as a body needs braces of its own: `if c { { a: 1 } }`; a record before the body needs "
          "parentheses: `match f ({ a: 1 }) { … }`";
    } else {
      hint = "a record is written `{ name: value }`, a typed pattern `(x: Int)`; a body needs braces";
    }
    return explain_with(hint);
  }

  // `n: Int or …`, and `x is n: Int and …`.
  bool explain_typed_pattern() {
    if (kind() != TokenKind::kOr && kind() != TokenKind::kAnd) return false;
    if (kind_before() != TokenKind::kLabel || kind_before(2) != TokenKind::kColon) return false;
    return explain_with("a type in a pattern needs parentheses here: `(n: Int) or …`, `x is (n: Int) and …`");
  }

  bool explain_bare_tuple() {
    bool list_ends = ends_line() && comma_ != kNone && assign_ == kNone;
    bool after_return = kind() == TokenKind::kComma && bracket_ == TokenKind::kEnd;
    if (!list_ends && !after_return) return false;
    Span comma = list_ends ? tokens_[comma_].span() : token().span();
    report(DiagnosticCode::kBareTuple, comma)
        .hint(
            is_pattern_as_body()
                ? kPatternBeforeBody
                : "arguments are separated by spaces: `f a b`; a tuple is written `(a, b)`, a list `[a, b]`");
    return true;
  }

  // `while e is Some { a, b } { … }`: the statement stands in the first pair of braces.
  bool is_pattern_as_body() const {
    if (statement_ < 2 || tokens_[statement_ - 1].kind != TokenKind::kBodyBrace) return false;
    const TokenKind before = tokens_[statement_ - 2].kind;
    const size_t end = tokens_[statement_ - 1].value;
    return (before == TokenKind::kLabel || before == TokenKind::kIs) && end + 1 < tokens_.size() &&
           is_opening(tokens_[end + 1].kind);
  }

  bool explain_arrow() {
    if (kind() != TokenKind::kArrow) return false;
    bool typed = kind_before(2) == TokenKind::kColon;
    if (typed) {
      report(DiagnosticCode::kLooseParameter, token().span(), {"a typed pattern"})
          .hint("write `(x: Int) -> …`");
      return true;
    }
    return explain_with(arrow_hint());
  }

  std::string_view arrow_hint() const {
    if (at_ == statement_) return "put `->` on the line of its pattern";
    if (!may_end_expression(kind_before())) return "a function without parameters is written `() -> …`";
    return "put a function in parentheses if it is an operand or an argument: `map (x -> x + 1)`";
  }

  bool explain_arm() {
    if (follows_arrow() || !is_arm()) return false;
    Span span = ends_line() && at_ > statement_ ? join(tokens_[statement_].span(), tokens_[at_ - 1].span())
                                                : token().span();
    report(DiagnosticCode::kMissingArrow, span).hint("an arm of a `match` is written `pattern -> result`");
    return true;
  }

  void explain_end() {
    const Token& last = tokens_[at_ == 0 ? 0 : at_ - 1];
    report(DiagnosticCode::kUnexpectedEnd, last.span(), {describe(last, source_)});
  }

  std::string_view general_hint() const {
    if ((kind() == TokenKind::kRightBracket || kind() == TokenKind::kRightParen) && head_ != kNone)
      return "a list of results is written `map (x -> x * 2) xs`, or `xs |> filter big? |> map f`";
    if (kind() == TokenKind::kIn) return "whether x is in xs is written `contains x xs`";
    if (kind() == TokenKind::kElse && tokens_[at_ + 1].kind == TokenKind::kArrow)
      return "the arm for all other values is `_ -> …`";
    if (kind() == TokenKind::kElse) return "`else` follows the `}` of an `if`";
    if (kind_before() == TokenKind::kLoop)
      return "`loop { … }` goes on until a `break`; to count, `for i in 0..n { … }`";
    if (kind() == TokenKind::kComma && bracket_ == TokenKind::kIndexBracket) return "write `xs[i][j]`";
    if (kind() == TokenKind::kQuoted) return "write a string in double quotes";
    if (bracket_ == TokenKind::kRecordBrace)
      return "the fields of a record are separated by commas: `{ a: 1, b: 2 }`";
    if (kind() == TokenKind::kBodyBrace) return kPatternBeforeBody;
    if (kind() == TokenKind::kDotIndex) return "a `.` in a number has digits on both sides: `0.5`";
    if (kind() == TokenKind::kDotField) return "write a field on the same line as the value before it";
    if (kind() == TokenKind::kBar) return "`|` begins a guard in a `match`; for Ints, write `bits.or a b`";
    if (kind_before() == TokenKind::kElse) return "`else` is followed by a body or by `if`: `else { … }`";
    if (text(at_) == "as" && text(statement_) == "with")
      return "there is no `with`: `f = fs.open \"read\" p`, and `fs.close f` in the end";
    if (is_keyword(kind())) return kind_before() != TokenKind::kSeparator ? "this word is a keyword" : "";
    bool word =
        at_ > statement_ && (kind_before() == TokenKind::kName) && !keyword_hint(text(at_ - 1)).empty();
    return word ? keyword_hint(text(at_ - 1)) : "";
  }

  const Source& source_;
  const std::vector<Token>& tokens_;
  size_t at_;
  size_t statement_;
  Diagnostics& diagnostics_;
  // The innermost open bracket since the statement began (kEnd: none), and what was met directly inside it.
  TokenKind bracket_ = TokenKind::kEnd;
  size_t head_ = kNone;
  size_t comma_ = kNone;
  size_t assign_ = kNone;
};

}  // namespace

void report_syntax_error(const Source& source, const std::vector<Token>& tokens, size_t at, size_t statement,
                         Diagnostics& diagnostics) {
  Explainer(source, tokens, at, statement, diagnostics).explain();
}

}  // namespace aspen
