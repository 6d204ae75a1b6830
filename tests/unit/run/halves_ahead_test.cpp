// Halves of loops that add apart while memory is short (docs/loops.md, *Memory*). Natives hold one half until
// the other is where the test wants it.
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>

#include "stdlib/native/native.h"
#include "tests/unit/programs.h"
#include "vm/run/machine.h"

namespace aspen {
namespace {

// Until the half ahead has found too little room, and waits for its turn.
Value await_waiting(Strand& s, Value*) {
  const Runtime& runtime = *s.machine().runtime();
  while_outside(s, [&] {
    while (runtime.statistics().total().turn_waits == 0) std::this_thread::yield();
  });
  return Value::small_int(1);
}

std::atomic<bool> half_has_begun{false};

// Until the half ahead has begun to add.
Value await_half(Strand& s, Value*) {
  while_outside(s, [] { half_has_begun.wait(false); });
  return Value::small_int(1);
}

// Until everything before this call is over.
Value await_turn(Strand& s, Value*) {
  half_has_begun = true;
  half_has_begun.notify_all();
  while_outside(s, [&] {
    while (!s.is_head()) std::this_thread::yield();
  });
  return Value::small_int(1);
}

constexpr NativeDescriptor kNatives[] = {
    {"await_waiting", 1, 0, Effect::pure, await_waiting, "()", ""},
    {"await_half", 1, 0, Effect::pure, await_half, "()", ""},
    {"await_turn", 1, 0, Effect::pure, await_turn, "()", ""},
};

// Of a loop with three iterations, one worker gets the last one, and the other the first two.
std::string run_in_two_halves(const std::string& program, size_t limit) {
  half_has_begun = false;
  std::string out;
  MachineOptions machine;
  machine.limits.heap_bytes = limit;
  machine.out = machine.err = [&](std::string_view written) { out += written; };
  Engine engine(std::move(machine));
  add_natives(engine, kNatives);
  RuntimeOptions options;
  options.workers = 2;
  options.split = SplitPolicy::always;
  LoadedModule* module = load_and_start(engine, program, options);
  if (module == nullptr) return out;
  const Outcome outcome = engine.run(*module);
  engine.machine().out().flush();
  EXPECT_LE(engine.machine().heap().peak_bytes(), limit);
  return outcome.finished() ? out : out + engine.headline(outcome);
}

// In order, each half needs 4 MB at a time. The last one takes half of the limit before the first needs them.
TEST(Ahead, AHalfThatWaitsForRoomHoldsNothing) {
  const std::string program = R"(
big = n -> len (string.repeat n "a")
# So that no register of the loop still holds the text.
work = _ -> {
    a, b, c, d = 0, 1, 2, 3
    a + b + c + d + big 4_000_000
}
found, count = [], 0
for i in 0..3 {
    if i == 0 { count += await_waiting () + work () }
    if i == 2 {
        found |>= push ""
        for _ in 0..1000 { found |>= push (string.repeat 3900 "a") }
    }
}
print (len found, count)
)";
  EXPECT_EQ(run_in_two_halves(program, size_t{6} << 20), "(1001, 4000007)\n");
}

// In order, the loop needs 7.3 MB at a time: the block, the text of 2.1 MB, and the larger array for 3 MB. To
// join what the last iteration has added apart, another 2.1 MB, it would need 9.4 MB. The text of 2 MB at the
// end has room if nothing holds the array before.
#ifndef ASPEN_STRESS_FRAMES  // which shares what lives in a frame now and then, and so copies the text
TEST(Ahead, AHalfThatCannotBeJoinedBeginsAgain) {
  const std::string program = R"(
big = n -> len (string.repeat n "a")
block = string.repeat 1_000_000 "a"
text, count = "", 0
for i in 0..3 {
    if i == 0 { await_half () }
    if i < 2 { text += block }
    if i == 2 {
        text += "c"
        await_turn ()
        text += block
        text += block
        count += big 2_000_000
    }
}
print (len text, count)
)";
  EXPECT_EQ(run_in_two_halves(program, size_t{8} << 20), "(4000001, 2000000)\n");
}
#endif

}  // namespace
}  // namespace aspen
