// Lists, literals, structures and operators; statements and control are in tree_statements.cpp.
#include "frontend/syntax/tree_builder.h"

#include <fast_float/fast_float.h>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace aspen {

std::string_view operator_text(BinaryOp op) {
  constexpr std::string_view kTexts[] = {"==", "!=", "<", "<=", ">", ">=", "+",
                                         "-",  "*",  "/", "//", "%", "**"};
  return kTexts[static_cast<size_t>(op)];
}

Diagnostic& TreeBuilder::report(DiagnosticCode code, Span span,
                                std::initializer_list<std::string_view> arguments) {
  return diagnostics_.report(source_, code, span, arguments);
}

// ---- Depth

Expr* TreeBuilder::deepen(Expr* node, std::initializer_list<uint32_t> depths) {
  return deepen(node, std::max(depths));
}

Expr* TreeBuilder::deepen(Expr* node, uint32_t deepest) {
  if (deepest < kMaxTreeDepth) {
    node->depth = static_cast<uint16_t>(deepest + 1);
    return node;
  }
  if (!too_deep_) report(DiagnosticCode::kTooDeep, {node->span.offset, 1}, {std::to_string(kMaxTreeDepth)});
  too_deep_ = true;
  return make<ErrorExpr>(node->span);
}

uint32_t TreeBuilder::depth_of(std::span<Expr* const> exprs) {
  uint32_t deepest = 0;
  for (const Expr* expr : exprs) deepest = std::max(deepest, depth_of(expr));
  return deepest;
}

uint32_t TreeBuilder::depth_of(const Path& path) {
  uint32_t deepest = 1;
  for (const PathStep& step : path.steps) deepest = std::max(deepest, depth_of(step.key));
  return deepest;
}

// ---- Lists

ListMark TreeBuilder::begin_list() { return {static_cast<uint32_t>(exprs_.size())}; }

ListMark TreeBuilder::list_of(Expr* first) {
  exprs_.push_back(first);
  return {static_cast<uint32_t>(exprs_.size() - 1)};
}

ListMark TreeBuilder::append(ListMark list, Expr* next) {
  exprs_.push_back(next);
  return list;
}

std::span<Expr*> TreeBuilder::take(ListMark list) { return take_from(exprs_, list); }

// ---- What only a pattern may hold

void TreeBuilder::forget_leftovers(Span span) {
  auto first = leftovers_.end();
  while (first != leftovers_.begin() && (first - 1)->span.offset >= span.offset) --first;
  leftovers_.erase(
      std::remove_if(first, leftovers_.end(),
                     [&](const Leftover& leftover) { return leftover.span.end() <= span.end(); }),
      leftovers_.end());
}

void TreeBuilder::discard_leftovers(uint32_t offset) {
  while (!leftovers_.empty() && leftovers_.back().span.offset >= offset) leftovers_.pop_back();
}

// ---- Literals and names

Expr* TreeBuilder::name(Token token) {
  auto* node = make<NameExpr>(token.span());
  node->name = scoped(intern(token.span()), token.offset);
  return node;
}

Name TreeBuilder::scoped(Name name, uint32_t offset) {
  if (free_names_.empty()) return name;
  auto found = std::lower_bound(free_names_.begin(), free_names_.end(), offset,
                                [](const FreeName& each, uint32_t at) { return each.offset < at; });
  bool is_free = found != free_names_.end() && found->offset == offset;
  return is_free ? arena_.in_scope(name, found->scope) : name;
}

Expr* TreeBuilder::wildcard(Token token) {
  bool dots = token.kind == TokenKind::kDotDot;
  leave({token.span(),
         DiagnosticCode::kPatternOnly,
         dots ? "`..` alone" : "`_`",
         {},
         dots ? "to spread a list, write `..xs`" : "it matches anything and has no value"});
  auto* node = make<NameExpr>(token.span());
  node->name = arena_.intern("_");
  return node;
}

Expr* TreeBuilder::label(Token token) {
  auto* node = make<LabelExpr>(token.span());
  node->name = intern(token.span());
  return node;
}

Expr* TreeBuilder::integer(Token token) {
  auto* node = make<IntExpr>(token.span());
  std::string_view text = source_.text(token.span());
  char prefix = text.size() > 1 ? text[1] : '\0';
  node->base = prefix == 'x' ? 16 : prefix == 'o' ? 8 : prefix == 'b' ? 2 : 10;
  if (node->base != 10) text.remove_prefix(2);
  if (text.find('_') != std::string_view::npos) {
    std::string digits(text);
    digits.erase(std::remove(digits.begin(), digits.end(), '_'), digits.end());
    text = arena_.copy(digits);
  }
  node->digits = text;
  auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), node->value, node->base);
  node->fits = error == std::errc();
  if (!node->fits) node->value = 0;
  return node;
}

