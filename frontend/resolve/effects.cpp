#include "frontend/resolve/effects.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "frontend/resolve/callee.h"
#include "frontend/syntax/walk.h"

namespace aspen {

namespace {

// The arguments of a call by position. Null, or past the end: the value is not known.
struct Given {
  std::vector<Expr*> arguments;
  size_t count;
};

struct Summary {
  Effect effect = Effect::pure;
  Reach reach;
};

// Values of these kinds are no channel and no fiber.
bool is_no_source(const Expr* expr) {
  switch (expr->kind) {
    case ExprKind::kInterpolation:
    case ExprKind::kTuple:
    case ExprKind::kList:
    case ExprKind::kDict:
    case ExprKind::kRecord:
    case ExprKind::kLambda:
    case ExprKind::kBinary:
    case ExprKind::kNot:
    case ExprKind::kNegate:
    case ExprKind::kIs:
    case ExprKind::kLogical:
    case ExprKind::kRange:
    case ExprKind::kSlice: return true;
    default: return is_constant(expr);
  }
}

// A variable that keeps the value it is bound to.
bool is_steady(const Binding& b) { return b.bound == 1 && b.updated == 0; }

class Solver {
 public:
  Solver(Scopes& scopes, const BuiltinCatalogue& builtins, BlockExpr* program)
      : reader_(builtins), bodies_(scopes.functions.size()) {
    for (FunctionInfo& function : scopes.functions) {
      Body& body = bodies_[function.index];
      body.function = &function;
      collect(function.is_body() ? static_cast<Expr*>(program) : function.literal->body, body);
    }
  }

  void run() {
    for (Body& body : bodies_) queue(body);
    while (!work_.empty()) {
      Body& body = *work_.back();
      work_.pop_back();
      body.queued = false;
      settle(body);
    }
  }

 private:
  struct Body {
    FunctionInfo* function = nullptr;
    std::vector<Expr*> calls, iterated;
    std::vector<Body*> users;  // bodies with summaries that include this one's
    bool queued = false;
  };

  void queue(Body& body) {
    if (!std::exchange(body.queued, true)) work_.push_back(&body);
  }

  static void collect(Expr* expr, Body& body) {
    if (expr->kind == ExprKind::kLambda) return;
    if (expr->kind == ExprKind::kCall || expr->kind == ExprKind::kPipe || expr->kind == ExprKind::kPipeUpdate)
      body.calls.push_back(expr);
    if (auto* loop = dyn<ForExpr>(expr)) body.iterated.push_back(loop->iterable);
    each_child(expr, [&](Expr* child) { collect(child, body); });
  }

  void settle(Body& body) {
    FunctionInfo& f = *body.function;
    body_ = &body;
    now_ = {};
    for (Expr* call : body.calls) add_call(call);
    for (Expr* iterable : body.iterated) add_iteration(iterable);
    if (now_.effect == f.effect && now_.reach == f.reach) return;
    f.effect = now_.effect;
    f.reach = now_.reach;
    for (Body* user : body.users) queue(*user);
  }

  // ---- Calls of functions that the text shows

  void add_call(Expr* expr) {
    CallShape shape = reader_.shape(expr, body_->function);
    if (shape.callee.kind == Callee::Kind::label) return;
    Given given{shape.arguments, shape.arguments.size()};
    // The argument is a part of the variable, not the variable's value.
    auto* update = dyn<PipeUpdateExpr>(expr);
    if (update != nullptr && !update->path.steps.empty()) given.arguments.back() = nullptr;
    if (!shape.callee.is_static()) return add_call_of(const_cast<Expr*>(shape.callee_expr), given);
    // A call with too few arguments runs nothing.
    if (given.count >= shape.callee.arity()) add_callee(shape.callee, given);
  }

  void add_callee(const Callee& callee, const Given& given) {
    if (callee.kind == Callee::Kind::known) return add_function(*callee.info, given);
    now_.effect = std::max(now_.effect, callee.builtin->effect);
    add_reach(callee.builtin->reach, callee.arity(), given);
  }

