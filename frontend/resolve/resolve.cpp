#include "frontend/resolve/resolve.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "frontend/diagnostics/expansion.h"
#include "frontend/resolve/callee.h"
#include "frontend/resolve/captures.h"
#include "frontend/resolve/concurrency.h"
#include "frontend/resolve/members.h"
#include "frontend/syntax/habits.h"
#include "frontend/syntax/walk.h"
#include "vm/values/suggest.h"

namespace aspen {

namespace {

class Resolver {
 public:
  Resolver(const ResolveInput& input, Scopes& scopes, Diagnostics& diagnostics)
      : input_(input),
        scopes_(scopes),
        diagnostics_(diagnostics),
        visible_(input.arena.name_count(), nullptr) {
    scopes_.functions.emplace_back();
    function_ = &scopes_.body();
    declare_session();
  }

  void run() {
    walk_program();
    declaring_ = false;
    walk_program();
  }

 private:
  class Scope {
   public:
    explicit Scope(Resolver& r) : r_(r), mark_(r.undo_.size()) {}
    ~Scope() {
      while (r_.undo_.size() > mark_) {
        auto [id, before] = r_.undo_.back();
        r_.visible_[id] = before;
        r_.undo_.pop_back();
      }
    }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Resolver& r_;
    size_t mark_;
  };

  Diagnostic& report(DiagnosticCode code, Span span, std::initializer_list<std::string_view> arguments = {}) {
    return diagnostics_.report(input_.source, code, span, arguments);
  }

  // ---- Declaring

  Binding* make_binding(Name name, Span span) {
    Binding& binding = scopes_.bindings.emplace_back();
    binding.name = name;
    binding.span = span;
    binding.owner = function_;
    binding.bound = 1;
    return &binding;
  }

  void show(Binding* binding) {
    show(binding, binding->name.id());
    if (binding->block != input_.program) return;
    if (Name name = input_.arena.module_name(binding->name)) show(binding, name.id());
  }

  void show(Binding* binding, uint32_t id) {
    undo_.push_back({id, visible_[id]});
    visible_[id] = binding;
  }

  void declare_session() {
    if (input_.session == nullptr) return;
    scopes_.in_session = true;
    for (const SessionName& name : *input_.session) {
      Name interned = input_.arena.intern(name.name);
      if (interned.id() >= visible_.size()) visible_.resize(interned.id() + 1, nullptr);
      Binding* binding = make_binding(interned, {});
      binding->session_slot = static_cast<int32_t>(name.slot);
      binding->block = input_.program;
      scopes_.session.push_back(binding);
      visible_[interned.id()] = binding;
      if (Name in_module = input_.arena.module_name(interned)) visible_[in_module.id()] = binding;
    }
  }

  // The variable of the running function that `name` already means.
  Binding* own(Name name) {
    Binding* binding = visible_[name.id()];
    return binding != nullptr && binding->owner == function_ ? binding : nullptr;
  }

  // Names of a parameter, a match arm, `for` or `is`: new ones, though alternatives of an `or` share theirs.
  void bind_fresh(Pattern* pattern) {
    if (!declaring_) {
      each_name(pattern, [&](NamePattern* name) {
        if (visible_[name->name.id()] != name->binding) show(name->binding);
      });
      return;
    }
    size_t mark = undo_.size();
    each_name(pattern, [&](NamePattern* name) {
      bool alternative = std::any_of(undo_.begin() + static_cast<ptrdiff_t>(mark), undo_.end(),
                                     [&](const auto& entry) { return entry.first == name->name.id(); });
      if (alternative) {
        name->binding = visible_[name->name.id()];
        return;
      }
      name->binding = make_binding(name->name, name->span);
      show(name->binding);
    });
  }

  void note_assigned(Binding& binding, Span statement) {
    auto at = std::upper_bound(binding.assigned_at.begin(), binding.assigned_at.end(), statement.offset);
    binding.assigned_at.insert(at, statement.offset);
    if (binding.bound + binding.updated > 1) binding.literal = nullptr, binding.constant = nullptr;
  }

  void bind_assigned(NamePattern* name, AssignExpr* statement) {
    if (!declaring_) {
      name->binding->pending = false;
      if (visible_[name->name.id()] != name->binding) show(name->binding);
      return;
    }
    function_->assigned.try_emplace(name->name.id(), statement->span);
    Binding* binding = own(name->name);
    if (binding != nullptr) {
      ++binding->bound;
    } else {
      binding = make_binding(name->name, name->span);
      binding->block = statement_of_block_ == statement ? block_ : nullptr;
      show(binding);
    }
    name->binding = binding;
    note_assigned(*binding, statement->span);
  }

