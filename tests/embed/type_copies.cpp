// A change to a host type's value shows only in the variable that is changed. The script asserts it.
#include <aspen/aspen.hpp>
#include <iostream>
#include <memory>
#include <vector>

#include "tests/embed/check.h"

namespace {

int copies = 0;

struct Counter {
  Counter() = default;
  Counter(const Counter& other) : n(other.n), parts(other.parts) { ++copies; }
  Counter& operator=(const Counter&) = default;
  bool operator==(const Counter& other) const { return n == other.n && parts == other.parts; }
  void add(int64_t by) { n += by; }
  void fail_midway() {
    n = -1;
    throw 1;
  }
  int64_t n = 0;
  std::vector<int64_t> parts;
};

struct Holder {
  Counter counter;
};

// Has a copy constructor by its declaration only.
struct Fleet {
  size_t size() const { return ships.size(); }
  void launch() { ships.push_back(std::make_unique<int>(1)); }
  std::vector<std::unique_ptr<int>> ships;
};

}  // namespace

template <>
inline constexpr bool aspen::is_copied<Fleet> = false;

static void objects_that_cannot_be_copied_are_shared() {
  aspen::Vm vm;
  vm.module("").type<Fleet>("Fleet").ctor<>().method("launch", &Fleet::launch).method("size", &Fleet::size);
  const auto program = vm.compile("f = fleet ()\ng = f\nfleet.launch f\nn = fleet.size g\n", "fleet.asp");
  CHECK(program && vm.run(*program) && vm.get<int>("n").value_or(0) == 1);
}

int main(int, char** argv) {
  objects_that_cannot_be_copied_are_shared();
  aspen::Vm vm;
  vm.module("")
      .type<Counter>("Counter")
      .ctor<>()
      .method("add", &Counter::add, "by counter")
      .method("fail_midway", &Counter::fail_midway)
      .field("n", &Counter::n)
      .field("twice", [](const Counter& c) { return 2 * c.n; })
      .field("count", [](const Counter& c) { return static_cast<int64_t>(c.parts.size()); })
      .field("parts", &Counter::parts);
  vm.module("").type<Holder>("Holder").ctor<>().field("counter", &Holder::counter);
  vm.module("").def("copies", aspen::read, [] { return copies; });
  auto program = vm.compile_file(argv[1]);
  if (!program) std::cout << program.error().render();
  if (!program) return 1;
  auto ran = vm.run(*program);
  if (!ran) std::cout << ran.error().render();
  CHECK(ran);
  if (!ran) return 1;

  // A handle is a second reference; a value that the host decodes is its own.
  auto handle = vm.get<aspen::Value>("kept");
  auto mine = *vm.as<Counter>(*handle);
  mine.n = 99;
  CHECK((vm.call<int64_t>("bump_kept")).value_or(0) == 8);
  CHECK(vm.as<Counter>(*handle)->n == 7);
  CHECK(vm.object<Counter>(*handle) == nullptr && vm.object<const Counter>(*handle)->n == 7);
  return failures;
}