Expr* TreeBuilder::floating(Token token) {
  auto* node = make<FloatExpr>(token.span());
  std::string text(source_.text(token.span()));
  text.erase(std::remove(text.begin(), text.end(), '_'), text.end());
  fast_float::from_chars(text.data(), text.data() + text.size(), node->value);
  if (std::isinf(node->value)) {
    report(DiagnosticCode::kNumberTooLarge, token.span(), {source_.text(token.span())})
        .hint("infinity is `math.inf`");
  }
  return node;
}

Expr* TreeBuilder::boolean(Token token, bool value) {
  auto* node = make<BoolExpr>(token.span());
  node->value = value;
  return node;
}

Expr* TreeBuilder::string(Token token) {
  auto* node = make<StringExpr>(token.span());
  node->value = text_of(token);
  return node;
}

Expr* TreeBuilder::bytes(Token token) {
  auto* node = make<BytesExpr>(token.span());
  node->value = text_of(token);
  return node;
}

Expr* TreeBuilder::invalid(Token token) { return make<ErrorExpr>(token.span()); }

// ---- Interpolation

StringPart* TreeBuilder::part(Expr* value) { return arena_.make<StringPart>(StringPart{value, nullptr, {}}); }

StringPart* TreeBuilder::formatted_part(Expr* value, Token format) {
  return arena_.make<StringPart>(StringPart{value, stream_.formats[format.value], {}});
}

ListMark TreeBuilder::begin_parts() { return {static_cast<uint32_t>(parts_.size())}; }

ListMark TreeBuilder::add_part(ListMark parts, Token text, StringPart* next) {
  if (!text_of(text).empty()) parts_.push_back({nullptr, nullptr, text_of(text)});
  parts_.push_back(*next);
  return parts;
}

Expr* TreeBuilder::interpolation(Token begin, ListMark parts, Token end) {
  if (!text_of(end).empty()) parts_.push_back({nullptr, nullptr, text_of(end)});
  auto* node = make<InterpolationExpr>(join(begin.span(), end.span()));
  node->parts = take_from(parts_, parts);
  uint32_t deepest = 0;
  for (const StringPart& each : node->parts) deepest = std::max(deepest, depth_of(each.value));
  return deepen(node, deepest);
}

// ---- Structures

Expr* TreeBuilder::unit(Token open, Token close) { return make<UnitExpr>(join(open.span(), close.span())); }

Expr* TreeBuilder::parenthesize(Token open, Expr* expr, Token close) {
  if (auto* name = dyn<NameExpr>(expr)) name->inner = name->word();
  expr->parenthesized = true;
  expr->span = join(open.span(), close.span());
  return expr;
}

Expr* TreeBuilder::tuple(Token open, ListMark elements, Token close) {
  auto* node = make<TupleExpr>(join(open.span(), close.span()));
  node->parenthesized = true;
  node->elements = take(elements);
  return deepen(node, depth_of(node->elements));
}

Expr* TreeBuilder::bare_tuple(ListMark elements) {
  auto* node = make<TupleExpr>({});
  node->elements = take(elements);
  node->span = join(node->elements.front()->span, node->elements.back()->span);
  return deepen(node, depth_of(node->elements));
}

ListMark TreeBuilder::begin_items(uint32_t count) { return {static_cast<uint32_t>(items_.size()) - count}; }

int TreeBuilder::add_element(Expr* value) {
  items_.push_back({nullptr, value, false, value->span});
  return 0;
}

int TreeBuilder::add_spread(Token dots, Expr* value) {
  items_.push_back({nullptr, value, true, join(dots.span(), value->span)});
  return 0;
}

int TreeBuilder::add_pair(Expr* key, Expr* value) {
  items_.push_back({key, value, false, join(key->span, value->span)});
  return 0;
}

Expr* TreeBuilder::list(Token open, ListMark mark, Token close) {
  Span span = join(open.span(), close.span());
  std::span<const Item> items = std::span<const Item>(items_).subspan(mark.begin);
  bool pairs = std::any_of(items.begin(), items.end(), [](const Item& item) { return item.key != nullptr; });
  Expr* result;
  if (pairs) {
    result = dict(span, items);
  } else {
    auto* node = make<ListExpr>(span);
    std::vector<ListItem> kept;
    uint32_t deepest = 0;
    for (const Item& item : items) {
      kept.push_back({item.value, item.spread});
      deepest = std::max(deepest, depth_of(item.value));
    }
    node->items = arena_.copy(kept);
    result = deepen(node, deepest);
  }
  items_.erase(items_.begin() + mark.begin, items_.end());
  return result;
}

