// The children of a node, for passes that treat most kinds alike.
#pragma once

#include <algorithm>

#include "frontend/syntax/ast_pattern.h"

namespace aspen {

template <typename Visit>
void each_path_key(const Path& path, Visit&& visit) {
  for (const PathStep& step : path.steps) {
    if (step.kind == StepKind::kIndex) visit(step.key);
  }
}

// The patterns directly inside `pattern`, from left to right. P: Pattern or const Pattern.
template <typename P, typename Visit>
void each_inner(P* pattern, Visit&& visit) {
  switch (pattern->kind) {
    case PatternKind::kTuple:
      for (Pattern* p : as<TuplePattern>(pattern)->elements) visit(p);
      return;
    case PatternKind::kList: {
      auto* list = as<ListPattern>(pattern);
      for (Pattern* p : list->before) visit(p);
      if (list->rest != nullptr) visit(list->rest);
      for (Pattern* p : list->after) visit(p);
      return;
    }
    case PatternKind::kRecord:
      for (auto& field : as<RecordPattern>(pattern)->fields) visit(field.pattern);
      return;
    case PatternKind::kDict:
      for (auto& entry : as<DictPattern>(pattern)->entries) visit(entry.pattern);
      return;
    case PatternKind::kLabel:
      if (as<LabelPattern>(pattern)->payload != nullptr) visit(as<LabelPattern>(pattern)->payload);
      return;
    case PatternKind::kOr:
      for (Pattern* p : as<OrPattern>(pattern)->alternatives) visit(p);
      return;
    case PatternKind::kTyped: visit(as<TypedPattern>(pattern)->pattern); return;
    case PatternKind::kName:
    case PatternKind::kPath:
    case PatternKind::kError:
    case PatternKind::kWildcard:
    case PatternKind::kLiteral:
    case PatternKind::kUnit: return;
  }
}

// Whether there are values that do not fit.
inline bool may_fail(const Pattern* pattern) {
  if (pattern->kind != PatternKind::kOr)
    return pattern->kind != PatternKind::kName && pattern->kind != PatternKind::kWildcard &&
           pattern->kind != PatternKind::kPath;
  const auto alternatives = as<OrPattern>(pattern)->alternatives;
  return std::all_of(alternatives.begin(), alternatives.end(), may_fail);
}

// Variables and paths that an assignment's target holds, from left to right. Visit: (NamePattern*) and
// (PathPattern*).
template <typename OnName, typename OnPath>
void each_target(Pattern* pattern, OnName&& on_name, OnPath&& on_path) {
  if (pattern->kind == PatternKind::kName) return on_name(as<NamePattern>(pattern));
  if (pattern->kind == PatternKind::kPath) return on_path(as<PathPattern>(pattern));
  each_inner(pattern, [&](Pattern* p) { each_target(p, on_name, on_path); });
}

template <typename OnName>
void each_name(Pattern* pattern, OnName&& on_name) {
  each_target(pattern, on_name, [](PathPattern*) {});
}

// The expressions directly below `expr`, in the order of their evaluation; functions' bodies included.
template <typename Visit>
void each_child(Expr* expr, Visit&& visit) {
  auto maybe = [&](Expr* child) {
    if (child != nullptr) visit(child);
  };
  auto all = [&](std::span<Expr*> children) {
    for (Expr* child : children) visit(child);
  };
  switch (expr->kind) {
    case ExprKind::kError:
    case ExprKind::kUnit:
    case ExprKind::kBool:
    case ExprKind::kInt:
    case ExprKind::kFloat:
    case ExprKind::kString:
    case ExprKind::kBytes:
    case ExprKind::kName:
    case ExprKind::kLabel:
    case ExprKind::kContinue:
    case ExprKind::kUse: return;
    case ExprKind::kInterpolation:
      for (StringPart& part : as<InterpolationExpr>(expr)->parts) maybe(part.value);
      return;
    case ExprKind::kTuple: return all(as<TupleExpr>(expr)->elements);
    case ExprKind::kList:
      for (ListItem& item : as<ListExpr>(expr)->items) visit(item.value);
      return;
    case ExprKind::kDict:
      for (auto& entry : as<DictExpr>(expr)->entries) visit(entry.key), visit(entry.value);
      return;
    case ExprKind::kRecord:
      for (RecordItem& item : as<RecordExpr>(expr)->items) visit(item.value);
      return;
    case ExprKind::kBlock: return all(as<BlockExpr>(expr)->statements);
    case ExprKind::kIf:
      visit(as<IfExpr>(expr)->condition);
      visit(as<IfExpr>(expr)->then_block);
      return maybe(as<IfExpr>(expr)->else_branch);
    case ExprKind::kMatch:
      visit(as<MatchExpr>(expr)->subject);
      for (MatchArm& arm : as<MatchExpr>(expr)->arms) maybe(arm.guard), visit(arm.body);
      return;
    case ExprKind::kFor: return visit(as<ForExpr>(expr)->iterable), visit(as<ForExpr>(expr)->body);
    case ExprKind::kWhile: return visit(as<WhileExpr>(expr)->condition), visit(as<WhileExpr>(expr)->body);
    case ExprKind::kLoop: return visit(as<LoopExpr>(expr)->body);
    case ExprKind::kLambda: return visit(as<LambdaExpr>(expr)->body);
    case ExprKind::kTry: return visit(as<TryExpr>(expr)->body);
    case ExprKind::kSpawn: return visit(as<SpawnExpr>(expr)->call);
    case ExprKind::kFiber: return visit(as<FiberExpr>(expr)->call);
    case ExprKind::kReturn: return maybe(as<ReturnExpr>(expr)->value);
    case ExprKind::kBreak: return maybe(as<BreakExpr>(expr)->value);
    case ExprKind::kYield: return visit(as<YieldExpr>(expr)->call);
    case ExprKind::kLogical: return visit(as<LogicalExpr>(expr)->left), visit(as<LogicalExpr>(expr)->right);
    case ExprKind::kNot: return visit(as<NotExpr>(expr)->operand);
    case ExprKind::kNegate: return visit(as<NegateExpr>(expr)->operand);
    case ExprKind::kBinary: return visit(as<BinaryExpr>(expr)->left), visit(as<BinaryExpr>(expr)->right);
    case ExprKind::kIs: return visit(as<IsExpr>(expr)->subject);
    case ExprKind::kPipe:
      visit(as<PipeExpr>(expr)->input);
      visit(as<PipeExpr>(expr)->callee);
      return all(as<PipeExpr>(expr)->arguments);
    case ExprKind::kRange: return visit(as<RangeExpr>(expr)->from), visit(as<RangeExpr>(expr)->to);
    case ExprKind::kCall: visit(as<CallExpr>(expr)->callee); return all(as<CallExpr>(expr)->arguments);
    case ExprKind::kField: return visit(as<FieldExpr>(expr)->object);
    case ExprKind::kTupleField: return visit(as<TupleFieldExpr>(expr)->object);
    case ExprKind::kIndex: return visit(as<IndexExpr>(expr)->object), visit(as<IndexExpr>(expr)->index);
    case ExprKind::kSlice:
      visit(as<SliceExpr>(expr)->object);
      maybe(as<SliceExpr>(expr)->from);
      return maybe(as<SliceExpr>(expr)->to);
    case ExprKind::kAssign:
      visit(as<AssignExpr>(expr)->value);
      return each_target(
          as<AssignExpr>(expr)->target, [](NamePattern*) {},
          [&](PathPattern* target) {
            each_path_key(target->path, visit);
            visit(target->path.root);
          });
    case ExprKind::kUpdate:
      each_path_key(as<UpdateExpr>(expr)->path, visit);
      visit(as<UpdateExpr>(expr)->path.root);
      return visit(as<UpdateExpr>(expr)->value);
    case ExprKind::kPipeUpdate:
      each_path_key(as<PipeUpdateExpr>(expr)->path, visit);
      visit(as<PipeUpdateExpr>(expr)->path.root);
      visit(as<PipeUpdateExpr>(expr)->callee);
      return all(as<PipeUpdateExpr>(expr)->arguments);
    case ExprKind::kSyntax: return visit(as<SyntaxExpr>(expr)->body);
    case ExprKind::kTyped: return visit(as<TypedExpr>(expr)->value);
  }
}

}  // namespace aspen
