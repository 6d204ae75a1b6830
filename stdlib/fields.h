// Records that natives are given: options, parameters, requests.
#pragma once

#include <string_view>

#include "stdlib/native.h"

namespace aspen {

// `each(name, value)` for every field of a record, until one is refused. False with an error pending.
template <class Each>
bool for_each_field(Strand& s, const Record& record, Each each) {
  const Shape& shape = s.machine().shapes()[record.shape()];
  for (size_t i = 0; i < shape.fields.size(); ++i) {
    Value v = record.slots()[i];
    if (!s.touch(v) || !each(s.machine().symbols().name(shape.fields[i]), v)) return false;
  }
  return true;
}

}  // namespace aspen
