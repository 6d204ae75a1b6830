// A host that compiles and runs program after program in one VM: the latest definition of a name counts, and
// a look-up takes the same time however many programs have run.
#include <aspen/aspen.hpp>
#include <ctime>
#include <string>

#include "tests/embed/check.h"

namespace {

bool run(aspen::Vm& vm, const std::string& text) {
  auto program = vm.compile(text, "reload.asp");
  return program && vm.run(*program);
}

// Processor time of a thousand look-ups of a name that no program defines.
double missing_name_cost(aspen::Vm& vm) {
  const std::clock_t begin = std::clock();
  for (int i = 0; i < 1000; ++i) CHECK(!vm.call<int>("answr"));
  return static_cast<double>(std::clock() - begin);
}

}  // namespace

int main() {
  aspen::Vm vm;
  CHECK(run(vm, "first = () -> 1\nanswer = () -> 0\n"));
  const double cost_at_first = missing_name_cost(vm);
  constexpr int kPrograms = 3000;
  for (int i = 1; i <= kPrograms; ++i) CHECK(run(vm, "answer = () -> " + std::to_string(i) + "\n"));
  // It would be sixty times as much if all programs were searched.
  CHECK(missing_name_cost(vm) < 10 * cost_at_first + static_cast<double>(CLOCKS_PER_SEC) / 200);

  auto answer = vm.call<int>("answer");
  CHECK(answer && *answer == kPrograms);
  auto first = vm.call<int>("first");
  CHECK(first && *first == 1);
  auto missing = vm.call<int>("answr");
  CHECK(!missing && missing.error().render().find("did you mean `answer`?") != std::string::npos);
  CHECK(!run(vm, "answer = () -> 7\nerror \"no\"\n"));
  answer = vm.call<int>("answer");
  CHECK(answer && *answer == kPrograms);  // a program that fails defines nothing
  return failures;
}
