// Tasks by priority, if the host asks for it: higher ones first. A task that another one spawns has its
// spawner's priority. A host gives priorities and times to calls that it starts.
#include <aspen/aspen.hpp>
#include <chrono>

#include "tests/embed/check.h"

using namespace std::chrono_literals;

namespace {

constexpr const char* kProgram = R"(
task.scope (() -> {
    for p in [1, 5, -3, 3] {
        task.spawn_with p (() -> {
            print p
            spawn (print "of {p}")
        })
    }
})
print (task.priority 7 (() -> "done"))
)";

std::string output(bool by_priority) {
  std::string out;
  aspen::Vm vm({.out = [&](std::string_view text) { out += text; }, .task_priorities = by_priority});
  auto program = vm.compile(kProgram, "priorities.asp");
  CHECK(program);
  CHECK(vm.run(*program));
  return out;
}

// Each call spawns a task, and waits for it where all wait that were started together.
constexpr const char* kCalls = R"(
go = channel 0
work = name -> {
    t = spawn { recv go; print "task of {name}" }
    recv go
    print name
    await t
}
open = () -> close go
waits = () -> { t = spawn { try (sleep 3600); sleep 3600 }; await t }
)";

std::string order_of_calls(bool by_priority) {
  std::string out;
  aspen::Vm vm({.out = [&](std::string_view text) { out += text; }, .task_priorities = by_priority});
  auto program = vm.compile(kCalls, "calls.asp");
  CHECK(program && vm.run(*program));
  auto work = *vm.get<void(int64_t)>("work");
  std::vector<aspen::Future<void>> calls;
  for (const int32_t priority : {1'000'000, 3'000'000, -1'000'000})
    calls.push_back(work.start_with({.priority = priority}, priority / 1'000'000));
  calls.push_back(work.start(0));
  CHECK(vm.poll(1h) && out.empty());
  CHECK(vm.call<void>("open"));
  for (const auto& call : calls) CHECK(call.get());
  return out;
}

// The call ends with the tasks that it has spawned; others go on.
void end_by_their_own_times() {
  for (const auto limit : {0ns, std::chrono::nanoseconds(1h)}) {
    aspen::Vm vm({.limits = {.wall = limit}});
    auto program = vm.compile(kCalls, "calls.asp");
    CHECK(program && vm.run(*program));
    auto waits = *vm.get<void()>("waits");
    auto without = waits.start(), brief = waits.start_with({.wall = 5ms});
    auto ended = brief.get();
    CHECK(!ended && ended.error().kind() == aspen::ErrorKind::out_of_time);
    CHECK(!without.ready());
    without.cancel();
    CHECK(!without.get());
  }
  // The VM's limit holds, too.
  aspen::Vm vm({.limits = {.wall = 5ms}});
  auto program = vm.compile(kCalls, "calls.asp");
  CHECK(program && vm.run(*program));
  auto ended = vm.get<void()>("waits")->start_with({.wall = 1h}).get();
  CHECK(!ended && ended.error().kind() == aspen::ErrorKind::out_of_time);
}

}  // namespace

int main() {
  const std::string by_priority = "5\nof 5\n3\nof 3\n1\nof 1\n-3\nof -3\ndone\n";
  CHECK_EQUAL(output(true), by_priority);
  CHECK(output(false) != by_priority);
  const std::string of_calls = "3\ntask of 3\n1\ntask of 1\n0\ntask of 0\n-1\ntask of -1\n";
  CHECK_EQUAL(order_of_calls(true), of_calls);
  CHECK(order_of_calls(false) != of_calls);
  end_by_their_own_times();
  return failures;
}
