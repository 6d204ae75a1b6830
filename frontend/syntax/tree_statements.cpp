// Statements, functions and control; the rest is in tree_builder.cpp.
#include <algorithm>

#include "frontend/syntax/tree_builder.h"

namespace aspen {

namespace {

bool is_file_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_name(std::string_view text) {
  bool starts = !text.empty() && ((text[0] >= 'a' && text[0] <= 'z') || text[0] == '_') && text != "_";
  return starts && std::all_of(text.begin(), text.end(), is_file_name_character);
}

}  // namespace

void TreeBuilder::finish_program(ListMark statements) {
  program_ = make<BlockExpr>({0, static_cast<uint32_t>(source_.text().size())});
  program_->statements = take(statements);
}

BlockExpr* TreeBuilder::block(Token open, ListMark statements, Token close) {
  auto* node = make<BlockExpr>(join(open.span(), close.span()));
  node->statements = take(statements);
  if (deepen(node, depth_of(node->statements)) != node) node->statements = {};
  return node;
}

// ---- Assignment and update

Pattern* TreeBuilder::assign_head(Expr* targets) {
  forget_leftovers(targets->span);
  return patterns_.target(targets);
}

void TreeBuilder::name_function(const Pattern* target, Expr* value) {
  auto* name = dyn<NamePattern>(target);
  auto* function = dyn<LambdaExpr>(value);
  if (name != nullptr && function != nullptr) function->name = name->name;
}

// `MAX = 10`.
void TreeBuilder::check_label(const Pattern* target, const Expr* value) {
  auto* label = dyn<LabelPattern>(target);
  if (label == nullptr || label->payload != nullptr) return;
  const bool is_other = value->kind == ExprKind::kInt || value->kind == ExprKind::kFloat ||
                        value->kind == ExprKind::kString || value->kind == ExprKind::kInterpolation ||
                        value->kind == ExprKind::kList || value->kind == ExprKind::kDict ||
                        value->kind == ExprKind::kRecord || value->kind == ExprKind::kLambda;
  if (!is_other) return;
  std::string name(label->name.text());
  std::transform(name.begin(), name.end(), name.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 'a' - 'A') : c; });
  report(DiagnosticCode::kLabelNeverMatches, target->span, {label->name.text()})
      .hint("a capitalised word is a label; a variable begins with a small letter: `" + name + " = …`");
}

Expr* TreeBuilder::assign(Pattern* target, Expr* value) {
  check_label(target, value);
  auto* targets = dyn<TuplePattern>(target);
  auto* values = dyn<TupleExpr>(value);
  for (size_t i = 0; targets != nullptr && values != nullptr && i < values->elements.size(); ++i) {
    if (i < targets->elements.size()) check_label(targets->elements[i], values->elements[i]);
  }
  auto* node = make<AssignExpr>(join(target->span, value->span));
  node->target = target;
  node->value = value;
  name_function(target, value);
  return deepen(node, {depth_of(target), depth_of(value)});
}

Expr* TreeBuilder::update(Expr* target, Token op, Expr* value) {
  auto* node = make<UpdateExpr>(join(target->span, value->span));
  if (!patterns_.path(target, node->path)) return make<ErrorExpr>(node->span);
  node->op = static_cast<BinaryOp>(op.value);
  node->op_span = op.span();
  node->value = value;
  return deepen(node, {depth_of(node->path), depth_of(value)});
}

Expr* TreeBuilder::pipe_update(Expr* target, Expr* function) {
  auto* node = make<PipeUpdateExpr>(join(target->span, function->span));
  if (!patterns_.path(target, node->path)) return make<ErrorExpr>(node->span);
  split_function(function, node->callee, node->arguments);
  return deepen(node, {depth_of(node->path), depth_of(function)});
}

// ---- Modules and macros

Name TreeBuilder::name_from_path(std::string_view path) {
  std::string_view last = path.substr(path.rfind('/') + 1);
  if (last.ends_with(".asp")) last.remove_suffix(4);
  return is_name(last) && !is_keyword(last) ? arena_.intern(last) : Name();
}

Expr* TreeBuilder::use(Token keyword, Token path) {
  auto* node = make<UseExpr>(join(keyword.span(), path.span()));
  node->path = text_of(path);
  node->path_span = node->name_span = path.span();
  node->name = name_from_path(node->path);
  if (node->path.empty()) {
    report(DiagnosticCode::kBadUse, path.span(), {"the path is empty"});
  } else if (!node->name) {
    report(DiagnosticCode::kBadUse, path.span(), {"the file's name is not a name in Aspen"})
        .hint("give it one: `use \"…\" as name`");
  }
  return node;
}

