// Tasks by priority, if the host asks for it: higher ones first. A task that another one spawns has its
// spawner's priority.
#include <aspen/aspen.hpp>

#include "tests/embed/check.h"

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

}  // namespace

int main() {
  const std::string by_priority = "5\nof 5\n3\nof 3\n1\nof 1\n-3\nof -3\ndone\n";
  CHECK_EQUAL(output(true), by_priority);
  CHECK(output(false) != by_priority);
  return failures;
}
