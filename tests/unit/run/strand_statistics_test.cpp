// The workers' counts of strands: every strand that is made ends in one way, however the program ends.
#include "vm/run/parallel/strand_statistics.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "sched/worker.h"
#include "tests/unit/programs.h"
#include "vm/object/function.h"
#include "vm/run/strand.h"

namespace aspen {
namespace {

// Calls that overlap and need each other's values; errors in them that are caught, and one at the end.
constexpr const char* kProgram = R"(
fib = n -> if n < 2 { n } else { (fib (n - 1)) + (fib (n - 2)) }
part = n -> {
    a = fib n
    if n % 3 == 0 { error "three" }
    a + fib (n - 1)
}
risky = n -> {
    a = part n
    b = fib (n + 2)
    a + b
}
go = n -> {
    x = try (risky n)
    y = risky (n + 1)
    (x, y)
}
for i in 0..7 { match try (go i) { Ok v -> v, Err e -> e } }
print (risky 8)
risky 9
)";

// What an idle worker does.
Value ask_for_work(Strand& s, Value* arguments) {
  s.machine().runtime()->executor_here()->worker->request(sched::Worker::kSplit);
  return arguments[0];
}
constexpr NativeDescriptor kAskForWork{"ask_for_work", 1, 1, Effect::pure, ask_for_work, "v", ""};

struct Copies : CopyObserver {
  void copied(size_t size) override { bytes += size; }
  std::atomic<size_t> bytes = 0;
};

StrandStatistics run(const std::string& text, RuntimeOptions options, Outcome::End& end,
                     CopyObserver* copies = nullptr) {
  MachineOptions machine;
  machine.out = [](std::string_view) {};
  // Otherwise the watchdog asks for splits on behalf of a worker that sleeps. One that is alone is seen to
  // sleep while it wakes.
  machine.scheduler.steals = options.workers > 1;
  Engine engine(std::move(machine));
  add_natives(engine, {&kAskForWork, 1});
  engine.machine().heap().observe_copies(copies);
  LoadedModule* module = load_and_start(engine, text, options);
  if (module == nullptr) return {};
  end = engine.run(*module).end;
  engine.machine().runtime()->shut_down();
  return engine.machine().runtime()->statistics();
}

TEST(StrandStatistics, AddUpHoweverStrandsEnd) {
  for (SplitPolicy split : {SplitPolicy::always, SplitPolicy::chaos}) {
    for (uint32_t workers : {1u, 2u, 4u, 8u}) {
      RuntimeOptions options;
      options.workers = workers;
      options.split = split;
      options.seed = workers;
      Outcome::End end{};
      const StrandNumbers n = run(kProgram, options, end).total();
      EXPECT_EQ(end, Outcome::End::failed);
      EXPECT_TRUE(n.add_up()) << n.begun << " + " << n.split << " = " << n.ended << " + " << n.withdrawn
                              << " + " << n.squashed << ", started " << n.started;
      EXPECT_EQ(n.begun, 1u);
      // Chaos may withdraw all that runs ahead of an error before it has begun.
      if (split != SplitPolicy::always) continue;
      EXPECT_GT(n.split, 100u);
      EXPECT_GT(n.squashed, 0u);
    }
  }
}

// In builds that collect at every allocation, more calls would take longer than a time slice.
#ifdef ASPEN_STRESS_GC
constexpr const char* kFib = "5";
constexpr uint64_t kSplits = 5;
#else
constexpr const char* kFib = "10";
constexpr uint64_t kSplits = 50;
#endif

// A worker that is alone with what it splits off takes all of it back in time: nothing waits, and nothing is
// copied to another stack.
TEST(StrandStatistics, OneWorkerTakesBackWhatItSplits) {
  RuntimeOptions options;
  options.workers = 1;
  options.split = SplitPolicy::always;
  Outcome::End end{};
  const StrandNumbers n =
      run(std::string("fib = n -> if n < 2 { n } else { (fib (n - 1)) + (fib (n - 2)) }\nprint (fib ") +
              kFib + ")",
          options, end)
          .total();
  EXPECT_EQ(end, Outcome::End::finished);
  EXPECT_GT(n.split, kSplits);
  EXPECT_EQ(n.withdrawn, n.split);
  EXPECT_EQ(n.started, 1u);
  EXPECT_EQ(n.value_waits + n.base_waits + n.turn_waits + n.other_waits, 0u);
}

// The steps of a loop over text take the slow path, where a strand offers the next ones. Each takes some 20
// ns.
TEST(StrandStatistics, ShortIterationsAreNotOffered) {
  RuntimeOptions options;
  options.workers = 2;
  Outcome::End end{};
  const StrandNumbers n = run(R"(
text = string.repeat 30 "the quick brown fox "
h = 7
for i in 0..100 {
  ask_for_work i
  for c in text { if c == "o" { h = h * 31 % 1000003 } }
}
print h
)",
                              options, end)
                              .total();
  EXPECT_EQ(end, Outcome::End::finished);
  EXPECT_GT(n.split, 0u);
  EXPECT_LT(n.split, 6000u);  // 60,000 steps
}

