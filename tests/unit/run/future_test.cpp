// Programs see the values of futures, wherever the futures are stored.
#include "vm/object/future.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <vector>

#include "frontend/diagnostics/report.h"
#include "stdlib/embed/embed.h"
#include "stdlib/library/stdlib.h"
#include "tests/unit/run/wrapping.h"
#include "tests/unit/vm/values.h"
#include "vm/heap/native_stack.h"
#include "vm/run/parallel/timeline.h"
#include "vm/run/scratch.h"

namespace aspen {
namespace {

void resolve(Value future, Value v) { as<Future>(future)->bits.store(v.bits(), std::memory_order_release); }

Value make_future(Allocator& allocator, Value v) {
  Value future = Value::object(allocator.make<Future>(0));
  resolve(future, v);
  return future;
}

// `future v` is a future that has the value v.
Value future_of(Strand& strand, Value* arguments) {
  strand.expect_futures();
  return make_future(strand.allocator(), arguments[0]);
}
// `future v` is v: for programs to compare with.
Value value_of(Strand&, Value* arguments) { return arguments[0]; }

// `future v` is a record of eight futures, all of which get their value v only now.
Value record_of(Strand& strand, Value* arguments) {
  strand.expect_futures();
  Symbol names[8];
  Value futures[8];
  for (unsigned i = 0; i < 8; ++i) {
    names[i] = strand.machine().symbols().intern(std::string(1, static_cast<char>('a' + i)));
    futures[i] = Value::object(strand.allocator().make<Future>(0));
  }
  Value record =
      Value::object(new_record(strand.allocator(), strand.machine().shapes().intern(names), futures));
  for (Value future : futures) resolve(future, arguments[0]);
  return record;
}

constexpr NativeDescriptor kFuture{"future", 1, 1, Effect::pure, future_of, "v", ""};
constexpr NativeDescriptor kRecord{"future", 1, 1, Effect::pure, record_of, "v", ""};
constexpr NativeDescriptor kValue{"future", 1, 1, Effect::pure, value_of, "v", ""};

ExtendedCatalogue catalogue() {
  ExtendedCatalogue out(standard_catalogue());
  out.add("future", {BuiltinInfo::Kind::native, 1, 1, Effect::pure, "v"});
  return out;
}

// With a collection at every allocation: fuel for most scripts, and every third script; takes a minute.
#ifdef ASPEN_STRESS_GC
constexpr uint64_t kFuel = 10'000;
constexpr size_t kScriptsPerTaken = 3;
#else
constexpr uint64_t kFuel = 5'000'000;
constexpr size_t kScriptsPerTaken = 1;
#endif
constexpr std::string_view kOutOfFuel =
    "OutOfFuel: the program has used up its limit of calls and loop steps";

// The output of a program, and its error. Reports about errors of its tasks come at any time, so they are put
// at the end.
std::string run(const CompileResult& compiled, const NativeDescriptor& future, uint64_t fuel = kFuel) {
  std::string out, err;
  MachineOptions options;
  options.limits.fuel = fuel;
  options.limits.stack_bytes = size_t{16} << 20;
  options.limits.heap_bytes = size_t{1} << 30;
  options.out = [&](std::string_view written) { out += written; };
  options.err = [&](std::string_view written) { err += written; };
  Engine engine(std::move(options));
  engine.machine().define(future);
  std::string wrong;
  LoadedModule* module = engine.load(compiled.program, wrong);
  if (module == nullptr) return wrong;
  Outcome outcome = engine.run(*module);
  engine.machine().out().flush();
  engine.machine().err().flush();
  out += err;
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

// Excludes scripts that read input from outside, or print another thing each time.
bool repeats(std::string_view script) {
  constexpr std::string_view kWorldly[] = {
      "# stdin", "# args", "process.",   "random.", "time.",
      "uuid.",   "fs.",    "env.",       "http.",  // which sends dates
#ifdef ASPEN_STRESS_GC  // with little fuel, either side of a connection may be the one that has none left
      "net.",    "tls.",   "websocket.",
#endif
  };
  return std::none_of(std::begin(kWorldly), std::end(kWorldly),
                      [&](std::string_view word) { return script.find(word) != script.npos; });
}

std::vector<std::string> scripts_taken() {
  std::vector<std::string> all, taken;
  for (const auto& file : std::filesystem::recursive_directory_iterator(ASPEN_SCRIPTS)) {
    if (file.path().extension() == ".asp") all.push_back(file.path());
  }
  std::sort(all.begin(), all.end());
  for (size_t i = 0; i < all.size(); i += kScriptsPerTaken) taken.push_back(all[i]);
  return taken;
}

constexpr size_t kParts = 8;

// One part of the scripts, so that parts run in parallel.
class FuturesOfScripts : public testing::TestWithParam<size_t> {};

TEST_P(FuturesOfScripts, AllExpressionsMayBe) {
  const ExtendedCatalogue names = catalogue();
  const std::vector<std::string> files = scripts_taken();
  size_t scripts = 0, wrapped = 0;
  for (size_t i = GetParam(); i < files.size(); i += kParts) {
    const std::string& file = files[i];
    std::string text, wrong;
    CompileResult compiled;
    size_t count;
    if (!read_source_file(file, text, wrong) || !repeats(text)) continue;
    if (!wrap_all(file, text, "future", names, compiled, count)) continue;
    const std::string expected = run(compiled, kValue);
    if (expected.ends_with(kOutOfFuel)) continue;
    // Copies without futures take fuel, too.
    EXPECT_EQ(run(compiled, kFuture, 10 * kFuel), expected) << compiled.sources[0]->text();
    ++scripts;
    wrapped += count;
  }
  EXPECT_GT(scripts, 500u / kScriptsPerTaken / kParts);
  EXPECT_GT(wrapped, 9000u / kScriptsPerTaken / kParts);
}

INSTANTIATE_TEST_SUITE_P(Parts, FuturesOfScripts, testing::Range(size_t{0}, kParts));

// A collection during the making of the wider record frees the futures.
TEST(Futures, FieldsOfARecordThatIsExtendedMayBe) {
  for (const char* text :
       {"write (show { ..(future 7), z: 1 })", "r = future 7\nwrite (show { ..r, z: 1 })",
        "r = { z: 1 }\nwrite (show { ..(future 7), ..r })", "r = future 7\nwrite (show { z: 1, ..r })"}) {
    CompileResult compiled = compile_text("test", text, catalogue());
    const std::string fields = "a: 7, b: 7, c: 7, d: 7, e: 7, f: 7, g: 7, h: 7";
    const bool is_first = std::string_view(text).find("z: 1,") == std::string_view::npos;
    EXPECT_EQ(run(compiled, kRecord), is_first ? "{ " + fields + ", z: 1 }" : "{ z: 1, " + fields + " }")
        << text;
  }
}

// Refuses a list that begins with a future. The future has been replaced by its value by then.
Value first_of(Strand& strand, Value* arguments) {
  Value& first = as<List>(arguments[0])->items[0];
  if (!is_future(first)) return first;
  look_through(first);
  return strand.type_error("a future");
}
constexpr NativeDescriptor kFirst{"first_of", 1, 1, Effect::pure, first_of, "v", ""};

TEST(Futures, WhatANativeRefusedMayHaveItsValueAlready) {
  ExtendedCatalogue names = catalogue();
  names.add("first_of", {BuiltinInfo::Kind::native, 1, 1, Effect::pure, "v"});
  CompileResult compiled = compile_text("test", "write (show (first_of [future 7]))", names);
  Engine engine{MachineOptions{}};
  engine.machine().define(kFuture);
  engine.machine().define(kFirst);
  std::string wrong;
  LoadedModule* module = engine.load(compiled.program, wrong);
  ASSERT_NE(module, nullptr) << wrong;
  Outcome outcome = engine.run(*module);
  EXPECT_TRUE(outcome.finished()) << engine.headline(outcome);
}

// ---- Settled copies

TEST(Futures, SettlingCopiesOnlyWhatHoldsThem) {
  Values v;
  v.strand().expect_futures();
  Value plain = v.list({v.integer(1)});
  Value inner = Value::object(v.allocator().make<Future>(0));
  Value outer = Value::object(v.allocator().make<Future>(0));
  Value some = v.label("Some", inner);
  Value tainted = v.list({outer});
  Value whole = v.tuple({tainted, plain, v.dict({{v.integer(1), tainted}}), v.record({{"x", tainted}})});
  share(plain), share(tainted);
  // Not before: a collection may replace resolved futures by their values.
  resolve(inner, plain), resolve(outer, some);
  Value settled = whole;
  ASSERT_TRUE(v.strand().settle(settled));
  EXPECT_EQ(v.show(settled), "([Some [1]], [1], [1: [Some [1]]], { x: [Some [1]] })");
  EXPECT_EQ(v.show(whole), v.show(settled));
  const Tuple* parts = as<Tuple>(settled);
  EXPECT_FALSE(is_future(as<List>(parts->items()[0])->items[0]));
  EXPECT_EQ(parts->items()[1], plain);
  EXPECT_NE(parts->items()[0], tainted);
  EXPECT_EQ(resolved(as<List>(tainted)->items[0]), some);
}

TEST(Futures, SettlingLeavesWhatHoldsNone) {
  Values v;
  Value whole =
      v.list({v.dict({{v.text("a"), v.tuple({v.integer(1), v.bare("None")})}}), v.range(1, 2, 1, false)});
  Value settled = whole;
  ASSERT_TRUE(v.strand().settle(settled));
  EXPECT_EQ(settled, whole);
}

// 2^60 paths lead to the future.
TEST(Futures, SettlingTakesEachContainerOnce) {
  Values v;
  Value whole = v.list({make_future(v.allocator(), v.integer(7))});
  for (int i = 0; i < 60; ++i) {
    share(whole);
    whole = v.list({whole, whole});
  }
  ASSERT_TRUE(v.strand().settle(whole));
  for (int i = 0; i < 60; ++i) whole = as<List>(whole)->items[i % 2];
  EXPECT_EQ(v.show(whole), "[7]");
}

TEST(Futures, SettlingDoesNotRecurse) {
  Values v;
  Value whole = v.list({make_future(v.allocator(), v.integer(7))});
  for (int i = 0; i < rounds(300'000); ++i) whole = v.list({make_future(v.allocator(), whole)});
  ASSERT_TRUE(v.strand().settle(whole));
  EXPECT_FALSE(is_future(as<List>(whole)->items[0]));
}

// ---- Ownership

TEST(Futures, OnlyReferenceOfAFutureOwnsItsValue) {
  Values v;
  Value list = v.list({});
  Value once = make_future(v.allocator(), list);
  EXPECT_EQ(look_through(once), nullptr);
  EXPECT_EQ(once, list);
  EXPECT_FALSE(list.as_object()->is_shared());
  Value twice = make_future(v.allocator(), make_future(v.allocator(), list));
  share(twice);
  EXPECT_EQ(look_through(twice), nullptr);
  EXPECT_TRUE(list.as_object()->is_shared());
}

// ---- Values that are not there yet

TEST(Futures, WhatMissesAValueGivesUp) {
  Values v;
  v.strand().expect_futures();
  Value missing = Value::object(v.allocator().make<Future>(0));
  Value holder = v.tuple({missing});
  Dict* dict = new_dict(v.allocator());
  ValueContext context = v.machine.value_context();
  std::string text;
  EXPECT_FALSE(v.strand().gave_up());
  set(v.allocator(), context, dict, holder, v.integer(1));
  EXPECT_TRUE(v.strand().gave_up());
  EXPECT_EQ(dict->length, 0u);
  EXPECT_EQ(find(context, dict, holder), nullptr);
  EXPECT_FALSE(equal(context, v.tuple({v.integer(1)}), holder));
  EXPECT_EQ(order(v.strand(), v.tuple({v.integer(1)}), holder), Order::raised);
  TextRoom room(v.strand());
  EXPECT_FALSE(append_text(text, v.strand(), holder, room));
  EXPECT_FALSE(v.strand().settle(holder));
  EXPECT_FALSE(v.strand().work(1));
  EXPECT_TRUE(v.strand().raise_stop().is_exception());
  resolve(missing, v.integer(5));
  set(v.allocator(), context, dict, holder, v.integer(1));
  EXPECT_EQ(v.show(Value::object(dict)), "[:]");  // still given up
}

std::vector<const Strand*> waiters_of(const Future& future) {
  std::vector<const Strand*> found;
  for (Strand* s = future.waiters; s != nullptr && found.size() < 10; s = s->next_waiter())
    found.push_back(s);
  return found;
}

// A strand may be woken for no reason, and then asks for the value again.
TEST(Futures, AStrandWaitsOnceForOneFuture) {
  Values v, others;
  Strand &first = v.strand(), &second = others.strand();
  Future& wanted = *v.allocator().make<Future>(0);
  Future& later = *v.allocator().make<Future>(0);
  Timeline timeline;
  EXPECT_TRUE(timeline.waits_for(first, wanted));
  EXPECT_TRUE(timeline.waits_for(second, wanted));
  EXPECT_TRUE(timeline.waits_for(first, wanted));
  EXPECT_TRUE(timeline.waits_for(second, wanted));
  EXPECT_EQ(waiters_of(wanted), (std::vector<const Strand*>{&second, &first}));
  EXPECT_TRUE(timeline.waits_for(second, later));
  EXPECT_EQ(waiters_of(wanted), std::vector<const Strand*>{&first});
  EXPECT_EQ(waiters_of(later), std::vector<const Strand*>{&second});
}

// ---- Hosts

TEST(Futures, HostsSeeValues) {
  MachineOptions options;
  Engine engine(std::move(options));
  engine.machine().define(kFuture);
  CompileResult compiled = compile_text("test", "answer = x -> future [future (Some (future x))]",
                                        catalogue(), {.keep_names = true});
  std::string wrong;
  LoadedModule* module = engine.load(compiled.program, wrong);
  ASSERT_NE(module, nullptr) << wrong;
  NativeStackScope scope(engine.machine().mutator());
  Value argument = Value::small_int(6);
  ASSERT_TRUE(engine.run(*module).finished());
  Value function = as<Record>(module->record)->slots()[0];
  aspen_value answer = to_raw(engine.call(function, &argument, 1).value);
  ASSERT_EQ(aspen_type_of(answer), ASPEN_LIST);
  aspen_value item = aspen_item(answer, 0);
  ASSERT_EQ(aspen_type_of(item), ASPEN_LABEL);
}

}  // namespace
}  // namespace aspen