Expr* TreeBuilder::dict(Span span, std::span<const Item> items) {
  auto* node = make<DictExpr>(span);
  std::vector<DictItem> kept;
  uint32_t deepest = 0;
  for (const Item& item : items) {
    if (item.key == nullptr) {
      report(DiagnosticCode::kMixedDict, item.span)
          .hint(item.spread
                    ? "to join two dicts, write `merge a b`"
                    : "an entry is written `key: value`; in a list pattern, a type needs parentheses: "
                      "`[(x: Int), y]`");
      continue;
    }
    kept.push_back({item.key, item.value});
    deepest = std::max({deepest, depth_of(item.key), depth_of(item.value)});
  }
  node->entries = arena_.copy(kept);
  return deepen(node, deepest);
}

Expr* TreeBuilder::empty_dict(Token open, Token close) {
  return make<DictExpr>(join(open.span(), close.span()));
}

ListMark TreeBuilder::begin_fields(uint32_t count) { return {static_cast<uint32_t>(fields_.size()) - count}; }

ListMark TreeBuilder::missing_comma(ListMark fields, Token separator) {
  if (!comma_reported_) {
    report(DiagnosticCode::kUnexpectedToken, separator.span(), {describe(separator, source_)})
        .hint("the fields of a record are separated by commas: `{ a: 1, b: 2 }`");
  }
  comma_reported_ = true;
  return fields;
}

int TreeBuilder::add_short_field(Token token) {
  fields_.push_back({intern(token.span()), token.span(), name(token), false});
  return 0;
}

int TreeBuilder::add_field(Token token, Expr* value) {
  Name field = intern(token.span());
  if (auto* function = dyn<LambdaExpr>(value)) function->name = field;
  fields_.push_back({field, token.span(), value, false});
  return 0;
}

int TreeBuilder::add_field_spread(Token dots, Expr* value) {
  fields_.push_back({Name(), dots.span(), value, true});
  return 0;
}

Expr* TreeBuilder::record(Token open, ListMark fields, Token close) {
  auto* node = make<RecordExpr>(join(open.span(), close.span()));
  node->items = take_from(fields_, fields);
  comma_reported_ = false;
  uint32_t deepest = 0;
  for (const RecordItem& item : node->items) deepest = std::max(deepest, depth_of(item.value));
  return deepen(node, deepest);
}

// ---- Operators

Expr* TreeBuilder::logical(bool is_and, Expr* left, Expr* right) {
  auto* node = make<LogicalExpr>(join(left->span, right->span));
  node->is_and = is_and;
  node->left = left;
  node->right = right;
  Expr* whole = deepen(node, {depth_of(left), depth_of(right)});
  return whole == node ? shorten(node) : whole;
}

Expr* TreeBuilder::not_expr(Token op, Expr* operand) {
  auto* node = make<NotExpr>(join(op.span(), operand->span));
  node->operand = operand;
  return deepen(node, depth_of(operand));
}

Expr* TreeBuilder::negate(Token op, Expr* operand) {
  auto* node = make<NegateExpr>(join(op.span(), operand->span));
  node->operand = operand;
  return deepen(node, depth_of(operand));
}

bool TreeBuilder::is_comparison(const Expr* expr) const {
  if (expr->parenthesized) return false;
  if (expr->kind == ExprKind::kIs) return true;
  auto* node = dyn<BinaryExpr>(expr);
  return node != nullptr && node->op <= BinaryOp::kGreaterEqual;
}

Expr* TreeBuilder::compare(Expr* left, Token op, Expr* right) {
  if (is_comparison(left)) {
    std::string sign(source_.text(op.span()));
    report(DiagnosticCode::kChainedComparison, op.span())
        .hint("write `a " + sign + " b and b " + sign + " c`, or put one in parentheses");
  }
  return binary(left, op, right);
}

Expr* TreeBuilder::is(Expr* subject, Token op, Expr* pattern) {
  if (is_comparison(subject)) {
    report(DiagnosticCode::kChainedComparison, op.span()).hint("put one of them in parentheses");
  }
  auto* node = make<IsExpr>(join(subject->span, pattern->span));
  forget_leftovers(pattern->span);
  node->subject = subject;
  node->pattern = patterns_.pattern(pattern);
  return deepen(node, {depth_of(subject), depth_of(node->pattern)});
}

Expr* TreeBuilder::binary(Expr* left, Token op, Expr* right) {
  auto* node = make<BinaryExpr>(join(left->span, right->span));
  node->op = static_cast<BinaryOp>(op.value);
  node->op_span = op.span();
  node->left = left;
  node->right = right;
  return shorten(deepen(node, {depth_of(left), depth_of(right)}));
}