  // A direct `name = function` or `name = literal` in a block.
  void note_value(AssignExpr* statement) {
    auto* name = dyn<NamePattern>(statement->target);
    if (name == nullptr || name->binding->bound + name->binding->updated > 1 ||
        name->binding->block == nullptr)
      return;
    Binding& binding = *name->binding;
    binding.statement = statement_;
    binding.safe_from = run_start_;
    binding.literal = dyn<LambdaExpr>(statement->value);
    if (input_.session == nullptr && is_constant(statement->value)) binding.constant = statement->value;
  }

  void declare_update(const Path& path, Span statement) {
    if (!declaring_) return;
    function_->assigned.try_emplace(path.root->name.id(), statement);
    Binding* binding = own(path.root->name);
    if (binding == nullptr) return;
    ++binding->updated;
    note_assigned(*binding, statement);
  }

  // ---- Walking

  void walk_program() {
    Scope scope(*this);
    walk_block(input_.program);
  }

  void visit(Expr* expr) {
    switch (expr->kind) {
      case ExprKind::kName: return use(as<NameExpr>(expr));
      case ExprKind::kBlock: {
        Scope scope(*this);
        return walk_block(as<BlockExpr>(expr));
      }
      case ExprKind::kIf: return visit_if(as<IfExpr>(expr));
      case ExprKind::kMatch: return visit_match(as<MatchExpr>(expr));
      case ExprKind::kFor: return visit_for(as<ForExpr>(expr));
      case ExprKind::kWhile: return visit_while(as<WhileExpr>(expr));
      case ExprKind::kLoop: return in_loop(as<LoopExpr>(expr)->body);
      case ExprKind::kIs:
      case ExprKind::kLogical: {
        Scope scope(*this);
        return condition(expr);
      }
      case ExprKind::kNot: {
        Scope scope(*this);
        return visit(as<NotExpr>(expr)->operand);
      }
      case ExprKind::kLambda: return visit_lambda(as<LambdaExpr>(expr));
      case ExprKind::kAssign: return visit_assign(as<AssignExpr>(expr));
      case ExprKind::kUpdate:
      case ExprKind::kPipeUpdate: return visit_update(expr);
      case ExprKind::kRecord: check_fields(as<RecordExpr>(expr)); break;
      case ExprKind::kReturn:
        if (function_->is_body()) once(DiagnosticCode::kReturnOutsideFunction, expr->span);
        break;
      case ExprKind::kBreak:
        if (loops_ == 0) once(DiagnosticCode::kOutsideLoop, expr->span, {"break"});
        break;
      case ExprKind::kContinue:
        if (loops_ == 0) once(DiagnosticCode::kOutsideLoop, expr->span, {"continue"});
        return;
      case ExprKind::kYield:
        if (declaring_) check_yield(as<YieldExpr>(expr), function_->literal, input_, diagnostics_);
        break;
      case ExprKind::kSpawn:
      case ExprKind::kCall:
        each_child(expr, [&](Expr* child) { visit(child); });
        if (!declaring_) check_task(expr, input_, diagnostics_);
        return;
      case ExprKind::kSyntax:
        return once(DiagnosticCode::kBadSyntax, {expr->span.offset, 6}, {"it stands below the top level"});
      case ExprKind::kUse: return visit_use(as<UseExpr>(expr));
      case ExprKind::kField:
        if (!declaring_) {
          visit(as<FieldExpr>(expr)->object);
          return check_member(as<FieldExpr>(expr), input_, diagnostics_);
        }
        break;
      default: break;
    }
    each_child(expr, [&](Expr* child) { visit(child); });
  }

  void once(DiagnosticCode code, Span span, std::initializer_list<std::string_view> arguments = {}) {
    if (declaring_) report(code, span, arguments);
  }

  // Names bound by `is` are seen to the right in the `and` chain and by what the caller visits before its
  // scope ends.
  void condition(Expr* expr) {
    if (auto* is = dyn<IsExpr>(expr)) {
      visit(is->subject);
      bind_fresh(is->pattern);
      return;
    }
    auto* logical = dyn<LogicalExpr>(expr);
    if (logical == nullptr) return visit(expr);
    if (logical->is_and) {
      condition(logical->left);
      condition(logical->right);
      return;
    }
    for (Expr* side : {logical->left, logical->right}) {
      Scope scope(*this);
      condition(side);
    }
  }

