// A collection ends fibers that nothing can resume any more.
#include <gtest/gtest.h>

#include <string>

#include "sched/scheduler.h"
#include "stdlib/native/native.h"
#include "tests/unit/programs.h"
#include "vm/heap/heap.h"
#include "vm/run/tasks/channel.h"
#include "vm/run/tasks/fiber.h"

namespace aspen {
namespace {

// As a late wake does.
Value wake_without_cause(Strand&, Value* arguments) {
  Strand& suspended = *as<Fiber>(arguments[0])->resumed->receivers.first()->strand;
  suspended.scheduler->wake(suspended);
  return Value::unit();
}

Value collect(Strand& s, Value*) {
  s.machine().heap().collect(s.allocator().mutator());
  return Value::unit();
}

constexpr NativeDescriptor kNatives[] = {
    {"wake_without_cause", 1, 0, Effect::write, wake_without_cause, "f", ""},
    {"collect", 1, 0, Effect::write, collect, "()", ""}};

// The only worker runs the program on, so the strands of the fibers stand in its queue when they are
// abandoned.
TEST(AbandonedFibers, MayStandInAQueue) {
  std::string out;
  MachineOptions machine;
  machine.out = machine.err = [&](std::string_view written) { out += written; };
  Engine engine(std::move(machine));
  add_natives(engine, kNatives);
  RuntimeOptions options;
  options.workers = 1;
  options.split = SplitPolicy::never;
  LoadedModule* module = load_and_start(engine, R"(
leave = count -> {
    fibers = []
    for n in 0..count {
        f = fiber { yield n; yield 0 }
        f ()
        fibers |>= push f
    }
    for f in fibers { wake_without_cause f }
}
total = 0
for round in 0..20 {
    leave 50
    collect ()
    for i in fiber { for i in 0..100 { yield i } } { total += i }
}
print total
)",
                                        options);
  ASSERT_NE(module, nullptr);
  const Outcome outcome = engine.run(*module);
  engine.machine().out().flush();
  EXPECT_TRUE(outcome.finished()) << engine.headline(outcome);
  EXPECT_EQ(out, "99000\n");
}

}  // namespace
}  // namespace aspen