Expr* TreeBuilder::use_as(Token keyword, Token path, Token name) {
  auto* node = make<UseExpr>(join(keyword.span(), name.span()));
  node->path = text_of(path);
  node->path_span = path.span();
  node->name_span = name.span();
  node->name = intern(name.span());
  if (node->path.empty()) report(DiagnosticCode::kBadUse, path.span(), {"the path is empty"});
  return node;
}

ListMark TreeBuilder::begin_syntax_items() { return {static_cast<uint32_t>(syntax_items_.size()) - 1}; }

int TreeBuilder::add_syntax_item(Token token, SyntaxItem::Kind kind) {
  const bool quoted = kind == SyntaxItem::Kind::word;
  Span word = quoted ? Span{token.offset + 1, token.length - 1} : token.span();
  syntax_items_.push_back({intern(word), kind, token.span()});
  return 0;
}

Expr* TreeBuilder::syntax(Token keyword, ListMark items, BlockExpr* body) {
  auto* node = make<SyntaxExpr>(join(keyword.span(), body->span));
  node->items = take_from(syntax_items_, items);
  node->body = body;
  return deepen(node, depth_of(body));
}

// ---- Level 1

LambdaExpr* TreeBuilder::lambda_head(Expr* parameters) {
  forget_leftovers(parameters->span);
  auto* node = make<LambdaExpr>(parameters->span);
  node->parameters = patterns_.parameters(parameters);
  return node;
}

Expr* TreeBuilder::lambda(LambdaExpr* head, Expr* body) {
  head->span = join(head->span, body->span);
  head->body = body;
  uint32_t deepest = depth_of(body);
  for (const Pattern* parameter : head->parameters) deepest = std::max(deepest, depth_of(parameter));
  return deepen(head, deepest);
}

Expr* TreeBuilder::try_expr(Token keyword, Expr* body) {
  auto* node = make<TryExpr>(join(keyword.span(), body->span));
  node->body = body;
  return deepen(node, depth_of(body));
}

// An expression with a keyword becomes a call of the library's function of that name.
CallExpr* TreeBuilder::call_keyword(Token keyword, Expr* argument) {
  auto* call = make<CallExpr>(join(keyword.span(), argument->span));
  call->callee = name(keyword);
  call->arguments = arena_.copy(std::span<Expr* const>(&argument, 1));
  deepen(call, depth_of(argument));
  return call;
}

LambdaExpr* TreeBuilder::body_function(Expr* body) {
  auto* function = make<LambdaExpr>(body->span);
  function->body = body;
  deepen(function, depth_of(body));
  return function;
}

Expr* TreeBuilder::spawn(Token keyword, Expr* body) {
  auto* node = make<SpawnExpr>(join(keyword.span(), body->span));
  node->function = body_function(body);
  node->call = call_keyword(keyword, node->function);
  return deepen(node, depth_of(body) + 2);
}

Expr* TreeBuilder::return_expr(Token keyword, Expr* value) {
  auto* node = make<ReturnExpr>(value == nullptr ? keyword.span() : join(keyword.span(), value->span));
  node->value = value;
  return deepen(node, depth_of(value));
}

Expr* TreeBuilder::break_expr(Token keyword, Expr* value) {
  auto* node = make<BreakExpr>(value == nullptr ? keyword.span() : join(keyword.span(), value->span));
  node->value = value;
  return deepen(node, depth_of(value));
}

Expr* TreeBuilder::continue_expr(Token keyword) { return make<ContinueExpr>(keyword.span()); }

Expr* TreeBuilder::yield(Token keyword, Expr* value) {
  auto* node = make<YieldExpr>(value == nullptr ? keyword.span() : join(keyword.span(), value->span));
  node->value = value;
  node->call = call_keyword(keyword, value != nullptr ? value : make<UnitExpr>(keyword.span()));
  return deepen(node, depth_of(value) + 1);
}

Expr* TreeBuilder::typed(Expr* value, Token type) {
  auto* node = make<TypedExpr>(join(value->span, type.span()));
  node->value = value;
  node->type = intern(type.span());
  node->type_span = type.span();
  leave({node->span,
         DiagnosticCode::kPatternOnly,
         "`name: Type`",
         {},
         "a record is written `{ name: value }`, a dict `[\"key\": value]`, a test `x is (n: Int)`"});
  return deepen(node, depth_of(value));
}