Expr* TreeBuilder::range(Expr* from, Expr* to, bool inclusive) {
  auto* node = make<RangeExpr>(join(from->span, to->span));
  node->from = from;
  node->to = to;
  node->inclusive = inclusive;
  return deepen(node, {depth_of(from), depth_of(to)});
}

// `f a b` on the right of a pipe: the application is not parenthesised, so its arguments are the pipe's.
void TreeBuilder::split_function(Expr* function, Expr*& callee, std::span<Expr*>& arguments) {
  callee = function;
  auto* application = dyn<CallExpr>(function);
  if (application == nullptr || application->parenthesized) return;
  callee = application->callee;
  arguments = application->arguments;
  // `x |> Point 1` gives the label two values.
  if (callee->kind == ExprKind::kLabel && !callee->parenthesized) check_label_arity(application);
}

Expr* TreeBuilder::pipe(Expr* input, Expr* function) {
  auto* node = make<PipeExpr>(join(input->span, function->span));
  node->input = input;
  split_function(function, node->callee, node->arguments);
  return shorten(deepen(node, {depth_of(input), depth_of(function)}));
}

// ---- Application and what binds tighter

Expr* TreeBuilder::call(Expr* callee, ListMark mark) {
  auto* node = make<CallExpr>({});
  node->callee = callee;
  node->arguments = take(mark);
  node->span = join(callee->span, node->arguments.back()->span);
  const Expr* first = node->arguments.front();
  bool single = node->arguments.size() == 1;
  node->looks_like_tuple_call = single && first->kind == ExprKind::kTuple && first->parenthesized &&
                                first->span.offset == callee->span.end();
  node->looks_like_subtraction =
      single && first->kind == ExprKind::kNegate && !first->parenthesized && callee->kind != ExprKind::kLabel;
  bool bare_label = callee->kind == ExprKind::kLabel && !callee->parenthesized;
  if (bare_label && !single) check_label_arity(node);
  return deepen(node, {depth_of(callee), depth_of(node->arguments)});
}

// As a function's parameters, `Some a b` is two of them. Anywhere else it is an error.
void TreeBuilder::check_label_arity(const CallExpr* call) {
  std::string_view label = as<LabelExpr>(call->callee)->name.text();
  size_t count = call->arguments.size() == 1 ? 2 : call->arguments.size();
  leave({call->span, DiagnosticCode::kLabelArity, label, arena_.copy(std::to_string(count)),
         "put several values in one tuple: `Point (x, y)`; put a call in parentheses: `Some (f x)`"});
}

Expr* TreeBuilder::field(Expr* object, Token token) {
  Span word{token.offset + 1, token.length - 1};
  auto* node = make<FieldExpr>(join(object->span, token.span()));
  if (object->kind == ExprKind::kInt && !object->parenthesized) {
    std::string_view text = source_.text(node->span);
    report(DiagnosticCode::kBadNumber, node->span, {text, "a `.` in a number has digits on both sides"});
  }
  node->object = object;
  node->field = intern(word);
  node->field_span = word;
  return deepen(node, depth_of(object));
}

Expr* TreeBuilder::tuple_field(Expr* object, Token token) {
  Span digits{token.offset + 1, token.length - 1};
  auto* node = make<TupleFieldExpr>(join(object->span, token.span()));
  std::string_view text = source_.text(digits);
  if (token.has(Token::kSpaceBefore)) {
    report(DiagnosticCode::kBadNumber, token.span(),
           {source_.text(token.span()), "a `.` in a number has digits on both sides"});
  }
  auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), node->index);
  if (error != std::errc())
    report(DiagnosticCode::kBadNumber, digits, {text, "no tuple has that many fields"});
  node->object = object;
  node->field_span = digits;
  return deepen(node, depth_of(object));
}

Expr* TreeBuilder::open_slice(Expr* from, Expr* to, bool inclusive) {
  auto* node = make<SliceExpr>({});
  node->from = from;
  node->to = to;
  node->inclusive = inclusive;
  return deepen(node, {depth_of(from), depth_of(to)});
}

Expr* TreeBuilder::index(Expr* object, Expr* inner, Token close) {
  Span span = join(object->span, close.span());
  auto* bounds = dyn<RangeExpr>(inner);
  if (bounds != nullptr && !bounds->parenthesized)
    inner = open_slice(bounds->from, bounds->to, bounds->inclusive);
  if (auto* slice = dyn<SliceExpr>(inner); slice != nullptr && slice->object == nullptr) {
    slice->object = object;
    slice->span = span;
    return deepen(slice, {depth_of(object), depth_of(slice->from), depth_of(slice->to)});
  }
  auto* node = make<IndexExpr>(span);
  node->object = object;
  node->index = inner;
  return deepen(node, {depth_of(object), depth_of(inner)});
}

}  // namespace aspen