// The inner loops are split while the outer one is, and the list lives in both strands.
TEST(StrandStatistics, SplitsOfInnerLoopsCopyNothing) {
  const char* inner[] = {"for j in 0..4 { total = (total * 7 + ask_for_work j) % 1009 }",
                         "for j in 0..4 { total += ask_for_work j }",
                         "j = 0; while j < 4 { total = (total * 7 + ask_for_work j) % 1009; j += 1 }"};
  for (const char* loop : inner) {
    for (const char* update : {"out |>= push i", "text += \"x\"", "seen[i] = 1", "cells[i % 50] += 1"}) {
      RuntimeOptions options;
      options.workers = 1;
      Outcome::End end{};
      Copies copies;
      const StrandNumbers n =
          run(std::string("f = n -> {\nout, text, seen, cells, total = [], \"\", [:], list (0..50), 0\n") +
                  "for i in 0..n {\n" + loop + "\n" + update +
                  "\n}\nprint \"{len out} {len text} {len seen} {sum cells} {total}\"\n}\nf 3000\n",
              options, end, &copies)
              .total();
      EXPECT_EQ(end, Outcome::End::finished);
      EXPECT_GT(n.split, 1u) << loop;
#ifndef ASPEN_STRESS_FRAMES  // which shares what lives in a frame
      EXPECT_EQ(copies.bytes, 0u) << loop << " " << update;
#endif
    }
  }
}

// The first request after it is refused, however late it comes.
TEST(StrandStatistics, ALargeCopyDelaysTheNextSplit) {
  for (bool copies : {false, true}) {
    RuntimeOptions options;
    options.workers = 1;
    Outcome::End end{};
    const StrandNumbers n =
        run(std::string("f = n -> {\nxs = list (0..100000)\nys = xs\n") + (copies ? "ys |>= push 1\n" : "") +
                "t = 1\nfor i in 0..4 { t = t * 7 + (if i == 1 { ask_for_work i } else "
                "{ 0 }) }\nprint \"{t} {len xs} {len ys}\"\n}\nf 1\n",
            options, end)
            .total();
    EXPECT_EQ(end, Outcome::End::finished);
    EXPECT_EQ(n.split, copies ? 0u : 1u);
    EXPECT_EQ(n.refused_too_soon, copies ? 1u : 0u);
  }
}

TEST(StrandStatistics, NothingIsSplitIfItMayNotBe) {
  RuntimeOptions options;
  options.workers = 2;
  options.split = SplitPolicy::never;
  Outcome::End end{};
  const StrandNumbers n = run(kProgram, options, end).total();
  EXPECT_EQ(n.split, 0u);
  EXPECT_EQ(n.started, 1u);
  EXPECT_EQ(n.ended, 1u);
}

}  // namespace
}  // namespace aspen
