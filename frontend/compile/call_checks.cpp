#include "frontend/compile/call_checks.h"

#include <algorithm>

#include "frontend/diagnostics/expansion.h"
#include "frontend/resolve/members.h"
#include "frontend/syntax/habits.h"
#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

// Functions of one argument that give `()`, or no function, so that their value cannot be called.
constexpr std::string_view kPrinting[] = {"print", "println", "eprint", "write"};
constexpr std::string_view kComparing[] = {"min", "max"};
constexpr std::string_view kSingle[] = {
    "abs", "assert", "ceil", "concat", "enumerate", "float", "floor",  "int",    "keys",
    "len", "round",  "show", "sort",   "sqrt",      "sum",   "unique", "values",
};

// Functions that call an argument with this many arguments, one of which is an element.
struct Caller {
  std::string_view name;
  size_t function = 0;   // its position among the arguments
  size_t arguments = 1;  // 2: the result so far, too
};
constexpr Caller kCallers[] = {
    {"all"},          {"any"},        {"count"},        {"drop_while"},  {"each"},         {"filter"},
    {"filter_map"},   {"find"},       {"find_index"},   {"flat_map"},    {"gather"},       {"group_by"},
    {"map"},          {"max_by"},     {"min_by"},       {"partition"},   {"reject"},       {"sort_by"},
    {"sum_by"},       {"take_while"}, {"unique_by"},    {"dict.filter"}, {"dict.map"},     {"dict.sort_by"},
    {"list.runs_by"}, {"list.span"},  {"list.to_dict"}, {"fold", 1, 2},  {"reduce", 0, 2},
};

// Functions that change their last argument in other languages.
constexpr std::string_view kUpdating[] = {
    "insert",         "merge",        "pop",         "push",         "remove",
    "reverse",        "sort",         "sort_by",     "unique",       "unique_by",
    "update",         "dict.omit",    "dict.sort",   "dict.sort_by", "set.add",
    "set.remove",     "string.lower", "string.trim", "string.upper", "string.replace",
    "dict.update_or",
};

// Of these, those that do not copy a value that others hold: the new value uses its memory.
constexpr std::string_view kSharing[] = {"pop", "push", "set.add"};

// `map (a b -> a + b) [1, 2]`: the functions may be meant, as no element is a pair.
bool may_mean_functions(const Caller& caller, const Expr* last) {
  if (caller.name != "map" && caller.name != "gather") return false;
  if (last->kind == ExprKind::kRange) return true;
  auto* list = dyn<ListExpr>(last);
  return list != nullptr && std::none_of(list->items.begin(), list->items.end(), [](const ListItem& item) {
           return item.value->kind == ExprKind::kTuple;
         });
}

template <size_t n>
bool is_among(const std::string_view (&names)[n], std::string_view name) {
  return std::find(names, names + n, name) != names + n;
}

bool waits_for_more(const CallShape& shape) {
  return shape.callee.is_static() && shape.arguments.size() < shape.callee.arity();
}

std::string counted(size_t n, const char* noun) {
  return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
}

}  // namespace

void CallChecks::check_call(Expr* expr, const CallShape& shape, bool unused) {
  check_callee(shape);
  check_single(expr, shape);
  check_mapped(shape);
  check_cell(shape);
  if (!unused) return;
  check_dropped(expr, shape);
  check_updated(expr, shape);
}

std::string CallChecks::callee_text(const CallShape& shape) const {
  if (shape.callee.builtin != nullptr) return shape.callee.name;
  std::string_view name = shape.callee.info->name();
  return name.empty() ? "the function" : std::string(name);
}