  void walk_block(BlockExpr* block) {
    struct Saved {
      BlockExpr* block;
      Expr* statement_of_block;
      uint32_t statement, run_start;
    } saved{block_, statement_of_block_, statement_, run_start_};
    block_ = block;
    run_start_ = 0;
    if (!declaring_) show_functions(block);
    for (uint32_t i = 0; i < block->statements.size(); ++i) {
      Expr* statement = block->statements[i];
      statement_ = running_[block] = i;
      block_ = block;
      statement_of_block_ = statement;
      visit(statement);
      if (!is_function_binding(statement)) run_start_ = i + 1;
    }
    running_.erase(block);
    block_ = saved.block;
    statement_of_block_ = saved.statement_of_block;
    statement_ = saved.statement;
    run_start_ = saved.run_start;
  }

  static bool is_function_binding(Expr* statement) {
    auto* assign = dyn<AssignExpr>(statement);
    return assign != nullptr && assign->target->kind == PatternKind::kName &&
           assign->value->kind == ExprKind::kLambda;
  }

  // Functions bound once may be used by functions above them.
  void show_functions(BlockExpr* block) {
    for (Expr* statement : block->statements) {
      if (!is_function_binding(statement)) continue;
      Binding* binding = as<NamePattern>(as<AssignExpr>(statement)->target)->binding;
      if (binding->literal == nullptr || binding->block != block) continue;
      binding->pending = true;
      show(binding);
    }
  }

  void visit_if(IfExpr* expr) {
    {
      Scope scope(*this);
      condition(expr->condition);
      visit(expr->then_block);
    }
    if (expr->else_branch != nullptr) visit(expr->else_branch);
  }

  void visit_match(MatchExpr* expr) {
    visit(expr->subject);
    for (MatchArm& arm : expr->arms) {
      Scope scope(*this);
      bind_fresh(arm.pattern);
      if (arm.guard != nullptr) condition(arm.guard);
      visit(arm.body);
    }
  }

  void in_loop(Expr* body) {
    ++loops_;
    visit(body);
    --loops_;
  }

  void visit_for(ForExpr* expr) {
    visit(expr->iterable);
    Scope scope(*this);
    bind_fresh(expr->pattern);
    in_loop(expr->body);
  }

  void visit_while(WhileExpr* expr) {
    Scope scope(*this);
    ++loops_;
    condition(expr->condition);
    --loops_;
    in_loop(expr->body);
  }

  void enter(LambdaExpr* literal) {
    if (declaring_) {
      FunctionInfo& info = scopes_.functions.emplace_back();
      info.literal = literal;
      info.parent = function_;
      info.index = static_cast<uint32_t>(scopes_.functions.size() - 1);
      literal->info = &info;
    }
    function_ = literal->info;
  }

  void bind_parameters(LambdaExpr* literal) {
    for (Pattern* parameter : literal->parameters) {
      auto* name = dyn<NamePattern>(parameter);
      Binding* whole = nullptr;
      if (declaring_ && name == nullptr) whole = make_binding(Name(), parameter->span);
      bind_fresh(parameter);
      if (declaring_) function_->parameters.push_back(name != nullptr ? name->binding : whole);
    }
  }

  void visit_lambda(LambdaExpr* literal) {
    FunctionInfo* outer = function_;
    Expr* statement = statement_of_block_;
    unsigned loops = std::exchange(loops_, 0);
    enter(literal);
    {
      Scope scope(*this);
      bind_parameters(literal);
      visit(literal->body);
    }
    function_ = outer;
    statement_of_block_ = statement;
    loops_ = loops;
  }

  void visit_assign(AssignExpr* expr) {
    auto* name = dyn<NamePattern>(expr->target);
    auto* literal = dyn<LambdaExpr>(expr->value);
    // The statement, if it stands directly in its block: saved, because walking the value clears it.
    Expr* statement = statement_of_block_;
    if (name != nullptr && literal != nullptr) {
      visit_named_function(name, literal);
    } else {
      visit(expr->value);
    }
    statement_of_block_ = statement;
    each_target(
        expr->target, [](NamePattern*) {}, [&](PathPattern* path) { visit_path(path->path, expr->span); });
    each_name(expr->target, [&](NamePattern* target) { bind_assigned(target, expr); });
    if (declaring_ && statement == expr) note_value(expr);
  }

  // Inside its own literal, a function's name means that function, even if the name is bound more than once.
  void visit_named_function(NamePattern* name, LambdaExpr* literal) {
    if (declaring_) return visit(literal);
    FunctionInfo& info = *literal->info;
    info.target = name->binding;
    Scope scope(*this);
    if (name->binding->literal == literal) {
      info.self = name->binding;
    } else {
      if (info.self == nullptr) info.self = make_self(name, literal);
      show(info.self);
    }
    visit(literal);
  }

