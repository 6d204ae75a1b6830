#include "frontend/syntax/pattern.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <unordered_set>

#include "frontend/syntax/habits.h"
#include "frontend/syntax/walk.h"

namespace aspen {

std::string_view pattern_type_name(PatternType type) {
  constexpr std::string_view kNames[] = {
#define ASPEN_TYPE(name) #name,
#include "vm/object/types.def"
#undef ASPEN_TYPE
  };
  return kNames[static_cast<size_t>(type)];
}

namespace {

bool find_type(std::string_view name, PatternType& out) {
#define ASPEN_TYPE(type)        \
  if (name == #type) {          \
    out = PatternType::k##type; \
    return true;                \
  }
#include "vm/object/types.def"
#undef ASPEN_TYPE
  return false;
}

bool is_wildcard(const Expr* expr) {
  auto* name = dyn<NameExpr>(expr);
  return name != nullptr && name->name.text() == "_";
}

// By the names that types have in other languages.
std::string type_hint(std::string_view name) {
  struct Row {
    std::string_view type;
    std::string_view others;  // with a space before and after each
  };
  static constexpr Row kRows[] = {
      {"String", " Str str string char "},
      {"Int", " int Integer integer i8 i16 i32 i64 int32 int64 u8 u16 u32 u64 uint usize isize long short "},
      {"Float", " float Double double f32 f64 float32 float64 "},
      {"Number", " number "},
      {"Bool", " bool Boolean boolean "},
      {"List", " list Array array Vec "},
      {"Tuple", " tuple "},
      {"Dict", " dict Map map HashMap "},
      {"Record", " Object object "},
      {"Bytes", " bytes "},
      {"Function", " function "},
  };
  const std::string word = ' ' + std::string(name) + ' ';
  for (const Row& row : kRows) {
    if (row.others.find(word) != std::string_view::npos) return "write `" + std::string(row.type) + "`";
  }
  if (name == "any" || name == "Any") return "leave the type out: a pattern without one takes every value";
  return "the types are"
#define ASPEN_TYPE(name) " " #name
#include "vm/object/types.def"
#undef ASPEN_TYPE
         "; a label is matched as `Some x`";
}

}  // namespace

std::string describe(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kBinary:
      return "the operator `" + std::string(operator_text(as<BinaryExpr>(expr)->op)) + "`";
    case ExprKind::kLogical:
      return as<LogicalExpr>(expr)->is_and ? "the operator `and`" : "the operator `or`";
    case ExprKind::kName: return "the name `" + std::string(as<NameExpr>(expr)->name.written()) + "`";
    case ExprKind::kLabel: return "the label `" + std::string(as<LabelExpr>(expr)->name.text()) + "`";
    case ExprKind::kError: return "this";
    case ExprKind::kUnit: return "`()`";
    case ExprKind::kBool:
    case ExprKind::kInt:
    case ExprKind::kFloat:
    case ExprKind::kString:
    case ExprKind::kBytes: return "a literal";
    case ExprKind::kInterpolation: return "a string with a value in it";
    case ExprKind::kTuple: return "a tuple";
    case ExprKind::kList: return "a list";
    case ExprKind::kDict: return "a dict";
    case ExprKind::kRecord: return "a record";
    case ExprKind::kBlock: return "a block";
    case ExprKind::kIf: return "an `if`";
    case ExprKind::kMatch: return "a `match`";
    case ExprKind::kFor: return "a `for`";
    case ExprKind::kWhile: return "a `while`";
    case ExprKind::kLoop: return "a `loop`";
    case ExprKind::kLambda: return "a function";
    case ExprKind::kTry: return "a `try`";
    case ExprKind::kSpawn: return "a `spawn`";
    case ExprKind::kFiber: return "a `fiber`";
    case ExprKind::kReturn: return "a `return`";
    case ExprKind::kBreak: return "a `break`";
    case ExprKind::kContinue: return "a `continue`";
    case ExprKind::kYield: return "a `yield`";
    case ExprKind::kNot: return "the operator `not`";
    case ExprKind::kNegate: return "the operator `-`";
    case ExprKind::kIs: return "the operator `is`";
    case ExprKind::kPipe: return "the operator `|>`";
    case ExprKind::kRange: return "a range";
    case ExprKind::kCall: return "a call";
    case ExprKind::kField:
    case ExprKind::kTupleField: return "a field";
    case ExprKind::kIndex: return "an element";
    case ExprKind::kSlice: return "a slice";
    case ExprKind::kAssign:
    case ExprKind::kUpdate:
    case ExprKind::kPipeUpdate: return "an assignment";
    case ExprKind::kUse: return "a `use`";
    case ExprKind::kSyntax: return "a `syntax`";
    case ExprKind::kTyped: return "a typed pattern";
  }
  return {};
}

