// Programs that need more memory than they may have: each soon ends in a MemoryLimit that a script can catch,
// and the process exceeds the limit only by a little.
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "stdlib/embed/engine.h"
#include "tests/unit/programs.h"
#include "vm/run/operators/show.h"
#include "vm/run/runtime.h"
#include "vm/values/string.h"

namespace aspen {
namespace {

MachineOptions small_machine() {
  MachineOptions options;
  options.limits.heap_bytes = size_t{32} << 20;
  options.out = options.err = [](std::string_view) {};
  return options;
}

// The value of the text, written by show.
std::string result_of(const std::string& text) {
  Engine engine(small_machine());
  return end_of(engine, "r = " + text + "\nerror (show r)\n");
}

void expect_memory_limit(const std::string& text) {
  std::string result = result_of("match (try { " + text + " }) { Err (MemoryLimit _) -> 1\n x -> x }");
  EXPECT_EQ(result, "error: 1") << text;
}

// 2^100 elements, in a hundred lists.
constexpr const char* kManyTimesShared = "xs = []\nfor _ in 0..100 { xs = [xs, xs] }\n";

TEST(Limits, TextOfAValueThatIsSharedManyTimes) {
  for (const char* use : {"show xs", "string xs", "print xs", "\"{xs}\"", "\"{xs:>5}\"", "join \",\" [xs]",
                          "json.show xs", "json.pretty xs"}) {
    expect_memory_limit(std::string(kManyTimesShared) + use);
  }
}

// A few hundred bytes in a hundred consecutive parts, each of which unpacks to ten million bytes.
TEST(Limits, DataThatUnpacksToMore) {
  for (const char* format : {"compress.gunzip (bytes.repeat 100 (compress.gzip ",
                             "compress.unzstd (bytes.repeat 100 (compress.zstd "}) {
    expect_memory_limit(std::string(format) + "(string.repeat 10000000 \"0\")))");
  }
}

TEST(Limits, WhatADatabaseHolds) {
  const std::string ask = "{ db = sqlite.open \":memory:\"\n ";
  expect_memory_limit(
      ask + "sqlite.query \"select zeroblob(20000000) as z from (select 1 union select 2)\" () db }");
  const std::string refused = "match (try " + ask + "sqlite.query \"";
  EXPECT_EQ(
      result_of(refused + "select zeroblob(40000000) as z\" () db }) { Err (SqliteError { code }) -> code }"),
      "error: \"SQLITE_TOOBIG\"");
  EXPECT_EQ(result_of(refused +
                      "create table t as with recursive n(i) as (select 1 union all select i + 1 from n) "
                      "select zeroblob(1000000) from n\" () db }) { Err (SqliteError { code }) -> code }"),
            "error: \"SQLITE_NOMEM\"");
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

// The limit is met piece by piece, inside one native; the error comes before the call's `try` is left.
TEST(Limits, ManySmallPieces) { expect_memory_limit("string.chars (string.repeat 1000000 \"\u00e9\")"); }

// ---- Fuel

// The least with which the program does not end in OutOfFuel.
uint64_t least_fuel(const std::string& program) {
  uint64_t refused = 0, enough = 1 << 16;
  while (enough - refused > 1) {
    MachineOptions options = small_machine();
    options.limits.fuel = (refused + enough) / 2;
    Engine engine(options);
    const std::string end = end_of(engine, program);
    EXPECT_TRUE(end == "finished" || end.starts_with("OutOfFuel")) << end;
    (end == "finished" ? enough : refused) = options.limits.fuel;
  }
  return enough;
}

// Fast and slow paths of an instruction count a step once between them, however many tasks there are.
TEST(Limits, EachStepTakesOneOfFuel) {
  struct {
    const char* program;
    uint64_t of_each;
  } const kSteps[] = {
      {"i = 0; while i < n { i += 1 }", 1},
      {"i = 0; m = n; while i <= m { i += 1 }", 1},
      {"i = 0.5; while i < n { i += 1 }", 1},
      {"i = 2 ** 70; m = i + n; while i < m { i += 1 }", 1},
      {"i = 0; loop { i += 1; if i == n { break } }", 1},
      {"for i in 0..n { }", 1},
      {"for i in 0..n { for c in \"äöü\" { } }", 5},
      {"xs = [1, 2, 3]; for i in 0..n { for x in xs { } }", 5},
      {"d = [1: 2, 3: 4]; for i in 0..n { for k in d { } }", 4},
      {"f = x -> x; for i in 0..n { f i }", 2},
      {"f = x -> x; g = [f]; for i in 0..n { g[0] i }", 2},
      {"f = (n, x) -> if n == 0 { x } else { f (n - 1, x) }; f (n, 1)", 1},
      {"for i in 0..n { len \"a\" }", 2},
      {"f = m -> { for i in 0..m { } }; a = spawn f n; b = spawn f n; await a; await b", 2},
  };
  constexpr uint64_t kFew = 1000, kMany = 5000;
  for (const auto& [program, of_each] : kSteps) {
    const uint64_t few = least_fuel("n = 1000\n" + std::string(program));
    const uint64_t many = least_fuel("n = 5000\n" + std::string(program));
    EXPECT_EQ(many - few, of_each * (kMany - kFew)) << program;
  }
}

// ---- Natives that work long pay for it with fuel, and can be stopped

// Calls that would otherwise take seconds, hours or for ever.
constexpr const char* kLongWork[] = {
    "list.sorted? (0..10 ** 12)",
    "product (1..10 ** 9)",
    "3 ** 20000000",
    "math.factorial 1000000",
    "math.choose 1000000 500000",
    "string (bits.shift_left 20000000 1)",
    "\"{bits.shift_left 20000000 1:x}\"",
    "int (string.repeat 5000000 \"7\")",
    "bits.shift_left 20000000 1 // bits.shift_left 10000000 3",
    "bits.shift_left 20000000 1 % (bits.shift_left 10000000 3 + 1)",
    "math.gcd (bits.shift_left 20000000 1 + 1) (bits.shift_left 19000000 5 + 1)",
    "math.isqrt (bits.shift_left 20000000 1)",
    "sort (list.cartesian (0..1000) (0..1000))",
    "list (0..1000000)",
    "list.permutations (0..9)",
    "list.combinations 8 (0..20)",
    "list.transpose (repeat 1000 (repeat 1000 0))",
    "string.distance (string.repeat 10000 \"ab\") (string.repeat 10000 \"ba\")",
    "string.upper (string.repeat 1000000 \"ab\")",
    "string.normalize \"NFD\" (string.repeat 1000000 \"ab\")",
    "string.count \"ab\" (string.repeat 1000000 \"ab\")",
    "string.words (string.repeat 1000000 \"a \")",
    "split \",\" (string.repeat 1000000 \"a,\")",
    "replace_all (string.repeat 1000000 \"a,\")",
    "hash.sha256 (string.repeat 10000000 \"a\")",
    "hash.crc32 (string.repeat 10000000 \"a\")",
    "base64.encode (string.repeat 10000000 \"a\")",
    "compress.gzip (string.repeat 10000000 \"a\")",
    "compress.unzstd (compress.zstd (string.repeat 10000000 \"a\"))",
    "compress.zstd_with 19 (string.repeat 1000000 \"a\")",
    "string.distance \"a\" (string.repeat 10000000 \"b\")",
    "string (7 ** 3000000)",
    "math.gcd (3 ** 3000000) (5 ** 3000000)",
    "show (string.repeat 10000000 \"a\")",
    "json.show (string.repeat 10000000 \"a\")",
    "json.parse (\"\\\"\" + string.repeat 10000000 \"a\" + \"\\\"\")",
    "string.trim (string.repeat 10000000 \" \")",
    "string.words (string.repeat 10000000 \"a\")",
    "string.from_bytes (bytes.repeat 10000000 b\"a\")",
    "string.normalize \"NFC\" (string.repeat 10000000 \"a\")",
    "string.split_last \"b\" (string.repeat 10000000 \"a\")",
    "hash.hmac_sha256 (string.repeat 10000000 \"a\") \"b\"",
    "hash.xxh3 (string.repeat 10000000 \"a\")",
    "hex.decode (string.repeat 10000000 \"a\")",
    "base64.decode (string.repeat 10000000 \"a\")",
    "url.decode (string.repeat 10000000 \"%41\")",
    "log.error (string.repeat 10000000 \"a\")",
    "list.sort_by_keys (repeat 1000000 1.5) (repeat 1000000 0)",
    "float (string.repeat 1000000 \"7\")",
    "regex.texts \"a\" (string.repeat 1000000 \"ab\")",
    "json.parse \"[{string.repeat 1000000 \"1,\"}1]\"",
    "csv.parse (string.repeat 1000000 \"a,\")",
    "show xs",
    "json.show xs",
};

TEST(Limits, LongWorkTakesFuel) {
  const std::string setting = std::string(kManyTimesShared) + "replace_all = string.replace \"a\" \"bb\"\n";
  for (const char* work : kLongWork) {
    MachineOptions options = small_machine();
    options.limits.heap_bytes = size_t{256} << 20;
    options.limits.fuel = 1'000;
    Engine engine(options);
    EXPECT_EQ(end_of(engine, setting + work + "\n"),
              "OutOfFuel: the program has used up its limit of calls and loop steps")
        << work;
  }
}

// Each of these calls works for less than the time between two checks. A loop that takes as long as a
// thousand of them pays 20,000 or more.
TEST(Limits, ShortWorkTakesFuelToo) {
  const std::string setting =
      "a = string.repeat 40000 \"a\"\nb = string.repeat 40000 \"a\"\nxs = repeat 1000 1\nts = [a, b, a]\n"
      "m = bits.shift_left 300000 1\nn = bits.shift_left 300000 1\nd = [0: 0]\nr = 0..m\n";
  const uint64_t alone = least_fuel(setting);
  for (const char* work : {"a == b",
                           "a < b",
                           "string.compare a b",
                           "string.starts_with? a b",
                           "sort ts",
                           "sum xs",
                           "string.upper a",
                           "map (x -> x) xs",
                           "join \",\" ts",
                           "reverse xs",
                           "m == n",
                           "m < n",
                           "max [m, n]",
                           "contains n [m]",
                           "get m d",
                           "r == 0..n",
                           "unique [m]",
                           "for k in m..m + 1 { }",
                           "list (m..m + 1)",
                           "set xs",
                           "list.frequencies xs",
                           "zip xs xs"})
    EXPECT_GT(least_fuel(setting + "for i in 0..100 { " + work + " }"), alone + 2'000) << work;
}

TEST(Limits, DeadlocksTakeFuelForAllThatWait) {
  const std::string setting = "(0..2000) |> each (_ -> task.detach (spawn { recv (channel 0) }))\n";
  const uint64_t alone = least_fuel(setting + "try recv (channel 0)");
  EXPECT_GT(least_fuel(setting + "for i in 0..5 { try recv (channel 0) }"), alone + 10'000);
}

// Each passes those that were taken later.
TEST(Limits, PermitsTakeFuelToBeFound) {
  const std::string setting = "ss = map (i -> semaphore 1) (0..1000)\nfor s in ss { semaphore.hold s }\n";
  const uint64_t last_first = least_fuel(setting + "for s in reverse ss { semaphore.let_go s }");
  EXPECT_GT(least_fuel(setting + "for s in ss { semaphore.let_go s }"), last_first + 10'000);
}

// On every path to the next step. In a collection, all other threads would wait for such a loop, too.
TEST(Limits, EveryLoopTakesFuel) {
  for (const char* loop :
       {"loop { }", "loop { continue }", "while true { }", "i = 0\nwhile i < 10 { if i < 20 { continue } }",
        "while (if true { continue } else { false }) { }", "for x in 0..10 ** 12 { continue }"}) {
    MachineOptions options = small_machine();
    options.limits.fuel = 1'000;
    Engine engine(options);
    EXPECT_EQ(end_of(engine, std::string(loop) + "\n"),
              "OutOfFuel: the program has used up its limit of calls and loop steps")
        << loop;
  }
}

// And not for as many keys as there are elements.
TEST(Limits, TablesTakeMemoryForTheirKeys) {
  const std::string result = result_of(
      "{ t = string.repeat 500000 \"ab\"; xs = repeat 1000000 1; "
      "(list.frequencies t, unique xs, set t, set.union (set [2]) xs) }");
  EXPECT_EQ(result, "error: ([\"a\": 500000, \"b\": 500000], [1], [\"a\": (), \"b\": ()], [2: (), 1: ()])");
  expect_memory_limit("list.frequencies (0..1000000)");
  expect_memory_limit("set (0..1000000)");
}

// What it has written to wait is not taken for what the next wait needs.
TEST(Limits, SelectWithoutMemoryLeavesNothingBehind) {
  MachineOptions options = small_machine();
  options.limits.heap_bytes = size_t{20} << 20;
  Engine engine(options);
  EXPECT_EQ(end_of(engine, R"(big = channel 100_000_000
full = (try { for i in 0..100_000_000 { send big i } }) is Err (MemoryLimit _)
other = channel 0
refused = (try { loop { select [sending big 1 (() -> 0), on other (v -> v)] } }) is Err (MemoryLimit _)
quiet = channel 0
spawn { error "child" }
failed = try recv quiet
right = channel 0
spawn { send quiet "wrong" }
spawn { send right "right" }
error (show (full, refused, failed, recv right, recv quiet))
)"),
            "error: (true, true, Err \"child\", Some \"right\", Some \"wrong\")");
}

// Memory that is short when an element has come must not leave that element to the next wait.
TEST(Limits, ElementsThatHaveComeAreTaken) {
  MachineOptions options = small_machine();
  options.limits.heap_bytes = size_t{8} << 20;
  Engine engine(options);
  EXPECT_EQ(end_of(engine, R"(received = n -> {
    (ch, quiet, out) = (channel 0, channel 0, channel 1)
    t = spawn { match try list ch { Ok all -> send out (len all), Err _ -> send out (recv quiet) } }
    for i in 0..n { send ch i }
    sleep 0
    hog = []
    try { loop { hog |>= push (string.repeat 3000 "x") } }
    try { loop { hog |>= push (string.repeat 100 "x") } }
    try (send ch "last")
    hog = []
    sleep 0
    close ch
    recv out
}
error (show (map received (4093..4099)))
)"),
            "error: [Some 4094, Some 4095, Some 4096, Some 4097, Some 4098, Some 4099]");
}

// A native that ends early must not look as if it had completed its work.
TEST(Limits, InterruptStopsANative) {
  Engine engine(small_machine());
  std::thread other([&] { engine.machine().interrupt(); });
  std::string end = end_of(engine, "loop { list.sorted? (0..10 ** 12) }\n");
  other.join();
  EXPECT_EQ(end, "Interrupted: the program was stopped from outside");
}

// Its partial result must not be taken for the whole.
Value give_up_for_an_interrupt(Strand& s, Value*) {
  s.machine().interrupt();
  while (s.work(1 << 20)) {
  }
  s.machine().clear_interrupt();
  return Value::small_int(1);
}
Value give_up_for_memory(Strand& s, Value*) {
  Heap& heap = s.machine().heap();
  const size_t limit = heap.limit();
  heap.set_limit(1);
  EXPECT_FALSE(s.reserve(1 << 20));
  // All of them live: a build that collects at each allocation would need no further block otherwise.
  Root<> made(heap, Value::unit());
  while (!heap.limit_reached())
    made.set(Value::object(s.allocator().make<LabelBox>(0, sym::kMemoryLimit, made.get())));
  EXPECT_FALSE(s.work(1 << 20));
  heap.set_limit(limit);
  heap.clear_limit_reached();
  return s.raise_stop();
}
constexpr NativeDescriptor kForInterrupt{"for_interrupt",          1,    0, Effect::pure,
                                         give_up_for_an_interrupt, "()", ""};
constexpr NativeDescriptor kForMemory{"for_memory", 1, 0, Effect::pure, give_up_for_memory, "()", ""};

TEST(Limits, NativesThatGaveUpEndInAnErrorThoughTheReasonIsGone) {
  for (const bool has_worker : {false, true}) {
    Engine engine(small_machine());
    for (const NativeDescriptor* native : {&kForInterrupt, &kForMemory}) {
      engine.machine().define(*native);
      engine.catalogue().add(native->name, {BuiltinInfo::Kind::native, 1, 0, Effect::pure, "()"});
    }
    std::string error;
    ASSERT_TRUE(!has_worker || engine.machine().start_runtime({.workers = 1}, error)) << error;
    EXPECT_EQ(end_of(engine, "error (try (for_interrupt ()))\n"),
              "Interrupted: the program was stopped from outside");
    EXPECT_EQ(end_of(engine, "error ((try (for_memory ())) is Err (MemoryLimit _))\n"), "error: true");
  }
}

TEST(Limits, IntegersHaveTenMillionDigits) {
  expect_memory_limit("2 ** 40000000");
  expect_memory_limit("x = bits.shift_left 33554431 1\nx + x");
  expect_memory_limit("x = bits.shift_left 33554431 1\n-x - x");
  expect_memory_limit("x = bits.shift_left 20000000 1\nx * x");
  expect_memory_limit("math.factorial 10000000");
  expect_memory_limit("bytes.to_int (bytes.repeat 5000000 b\"x\")");
  EXPECT_EQ(result_of("bits.length (bits.shift_left 33554429 1 * 2)"), "error: 33554431");
}

}  // namespace
}  // namespace aspen