  Binding* make_self(NamePattern* name, LambdaExpr* literal) {
    Binding* self = make_binding(name->name, name->span);
    self->literal = literal;
    self->is_self = true;
    self->home = Binding::Home::none;
    return self;
  }

  void visit_path(const Path& path, Span statement) {
    each_path_key(path, [&](Expr* key) { visit(key); });
    declare_update(path, statement);
    use_variable(path.root);
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
    if (!function_->is_body() || block_ != input_.program)
      return once(DiagnosticCode::kUseBelowTop, expr->span);
    if (!expr->name) return;
    if (!declaring_) {
      if (visible_[expr->name.id()] != scopes_.imports[expr]) show(scopes_.imports[expr]);
      return;
    }
    function_->assigned.try_emplace(expr->name.id(), expr->span);
    Binding* binding = own(expr->name);
    if (binding != nullptr) {
      ++binding->bound;
      binding->import = nullptr;
    } else {
      binding = make_binding(expr->name, expr->name_span);
      binding->block = block_;
      binding->import = expr;
      show(binding);
    }
    note_assigned(*binding, expr->span);
    scopes_.imports[expr] = binding;
  }

  void check_fields(RecordExpr* record) {
    if (!declaring_) return;
    std::unordered_set<uint32_t> seen;
    for (const RecordItem& item : record->items) {
      if (item.spread) {
        seen.clear();
      } else if (!seen.insert(item.field.id()).second) {
        report(DiagnosticCode::kRepeatedField, item.field_span, {item.field.text()});
      }
    }
  }

  // ---- Uses

  void use(NameExpr* expr) {
    if (declaring_) return;
    Binding* binding = visible_[expr->name.id()];
    if (binding != nullptr && binding->owner == function_ && !binding->is_self) return use_own(expr, binding);
    if (!check_assigned(expr, binding)) return;
    if (binding == nullptr) return use_builtin(expr);
    expr->binding = binding;
    if (binding->owner != function_ || binding->is_self) capture(binding, expr->span);
  }

  void use_own(NameExpr* expr, Binding* binding) {
    expr->binding = binding;
    if (!binding->pending) return;
    expr->binding = nullptr;
    if (input_.builtins.find(expr->name.text()) == nullptr) used_too_early(expr, binding->span);
  }

  void used_too_early(NameExpr* expr, Span bound) {
    report(DiagnosticCode::kUsedBeforeBinding, expr->span, {expr->name.text()}).note(bound, "bound here");
  }

  // The root of a path that is updated.
  void use_variable(NameExpr* expr) {
    const Binding* binding = visible_[expr->name.id()];
    const bool is_bound = binding != nullptr && (binding->owner != function_ || !binding->pending);
    const std::string_view name = expr->name.text();
    if (declaring_ || is_bound || input_.builtins.find(name) == nullptr) return use(expr);
    report(DiagnosticCode::kUpdatesLibrary, expr->span, {name})
        .hint("an update needs a variable: assign one of that name first");
  }

  // False, with an error, if a function between the use and its apparent meaning assigns the name. The name
  // then belongs to that function.
  bool check_assigned(NameExpr* expr, const Binding* binding) {
    for (FunctionInfo* f = function_; f != nullptr && (binding == nullptr || f != binding->owner);
         f = f->parent) {
      auto found = f->assigned.find(expr->name.id());
      if (found == f->assigned.end()) continue;
      if (binding == nullptr && input_.builtins.find(expr->name.text()) != nullptr) {
        // The prelude's name may be read on the right side of the first assignment to it, and outside the
        // scope of that variable.
        if (f->is_body() || expr->span.offset > found->second.offset) continue;
      }
      report_assigned(expr, *f, found->second, binding);
      return false;
    }
    return true;
  }

  void report_assigned(NameExpr* expr, const FunctionInfo& f, Span assigned, const Binding* binding) {
    std::string_view name = expr->name.text();
    if (!reported_.insert({&f, expr->name.id()}).second) return;
    bool means_another = !f.is_body() && (binding != nullptr || input_.builtins.find(name) != nullptr);
    if (expr->span.offset >= assigned.end()) {
      report_unknown(expr).hint(block_ended(name));
    } else if (means_another) {
      report(DiagnosticCode::kReadBeforeAssigned, expr->span, {name})
          .note(assigned, "assigned here")
          .hint(capture_hint(f));
    } else if (expr->span.offset < assigned.offset) {
      used_too_early(expr, assigned);
    } else {
      report_unknown(expr);
    }
  }

