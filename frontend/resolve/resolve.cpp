#include "frontend/resolve/resolve.h"

#include <utility>

#include "frontend/resolve/binder.h"
#include "frontend/resolve/callee.h"
#include "frontend/resolve/captures.h"
#include "frontend/resolve/concurrency.h"
#include "frontend/resolve/members.h"
#include "frontend/resolve/operands.h"
#include "frontend/resolve/uses.h"
#include "frontend/syntax/habits.h"
#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

class Resolver {
 public:
  Resolver(const ResolveInput& input, Scopes& scopes, Diagnostics& diagnostics)
      : input_(input),
        scopes_(scopes),
        diagnostics_(diagnostics),
        names_(input),
        binder_(input, scopes, names_, walk_),
        uses_(input, scopes, names_, walk_, diagnostics) {
    scopes_.functions.emplace_back();
    walk_.function = &scopes_.body();
    binder_.bind_session();
  }

  void run() {
    walk_program();
    walk_.declaring = false;
    walk_program();
  }

 private:
  using Scope = VisibleNames::Scope;

  void walk_program() {
    Scope scope(names_);
    walk_block(input_.program);
  }

  void visit(Expr* expr) {
    switch (expr->kind) {
      case ExprKind::kName: return uses_.use(as<NameExpr>(expr));
      case ExprKind::kBlock: {
        Scope scope(names_);
        return walk_block(as<BlockExpr>(expr));
      }
      case ExprKind::kIf: return visit_if(as<IfExpr>(expr));
      case ExprKind::kMatch: return visit_match(as<MatchExpr>(expr));
      case ExprKind::kFor: return visit_for(as<ForExpr>(expr));
      case ExprKind::kWhile: return visit_while(as<WhileExpr>(expr));
      case ExprKind::kLoop: return in_loop(as<LoopExpr>(expr)->body);
      case ExprKind::kIs:
      case ExprKind::kLogical: {
        Scope scope(names_);
        return condition(expr);
      }
      case ExprKind::kNot: {
        Scope scope(names_);
        return visit(as<NotExpr>(expr)->operand);
      }
      case ExprKind::kLambda: return visit_lambda(as<LambdaExpr>(expr));
      case ExprKind::kAssign: return visit_assign(as<AssignExpr>(expr));
      case ExprKind::kUpdate:
      case ExprKind::kPipeUpdate: return visit_update(expr);
      case ExprKind::kRecord: check_fields(as<RecordExpr>(expr)); break;
      case ExprKind::kReturn:
        if (walk_.function->is_body()) once(DiagnosticCode::kReturnOutsideFunction, expr->span);
        break;
      case ExprKind::kBreak:
        if (walk_.loops == 0) once(DiagnosticCode::kOutsideLoop, expr->span, {"break"});
        break;
      case ExprKind::kContinue:
        if (walk_.loops == 0) once(DiagnosticCode::kOutsideLoop, expr->span, {"continue"});
        return;
      case ExprKind::kYield:
        if (walk_.declaring) check_yield(as<YieldExpr>(expr), walk_.function->literal, input_, diagnostics_);
        break;
      case ExprKind::kSpawn:
      case ExprKind::kCall:
        each_child(expr, [&](Expr* child) { visit(child); });
        if (walk_.declaring) return;
        check_task(expr, input_, diagnostics_);
        return forget_consequences(expr);
      case ExprKind::kPipe: each_child(expr, [&](Expr* child) { visit(child); }); return check_left(expr);
      case ExprKind::kBinary:
        each_child(expr, [&](Expr* child) { visit(child); });
        if (!walk_.declaring) note_joining(as<BinaryExpr>(expr));
        return check_left(expr);
      case ExprKind::kSyntax:
        return once(DiagnosticCode::kBadSyntax, {expr->span.offset, 6}, {"it stands below the top level"});
      case ExprKind::kUse: return visit_use(as<UseExpr>(expr));
      case ExprKind::kField:
        if (!walk_.declaring) {
          visit(as<FieldExpr>(expr)->object);
          return check_member(as<FieldExpr>(expr), input_, diagnostics_);
        }
        break;
      default: break;
    }
    each_child(expr, [&](Expr* child) { visit(child); });
  }

