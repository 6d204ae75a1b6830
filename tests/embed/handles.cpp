// Values that a host keeps: through collections, changes by scripts, and the end of their VM.
#include <aspen/aspen.hpp>

#include "tests/embed/check.h"

namespace {

void run(aspen::Vm& vm, const char* source) {
  auto program = vm.compile(source, "handles.asp");
  CHECK(program && vm.run(*program));
}

void churn(aspen::Vm& vm) {
  for (int i = 0; i < 3; ++i) {
    CHECK(vm.call<int>("work", 20'000));
    vm.collect();
  }
}

}  // namespace

int main() {
  aspen::Value outlives;
  aspen::Function<int(int)> function;
  {
    aspen::Vm vm;
    run(vm,
        "make = n -> { name: \"n{n}\", items: map (i -> [i, \"{i}\"]) (0..n) }\n"
        "work = n -> len (map (i -> [\"text {i}\"]) (0..n))\n"
        "change = r -> { r.items[0] = \"changed\"; r.name }\n"
        "add = x y -> x + y\n"
        "adder = x -> add x\n");
    auto made = vm.call<aspen::Value>("make", 3);
    CHECK(made);
    std::vector<aspen::Value> copies(100, *made);
    churn(vm);
    const char* shown = "{ name: \"n3\", items: [[0, \"0\"], [1, \"1\"], [2, \"2\"]] }";
    CHECK_EQUAL(copies[50].show(), shown);
    CHECK_EQUAL(std::string(copies[50].type_name()), "Record");

    // A script that changes the value changes its own copy.
    CHECK_EQUAL(*vm.call<std::string>("change", *made), "n3");
    CHECK_EQUAL(made->show(), shown);

    auto adder = vm.call<aspen::Function<int(int)>>("adder", 10);
    CHECK(adder);
    function = *adder;
    churn(vm);
    CHECK(*function(5) == 15);

    outlives = vm.value(std::vector<std::string>{"a", "b"});
    CHECK_EQUAL(outlives.text(), "[\"a\", \"b\"]");
    aspen::Vm moved = std::move(vm);
    CHECK_EQUAL(*moved.call<std::string>("change", *made), "n3");
  }
  CHECK(!outlives);
  CHECK_EQUAL(outlives.show(), "");
  auto gone = function(5);
  CHECK(!gone && gone.error().kind() == aspen::ErrorKind::misuse);

  aspen::Vm a, b;  // side by side
  run(a, "x = 1");
  run(b, "x = 2");
  CHECK(*a.get<int>("x") == 1 && *b.get<int>("x") == 2);
  run(a, "x = 3");
  CHECK(*a.get<int>("x") == 3);
  return failures;
}