Diagnostic& PatternMaker::report(DiagnosticCode code, Span span,
                                 std::initializer_list<std::string_view> arguments) {
  return diagnostics_.report(source_, code, span, arguments);
}

bool PatternMaker::is_broken(Span span) const {
  return std::any_of(
      diagnostics_.errors().begin(), diagnostics_.errors().end(), [&](const Diagnostic& error) {
        return error.source == &source_ && error.span.offset >= span.offset && error.span.end() <= span.end();
      });
}

// A pattern is never deeper than the expression it was, which was checked.
void PatternMaker::deepen(Pattern* node, std::span<Pattern* const> children) {
  for (const Pattern* child : children) node->depth = std::max<uint16_t>(node->depth, child->depth + 1);
}

Pattern* PatternMaker::refuse(Expr* expr, std::string_view hint) {
  if (expr->kind != ExprKind::kError && !is_broken(expr->span)) {
    report(DiagnosticCode::kNotAPattern, expr->span, {describe(expr)}).hint(hint);
  }
  return make<ErrorPattern>(expr->span);
}

// ---- Entries

Pattern* PatternMaker::pattern(Expr* expr) {
  Pattern* made = convert(expr);
  check_names({&made, 1});
  return made;
}

Pattern* PatternMaker::target(Expr* expr) {
  Pattern* made;
  if (auto* elements = dyn<TupleExpr>(expr)) {
    std::vector<Pattern*> converted;
    for (Expr* element : elements->elements) converted.push_back(convert_target_element(element));
    auto* node = make<TuplePattern>(expr->span);
    node->elements = arena_.copy(converted);
    deepen(node, converted);
    made = node;
  } else {
    made = convert_target_element(expr);
  }
  check_names({&made, 1});
  return made;
}

Pattern* PatternMaker::convert_target_element(Expr* expr) {
  bool is_path = expr->kind == ExprKind::kField || expr->kind == ExprKind::kTupleField ||
                 expr->kind == ExprKind::kIndex || expr->kind == ExprKind::kSlice;
  if (!is_path) return convert(expr);
  auto* node = make<PathPattern>(expr->span);
  if (!path(expr, node->path)) return make<ErrorPattern>(expr->span);
  node->depth = expr->depth;
  return node;
}

// `x if x > 3 -> …`, an arm in other languages: the condition reads as the parameters of a function.
bool PatternMaker::is_guard(const Expr* parameters) const {
  constexpr std::string_view kIf = " if ";
  const std::string_view before = source_.text().substr(0, parameters->span.offset);
  const std::string_view line = before.substr(before.rfind('\n') + 1);
  return line.ends_with(kIf) && line.find_first_not_of(' ') < line.size() - kIf.size();
}

std::span<Pattern*> PatternMaker::parameters(Expr* expr) {
  if (is_guard(expr)) {
    Pattern* refused = refuse(expr, "a guard stands after a bar: `x | x > 3 -> …`");
    return arena_.copy(std::vector<Pattern*>{refused});
  }
  std::vector<Expr*> atoms{expr};
  if (auto* application = dyn<CallExpr>(expr); application != nullptr && !application->parenthesized) {
    atoms.assign(1, application->callee);
    atoms.insert(atoms.end(), application->arguments.begin(), application->arguments.end());
  }
  std::vector<Pattern*> made;
  for (size_t i = 0; i < atoms.size(); ++i) {
    auto* bare = dyn<LabelExpr>(atoms[i]);
    if (bare == nullptr || bare->parenthesized) {
      made.push_back(parameter(atoms[i]));
    } else if (i + 1 < atoms.size()) {
      made.push_back(label(bare, atoms[++i]));
    } else {
      report(DiagnosticCode::kBareLabelParameter, bare->span, {bare->name.text()})
          .hint("put a label without a value in parentheses: `(None) -> …`");
      made.push_back(make<ErrorPattern>(bare->span));
    }
  }
  check_names(made);
  return arena_.copy(made);
}