// `print a b` calls the value of `print a`, which is `()`.
void CallChecks::check_single(Expr* expr, const CallShape& shape) {
  const Callee& callee = shape.callee;
  const bool prints = is_among(kPrinting, callee.name), compares = is_among(kComparing, callee.name);
  if (!prints && !compares && !is_among(kSingle, callee.name)) return;
  if (callee.builtin == nullptr || callee.arity() != 1) return;
  if (shape.arguments.size() == 1) return prints ? check_waits(shape.arguments[0]) : void();
  const std::string parenthesised =
      "an argument that is a call stands in parentheses: `" + callee.name + " (f x)`";
  Diagnostic& diagnostic = diagnostics_.report(input_.source, DiagnosticCode::kPrintsSeveral, expr->span,
                                               {callee.name, std::to_string(shape.arguments.size())});
  auto* method = dyn<FieldExpr>(shape.arguments[0]);
  if (method != nullptr && CallReader::builtin_name(method).empty()) {
    diagnostic.hint("values have no methods: a function comes first, as in `" + callee.name + " (f x)`");
    diagnostic.hint(members_hint(method->field.text(), input_.builtins));
  } else if (reader_.callee(shape.arguments[0], function_).is_static()) {
    diagnostic.hint(parenthesised);
  } else if (callee.name == "assert") {
    diagnostic.hint("an assertion has no text of its own: `if not c { error \"why\" }`, or `test.equal a b`");
  } else if (compares) {
    diagnostic.hint("the values stand in one list: `" + callee.name + " [a, b]`");
  } else if (!prints) {
    diagnostic.hint("values side by side are a call: perhaps an operator or a comma is missing");
  } else {
    diagnostic.hint("several values are one text: `print \"{a} {b}\"`; " + parenthesised);
  }
}

// `for x in xs { … } print x` on one line applies the loop to what stands after it.
void CallChecks::check_callee(const CallShape& shape) {
  const ExprKind kind = shape.callee_expr->kind;
  if (kind != ExprKind::kFor && kind != ExprKind::kWhile) return;
  diagnostics_
      .report(input_.source, DiagnosticCode::kCallsLoop, shape.arguments[0]->span,
              {kind == ExprKind::kFor ? "for" : "while"})
      .hint("begin the next statement on a new line, or after `;`");
}

// `map (k v -> …) dict` gives functions that wait for v. A program that means them writes `k -> v -> …`.
void CallChecks::check_mapped(const CallShape& shape) {
  if (shape.callee.builtin == nullptr) return;
  const Caller* caller = std::find_if(std::begin(kCallers), std::end(kCallers),
                                      [&](const Caller& each) { return each.name == shape.callee.name; });
  if (caller == std::end(kCallers) || shape.arguments.size() <= caller->function) return;
  auto* function = dyn<LambdaExpr>(shape.arguments[caller->function]);
  if (function == nullptr || function->parameters.size() <= caller->arguments) return;
  if (may_mean_functions(*caller, shape.arguments.back())) return;
  diagnostics_.warn(
      input_.source, DiagnosticCode::kWaitsForMore, function->span, shape.callee.name,
      caller->arguments == 1
          ? "to take a pair apart, such as an entry of a dict, write `(k, v) -> …`; for functions as "
            "results, `k -> v -> …`"
          : "beside the result so far; to take a pair apart, such as an entry of a dict, write `acc (k, v) "
            "-> …`");
}

bool CallChecks::copies_last(const CallShape& shape, size_t arguments) const {
  const Callee& callee = shape.callee;
  if (callee.builtin == nullptr || callee.arity() == 0 || shape.arguments.size() != arguments) return false;
  const bool keeps_last = (callee.builtin->consumes >> (callee.arity() - 1) & 1) != 0;
  return keeps_last && is_among(kUpdating, callee.name) && !is_among(kSharing, callee.name);
}

const Expr* CallChecks::find_update(Expr* expr, const Binding* variable) const {
  if (expr->kind == ExprKind::kLambda) return nullptr;
  const auto is_element = [&](const Path& path) {
    return path.root->binding == variable &&
           std::any_of(path.steps.begin(), path.steps.end(),
                       [](auto& step) { return step.kind == StepKind::kIndex; });
  };
  if (auto* assignment = dyn<AssignExpr>(expr)) {
    auto* path = dyn<PathPattern>(assignment->target);
    if (path != nullptr && is_element(path->path)) return expr;
  } else if (auto* update = dyn<UpdateExpr>(expr)) {
    if (is_element(update->path)) return expr;
  } else if (auto* pipe = dyn<PipeUpdateExpr>(expr)) {
    const CallShape shape = reader_.shape(expr, function_);
    if (pipe->path.root->binding == variable && copies_last(shape, shape.callee.arity())) return expr;
  } else if (expr->kind == ExprKind::kCall || expr->kind == ExprKind::kPipe) {
    const CallShape shape = reader_.shape(expr, function_);
    auto* last = shape.arguments.empty() ? nullptr : dyn<NameExpr>(shape.arguments.back());
    if (last != nullptr && last->binding == variable && copies_last(shape, shape.callee.arity())) return expr;
  }
  const Expr* found = nullptr;
  each_child(expr, [&](Expr* child) { found = found != nullptr ? found : find_update(child, variable); });
  return found;
}

