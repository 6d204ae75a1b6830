// Programs see the values of futures, wherever those stand.
#include "vm/future.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include "frontend/report.h"
#include "stdlib/engine.h"
#include "stdlib/stdlib.h"
#include "values.h"
#include "vm/native_stack.h"
#include "tests/unit/wrapping.h"

namespace aspen {
namespace {

Value make_future(Allocator& allocator, Value v) {
  Future* future = allocator.make<Future>(0);
  future->bits.store(v.bits(), std::memory_order_release);
  return Value::object(future);
}

// `future v` is a future whose value is v.
Value future_of(Strand& strand, Value* arguments) {
  strand.expect_futures();
  return make_future(strand.allocator(), arguments[0]);
}
// `future v` is v: for programs to compare with.
Value value_of(Strand&, Value* arguments) { return arguments[0]; }

constexpr NativeDescriptor kFuture{"future", 1, 1, Effect::pure, future_of, "v", ""};
constexpr NativeDescriptor kValue{"future", 1, 1, Effect::pure, value_of, "v", ""};

ExtendedCatalogue catalogue() {
  ExtendedCatalogue out(standard_catalogue());
  out.add("future", {BuiltinInfo::Kind::native, 1, 1, Effect::pure, "v"});
  return out;
}

constexpr uint64_t kFuel = 20'000'000;

// What a program prints, and how it failed.
std::string run(const CompileResult& compiled, const NativeDescriptor& future) {
  std::string out;
  MachineOptions options;
  options.limits.fuel = kFuel;
  options.limits.stack_bytes = size_t{16} << 20;
  options.limits.heap_bytes = size_t{1} << 30;
  options.out = options.err = [&](std::string_view written) { out += written; };
  Engine engine(std::move(options));
  engine.machine().define(future);
  std::string wrong;
  LoadedModule* module = engine.load(compiled.program, wrong);
  if (module == nullptr) return wrong;
  Outcome outcome = engine.run(*module);
  engine.machine().out().flush();
  return outcome.finished() ? out : out + engine.headline(outcome);
}

std::vector<std::string> documented_examples() {
  std::vector<std::string> out;
  for (const Entry& entry : standard_documentation().entries()) {
    std::istringstream lines(entry.text);
    for (std::string line; std::getline(lines, line);) {
      size_t arrow = line.rfind(" => ");
      if (arrow != line.npos) out.push_back("write (show (" + line.substr(0, arrow) + "))");
    }
  }
  return out;
}

TEST(Futures, EveryExpressionOfAnExampleMayBeOne) {
  const ExtendedCatalogue names = catalogue();
  size_t count = 0;
  for (const std::string& example : documented_examples()) {
    std::string expected;
    for (Span piece : expressions_in(example)) {
      CompileResult compiled = compile_text("example", wrapped(example, {piece}, "future"), names);
      if (!compiled.ok()) continue;
      if (expected.empty()) expected = run(compiled, kValue);
      EXPECT_EQ(run(compiled, kFuture), expected) << wrapped(example, {piece}, "future");
      ++count;
    }
  }
  EXPECT_GT(count, 3000u);
}

TEST(Futures, AllExpressionsOfAnExampleMayBe) {
  const ExtendedCatalogue names = catalogue();
  for (const std::string& example : documented_examples()) {
    CompileResult compiled;
    size_t count;
    ASSERT_TRUE(wrap_all("example", example, "future", names, compiled, count)) << compiled.render();
    EXPECT_EQ(run(compiled, kFuture), run(compiled, kValue)) << compiled.sources.back()->text();
  }
}

// Not those that read what nobody wrote, or say what is another thing the next time.
bool repeats(std::string_view script) {
  constexpr std::string_view kWorldly[] = {"# stdin", "# args", "process.", "random.",
                                           "time.",   "uuid.",  "fs.",      "env."};
  return std::none_of(std::begin(kWorldly), std::end(kWorldly),
                      [&](std::string_view word) { return script.find(word) != script.npos; });
}

TEST(Futures, AllExpressionsOfAScriptMayBe) {
  const ExtendedCatalogue names = catalogue();
  size_t scripts = 0, wrapped = 0;
  for (const auto& file : std::filesystem::recursive_directory_iterator(ASPEN_SCRIPTS)) {
    std::string text, wrong;
    CompileResult compiled;
    size_t count;
    if (file.path().extension() != ".asp" || !read_source_file(file.path(), text, wrong) || !repeats(text))
      continue;
    if (!wrap_all(file.path(), text, "future", names, compiled, count)) continue;
    EXPECT_EQ(run(compiled, kFuture), run(compiled, kValue)) << compiled.sources[0]->text();
    ++scripts;
    wrapped += count;
  }
  EXPECT_GT(scripts, 500u);
  EXPECT_GT(wrapped, 9000u);
}

}  // namespace
}  // namespace aspen
