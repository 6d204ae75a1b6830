// A program that is run again and again takes no further memory, unless a function calls one that comes below
// it and keeps values. Then the functions of each run keep the values of that run, and the limit on memory
// counts the code.
#include <aspen/aspen.hpp>
#include <string>

#include "tests/embed/check.h"

namespace {

aspen::Program compiled(aspen::Vm& vm, const std::string& text) {
  auto program = vm.compile(text, "again.asp");
  CHECK(program);
  return *std::move(program);
}

size_t used_after(aspen::Vm& vm, const aspen::Program& program, int runs) {
  for (int i = 0; i < runs; ++i) CHECK(vm.run(program));
  vm.collect();
  return vm.statistics().bytes_used;
}

void takes_no_more_memory(const std::string& text) {
  aspen::Vm vm({.out = [](std::string_view) {}});
  const auto program = compiled(vm, text);
  const size_t before = used_after(vm, program, 10);
  CHECK(used_after(vm, program, 3'000) <= before + (size_t{64} << 10));
}

void functions_keep_their_variables() {
  aspen::Vm vm;
  int n = 0;
  vm.module("host").def("next", aspen::write, [&] { return ++n; });
  const auto program = compiled(vm, "f = () -> h ()\nn = host.next ()\nh = () -> n\ng = k -> k + 1\n");
  CHECK(vm.run(program));
  auto first = vm.get<int()>("f");
  auto plain = vm.get<int(int)>("g");
  CHECK(vm.run(program));
  auto second = vm.get<int()>("f");
  CHECK((*first)().value_or(0) == 1 && (*second)().value_or(0) == 2 && (*plain)(5).value_or(0) == 6);
  CHECK(vm.get<int>("n").value_or(0) == 2);
}

void functions_without_variables_go_on() {
  aspen::Vm vm;
  int n = 0;
  vm.module("host").def("next", aspen::write, [&] { return ++n; });
  const auto program =
      compiled(vm, "n = host.next ()\nif n == 3 { error \"three\" }\nadd = k -> x -> k + x\nf = add n\n");
  CHECK(vm.run(program));
  auto first = vm.get<int(int)>("f");
  CHECK(vm.run(program) && !vm.run(program));
  CHECK((*first)(10).value_or(0) == 11);
  CHECK(vm.call<int>("f", 10).value_or(0) == 12 && vm.get<int>("n").value_or(0) == 2);
}

// Its code stays.
void ends_at_the_limit(const std::string& text) {
  constexpr size_t kLimit = size_t{4} << 20;
  aspen::Vm vm({.limits = {.heap_bytes = kLimit}});
  const auto program = compiled(vm, text);
  bool goes_on = true;
  int runs = 0;
  for (; goes_on && runs < 20'000; ++runs) {
    const auto ran = vm.run(program);
    goes_on = static_cast<bool>(ran);
    if (!goes_on) CHECK(ran.error().kind() == aspen::ErrorKind::out_of_memory);
  }
  CHECK(!goes_on && runs > 100 && vm.statistics().bytes_used <= kLimit);
}

}  // namespace

int main() {
  takes_no_more_memory("x = 1");
  takes_no_more_memory("total = 0\nfor i in 0..10 { total += i }\nprint total");
  takes_no_more_memory(
      "f = n -> if n == 0 { 0 } else { g (n - 1) }\ng = n -> n\nxs = map f [1, 2]\nprint xs");
  functions_keep_their_variables();
  functions_without_variables_go_on();
  takes_no_more_memory("a = 1\nf = x -> x + a\nxs = map f [1, 2]");
  ends_at_the_limit("f = x -> g x\na = len \"one\"\ng = x -> x + a\n");
  return failures;
}
