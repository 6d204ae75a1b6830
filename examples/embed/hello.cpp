// The least that a host does: it gives a script a function, and calls a function of the script.
// expect: 3 × tea: 13.50
#include <aspen/aspen.hpp>
#include <cstdio>
#include <string>

int main() {
  aspen::Vm vm;
  auto price = [](const std::string& item) { return item == "tea" ? 4.5 : 3.0; };
  vm.module("shop").def("price", aspen::pure, price, "item");

  auto rules = vm.compile("due = count item -> count * shop.price item", "rules.asp");
  if (!rules || !vm.run(*rules)) return 1;

  auto due = vm.call<double>("due", 3, "tea");
  if (due) std::printf("3 × tea: %.2f\n", *due);
}