// ---- Control

IfExpr* TreeBuilder::if_branch(IfExpr* previous, Token keyword, Expr* condition, BlockExpr* then_block) {
  auto* node = make<IfExpr>(join(keyword.span(), then_block->span));
  node->condition = condition;
  node->then_block = then_block;
  node->else_branch = previous;
  return node;
}

Expr* TreeBuilder::if_expr(IfExpr* last_branch, Expr* else_branch) {
  std::vector<IfExpr*> branches;
  for (IfExpr* each = last_branch; each != nullptr; each = static_cast<IfExpr*>(each->else_branch))
    branches.push_back(each);
  if (is_long_if(branches)) return flat_if(branches, else_branch);
  for (IfExpr* each : branches) {
    each->else_branch = else_branch;
    if (else_branch != nullptr) each->span = join(each->span, else_branch->span);
    else_branch =
        deepen(each, {depth_of(each->condition), depth_of(each->then_block), depth_of(else_branch)});
  }
  return else_branch;
}

Expr* TreeBuilder::match(Token keyword, Expr* subject, ListMark arms, Token close) {
  auto* node = make<MatchExpr>(join(keyword.span(), close.span()));
  node->subject = subject;
  node->arms = take_from(arms_, arms);
  uint32_t deepest = depth_of(subject);
  for (const MatchArm& arm : node->arms) {
    deepest = std::max({deepest, depth_of(arm.pattern), depth_of(arm.guard), depth_of(arm.body)});
  }
  return deepen(node, deepest);
}

ListMark TreeBuilder::begin_arms(uint32_t count) { return {static_cast<uint32_t>(arms_.size()) - count}; }

Pattern* TreeBuilder::arm_pattern(Expr* expr) {
  forget_leftovers(expr->span);
  return patterns_.pattern(expr);
}

// A literal that is not a Bool, such as the 2 of `1 | 2 -> …`.
static bool is_no_bool(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kUnit:
    case ExprKind::kInt:
    case ExprKind::kFloat:
    case ExprKind::kNegate:
    case ExprKind::kString:
    case ExprKind::kBytes:
    case ExprKind::kTuple:
    case ExprKind::kList:
    case ExprKind::kDict:
    case ExprKind::kRecord:
    case ExprKind::kRange:
    case ExprKind::kLabel: return true;
    case ExprKind::kCall: return as<CallExpr>(expr)->callee->kind == ExprKind::kLabel;
    default: return false;
  }
}

int TreeBuilder::add_arm(Pattern* pattern, Expr* guard, Expr* body) {
  if (guard != nullptr && is_no_bool(guard)) {
    report(DiagnosticCode::kGuardNeverHolds, guard->span).hint("write alternatives with `or`: `1 or 2 -> …`");
  }
  arms_.push_back({pattern, guard, body, join(pattern->span, body->span)});
  return 0;
}

int TreeBuilder::add_error_arm() {
  auto* pattern = arena_.make<ErrorPattern>();
  pattern->kind = PatternKind::kError;
  return add_arm(pattern, nullptr, error_expr());
}

ForExpr* TreeBuilder::for_head(Token keyword, Expr* pattern) {
  auto* node = make<ForExpr>(keyword.span());
  forget_leftovers(pattern->span);
  node->pattern = patterns_.pattern(pattern);
  return node;
}

Expr* TreeBuilder::for_expr(ForExpr* head, Expr* iterable, BlockExpr* body) {
  head->span = join(head->span, body->span);
  head->iterable = iterable;
  head->body = body;
  return deepen(head, {depth_of(head->pattern), depth_of(iterable), depth_of(body)});
}

Expr* TreeBuilder::while_expr(Token keyword, Expr* condition, BlockExpr* body) {
  auto* node = make<WhileExpr>(join(keyword.span(), body->span));
  node->condition = condition;
  node->body = body;
  return deepen(node, {depth_of(condition), depth_of(body)});
}

Expr* TreeBuilder::loop(Token keyword, BlockExpr* body) {
  auto* node = make<LoopExpr>(join(keyword.span(), body->span));
  node->body = body;
  return deepen(node, depth_of(body));
}

Expr* TreeBuilder::fiber(Token keyword, BlockExpr* body) {
  auto* node = make<FiberExpr>(join(keyword.span(), body->span));
  node->function = body_function(body);
  node->function->fiber = true;
  node->call = call_keyword(keyword, node->function);
  return deepen(node, depth_of(body) + 2);
}

}  // namespace aspen
