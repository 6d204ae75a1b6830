#pragma once
// The syntax tree.
//
//   Source source("main.asp", text);  Arena arena;  Diagnostics diagnostics;
//   ParseResult result = parse(source, arena, diagnostics);          // frontend/syntax/parse.h
//   if (result.ok) for (Expr* statement : result.program->statements) …
//
// Every node lives in the arena, is trivially destructible and carries the span it was written in. `kind`
// tells what it is; `as<CallExpr>(expr)` casts with an assertion, `dyn<CallExpr>(expr)` gives null for
// another kind. Statements (assignment, update, `use`, `syntax`) are Exprs that stand only in a BlockExpr or,
// for assignment and update, as the body of a match arm; their value is `()`. Parentheses leave no node, only
// the flag `parenthesized`.
//
// A tree from a parse without errors holds: no ErrorExpr; patterns are well-formed, their names differ, type
// names are known; labels outside parentheses have at most one argument. Left to the resolver: what names
// mean, `return` outside a function, `break` and `continue` outside a loop, `yield` outside a fiber, `use`
// and `syntax` below the top level.
//
// No path from the root is longer than kMaxTreeDepth, so passes may recurse.
//
// Patterns are in ast_pattern.h.
//
// Fields under "resolver:" are null or false after parsing and belong to frontend/resolve.

#include <cassert>
#include <cstdint>
#include <span>
#include <string_view>

#include "frontend/diagnostics/source.h"
#include "frontend/syntax/arena.h"

namespace aspen {

struct Binding;  // frontend/resolve: what a name stands for
struct CallExpr;
struct FunctionInfo;  // frontend/resolve: captures, parameters, registers of a function

// Levels of nesting of expressions and patterns, together. A pass may use some 4 KiB of stack per level.
inline constexpr uint32_t kMaxTreeDepth = 1000;

// clang-format off
#define ASPEN_EXPR_KINDS(X)                                                                       \
  X(Error) X(Unit) X(Bool) X(Int) X(Float) X(String) X(Bytes) X(Interpolation)                    \
  X(Name) X(Label) X(Tuple) X(List) X(Dict) X(Record) X(Block)                                    \
  X(If) X(Match) X(For) X(While) X(Loop)                                                          \
  X(Lambda) X(Try) X(Spawn) X(Fiber) X(Return) X(Break) X(Continue) X(Yield)                      \
  X(Logical) X(Not) X(Negate) X(Binary) X(Is) X(Pipe) X(Range) X(Call)                            \
  X(Field) X(TupleField) X(Index) X(Slice)                                                        \
  X(Assign) X(Update) X(PipeUpdate) X(Use) X(Syntax)                                              \
  X(Typed)
// clang-format on

enum class ExprKind : uint8_t {
#define ASPEN_KIND(name) k##name,
  ASPEN_EXPR_KINDS(ASPEN_KIND)
#undef ASPEN_KIND
};

enum class PatternKind : uint8_t {
  kError,
  kWildcard,
  kName,
  kLiteral,
  kUnit,
  kTuple,
  kList,
  kRecord,
  kDict,
  kLabel,
  kOr,
  kTyped,
  kPath,
};

struct Expr {
  ExprKind kind;
  bool parenthesized = false;
  uint16_t depth = 1;  // levels of nodes below and including this one
  Span span;
};

struct Pattern {
  PatternKind kind;
  uint16_t depth = 1;
  Span span;
};

template <typename T, typename Base>
T* as(Base* node) {
  assert(node->kind == T::kKind);
  return static_cast<T*>(node);
}
template <typename T, typename Base>
const T* as(const Base* node) {
  assert(node->kind == T::kKind);
  return static_cast<const T*>(node);
}
template <typename T, typename Base>
T* dyn(Base* node) {
  return node != nullptr && node->kind == T::kKind ? static_cast<T*>(node) : nullptr;
}
template <typename T, typename Base>
const T* dyn(const Base* node) {
  return node != nullptr && node->kind == T::kKind ? static_cast<const T*>(node) : nullptr;
}

// ---- Literals

// Stands where a syntax error was reported.
struct ErrorExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kError;
};

struct UnitExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kUnit;
};

struct BoolExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kBool;
  bool value;
};

// Never negative: `-1` is a NegateExpr of 1.
struct IntExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kInt;
  uint8_t base;             // 2, 8, 10 or 16
  bool fits;                // `value` holds it
  int64_t value;            // 0 unless fits
  std::string_view digits;  // without prefix and underscores; hexadecimal ones as written
};

struct FloatExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kFloat;
  double value;
};

// Text with escapes decoded: valid UTF-8.
struct StringExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kString;
  std::string_view value;
};

struct BytesExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kBytes;
  std::string_view value;
};

// The part of `{x:*>+08,.2f}` after the colon, in the notation of vm/run/operators/format.h.
struct FormatText {
  std::string_view text;
  Span span;
};