  static std::string block_ended(std::string_view name) {
    return "`" + std::string(name) +
           "` was first assigned inside a block, and ended with it: assign it before the block";
  }

  void capture(Binding* binding, Span span) {
    FunctionInfo* below = function_;
    for (FunctionInfo* f = function_; f != binding->owner; f = f->parent) {
      if (f->free_set.insert(binding).second) f->free.push_back(binding);
      below = f;
    }
    if (!binding->pending) return;
    auto at = running_.find(binding->block);
    bool safe = at != running_.end() && at->second >= binding->safe_from;
    if (below == binding->literal->info) safe = true;
    scopes_.forward_uses.push_back({binding, below, safe, span});
  }

  void use_builtin(NameExpr* expr) {
    expr->binding = nullptr;
    if (input_.builtins.find(expr->name.text()) == nullptr) report_unknown(expr);
  }

  Diagnostic& report_unknown(NameExpr* expr) {
    std::string_view name = expr->name.text();
    if (const std::string hint = own_name_hint(*expr); !hint.empty())
      return report(DiagnosticCode::kUnboundName, expr->span, {name}).hint(hint);
    if (const Macro* macro = macro_with(name))
      return report(DiagnosticCode::kUnboundName, expr->span, {name}).hint(macro_hint(*macro, *expr));
    if (!word_hint(name).empty())
      return report(DiagnosticCode::kUnboundName, expr->span, {name}).hint(word_hint(name));
    // The search for similar names takes longer than all else here, so only for errors that are shown.
    const std::string hint = diagnostics_.full() ? "" : near_hint(name);
    return report(DiagnosticCode::kUnboundName, expr->span, {name}).hint(hint);
  }

  // For a name that expansion has made: the body binds it, but not here.
  std::string own_name_hint(const NameExpr& expr) const {
    const Expansion::Origin origin = origin_of(input_.source, expr.span);
    if (origin.steps.empty()) return {};
    const std::string written(origin.steps.front().source->text(origin.steps.front().span));
    if (written == expr.name.text()) return {};
    return "the macro binds `" + written +
           "` in another part of its body, so that the name is its own in all of it";
  }

  const Macro* macro_with(std::string_view word) const {
    return input_.macros != nullptr ? input_.macros->with_word(word) : nullptr;
  }

  // For a word of a macro in a chain that the macro does not match.
  std::string macro_hint(const Macro& macro, const NameExpr& expr) const {
    const Source& source = macro.source();
    const std::string text = "the macro `" + macro.pattern + "`, defined at " + source.name() + ":" +
                             std::to_string(source.position(macro.span.offset).line);
    const Expansion::Origin here = origin_of(input_.source, expr.span);
    const bool is_below = here.source == &source && here.span.offset < macro.span.offset;
    return is_below ? text + ", may be used below its definition only"
                    : "`" + std::string(expr.name.text()) + "` is a word of " + text +
                          ", which does not match here";
  }

  std::string near_hint(std::string_view name) const {
    NearestName nearest(name);
    for (const auto& entry : undo_) {
      if (visible_[entry.first] != nullptr) nearest.consider(visible_[entry.first]->name.text());
    }
    for (const Binding* binding : scopes_.session) nearest.consider(binding->name.text());
    if (input_.macros != nullptr) {
      for (const auto& [word, macro] : input_.macros->words()) nearest.consider(word);
    }
    input_.builtins.each_name([&](std::string_view known) {
      if (known.find('.') == std::string_view::npos) nearest.consider(known);
    });
    return nearest.hint();
  }

  const ResolveInput& input_;
  Scopes& scopes_;
  Diagnostics& diagnostics_;
  bool declaring_ = true;
  std::vector<Binding*> visible_;  // by name id: what the name means here
  std::vector<std::pair<uint32_t, Binding*>> undo_;
  FunctionInfo* function_ = nullptr;
  BlockExpr* block_ = nullptr;
  Expr* statement_of_block_ = nullptr;  // the statement being walked, if it stands directly in block_
  uint32_t statement_ = 0;
  uint32_t run_start_ = 0;  // first of the function bindings that stand directly above
  unsigned loops_ = 0;
  std::unordered_map<const BlockExpr*, uint32_t> running_;  // blocks being walked, and where
  std::set<std::pair<const FunctionInfo*, uint32_t>>
      reported_;  // names that a function misuses: one error is enough
};

}  // namespace

void resolve(const ResolveInput& input, Scopes& scopes, Diagnostics& diagnostics) {
  Resolver(input, scopes, diagnostics).run();
  if (!diagnostics.has_errors()) settle_captures(input, scopes, diagnostics);
}

}  // namespace aspen