  void add_function(const FunctionInfo& callee, const Given& given) {
    std::vector<Body*>& users = bodies_[callee.index].users;
    if (users.empty() || users.back() != body_) users.push_back(body_);
    now_.effect = std::max(now_.effect, callee.effect);
    Reach reach = callee.reach;
    add_reach(reach, callee.parameters.size(), given);
    for (size_t i = 0; i < callee.captures.size() && i < 32; ++i) {
      Binding& b = *callee.captures[i];
      // The callee may have captured another value than the variable has here.
      bool same = &callee == body_->function || is_steady(b);
      if (reach.calls_captured >> i & 1) same ? add_call_of(b, {{}, reach.given}) : call_unknown();
      if (reach.iterates_captured >> i & 1) same ? add_iteration(b) : iterate_unknown();
    }
  }

  void add_reach(const Reach& reach, size_t arity, const Given& given) {
    now_.reach.calls_unknown |= reach.calls_unknown || given.count > arity;
    now_.reach.iterates_unknown |= reach.iterates_unknown;
    for (size_t i = 0; i < 32; ++i) {
      Expr* argument = i < given.arguments.size() ? given.arguments[i] : nullptr;
      if (reach.calls >> i & 1) add_call_of(argument, {{}, reach.given});
      if (reach.iterates >> i & 1) add_iteration(argument);
    }
  }

  // ---- Calls of values, and loops over them. `expr`: null if the value is not known.

  void call_unknown() { now_.reach.calls_unknown = true; }
  void iterate_unknown() { now_.reach.iterates_unknown = true; }

  void add_call_of(Expr* expr, const Given& given) {
    if (expr == nullptr) return call_unknown();
    if (is_constant(expr)) return;
    Callee callee = reader_.callee(expr, body_->function);
    if (callee.is_static()) return add_callee(callee, given);
    auto* name = dyn<NameExpr>(expr);
    if (name != nullptr && name->binding != nullptr) return add_call_of(*name->binding, given);
    if (auto* literal = dyn<LambdaExpr>(expr)) return add_function(*literal->info, given);
    if (expr->kind == ExprKind::kCall || expr->kind == ExprKind::kPipe)
      return add_call_of_partial(expr, given);
    call_unknown();
  }

  void add_call_of_partial(Expr* expr, const Given& rest) {
    CallShape shape = reader_.shape(expr, body_->function);
    if (!shape.callee.is_static() || shape.arguments.size() >= shape.callee.arity()) return call_unknown();
    Given all{shape.arguments, shape.arguments.size() + rest.count};
    all.arguments.insert(all.arguments.end(), rest.arguments.begin(), rest.arguments.end());
    add_callee(shape.callee, all);
  }

  void add_call_of(Binding& b, const Given& given) {
    if (b.constant != nullptr) return;
    if (b.literal != nullptr) return add_function(*b.literal->info, given);
    bool found = add_place(b, now_.reach.calls, now_.reach.calls_captured);
    if (!found || given.count > UINT8_MAX) return call_unknown();
    now_.reach.given = std::max(now_.reach.given, static_cast<uint8_t>(given.count));
  }

  void add_iteration(Expr* expr) {
    if (expr == nullptr) return iterate_unknown();
    if (is_constant(expr) || is_no_source(expr)) return;
    auto* name = dyn<NameExpr>(expr);
    if (name != nullptr && name->binding != nullptr) return add_iteration(*name->binding);
    if (reader_.callee(expr, body_->function).builtin == nullptr) iterate_unknown();
  }

  void add_iteration(Binding& b) {
    if (b.constant != nullptr || b.literal != nullptr) return;
    if (!add_place(b, now_.reach.iterates, now_.reach.iterates_captured)) iterate_unknown();
  }

  // Marks the parameter or the captured value that the variable is. False if it is neither, or changes.
  bool add_place(Binding& b, uint32_t& parameters, uint32_t& captured) const {
    const FunctionInfo& f = *body_->function;
    bool own = b.owner == &f;
    const std::vector<Binding*>& places = own ? f.parameters : f.captures;
    auto at = std::find(places.begin(), places.end(), &b);
    auto i = static_cast<size_t>(at - places.begin());
    if (at == places.end() || i >= 32 || (own && !is_steady(b))) return false;
    (own ? parameters : captured) |= uint32_t{1} << i;
    return true;
  }

  CallReader reader_;
  std::vector<Body> bodies_;  // by the functions' indexes
  std::vector<Body*> work_;
  Body* body_ = nullptr;  // the body that is being summarised
  Summary now_;
};

}  // namespace

void settle_effects(Scopes& scopes, const BuiltinCatalogue& builtins, BlockExpr* program) {
  Solver(scopes, builtins, program).run();
}

}  // namespace aspen