// `cell.update (insert k v) c`, or with a function that updates an element of the value.
void CallChecks::check_cell(const CallShape& shape) {
  if (shape.callee.builtin == nullptr || shape.callee.name != "cell.update" || !shape.exact()) return;
  Expr* change = shape.arguments[0];
  const Expr* found = nullptr;
  if (auto* function = dyn<LambdaExpr>(change)) {
    auto* name = function->parameters.size() == 1 ? dyn<NamePattern>(function->parameters[0]) : nullptr;
    if (name != nullptr) found = find_update(function->body, name->binding);
  } else if (change->kind == ExprKind::kCall) {
    const CallShape partial = reader_.shape(change, function_);
    if (partial.callee.is_static() && copies_last(partial, partial.callee.arity() - 1)) found = change;
  }
  if (found != nullptr)
    diagnostics_.warn(input_.source, DiagnosticCode::kCopiesEachTime, found->span, {},
                      "`cell.change` has the value to itself, and updates it in place; `cell.get_and_change` "
                      "also has an answer");
}

// A call with too few arguments and an unused value has no effect at all: it is reported.
void CallChecks::check_dropped(Expr* expr, const CallShape& shape) {
  if (!waits_for_more(shape)) return;
  const size_t missing = shape.callee.arity() - shape.arguments.size();
  Diagnostic& diagnostic = diagnostics_.report(input_.source, DiagnosticCode::kMissingArguments, expr->span,
                                               {callee_text(shape), counted(shape.callee.arity(), "argument"),
                                                std::to_string(missing) + (missing == 1 ? " is" : " are")});
  if (auto* c = dyn<CallExpr>(expr)) diagnostic.hint(call_hint(*c));
}

void CallChecks::check_waits(Expr* expr) {
  if (expr->kind != ExprKind::kCall && expr->kind != ExprKind::kPipe) return;
  const CallShape shape = reader_.shape(expr, function_);
  if (!waits_for_more(shape)) return;
  auto* call = dyn<CallExpr>(expr);
  std::string hint(call != nullptr ? call_hint(*call) : "");
  if (hint.empty()) hint = "it takes " + counted(shape.callee.arity(), "argument");
  diagnostics_.warn(input_.source, DiagnosticCode::kWaitsInPlace, expr->span, callee_text(shape), hint);
}

void CallChecks::check_not_called(const Expr* expr) {
  const Callee callee = reader_.callee(expr, function_);
  if (!callee.is_static()) return;
  const std::string name(written_text(input_.source, expr->span));
  diagnostics_.warn(input_.source, DiagnosticCode::kNotCalled, expr->span, {name},
                    "to call it, write its arguments after it, or `()` if it takes none");
}

// What stores the new value: `xs |>= push …`, for a variable or a part of one.
std::string CallChecks::storing(const CallShape& shape) const {
  const Expr* last = shape.arguments.back();
  const std::string name(shape.callee.name);
  const std::string text(written_text(input_.source, last->span));
  const bool may_change = last->kind == ExprKind::kName || last->kind == ExprKind::kField ||
                          last->kind == ExprKind::kTupleField || last->kind == ExprKind::kIndex;
  if (!may_change) return "x = " + name + " …";
  if (name == "pop") return "last, " + text + " = pop " + text;
  // The entries of the last argument win.
  if (name == "merge") return text + " = merge " + text + " …";
  return text + " |>= " + name + (shape.callee.arity() > 1 ? " …" : "");
}

void CallChecks::check_updated(Expr* expr, const CallShape& shape) {
  if (shape.callee.builtin == nullptr || !shape.exact() || !is_among(kUpdating, shape.callee.name)) return;
  diagnostics_.warn(input_.source, DiagnosticCode::kChangesNothing, expr->span, shape.callee.name,
                    "values never change; `" + storing(shape) + "` gives the variable the new value");
}

}  // namespace aspen