  void check_left(const Expr* expr) {
    if (!walk_.declaring) check_left_operand(expr, input_, diagnostics_);
  }

  // `function add(a, b) { return a + b }` is one mistake: the word, which is the callee here. Likewise
  // `try { … } catch e { print e }`, where it is an argument.
  void forget_consequences(const Expr* expr) {
    auto* call = dyn<CallExpr>(expr);
    if (call == nullptr) return;
    const Expr* word = is_foreign_word(call->callee) ? call->callee : nullptr;
    for (size_t i = 0; word == nullptr && i < call->arguments.size(); ++i) {
      if (is_foreign_word(call->arguments[i])) word = call->arguments[i];
    }
    if (word == nullptr) return;
    diagnostics_.forget_within(input_.source, {word->span.end(), call->span.end() - word->span.end()});
  }

  // A keyword of another language that is bound to nothing.
  bool is_foreign_word(const Expr* expr) const {
    auto* name = dyn<NameExpr>(expr);
    return name != nullptr && name->binding == nullptr && !keyword_hint(name->name.text()).empty() &&
           input_.builtins.find(std::string(name->name.text())) == nullptr;
  }

  // Reports in one of the two walks.
  void once(DiagnosticCode code, Span span, std::initializer_list<std::string_view> arguments = {}) {
    if (walk_.declaring) diagnostics_.report(input_.source, code, span, arguments);
  }

  // Names bound by `is` are seen to the right in the `and` chain and by what the caller visits before its
  // scope ends.
  void condition(Expr* expr) {
    if (auto* is = dyn<IsExpr>(expr)) {
      visit(is->subject);
      binder_.bind_fresh(is->pattern);
      return check_left(expr);
    }
    auto* logical = dyn<LogicalExpr>(expr);
    if (logical == nullptr) return visit(expr);
    check_left(expr);
    if (logical->is_and) {
      condition(logical->left);
      condition(logical->right);
      return;
    }
    for (Expr* side : {logical->left, logical->right}) {
      Scope scope(names_);
      condition(side);
    }
  }

  void walk_block(BlockExpr* block) {
    const WalkState::Statement outer = std::exchange(walk_.at, {block});
    if (!walk_.declaring) binder_.show_functions(block);
    for (uint32_t i = 0; i < block->statements.size(); ++i) {
      Expr* statement = block->statements[i];
      walk_.at.index = walk_.running[block] = i;
      walk_.at.expr = statement;
      visit(statement);
      if (!is_function_binding(statement)) walk_.at.run_start = i + 1;
    }
    walk_.running.erase(block);
    walk_.at = outer;
  }

  void visit_if(IfExpr* expr) {
    {
      Scope scope(names_);
      condition(expr->condition);
      visit(expr->then_block);
    }
    if (expr->else_branch != nullptr) visit(expr->else_branch);
  }

  void visit_match(MatchExpr* expr) {
    visit(expr->subject);
    for (MatchArm& arm : expr->arms) {
      Scope scope(names_);
      binder_.bind_fresh(arm.pattern);
      if (arm.guard != nullptr) condition(arm.guard);
      visit(arm.body);
    }
  }

  void in_loop(Expr* body) {
    ++walk_.loops;
    visit(body);
    --walk_.loops;
  }

  void visit_for(ForExpr* expr) {
    visit(expr->iterable);
    Scope scope(names_);
    binder_.bind_fresh(expr->pattern);
    in_loop(expr->body);
  }

  void visit_while(WhileExpr* expr) {
    Scope scope(names_);
    ++walk_.loops;
    condition(expr->condition);
    --walk_.loops;
    in_loop(expr->body);
  }

