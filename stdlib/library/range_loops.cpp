#include "stdlib/library/range_loops.h"

#include <algorithm>
#include <cassert>

#include "vm/run/parallel/range_loop.h"

namespace aspen {

namespace {

struct Row {
  std::string_view file, function, name, rest;
  unsigned source;
  bool fills;
  Decisive decisive;
};

constexpr Row kRows[] = {
#define ASPEN_RANGE(file, function, name, rest, source, fills, decisive) \
  {#file, #function, #name, #rest, source, fills, Decisive::decisive},
#include "stdlib/library/range_loops.def"
#undef ASPEN_RANGE
};

Proto& find(LoadedModule& code, std::string_view name) {
  auto found = std::find_if(code.functions.begin(), code.functions.end(),
                            [&](const Proto& proto) { return proto.name == name; });
  assert(found != code.functions.end() && "range_loops.def names functions of the file");
  return *found;
}

}  // namespace

void make_range_loops(std::string_view file, LoadedModule& code) {
  for (Proto& proto : code.functions) proto.hidden = proto.name.starts_with('_');
  for (const Row& row : kRows) {
    if (row.file != file) continue;
    Proto& function = find(code, row.function);
    make_range_loop(function, {find(code, row.rest), row.source, row.fills, row.decisive});
    function.hidden = row.name.starts_with('_');
  }
  for (const Row& row : kRows) {
    if (row.file == file) find(code, row.function).name = row.name;
  }
}

}  // namespace aspen