struct StringPart {
  Expr* value;         // null: this part is text
  FormatText* format;  // null: none given
  std::string_view text;
};

// "a{x}b": at least one part has a value; empty texts are left out.
struct InterpolationExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kInterpolation;
  std::span<StringPart> parts;
};

// ---- Names and structures

struct NameExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kName;
  Name name;        // `_` never gets here
  Span inner = {};  // in parentheses: without them
  Span word() const { return parenthesized ? inner : span; }
  // resolver:
  Binding* binding = nullptr;  // null: a name of the standard library
  bool last_use = false;  // the variable is dead afterwards, and nothing else in the same operation reads it
};

// A bare label; `Some x` is a CallExpr that has a LabelExpr as its callee.
struct LabelExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kLabel;
  Name name;
};

struct TupleExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kTuple;
  std::span<Expr*> elements;  // at least one
};

struct ListItem {
  Expr* value;
  bool spread;  // `..value`
};

struct ListExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kList;
  std::span<ListItem> items;
};

struct DictItem {
  Expr* key;
  Expr* value;
};

struct DictExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kDict;
  std::span<DictItem> entries;
};

// `name: value`, `name` alone (value is then a NameExpr) or, with spread, `..value`. Later ones win.
struct RecordItem {
  Name field;  // null for a spread
  Span field_span;
  Expr* value;
  bool spread;
};

struct RecordExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kRecord;
  std::span<RecordItem> items;
};

// `{ … }`, the body of a keyword block, and the whole program. A scope. The value is that of the last
// statement.
struct BlockExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kBlock;
  std::span<Expr*> statements;
};

// ---- Control

struct IfExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kIf;
  Expr* condition;
  BlockExpr* then_block;
  Expr* else_branch;  // a BlockExpr, an IfExpr, or null
};

struct MatchArm {
  Pattern* pattern;
  Expr* guard;  // null: none
  Expr* body;   // may be an AssignExpr, UpdateExpr or PipeUpdateExpr
  Span span;
  // resolver:
  bool moves = false;  // the subject is dead where the body begins
  bool takes = false;  // the subject is a part of a variable, dead there, and the body keeps what is in it
};

struct MatchExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kMatch;
  Expr* subject;
  std::span<MatchArm> arms;
};

struct ForExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kFor;
  Pattern* pattern;  // `for a, b in` is a TuplePattern
  Expr* iterable;
  BlockExpr* body;
  // resolver:
  bool lent = false;  // nothing changes or moves the iterable's variable while the loop runs
};

struct WhileExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kWhile;
  Expr* condition;
  BlockExpr* body;
};

struct LoopExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kLoop;
  BlockExpr* body;
};

// `p1 … pn -> body`, n at least 1; or the body of a `spawn` or `fiber`, a function of no argument.
struct LambdaExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kLambda;
  std::span<Pattern*> parameters;
  Expr* body;
  bool fiber = false;  // may `yield`
  Name name;           // the variable or field it is assigned to directly; null: anonymous
  // resolver:
  FunctionInfo* info = nullptr;
};

struct TryExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kTry;
  Expr* body;
};

// `spawn e` and `fiber { … }`: a call of the library's function of that name, which nothing else can name,
// with the body as a function.
struct SpawnExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kSpawn;
  CallExpr* call;
  LambdaExpr* function;  // the argument
};

struct FiberExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kFiber;
  CallExpr* call;
  LambdaExpr* function;
};

struct ReturnExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kReturn;
  Expr* value;  // null: `()`
};

struct BreakExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kBreak;
  Expr* value;  // null: `()`
};

struct ContinueExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kContinue;
};

// A call of the library's `yield`, likewise.
struct YieldExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kYield;
  CallExpr* call;
  Expr* value;  // the argument; null: `()`
};

// ---- Operators

enum class BinaryOp : uint8_t {
  kEqual,
  kNotEqual,
  kLess,
  kLessEqual,
  kGreater,
  kGreaterEqual,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kFloorDivide,
  kModulo,
  kPower,
};

// As written in source.
std::string_view operator_text(BinaryOp op);

// `and`, `or`: short-circuit.
struct LogicalExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kLogical;
  bool is_and;
  Expr* left;
  Expr* right;
};

struct NotExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kNot;
  Expr* operand;
};

struct NegateExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kNegate;
  Expr* operand;
};

struct BinaryExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kBinary;
  BinaryOp op;
  Span op_span;
  Expr* left;
  Expr* right;
  // resolver; liveness for the left side of another sum:
  bool joins = false;  // it joins texts or lists (callee.h)
};