// Operators are not parameters unless parenthesised. An operator around a function literal was probably meant
// as a call.
Pattern* PatternMaker::parameter(Expr* expr) {
  if (expr->kind == ExprKind::kLogical && !expr->parenthesized && !is_broken(expr->span)) {
    report(DiagnosticCode::kLooseParameter, expr->span, {"a pattern with `or`"});
    return make<ErrorPattern>(expr->span);
  }
  bool operates = !expr->parenthesized && (expr->kind == ExprKind::kPipe || expr->kind == ExprKind::kBinary ||
                                           expr->kind == ExprKind::kNot || expr->kind == ExprKind::kRange);
  if (!operates) return convert(expr);
  return refuse(expr, "put a function in parentheses if it is an operand or an argument: `map (x -> x + 1)`");
}

// ---- One kind each

Pattern* PatternMaker::convert(Expr* expr) {
  if (is_wildcard(expr)) return make<WildcardPattern>(expr->span);
  if (auto* node = dyn<NameExpr>(expr)) return name(node);
  if (auto* node = dyn<TupleExpr>(expr)) return tuple(node);
  if (auto* node = dyn<ListExpr>(expr)) return list(node);
  if (auto* node = dyn<RecordExpr>(expr)) return record(node);
  if (auto* node = dyn<BlockExpr>(expr)) return block(node);
  if (auto* node = dyn<DictExpr>(expr)) return dict(node);
  if (auto* node = dyn<LabelExpr>(expr)) return label(node, nullptr);
  if (auto* node = dyn<CallExpr>(expr)) return label_call(node);
  if (auto* node = dyn<TypedExpr>(expr)) return typed(node);
  if (auto* node = dyn<NegateExpr>(expr)) return negated(node);
  if (auto* node = dyn<LogicalExpr>(expr); node != nullptr && !node->is_and) return alternatives(node);
  if (expr->kind == ExprKind::kUnit) return make<UnitPattern>(expr->span);
  bool is_literal = expr->kind == ExprKind::kBool || expr->kind == ExprKind::kInt ||
                    expr->kind == ExprKind::kFloat || expr->kind == ExprKind::kString ||
                    expr->kind == ExprKind::kBytes;
  if (is_literal) return literal(expr);
  if (expr->kind == ExprKind::kLambda)
    return refuse(expr, "a function body with an assignment needs braces: `x -> { y = x }`");
  if (auto* node = dyn<BinaryExpr>(expr); node != nullptr && node->op >= BinaryOp::kEqual)
    return refuse(expr, "a condition stands after `|`: `n | n > 2 -> …`");
  if (expr->kind == ExprKind::kRange) return refuse(expr, "use a guard: `n | n >= 1 and n < 9 -> …`");
  return refuse(expr);
}

Pattern* PatternMaker::name(NameExpr* expr) {
  auto* node = make<NamePattern>(expr->word());
  node->name = expr->name;
  return node;
}

Pattern* PatternMaker::literal(Expr* expr) {
  auto* node = make<LiteralPattern>(expr->span);
  node->value = expr;
  return node;
}

Pattern* PatternMaker::negated(NegateExpr* expr) {
  Expr* number = expr->operand;
  bool is_number = number->kind == ExprKind::kInt || number->kind == ExprKind::kFloat;
  if (!is_number) return refuse(expr);
  auto* node = make<LiteralPattern>(expr->span);
  node->value = number;
  node->negative = true;
  return node;
}

Pattern* PatternMaker::tuple(TupleExpr* expr) {
  std::vector<Pattern*> elements;
  for (Expr* element : expr->elements) elements.push_back(convert(element));
  auto* node = make<TuplePattern>(expr->span);
  node->elements = arena_.copy(elements);
  deepen(node, elements);
  return node;
}

Pattern* PatternMaker::list(ListExpr* expr) {
  auto* node = make<ListPattern>(expr->span);
  std::vector<Pattern*> before;
  std::vector<Pattern*> after;
  for (const ListItem& item : expr->items) {
    if (!item.spread) {
      (node->rest == nullptr ? before : after).push_back(convert(item.value));
    } else if (node->rest == nullptr) {
      node->rest = rest(item);
    } else {
      report(DiagnosticCode::kSeveralRests, item.value->span);
    }
  }
  node->before = arena_.copy(before);
  node->after = arena_.copy(after);
  deepen(node, before);
  deepen(node, after);
  return node;
}

