#pragma once
// The patterns of the syntax tree; ast.h says how trees are used.

#include "frontend/syntax/ast.h"

namespace aspen {

enum class PatternType : uint8_t {
#define ASPEN_TYPE(name) k##name,
#include "vm/object/types.def"
#undef ASPEN_TYPE
};

std::string_view pattern_type_name(PatternType type);

struct ErrorPattern : Pattern {
  static constexpr PatternKind kKind = PatternKind::kError;
};

struct WildcardPattern : Pattern {
  static constexpr PatternKind kKind = PatternKind::kWildcard;
};

struct NamePattern : Pattern {
  static constexpr PatternKind kKind = PatternKind::kName;
  Name name;
  // resolver:
  Binding* binding = nullptr;
  bool taken = false;  // a field of a variable's record, as in FieldExpr, or an entry that `get` has found
};

struct LiteralPattern : Pattern {
  static constexpr PatternKind kKind = PatternKind::kLiteral;
  Expr* value;    // BoolExpr, IntExpr, FloatExpr, StringExpr or BytesExpr
  bool negative;  // `-1`, `-2.5`
};

// `()`
struct UnitPattern : Pattern {
  static constexpr PatternKind kKind = PatternKind::kUnit;
};

struct TuplePattern : Pattern {
  static constexpr PatternKind kKind = PatternKind::kTuple;
  std::span<Pattern*> elements;
};

// `[before…, ..rest, after…]`
struct ListPattern : Pattern {
  static constexpr PatternKind kKind = PatternKind::kList;
  std::span<Pattern*> before;
  Pattern* rest;  // NamePattern or WildcardPattern; null: the length is exact
  std::span<Pattern*> after;
};

struct RecordPatternField {
  Name field;
  Span field_span;
  Pattern* pattern;  // for `{ x }` a NamePattern
};

struct RecordPattern : Pattern {
  static constexpr PatternKind kKind = PatternKind::kRecord;
  std::span<RecordPatternField> fields;
};

struct DictPatternEntry {
  LiteralPattern* key;
  Pattern* pattern;
};

struct DictPattern : Pattern {
  static constexpr PatternKind kKind = PatternKind::kDict;
  std::span<DictPatternEntry> entries;  // empty: matches any dict
};

struct LabelPattern : Pattern {
  static constexpr PatternKind kKind = PatternKind::kLabel;
  Name name;
  Pattern* payload;  // null: the label alone
};

// At least two; every alternative binds the same names.
struct OrPattern : Pattern {
  static constexpr PatternKind kKind = PatternKind::kOr;
  std::span<Pattern*> alternatives;
};

struct TypedPattern : Pattern {
  static constexpr PatternKind kKind = PatternKind::kTyped;
  Pattern* pattern;
  PatternType type;
};

// A path as a target of an assignment; at least one step.
struct PathPattern : Pattern {
  static constexpr PatternKind kKind = PatternKind::kPath;
  Path path;
};

}  // namespace aspen
