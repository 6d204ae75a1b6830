#include "frontend/expand/template.h"

#include <algorithm>
#include <unordered_set>

#include "frontend/expand/bound_names.h"
#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

Wrap wrap_of(const Expr* atom) {
  if (atom->parenthesized) return Wrap::none;
  switch (atom->kind) {
    case ExprKind::kName:
    case ExprKind::kLabel:
    case ExprKind::kUnit:
    case ExprKind::kBool:
    case ExprKind::kString:
    case ExprKind::kBytes:
    case ExprKind::kInterpolation:
    case ExprKind::kTuple:
    case ExprKind::kList:
    case ExprKind::kDict: return Wrap::none;
    case ExprKind::kInt:
    case ExprKind::kFloat: return Wrap::number;
    case ExprKind::kField:
    case ExprKind::kTupleField:
    case ExprKind::kIndex:
    case ExprKind::kSlice: return Wrap::postfix;
    case ExprKind::kBlock:
    case ExprKind::kRecord: return Wrap::braces;
    default: return Wrap::always;
  }
}

class Collector {
 public:
  Collector(Template& out, const TemplateRules& rules) : out_(out), rules_(rules) {}

  void collect_statements(BlockExpr* block, bool at_top) {
    for (Expr* statement : block->statements) {
      if (statement->kind == ExprKind::kSyntax && at_top && !rules_.names) {
        out_.points.push_back({Point::Kind::definition, true, statement->span});
      } else if (auto* call = dyn<CallExpr>(statement); call != nullptr && !call->parenthesized) {
        add_chain(call, true);
      } else {
        const size_t before = out_.points.size();
        visit(statement);
        if (statement->kind == ExprKind::kName && out_.points.size() > before)
          out_.points.back().is_statement = true;
      }
    }
  }

 private:
  void visit(Expr* expr) {
    switch (expr->kind) {
      case ExprKind::kName:
        return add_name(as<NameExpr>(expr)->name, as<NameExpr>(expr)->word(), updated_.contains(expr));
      case ExprKind::kBlock: return collect_statements(as<BlockExpr>(expr), false);
      case ExprKind::kCall: return add_chain(as<CallExpr>(expr), false);
      case ExprKind::kPipe:
        visit(as<PipeExpr>(expr)->input);
        visit_atom(as<PipeExpr>(expr)->callee);
        for (Expr* argument : as<PipeExpr>(expr)->arguments) visit_atom(argument);
        return;
      case ExprKind::kSyntax: return rules_.refuse(expr);
      case ExprKind::kUse:
        if (rules_.names) rules_.refuse(expr);
        return;
      // The calls that stand for these keywords are not in the text.
      case ExprKind::kSpawn: return visit_function(as<SpawnExpr>(expr)->function);
      case ExprKind::kFiber: return visit_function(as<FiberExpr>(expr)->function);
      case ExprKind::kYield:
        if (as<YieldExpr>(expr)->value != nullptr) visit(as<YieldExpr>(expr)->value);
        return;
      case ExprKind::kRecord:
        for (RecordItem& item : as<RecordExpr>(expr)->items) visit_field(item);
        return;
      case ExprKind::kLambda: return visit_function(as<LambdaExpr>(expr));
      case ExprKind::kMatch: return visit_match(as<MatchExpr>(expr));
      case ExprKind::kFor: return visit_for(as<ForExpr>(expr));
      case ExprKind::kIs: visit(as<IsExpr>(expr)->pattern); break;
      case ExprKind::kAssign:
        visit(as<AssignExpr>(expr)->target);
        each_target(
            as<AssignExpr>(expr)->target, [](NamePattern*) {},
            [&](PathPattern* target) { updated_.insert(target->path.root); });
        break;
      case ExprKind::kUpdate: updated_.insert(as<UpdateExpr>(expr)->path.root); break;
      case ExprKind::kPipeUpdate: updated_.insert(as<PipeUpdateExpr>(expr)->path.root); break;
      default: break;
    }
    each_child(expr, [&](Expr* child) { visit(child); });
  }

  // ---- What binds names for a part of the program. A macro's own names are left to the expansion.

  using Scope = std::unordered_set<std::string>;

  template <typename Visit>
  void within(Scope scope, Visit&& visit_all) {
    scopes_.push_back(std::move(scope));
    visit_all();
    scopes_.pop_back();
  }