Pattern* PatternMaker::rest(const ListItem& item) {
  if (item.value->kind == ExprKind::kName) return convert(item.value);
  return refuse(item.value, "`..` is followed by a name or `_`");
}

Pattern* PatternMaker::record(RecordExpr* expr) {
  std::vector<RecordPatternField> fields;
  std::vector<Pattern*> patterns;
  std::unordered_set<std::string_view> names;
  for (const RecordItem& item : expr->items) {
    if (item.spread) {
      refuse(item.value, "a record pattern ignores other fields anyway");
      continue;
    }
    if (!names.insert(item.field.text()).second)
      report(DiagnosticCode::kDuplicateName, item.field_span, {item.field.text()});
    patterns.push_back(convert(item.value));
    fields.push_back({item.field, item.field_span, patterns.back()});
  }
  auto* node = make<RecordPattern>(expr->span);
  node->fields = arena_.copy(fields);
  deepen(node, patterns);
  return node;
}

// `{ x }` reads as a block of one name.
Pattern* PatternMaker::block(BlockExpr* expr) {
  auto* only = expr->statements.size() == 1 ? dyn<NameExpr>(expr->statements[0]) : nullptr;
  if (only == nullptr || is_wildcard(only)) {
    return refuse(expr, expr->statements.empty() ? "the pattern for any record is `{:}`" : "");
  }
  std::vector<RecordPatternField> fields{{only->name, only->span, name(only)}};
  auto* node = make<RecordPattern>(expr->span);
  node->fields = arena_.copy(fields);
  node->depth = 2;
  return node;
}

Pattern* PatternMaker::dict(DictExpr* expr) {
  std::vector<DictPatternEntry> entries;
  std::vector<Pattern*> patterns;
  for (const DictItem& entry : expr->entries) {
    Pattern* key = convert(entry.key);
    patterns.push_back(convert(entry.value));
    if (auto* constant = dyn<LiteralPattern>(key)) {
      entries.push_back({constant, patterns.back()});
    } else if (key->kind != PatternKind::kError) {
      report(DiagnosticCode::kNotAPattern, entry.key->span, {describe(entry.key)})
          .hint(
              "the keys of a dict pattern are literals; in a list pattern, a type needs parentheses: "
              "`[(x: Int), y]`");
    }
  }
  auto* node = make<DictPattern>(expr->span);
  node->entries = arena_.copy(entries);
  deepen(node, patterns);
  return node;
}

Pattern* PatternMaker::label_call(CallExpr* expr) {
  auto* callee = dyn<LabelExpr>(expr->callee);
  if (callee == nullptr || callee->parenthesized) {
    auto* word = dyn<NameExpr>(expr->callee);
    std::string_view hint = word == nullptr ? "" : word_hint(word->name.text());
    return refuse(expr, hint.empty() ? "to define a function, write `f = x y -> …`" : hint);
  }
  if (expr->arguments.size() == 1) return label(callee, expr->arguments[0]);
  report(DiagnosticCode::kLabelArity, expr->span,
         {callee->name.text(), std::to_string(expr->arguments.size())})
      .hint(
          "put several values in one tuple: `Point (x, y)`; put nested labels in parentheses: `Some (Ok x)`");
  return make<ErrorPattern>(expr->span);
}

Pattern* PatternMaker::label(LabelExpr* expr, Expr* payload) {
  auto* node = make<LabelPattern>(payload == nullptr ? expr->span : join(expr->span, payload->span));
  node->name = expr->name;
  if (payload == nullptr) {
    warn_of_type(*expr);
    return node;
  }
  node->payload = convert(payload);
  deepen(node, {&node->payload, 1});
  return node;
}

// `v is Int`. A program that has such labels got them from `type_of`.
void PatternMaker::warn_of_type(const LabelExpr& label) {
  PatternType type;
  const std::string_view name = label.name.text();
  if (!find_type(name, type) || source_.text().find("type_of") != std::string_view::npos) return;
  diagnostics_.warn(source_, DiagnosticCode::kTypeAsLabel, label.span, name,
                    "to test the type, write `v is (x: " + std::string(name) + ")`, or an arm `x: " +
                        std::string(name) + " -> …`; labels of types come from `type_of`");
}

