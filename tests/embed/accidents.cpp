// Mistakes that hosts make by accident: each is answered, or does what its author meant. None crashes or
// hangs.
#include <aspen/aspen.hpp>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/embed/check.h"

namespace {

using namespace std::chrono_literals;

std::string run(aspen::Vm& vm, const std::string& text) {
  const auto program = vm.compile(text, "accident.asp");
  if (!program) return program.error().message();
  const auto result = vm.run(*program);
  return result ? "" : result.error().message();
}

template <class T>
std::string message_of(const aspen::Result<T>& result) {
  return result ? "no error" : result.error().message();
}

void null_texts() {
  aspen::Vm vm;
  vm.module("host").def("find", aspen::pure, [](bool there) { return there ? "here" : nullptr; });
  vm.module("host").def("all", aspen::pure, [] { return std::vector<const char*>{"a", nullptr}; });
  CHECK_EQUAL(run(vm, "id = x -> x\nassert (host.find true == \"here\")"), "");
  CHECK_CONTAINS(run(vm, "host.find false"), "a null pointer is no text");
  CHECK_CONTAINS(run(vm, "host.all ()"), "a null pointer is no text");
  const char* none = nullptr;
  CHECK_CONTAINS(message_of(vm.call<std::string>("id", none)), "argument 1: a null pointer is no text");
}

void errors_that_are_thrown() {
  aspen::Vm vm;
  vm.module("host")
      .def("find", aspen::pure, []() -> int { throw aspen::Error::labelled("NotFound", "no such thing"); })
      .def("fail", aspen::pure, []() -> int { throw aspen::Error("out of order"); })
      .async("later", aspen::read, []() -> aspen::Async<int> {
        throw aspen::Error::labelled("NotFound", "no such thing later");
        co_return 1;
      });
  CHECK_EQUAL(
      run(vm, "match try (host.find ()) { Err (NotFound e) -> assert (e.message == \"no such thing\") }"),
      "");
  CHECK_CONTAINS(run(vm, "host.later ()"), "NotFound { message: \"no such thing later\" }");
  CHECK_CONTAINS(run(vm, "host.fail ()"), "out of order");
}

void a_cancel_that_throws() {
  aspen::Vm vm;
  std::vector<aspen::Completer<int>> begun;
  vm.module("host").async("wait", aspen::read, [&](aspen::Completer<int> call) {
    call.on_cancel([] { throw std::runtime_error("nothing to cancel"); });
    begun.push_back(call);
  });
  CHECK_EQUAL(run(vm, "wait = () -> host.wait ()\nthree = () -> 3"), "");
  auto future = vm.get<int()>("wait")->start_with({.wall = 1ms});
  CHECK(future.get().error().kind() == aspen::ErrorKind::out_of_time);
  CHECK(future.get().error().kind() == aspen::ErrorKind::out_of_time);
  CHECK(vm.call<int>("three").value_or(0) == 3);
}

// The VM stays, with its options, which `print` uses afterwards.
void a_vm_that_is_destroyed_inside() {
  static aspen_vm* kept = nullptr;  // what stays is no leak
  static std::string printed;
  auto vm =
      std::make_unique<aspen::Vm>(aspen::Options{.out = [](std::string_view text) { printed += text; }});
  kept = vm->get();
  vm->module("host").def("quit", aspen::write, [&] { vm.reset(); });
  CHECK_EQUAL(run(*vm, "go = () -> { host.quit (); print \"still here\" }"), "");
  auto go = *vm->get<void()>("go");
  CHECK_EQUAL(message_of(go()), "no error");
  CHECK_EQUAL(printed, "still here\n");
  CHECK(vm == nullptr && aspen_vm_free(kept) == 1);
}

struct Last {
  static inline aspen::Vm* vm = nullptr;
  static inline std::string said;
  ~Last() { said = message_of(vm->call<int>("three")); }
};

void a_destructor_that_calls_scripts() {
  {
    aspen::Vm vm;
    Last::vm = &vm;
    vm.module("host").type<Last>("Last").shared().ctor<>();
    CHECK_EQUAL(run(vm, "three = () -> 3\nlast = host.last ()"), "");
  }
  CHECK_CONTAINS(Last::said, "the VM is ending");
}

struct Creature {
  int hp = 7;
};
struct Orc : Creature {};

void inherited_members() {
  aspen::Vm vm;
  vm.module("host").type<Orc>("Orc").ctor<>().field("hp", &Orc::hp);
  CHECK_EQUAL(run(vm, "orc = host.orc ()\norc.hp = orc.hp + 1\nassert (orc.hp == 8)"), "");
}

}  // namespace

int main() {
  null_texts();
  errors_that_are_thrown();
  a_cancel_that_throws();
  a_vm_that_is_destroyed_inside();
  a_destructor_that_calls_scripts();
  inherited_members();
  return failures;
}