  void visit_function(LambdaExpr* function) {
    Scope scope;
    BoundNames names(scope, BoundNames::Within::is_left_out);
    if (!rules_.names) {
      for (Pattern* parameter : function->parameters) names.note(parameter);
      names.visit(function->body);
    }
    within(std::move(scope), [&] {
      for (Pattern* parameter : function->parameters) visit(parameter);
      visit(function->body);
    });
  }

  void visit_match(MatchExpr* match) {
    visit(match->subject);
    for (MatchArm& arm : match->arms) {
      within(names_of(arm.pattern), [&] {
        visit(arm.pattern);
        if (arm.guard != nullptr) visit(arm.guard);
        visit(arm.body);
      });
    }
  }

  void visit_for(ForExpr* loop) {
    visit(loop->iterable);
    within(names_of(loop->pattern), [&] {
      visit(loop->pattern);
      visit(loop->body);
    });
  }

  Scope names_of(Pattern* pattern) const {
    Scope scope;
    if (!rules_.names) BoundNames(scope, BoundNames::Within::is_left_out).note(pattern);
    return scope;
  }

  bool is_bound(std::string_view word) const {
    const std::string name(word);
    return std::any_of(scopes_.begin(), scopes_.end(),
                       [&](const Scope& each) { return each.contains(name); });
  }

  // Paths are not visited here: each_child knows them.
  void visit(Pattern* pattern) {
    if (!rules_.names) return;
    if (auto* record = dyn<RecordPattern>(pattern)) {
      for (RecordPatternField& field : record->fields) visit_field(field);
      return;
    }
    each_inner(pattern, [&](Pattern* inner) { visit(inner); });
    if (auto* name = dyn<NamePattern>(pattern)) add_name(name->name, name->span, false);
  }

  void visit_field(RecordItem& item) {
    if (!item.spread && item.field_span == item.value->span) return add_field(item.field_span);
    visit(item.value);
  }

  void visit_field(RecordPatternField& field) {
    if (field.field_span == field.pattern->span) return add_field(field.field_span);
    visit(field.pattern);
  }

  void add_field(Span span) {
    if (rules_.names) out_.points.push_back({Point::Kind::field, false, span});
  }

  void add_name(Name name, Span span, bool is_updated) {
    if (!rules_.names) return;
    // Names that the parser made up stand for other text.
    if (!out_.text(span).starts_with(name.text())) return;
    const Span exact{span.offset, static_cast<uint32_t>(name.text().size())};
    out_.points.push_back({Point::Kind::name, false, exact, is_updated});
  }

  void add_chain(CallExpr* call, bool is_statement) {
    Point chain{Point::Kind::chain, is_statement, call->span};
    chain.first_atom = static_cast<uint32_t>(out_.atoms.size());
    bool may_match = add_atom(call->callee);
    for (Expr* argument : call->arguments) may_match |= add_atom(argument);
    chain.atoms = static_cast<uint32_t>(out_.atoms.size()) - chain.first_atom;
    if (may_match) {
      out_.points.push_back(chain);
    } else {
      out_.atoms.resize(chain.first_atom);
    }
    visit_atom(call->callee);
    for (Expr* argument : call->arguments) visit_atom(argument);
  }

  void visit_atom(Expr* atom) {
    const size_t before = out_.points.size();
    visit(atom);
    const bool is_word = atom->kind == ExprKind::kName && !atom->parenthesized;
    if (is_word && out_.points.size() > before) out_.points.back().in_chain = true;
  }

  bool add_atom(Expr* expr) {
    bool is_word = expr->kind == ExprKind::kName && !expr->parenthesized;
    std::string_view word = is_word ? out_.text(expr->span) : std::string_view();
    const bool may_match = is_word && rules_.is_of_macro(word);
    out_.atoms.push_back({expr->span, word, wrap_of(expr), may_match && is_bound(word)});
    return may_match && !out_.atoms.back().is_bound;
  }

  Template& out_;
  const TemplateRules& rules_;
  std::unordered_set<const Expr*> updated_;
  std::vector<Scope> scopes_;  // around what is visited
};

}  // namespace

Template make_template(std::shared_ptr<const Source> source, BlockExpr* block, Span span,
                       const TemplateRules& rules) {
  Template out;
  out.source = std::move(source);
  out.span = span;
  Collector(out, rules).collect_statements(block, true);
  std::stable_sort(out.points.begin(), out.points.end(), [](const Point& a, const Point& b) {
    return a.span.offset != b.span.offset ? a.span.offset < b.span.offset : a.span.length > b.span.length;
  });
  return out;
}

}  // namespace aspen
