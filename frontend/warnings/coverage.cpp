#include "frontend/warnings/coverage.h"

#include <algorithm>

namespace aspen {

namespace {

// Null stands for any value.
bool covers_any(const Pattern* above, const Pattern* below) {
  return below == nullptr ? matches_all(above) : covers(above, below);
}

bool same_int(const IntExpr& a, const IntExpr& b) {
  if (a.fits && b.fits) return a.value == b.value;
  return a.fits == b.fits && a.base == b.base && a.digits == b.digits;
}

bool same_literal(const LiteralPattern& a, const LiteralPattern& b) {
  if (a.negative != b.negative || a.value->kind != b.value->kind) return false;
  switch (a.value->kind) {
    case ExprKind::kBool: return as<BoolExpr>(a.value)->value == as<BoolExpr>(b.value)->value;
    case ExprKind::kInt: return same_int(*as<IntExpr>(a.value), *as<IntExpr>(b.value));
    case ExprKind::kFloat: return as<FloatExpr>(a.value)->value == as<FloatExpr>(b.value)->value;
    case ExprKind::kString: return as<StringExpr>(a.value)->value == as<StringExpr>(b.value)->value;
    case ExprKind::kBytes: return as<BytesExpr>(a.value)->value == as<BytesExpr>(b.value)->value;
    default: return false;
  }
}

bool covers_tuple(const TuplePattern& above, const TuplePattern& below) {
  return std::equal(above.elements.begin(), above.elements.end(), below.elements.begin(),
                    below.elements.end(), [](auto* a, auto* b) { return covers(a, b); });
}

// The pattern of the element at a distance from the list's beginning or end; null: any value.
const Pattern* element_of(const ListPattern& list, size_t distance, bool from_end) {
  const size_t known = (from_end ? list.after : list.before).size();
  if (list.rest != nullptr && distance >= known) return nullptr;
  const size_t size = list.before.size() + list.after.size();
  const size_t at = from_end ? size - 1 - distance : distance;
  return at < list.before.size() ? list.before[at] : list.after[at - list.before.size()];
}

bool covers_list(const ListPattern& above, const ListPattern& below) {
  const size_t needed = above.before.size() + above.after.size();
  const size_t given = below.before.size() + below.after.size();
  if (above.rest == nullptr ? below.rest != nullptr || given != needed : given < needed) return false;
  for (size_t i = 0; i < above.before.size(); ++i) {
    if (!covers_any(above.before[i], element_of(below, i, false))) return false;
  }
  for (size_t i = 0; i < above.after.size(); ++i) {
    if (!covers_any(above.after[above.after.size() - 1 - i], element_of(below, i, true))) return false;
  }
  return true;
}

bool covers_record(const RecordPattern& above, const RecordPattern& below) {
  return std::all_of(above.fields.begin(), above.fields.end(), [&](const RecordPatternField& field) {
    return std::any_of(below.fields.begin(), below.fields.end(), [&](const RecordPatternField& other) {
      return field.field == other.field && covers(field.pattern, other.pattern);
    });
  });
}

bool covers_dict(const DictPattern& above, const DictPattern& below) {
  return std::all_of(above.entries.begin(), above.entries.end(), [&](const DictPatternEntry& entry) {
    return std::any_of(below.entries.begin(), below.entries.end(), [&](const DictPatternEntry& other) {
      return same_literal(*entry.key, *other.key) && covers(entry.pattern, other.pattern);
    });
  });
}

bool covers_label(const LabelPattern& above, const LabelPattern& below) {
  if (above.name != below.name || (above.payload == nullptr) != (below.payload == nullptr)) return false;
  return above.payload == nullptr || covers(above.payload, below.payload);
}

bool is_number(PatternType type) { return type == PatternType::kInt || type == PatternType::kFloat; }

// `above` matches every value of the type.
bool covers_type(const Pattern* above, PatternType type) {
  if (auto* typed = dyn<TypedPattern>(above)) {
    const bool wider = typed->type == PatternType::kNumber && is_number(type);
    return (typed->type == type || wider) && matches_all(typed->pattern);
  }
  if (auto* list = dyn<ListPattern>(above))
    return type == PatternType::kList && list->rest != nullptr && list->before.empty() && list->after.empty();
  if (auto* record = dyn<RecordPattern>(above)) return type == PatternType::kRecord && record->fields.empty();
  if (auto* dict = dyn<DictPattern>(above)) return type == PatternType::kDict && dict->entries.empty();
  return type == PatternType::kUnit && above->kind == PatternKind::kUnit;
}

// Every value that the literal matches is of the type; 1 also matches 1.0.
bool is_of_type(const LiteralPattern& literal, PatternType type) {
  switch (literal.value->kind) {
    case ExprKind::kBool: return type == PatternType::kBool;
    case ExprKind::kInt:
    case ExprKind::kFloat: return type == PatternType::kNumber;
    case ExprKind::kString: return type == PatternType::kString;
    case ExprKind::kBytes: return type == PatternType::kBytes;
    default: return false;
  }
}

// Every value that the pattern matches is of the type.
bool is_of_type(const Pattern* pattern, PatternType type) {
  switch (pattern->kind) {
    case PatternKind::kLiteral: return is_of_type(*as<LiteralPattern>(pattern), type);
    case PatternKind::kUnit: return type == PatternType::kUnit;
    case PatternKind::kTuple: return type == PatternType::kTuple;
    case PatternKind::kList: return type == PatternType::kList;
    case PatternKind::kRecord: return type == PatternType::kRecord;
    case PatternKind::kDict: return type == PatternType::kDict;
    case PatternKind::kLabel: return type == PatternType::kLabel;
    case PatternKind::kTyped: {
      const PatternType own = as<TypedPattern>(pattern)->type;
      return own == type || (type == PatternType::kNumber && is_number(own));
    }
    case PatternKind::kName:
    case PatternKind::kPath:
    case PatternKind::kError:
    case PatternKind::kWildcard:
    case PatternKind::kOr: return false;
  }
  return false;
}

bool covers_same_kind(const Pattern* above, const Pattern* below) {
  switch (above->kind) {
    case PatternKind::kLiteral: return same_literal(*as<LiteralPattern>(above), *as<LiteralPattern>(below));
    case PatternKind::kTuple: return covers_tuple(*as<TuplePattern>(above), *as<TuplePattern>(below));
    case PatternKind::kList: return covers_list(*as<ListPattern>(above), *as<ListPattern>(below));
    case PatternKind::kRecord: return covers_record(*as<RecordPattern>(above), *as<RecordPattern>(below));
    case PatternKind::kDict: return covers_dict(*as<DictPattern>(above), *as<DictPattern>(below));
    case PatternKind::kLabel: return covers_label(*as<LabelPattern>(above), *as<LabelPattern>(below));
    case PatternKind::kUnit: return true;
    case PatternKind::kName:
    case PatternKind::kPath:
    case PatternKind::kError:
    case PatternKind::kWildcard:
    case PatternKind::kOr:
    case PatternKind::kTyped: return false;
  }
  return false;
}

}  // namespace

bool matches_all(const Pattern* pattern) {
  if (auto* either = dyn<OrPattern>(pattern))
    return std::any_of(either->alternatives.begin(), either->alternatives.end(), matches_all);
  return pattern->kind == PatternKind::kWildcard || pattern->kind == PatternKind::kName;
}

bool covers(const Pattern* above, const Pattern* below) {
  if (matches_all(above)) return true;
  if (auto* either = dyn<OrPattern>(below))
    return std::all_of(either->alternatives.begin(), either->alternatives.end(),
                       [&](auto* each) { return covers(above, each); });
  if (auto* either = dyn<OrPattern>(above))
    return std::any_of(either->alternatives.begin(), either->alternatives.end(),
                       [&](auto* each) { return covers(each, below); });
  if (auto* typed = dyn<TypedPattern>(above); typed != nullptr && is_of_type(below, typed->type))
    return covers(typed->pattern, below);
  if (auto* typed = dyn<TypedPattern>(below))
    return covers_type(above, typed->type) || covers(above, typed->pattern);
  return above->kind == below->kind && covers_same_kind(above, below);
}

}  // namespace aspen