// `subject is pattern`.
struct IsExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kIs;
  Expr* subject;
  Pattern* pattern;
  // resolver:
  bool moves = false;  // the subject is dead where the pattern has matched
  bool takes = false;  // the subject is a part of a variable, dead there, and what is in it is kept
  bool waits = false;  // for the conditions that follow, before it moves or takes anything
};

// `input |> callee a b`, which means `callee a b input`; input is evaluated first.
struct PipeExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kPipe;
  Expr* input;
  Expr* callee;
  std::span<Expr*> arguments;  // without input; may be empty
  // resolver:
  bool tail = false;
  bool promotable = false;
  bool takes_entry = false;  // as in CallExpr
};

struct RangeExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kRange;
  Expr* from;
  Expr* to;
  bool inclusive;
};

// `callee a b c`, flattened: the callee is a call only if it was parenthesised.
struct CallExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kCall;
  Expr* callee;
  std::span<Expr*> arguments;  // at least one
  // `f(x, y)` without white space, and `a -b`: an error about this call should carry call_hint() (habits.h).
  bool looks_like_tuple_call = false;
  bool looks_like_subtraction = false;
  // resolver:
  bool tail = false;
  bool promotable = false;
  bool takes_entry = false;  // of `get_or`: the entry is replaced before anything looks at it again
};

struct FieldExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kField;
  Expr* object;
  Name field;
  Span field_span;
  // resolver:
  bool shared = false;  // the object that holds the part may change before the part is used
  bool taken = false;   // the part is replaced, or the object is dead, before anything looks at it again
};

// `t.0`
struct TupleFieldExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kTupleField;
  Expr* object;
  uint32_t index;
  Span field_span;
  // resolver:
  bool shared = false;
  bool taken = false;
};

struct IndexExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kIndex;
  Expr* object;
  Expr* index;
  // resolver:
  bool shared = false;
  bool taken = false;
};

// Of one of the three above.
inline bool part_is_shared(const Expr* part) {
  if (auto* field = dyn<FieldExpr>(part)) return field->shared;
  if (auto* item = dyn<TupleFieldExpr>(part)) return item->shared;
  return as<IndexExpr>(part)->shared;
}
// Of any expression.
inline bool part_is_taken(const Expr* part) {
  if (auto* field = dyn<FieldExpr>(part)) return field->taken;
  if (auto* item = dyn<TupleFieldExpr>(part)) return item->taken;
  auto* index = dyn<IndexExpr>(part);
  return index != nullptr && index->taken;
}

// Of a CallExpr or PipeExpr.
inline bool takes_entry(const Expr* call) {
  if (auto* pipe = dyn<PipeExpr>(call)) return pipe->takes_entry;
  auto* plain = dyn<CallExpr>(call);
  return plain != nullptr && plain->takes_entry;
}

// `xs[a..b]`, `xs[a..]`, `xs[..b]`, `xs[..]`, `xs[a..=b]`
struct SliceExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kSlice;
  Expr* object;
  Expr* from;  // null: from the start
  Expr* to;    // null: to the end
  bool inclusive;
};

// ---- Statements

enum class StepKind : uint8_t { kField, kTupleField, kIndex };

struct PathStep {
  StepKind kind;
  Name field = {};      // kField
  uint32_t index = 0;   // kTupleField
  Expr* key = nullptr;  // kIndex
  Span span;            // from the root to the end of this step
};

// `a.b[i]`: the variable and the way from it.
struct Path {
  NameExpr* root;
  std::span<PathStep> steps;
  Span span;
};

// `target = value`. Path patterns stand in the target at the top or in a tuple at the top.
struct AssignExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kAssign;
  Pattern* target;
  Expr* value;
  // resolver:
  bool moves = false;  // the value's variable is dead afterwards
};

// `path op= value`; steps may be empty.
struct UpdateExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kUpdate;
  Path path;
  BinaryOp op;
  Span op_span;
  Expr* value;
};

// `path |>= callee a b`; steps may be empty.
struct PipeUpdateExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kPipeUpdate;
  Path path;
  Expr* callee;
  std::span<Expr*> arguments;
};

// `use "./geometry" as g`
struct UseExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kUse;
  std::string_view path;
  Span path_span;
  Name name;  // from `as`, or the last part of the path
  Span name_span;
};

struct SyntaxItem {
  enum class Kind : uint8_t {
    word,       // a literal pseudo-keyword
    parameter,  // one atom
    rest,       // any number of atoms
  };
  Name name;
  Kind kind;
  Span span;
};

// `syntax a 'swap b { … }`
struct SyntaxExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kSyntax;
  std::span<SyntaxItem> items;
  BlockExpr* body;
};

// `p: Type` before it is known to be a pattern; never in a tree without errors.
struct TypedExpr : Expr {
  static constexpr ExprKind kKind = ExprKind::kTyped;
  Expr* value;
  Name type;
  Span type_span;
};

}  // namespace aspen
