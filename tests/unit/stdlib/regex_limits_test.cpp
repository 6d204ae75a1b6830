// The limits of patterns and searches: a call of RE2 can neither be stopped nor have memory refused.
#include <gtest/gtest.h>

#include <ctime>
#include <string>

#include "stdlib/embed/engine.h"
#include "tests/unit/programs.h"
#include "vm/heap/heap.h"

namespace aspen {
namespace {

constexpr size_t kMebibyte = size_t{1} << 20;

MachineOptions quiet() {
  MachineOptions options;
  options.out = options.err = [](std::string_view) {};
  return options;
}

// RE2 copies 200 groups for each byte and each of thousands of instructions.
constexpr const char* kSlow =
    "regex.find (\"^\" + string.repeat 200 \"(a|b|ab|c)*\" + \"$\") (string.repeat 8000 \"ab\")";
// Each match reads to the end of the text.
constexpr const char* kQuadratic = "regex.find_all \"a.*b|a\" (string.repeat 300000 \"a\")";

TEST(RegexLimits, FuelIsPaidBeforeASearch) {
  for (const char* search : {kSlow, kQuadratic}) {
    MachineOptions options = quiet();
    options.limits.fuel = 200'000;
    Engine engine(std::move(options));
    EXPECT_NE(end_of(engine, search).find("OutOfFuel"), std::string::npos) << search;
  }
}

// Each call may read to the end of the text, or only a few characters.
TEST(RegexLimits, SearchesFromAPlacePayForWhatTheyRead) {
  const auto ends = [](const std::string& pattern, int fuel) {
    MachineOptions options = quiet();
    options.limits.fuel = static_cast<uint64_t>(fuel);
    Engine engine(std::move(options));
    return end_of(engine, "r = regex.compile \"" + pattern + "\"\ntext = string.repeat 300_000 \"a\"\n" +
                              "for i in 0..10_000 { regex.match_at i r text }");
  };
  EXPECT_EQ(ends("a|b", 1'000'000), "finished");
  EXPECT_NE(ends("a.*b|a", 1'000'000).find("OutOfFuel"), std::string::npos);
}

TEST(RegexLimits, PatternsTakeFuelLikeTheirPrograms) {
  const auto ends = [](const std::string& program) {
    MachineOptions options = quiet();
    options.limits.fuel = 100'000;
    Engine engine(std::move(options));
    return end_of(engine, program);
  };
  EXPECT_EQ(
      ends(R"(for p in [r"\d+", r"^(\w+)@(\w+)$", r"\d{1,3}(\.\d{1,3}){3}", r"\pL+\b"] { regex.compile p })"),
      "finished");
  for (const char* large : {R"(regex.compile r"\pL{120}")", R"(regex.compile r"((\pN{2}){8}){20}")",
                            R"(regex.compile (string.repeat 1_000 r"\pL"))",
                            R"(for i in 0..1_000 { regex.compile "a{i}|b{i}" })"}) {
    EXPECT_NE(ends(large).find("OutOfFuel"), std::string::npos) << large;
  }
}

TEST(RegexLimits, AShortSearchTakesLittleFuel) {
  MachineOptions options = quiet();
  options.limits.fuel = 100'000;
  Engine engine(std::move(options));
  EXPECT_EQ(end_of(engine, "for _ in 0..100 { regex.find_all r\"\\d+\" \"1 22 333 of 4444\" }"), "finished");
}

// Two seconds are long compared with the 50 ms, and short compared with the searches. Processor time of all
// threads, so that a busy machine does not matter.
TEST(RegexLimits, ALimitOfTimeEndsASearch) {
  for (const char* search : {kSlow, kQuadratic}) {
    MachineOptions options = quiet();
    options.limits.wall_ns = 50'000'000;
    Engine engine(std::move(options));
    std::string error;
    ASSERT_TRUE(engine.machine().prepare_polling(error)) << error;
    const std::clock_t begin = std::clock();
    EXPECT_NE(end_of(engine, std::string("loop { ") + search + " }").find("OutOfTime"), std::string::npos)
        << search;
    EXPECT_LT(std::clock() - begin, 2 * CLOCKS_PER_SEC) << search;
  }
}

// A search on a thread of the pool finds what a search in place finds.
TEST(RegexLimits, LongSearchesFindTheSame) {
  MachineOptions options = quiet();
  options.limits.wall_ns = 600'000'000'000;
  Engine engine(std::move(options));
  std::string error;
  ASSERT_TRUE(engine.machine().prepare_polling(error)) << error;
  const std::string text = "s = string.repeat 60000 \"é1,\" + \"x22\"\n";
  const char* checks[] = {
      "(regex.texts r\"\\d+\" s |> len) == 60001",
      "(regex.find r\"(x)(\\d+)(y)?\" s) == Some { text: \"x22\", start: 180000, end: 180003, groups: "
      "[\"x\", "
      "\"22\", None], names: [:] }",
      "regex.match? \"x22$\" s",
      "not (regex.full_match? \"x22\" s)",
      "(regex.replace \"(é)1\" \"$1\" s |> len) == 120003",
      "(regex.split \",\" s |> len) == 60001",
      "(regex.find_all \"(é)\" s |> len) == 60000",
  };
  for (const char* check : checks) {
    EXPECT_EQ(end_of(engine, text + "assert (" + check + ")"), "finished") << check;
  }
}

// A thread of the pool compiles a large pattern, and may search with it afterwards, for one call of a native.
TEST(RegexLimits, LargePatternsAreTheSame) {
  MachineOptions options = quiet();
  options.limits.wall_ns = 600'000'000'000;
  Engine engine(std::move(options));
  std::string error;
  ASSERT_TRUE(engine.machine().prepare_polling(error)) << error;
  const char* checks[] = {
      "regex.full_match? (regex.compile large) (string.repeat 120 \"é\")",
      "regex.full_match? \"{large}1\" (string.repeat 120 \"é\" + \"1\")",
      "(regex.texts \"{large}2\" (string.repeat 3 (string.repeat 120 \"é\" + \"2\")) |> len) == 3",
      "(regex.find_all \"{large}\" (string.repeat 1_000 \"é\") |> len) == 8",
      "regex.match_at 1 large (string.repeat 121 \"é\") is Some _",
      "(gather (n -> regex.match? \"{large}{n % 3}\" \"x\") (list (0..12)) |> unique) == [false]",
      "regex.source (regex.compile large) == large",
      "(try (regex.compile (string.repeat 40 large))) is Err (ValueError _)",
      "(try (regex.compile (\"(\" + large))) is Err (ValueError _)",
  };
  for (const char* check : checks) {
    EXPECT_EQ(end_of(engine, std::string("large = r\"\\pL{120}\"\nassert (") + check + ")"), "finished")
        << check;
  }
}

// A task that waits for its pattern ends as soon as another one has failed.
TEST(RegexLimits, NoTaskWaitsForALargePattern) {
  MachineOptions options = quiet();
  options.limits.wall_ns = 600'000'000'000;
  Engine engine(std::move(options));
  std::string error;
  ASSERT_TRUE(engine.machine().prepare_polling(error)) << error;
  EXPECT_EQ(end_of(engine, R"(
    f = n -> if n == 7 { error (ValueError "seven") } else { regex.compile r"\pL{120}"; n }
    assert ((try gather f (list (0..16))) is Err (ValueError "seven"))
    assert (regex.match? r"\pL{120}" (string.repeat 120 "é")))"),
            "finished");
}

TEST(RegexLimits, PatternsCountForTheLimitOfMemory) {
  MachineOptions options = quiet();
  options.limits.heap_bytes = 4 * kMebibyte;
  Engine engine(std::move(options));
  const std::string kept = "rs = []\nfor i in 0..100 { rs |>= push (regex.compile \"\\\\pL\\{120}{i}\") }";
  EXPECT_NE(end_of(engine, kept).find("MemoryLimit"), std::string::npos);
  EXPECT_LE(engine.machine().heap().peak_bytes(), 4 * kMebibyte + Heap::kReserveBytes);
}

// Patterns that are cached for strings, or that nothing refers to, are dropped first.
TEST(RegexLimits, PatternsThatNobodyHoldsAreDropped) {
  MachineOptions options = quiet();
  options.limits.heap_bytes = 4 * kMebibyte;
  Engine engine(std::move(options));
  EXPECT_EQ(end_of(engine, "for i in 0..500 { regex.match? \"a{i}\" \"x\"; regex.compile \"b{i}\" }"),
            "finished");
  EXPECT_LE(engine.machine().heap().peak_bytes(), 4 * kMebibyte + Heap::kReserveBytes);
}

}  // namespace
}  // namespace aspen