  void enter(LambdaExpr* literal) {
    if (walk_.declaring) {
      FunctionInfo& info = scopes_.functions.emplace_back();
      info.literal = literal;
      info.parent = walk_.function;
      info.index = static_cast<uint32_t>(scopes_.functions.size() - 1);
      literal->info = &info;
    }
    walk_.function = literal->info;
  }

  void visit_lambda(LambdaExpr* literal) {
    FunctionInfo* outer = walk_.function;
    unsigned loops = std::exchange(walk_.loops, 0);
    enter(literal);
    {
      Scope scope(names_);
      binder_.bind_parameters(literal);
      visit(literal->body);
    }
    if (!walk_.declaring) check_first_parameter(literal);
    walk_.function = outer;
    walk_.loops = loops;
  }

  // `fn x -> x + 1` is a function of two arguments here.
  void check_first_parameter(const LambdaExpr* literal) {
    auto* name = literal->parameters.size() > 1 ? dyn<NamePattern>(literal->parameters[0]) : nullptr;
    if (name == nullptr || !begins_function(name->name.text()) || mentions(literal->body, name->binding))
      return;
    diagnostics_.report(input_.source, DiagnosticCode::kForeignFunction, name->span, {name->name.text()})
        .hint(keyword_hint(name->name.text()));
  }

  void visit_assign(AssignExpr* expr) {
    auto* name = dyn<NamePattern>(expr->target);
    auto* literal = dyn<LambdaExpr>(expr->value);
    if (name != nullptr && literal != nullptr) {
      visit_named_function(name, literal);
    } else {
      visit(expr->value);
    }
    each_target(
        expr->target, [](NamePattern*) {}, [&](PathPattern* path) { visit_path(path->path, expr->span); });
    each_name(expr->target, [&](NamePattern* target) { binder_.bind_assigned(target, expr); });
    if (walk_.declaring && walk_.at.expr == expr) binder_.note_value(expr);
  }

  void visit_named_function(NamePattern* name, LambdaExpr* literal) {
    if (walk_.declaring) return visit(literal);
    literal->info->target = name->binding;
    Scope scope(names_);
    binder_.show_self(name, literal);
    visit(literal);
  }

  void visit_path(const Path& path, Span statement) {
    each_path_key(path, [&](Expr* key) { visit(key); });
    binder_.note_update(path, statement);
    uses_.use_variable(path.root);
  }

  void visit_update(Expr* expr) {
    const Path& path =
        expr->kind == ExprKind::kUpdate ? as<UpdateExpr>(expr)->path : as<PipeUpdateExpr>(expr)->path;
    visit_path(path, expr->span);
    if (auto* update = dyn<UpdateExpr>(expr)) return visit(update->value);
    visit(as<PipeUpdateExpr>(expr)->callee);
    for (Expr* argument : as<PipeUpdateExpr>(expr)->arguments) visit(argument);
  }

  void visit_use(UseExpr* expr) {
    if (!walk_.function->is_body() || walk_.at.block != input_.program)
      return once(DiagnosticCode::kUseBelowTop, expr->span);
    if (expr->name) binder_.bind_import(expr);
  }

  void check_fields(RecordExpr* record) {
    if (!walk_.declaring) return;
    std::unordered_set<uint32_t> seen;
    for (const RecordItem& item : record->items) {
      if (item.spread) {
        seen.clear();
      } else if (!seen.insert(item.field.id()).second) {
        once(DiagnosticCode::kRepeatedField, item.field_span, {item.field.text()});
      }
    }
  }

  const ResolveInput& input_;
  Scopes& scopes_;
  Diagnostics& diagnostics_;
  WalkState walk_;
  VisibleNames names_;
  Binder binder_;
  Uses uses_;
};

}  // namespace

void resolve(const ResolveInput& input, Scopes& scopes, Diagnostics& diagnostics) {
  Resolver(input, scopes, diagnostics).run();
  if (!diagnostics.has_errors()) settle_captures(input, scopes, diagnostics);
}

}  // namespace aspen
