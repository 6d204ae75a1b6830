// Programs that want more than they may have: each ends in a MemoryLimit that a script can catch, soon, and
// without the process taking more than the limit by much.
#include <gtest/gtest.h>

#include <string>

#include "stdlib/engine.h"
#include "vm/show.h"

namespace aspen {
namespace {

MachineOptions small_machine() {
  MachineOptions options;
  options.limits.heap_bytes = size_t{32} << 20;
  options.out = options.err = [](std::string_view) {};
  return options;
}

// What the text gives, as show writes it.
std::string result_of(const std::string& text) {
  Engine engine(small_machine());
  CompileResult compiled =
      compile_text("limits.asp", "r = " + text + "\nerror (show r)\n", engine.catalogue());
  if (!compiled.ok()) return compiled.render({});
  std::string error;
  LoadedModule* module = engine.load(compiled.program, error);
  if (module == nullptr) return error;
  Outcome outcome = engine.run(*module);
  return engine.headline(outcome);
}

void expect_memory_limit(const std::string& text) {
  std::string result = result_of("match (try { " + text + " }) { Err (MemoryLimit _) -> 1\n x -> x }");
  EXPECT_EQ(result, "error: 1") << text;
}

// Two to the hundredth element, in a hundred lists.
constexpr const char* kManyTimesShared = "xs = []\nfor _ in 0..100 { xs = [xs, xs] }\n";

TEST(Limits, TextOfAValueThatIsSharedManyTimes) {
  for (const char* use : {"show xs", "string xs", "print xs", "\"{xs}\"", "\"{xs:>5}\"", "join \",\" [xs]",
                          "json.show xs", "json.pretty xs", "csv.show [[xs]]"}) {
    expect_memory_limit(std::string(kManyTimesShared) + use);
  }
}

TEST(Limits, TextMadeOfManyPieces) {
  expect_memory_limit("join (string.repeat 100000 \"x\") (repeat 100000 \"y\")");
  expect_memory_limit("concat (repeat 100000 (string.repeat 100000 \"x\"))");
  expect_memory_limit("string.replace \"y\" (string.repeat 100000 \"x\") (string.repeat 100000 \"y\")");
  expect_memory_limit("regex.replace \"y\" (string.repeat 100000 \"x\") (string.repeat 100000 \"y\")");
  expect_memory_limit("csv.show (repeat 100000 [string.repeat 100000 \"x\"])");
  expect_memory_limit("json.show (repeat 100000 (string.repeat 100000 \"x\"))");
}

TEST(Limits, ListMadeOfManyLists) {
  expect_memory_limit("concat (repeat 100000 (repeat 100000 0))");
  expect_memory_limit("flatten (repeat 100000 (repeat 100000 0))");
}

// The limit is met piece by piece, inside one native, and raised before the `try` around the call is left.
TEST(Limits, ManySmallPieces) { expect_memory_limit("string.chars (string.repeat 1000000 \"\u00e9\")"); }

}  // namespace
}  // namespace aspen