Pattern* PatternMaker::alternatives(LogicalExpr* expr) {
  std::vector<Pattern*> made;
  std::vector<Expr*> waiting = {expr};
  while (!waiting.empty()) {
    Expr* part = waiting.back();
    waiting.pop_back();
    auto* both = dyn<LogicalExpr>(part);
    if (both == nullptr || both->is_and || (both->parenthesized && both != expr)) {
      made.push_back(convert(part));
      continue;
    }
    waiting.push_back(both->right);
    waiting.push_back(both->left);
  }
  auto* node = make<OrPattern>(expr->span);
  node->alternatives = arena_.copy(made);
  deepen(node, made);
  return node;
}

Pattern* PatternMaker::typed(TypedExpr* expr) {
  auto* node = make<TypedPattern>(expr->span);
  node->pattern = convert(expr->value);
  deepen(node, {&node->pattern, 1});
  if (!find_type(expr->type.text(), node->type)) {
    report(DiagnosticCode::kUnknownType, expr->type_span, {expr->type.text()})
        .hint(type_hint(expr->type.text()));
  }
  return node;
}

// ---- Paths

bool PatternMaker::path(Expr* expr, Path& out) {
  std::vector<PathStep> steps;
  Expr* at = expr;
  for (;;) {
    if (auto* field = dyn<FieldExpr>(at)) {
      steps.push_back({.kind = StepKind::kField, .field = field->field, .span = at->span});
      at = field->object;
    } else if (auto* tuple_field = dyn<TupleFieldExpr>(at)) {
      steps.push_back({.kind = StepKind::kTupleField, .index = tuple_field->index, .span = at->span});
      at = tuple_field->object;
    } else if (auto* index = dyn<IndexExpr>(at)) {
      steps.push_back({.kind = StepKind::kIndex, .key = index->index, .span = at->span});
      at = index->object;
    } else {
      break;
    }
  }
  auto* root = dyn<NameExpr>(at);
  if (root == nullptr || is_wildcard(root)) {
    std::string_view hint = at->kind == ExprKind::kSlice
                                ? "assign one element at a time: `xs[i] = x`"
                                : "only a variable, or a part of one, can be updated";
    if (!is_broken(expr->span)) report(DiagnosticCode::kNotATarget, at->span, {describe(at)}).hint(hint);
    return false;
  }
  std::reverse(steps.begin(), steps.end());
  out = {root, arena_.copy(steps), expr->span};
  return true;
}

// ---- Names

void PatternMaker::check_names(std::span<Pattern* const> patterns) {
  std::vector<BoundName> names;
  for (const Pattern* each : patterns) collect(each, names);
  std::stable_sort(names.begin(), names.end(),
                   [](const BoundName& a, const BoundName& b) { return a.name.id() < b.name.id(); });
  for (size_t i = 1; i < names.size(); ++i) {
    if (names[i].name != names[i - 1].name) continue;
    report(DiagnosticCode::kDuplicateName, names[i].span, {names[i].name.written()})
        .note(names[i - 1].span, "it is here already");
  }
}

void PatternMaker::collect(const Pattern* pattern, std::vector<BoundName>& names) {
  if (pattern->kind == PatternKind::kName) {
    names.push_back({as<NamePattern>(pattern)->name, pattern->span});
  } else if (pattern->kind == PatternKind::kOr) {
    collect_alternatives(as<OrPattern>(pattern), names);
  } else {
    each_inner(pattern, [&](const Pattern* p) { collect(p, names); });
  }
}

void PatternMaker::collect_alternatives(const OrPattern* pattern, std::vector<BoundName>& names) {
  std::vector<BoundName> first;
  collect(pattern->alternatives[0], first);
  for (const Pattern* each : pattern->alternatives.subspan(1)) {
    std::vector<BoundName> other;
    collect(each, other);
    require_same(first, other, each->span);
    require_same(other, first, pattern->alternatives[0]->span);
  }
  names.insert(names.end(), first.begin(), first.end());
}

// Reports the names that `first` binds and `other`, which is at `where`, does not.
void PatternMaker::require_same(std::span<const BoundName> first, std::span<const BoundName> other,
                                Span where) {
  if (is_broken(where)) return;
  std::unordered_set<uint32_t> there;
  for (const BoundName& bound : other) there.insert(bound.name.id());
  for (const BoundName& bound : first) {
    if (!there.contains(bound.name.id()))
      report(DiagnosticCode::kOrNamesDiffer, bound.span, {bound.name.written()})
          .note(where, "it is missing here");
  }
}

}  // namespace aspen
