// Records that natives take as arguments: options, parameters, requests.
#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "stdlib/native/native.h"

namespace aspen {

// Calls `each(name, value)` for every field of a record until it returns false. False with an error pending.
template <class Each>
bool for_each_field(Strand& s, const Record& record, Each each) {
  const Shape& shape = s.machine().shapes()[record.shape()];
  for (size_t i = 0; i < shape.fields.size(); ++i) {
    Value v = record.slots()[i];
    if (!s.touch(v) || !each(s.machine().symbols().name(shape.fields[i]), v)) return false;
  }
  return true;
}

// Whether the record, which is argument i, has only these fields: any other is a misspelt name. False with a
// ValueError pending.
inline bool has_only_fields(Strand& s, const Record& record, std::span<const char* const> names,
                            unsigned i = 0) {
  for (const Symbol field : s.machine().shapes()[record.shape()].fields) {
    const std::string_view name = s.machine().symbols().name(field);
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    return fail_with(bad_argument(s, i, "has the unknown field " + std::string(name)));
  }
  return true;
}

}  // namespace aspen
