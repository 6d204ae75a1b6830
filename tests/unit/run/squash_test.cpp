// What is left of strands with results that are not wanted any more.
#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "stdlib/native/native.h"
#include "tests/unit/programs.h"
#include "vm/values/list.h"

namespace aspen {
namespace {

// Rounds in which a task has looked for a value, and rounds in which it was sure that none would come.
std::atomic<int> looked{0}, failed{0};

void wait_until(const std::atomic<int>& count, int reached) {
  for (int now = count.load(); now < reached; now = count.load()) count.wait(now);
}

void note(std::atomic<int>& count) {
  ++count;
  count.notify_all();
}

Value fail_late(Strand& s, Value* arguments) {
  const auto round = static_cast<int>(arguments[0].as_small_int());
  while_outside(s, [round] { wait_until(looked, round + 1); });
  return s.value_error("late");
}

// It is squashed after it has given up, and before it reports that.
Value look(Strand& s, Value* arguments) {
  const int round = failed.load();
  EXPECT_FALSE(s.touch(element(as<List>(arguments[0]), 0)));
  note(looked);
  while_outside(s, [round] { wait_until(failed, round + 1); });
  return Value::exception();
}

Value note_failure(Strand&, Value*) {
  note(failed);
  return Value::unit();
}

constexpr NativeDescriptor kNatives[] = {{"fail_late", 1, 0, Effect::pure, fail_late, "round", ""},
                                         {"look", 1, 0, Effect::pure, look, "xs", ""},
                                         {"note_failure", 1, 0, Effect::write, note_failure, "()", ""}};

constexpr const char* kProgram = R"(
slow = round -> fail_late round
go = round -> {
    a = slow round
    b = tree 3
    look [a, b]
}
tree = n -> {
    if n < 2 { return len (first [[n], []]) }
    a = tree (n - 1)
    b = match try (error (tree (n - 2))) { Ok v -> v, Err e -> e }
    a + b
}
# The rounds do not overlap, as those of a loop would: the natives block their workers.
rounds = round -> if round < 100 {
    match try (go round) { Ok v -> v, Err _ -> note_failure () }
    if tree 8 != 34 { error "wrong" }
    rounds (round + 1)
}
rounds 0
)";

// Another call uses the strand again, and misses nothing.
TEST(Squash, StrandsForgetWhatTheyHaveMissed) {
  looked = failed = 0;
  MachineOptions options;
  options.out = options.err = [](std::string_view) {};
  Engine engine(std::move(options));
  add_natives(engine, kNatives);
  RuntimeOptions runtime;
  runtime.workers = 2;
  runtime.split = SplitPolicy::always;
  LoadedModule* module = load_and_start(engine, kProgram, runtime);
  ASSERT_NE(module, nullptr);
  const Outcome outcome = engine.run(*module);
  EXPECT_TRUE(outcome.finished()) << engine.headline(outcome);
  EXPECT_EQ(failed.load(), 100);
}

// A strand leaves an inner loop, and then the one around it. The frames below the second one have never been
// on its stack: the caller's has thirty registers more than the loop's.
constexpr const char* kSearch = R"(pop_least = h -> {
  top = h[0]
  last, h = pop h
  if len h > 0 {
    h[0] = last
    i = 0
    loop {
      s = i
      for c in [2 * i + 1, 2 * i + 2] { if c < len h and h[c] < h[s] { s = c } }
      if s == i { break }
      i = s
    }
  }
  (top, h)
}
search = n -> {
  open = [(0, 0, (0, 0))]
  count = 0
  total = 0
  while not empty? open and count < n {
    (_, g, here), open = pop_least open
    count += 1
    VARIABLES
    x, y = here
    for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
      next = (x + dx, y + dy)
      nx, ny = next
      if nx < 0 or ny < 0 or nx >= 20 or ny >= 20 { continue }
      g2 = g + 1
      open |>= push (g2, g2, next)
    }
    total += SUM
  }
  (len open, total)
}
for n in 1..=40 { total = search n }
print (search 200)
)";

TEST(Squash, LeavesRoomForTheFramesBelowALoop) {
  std::string program = kSearch, variables, sum = "0";
  for (int i = 0; i < 30; ++i) {
    variables += "a" + std::to_string(i) + " = count + " + std::to_string(i) + "\n";
    sum += " + a" + std::to_string(i);
  }
  program.replace(program.find("VARIABLES"), 9, variables);
  program.replace(program.find("SUM"), 3, sum);
  for (uint64_t seed = 1; seed <= 16; ++seed) {
    SCOPED_TRACE(seed);
    std::string out;
    MachineOptions options;
    options.out = [&](std::string_view text) { out += text; };
    Engine engine(std::move(options));
    RuntimeOptions runtime;
    runtime.workers = 1;
    runtime.split = SplitPolicy::chaos;
    runtime.seed = seed;
    LoadedModule* module = load_and_start(engine, program, runtime);
    ASSERT_NE(module, nullptr);
    const Outcome outcome = engine.run(*module);
    engine.machine().out().flush();
    EXPECT_TRUE(outcome.finished()) << engine.headline(outcome);
    EXPECT_EQ(out, "(301, 690000)\n");
  }
}

}  // namespace
}  // namespace aspen
