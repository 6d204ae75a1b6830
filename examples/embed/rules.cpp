// A program with rules in a script: it passes the script its data, and calls a function of the script.
// expect: staff pays 50.00
// expect: ann pays 85.00
// expect: bob pays 95.00
// expect: ann pays 9.00 for less
// expect: the rules fail for text: TypeError
#include <aspen/aspen.hpp>
#include <cstdio>
#include <set>
#include <string>

int main(int, char** argv) {
  std::set<std::string> members = {"ann"};
  aspen::Vm vm({.capabilities = aspen::Capabilities().read_below("examples"),  // what the rules import
                .limits = {.heap_bytes = 64u << 20, .fuel = 1'000'000}});
  vm.module("shop").def(
      "is_member", aspen::read, [&](const std::string& name) { return members.count(name) > 0; }, "name");

  auto rules = vm.compile_file(argv[1]);
  if (!rules) {
    std::fputs(rules.error().render().c_str(), stderr);
    return 1;
  }
  if (auto ran = vm.run(*rules); !ran) {
    std::fputs(ran.error().render().c_str(), stderr);
    return 1;
  }

  auto price = vm.get<double(std::string, double)>("price");
  if (!price) return 1;
  for (const char* customer : {"staff", "ann", "bob"}) {
    auto due = (*price)(customer, 100);
    if (!due) return 1;
    std::printf("%s pays %.2f\n", customer, *due);
  }
  std::printf("ann pays %.2f for less\n", (*price)("ann", 10).value_or(0));

  auto wrong = vm.call<double>("price", "ann", "much");
  std::string message = wrong ? "it did not" : wrong.error().message();
  std::printf("the rules fail for text: %s\n", message.substr(0, message.find(':')).c_str());
}
