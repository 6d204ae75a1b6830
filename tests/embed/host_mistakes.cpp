// What a host does wrong is refused or reported, and disturbs nothing else.
#include <aspen/aspen.hpp>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "tests/embed/check.h"

namespace {

using namespace std::chrono_literals;

void run(aspen::Vm& vm, const char* source) {
  const auto program = vm.compile(source, "mistakes.asp");
  CHECK(program && vm.run(*program));
}

// Those that were posted after it are called all the same.
void acts_throw() {
  aspen::Vm vm;
  run(vm, "f = () -> 1");
  int called = 0;
  const aspen::Mailbox mailbox = vm.mailbox();
  mailbox.post([] { throw std::runtime_error("an act"); });
  mailbox.post([&] { ++called; });
  vm.poll();
  CHECK(called == 1);

  const auto call = vm.get<int()>("f")->start();
  CHECK(call.on_ready([] { throw std::runtime_error("the first of a call"); }));
  CHECK(call.on_ready([&] { ++called; }));
  CHECK(call.get().value_or(0) == 1);
  vm.poll();
  CHECK(called == 2);
  CHECK(call.on_ready([] { throw std::runtime_error("of a call that has ended"); }));
}

void wake_throws() {
  aspen::Vm vm;
  std::atomic<int> woken = 0;
  CHECK(vm.on_wakeup([&] {
    ++woken;
    throw std::runtime_error("a wake-up");
  }));
  std::thread other([mailbox = vm.mailbox()] { mailbox.post([] {}); });
  other.join();
  while (woken == 0) std::this_thread::yield();
}

struct Sprite {
  double x = 0;
};

void definitions_are_refused() {
  aspen::Vm vm, other;
  vm.module("a").type<Sprite>("Sprite");
  const auto again = vm.module("b").type<Sprite>("Sprite");
  CHECK(again.error() != nullptr);
  if (again.error() != nullptr)
    CHECK_CONTAINS(again.error()->message(), "b.Sprite: the C++ type is a.Sprite already");
  CHECK(vm.module("a").type<Sprite>("Sprite").error() == nullptr);

  CHECK(vm.module("").def("match", aspen::pure, [] { return 1; }).error() != nullptr);
  CHECK(vm.module("match").def("one", aspen::pure, [] { return 1; }).error() != nullptr);
  CHECK(vm.module("host").def("match", aspen::pure, [] { return 1; }).error() == nullptr);
  CHECK(vm.module("a").type<Sprite>("Sprite").ctor<>().error() == nullptr);
  CHECK(vm.module("a").def("sprite", aspen::pure, [] { return 1; }).error() != nullptr);
  const auto takes_two = [](int x, int y) { return x + y; };
  for (const char* parameters : {"x", "x y z", "x-y z", "x  y", "x X", "x y "})
    CHECK((vm.module("host").def("two", aspen::pure, takes_two, parameters).error() != nullptr) ==
          (parameters != std::string("x y ")));
  run(vm, "one = host.match ()");
  const auto lacks = vm.compile("match.one ()", "lacks.asp");
  CHECK(!lacks);
  if (!lacks)
    CHECK_CONTAINS(lacks.error().render(), "was refused: match.one: no name that a script can write");

  aspen_type_definition type{};
  type.struct_size = sizeof type;
  type.name = "Foreign";
  type.destroy = [](void*) {};
  type.is_shared = 1;
  aspen_host_type* foreign = nullptr;
  CHECK(aspen_define_type(other.get(), &type, &foreign, nullptr) == ASPEN_OK);
  aspen_definition definition{};
  definition.struct_size = sizeof definition;
  definition.name = "of";
  definition.parameters = "foreign";
  definition.arity = 1;
  definition.function = [](aspen_context*, void*, const aspen_value*) { return aspen_make_unit(); };
  definition.type = foreign;
  definition.member = ASPEN_READS;
  aspen_error* error = nullptr;
  CHECK(aspen_define(vm.get(), &definition, &error) == ASPEN_MISUSE);
  if (error != nullptr) CHECK_CONTAINS(aspen_error_message(error), "of a type of another VM");
  aspen_error_free(error);
}

void polls_nest() {
  aspen::Runtime runtime;
  std::vector<aspen::Vm> more;
  aspen::Vm vm = runtime.vm();
  bool nested = true;
  vm.module("host").def("make", aspen::write, [&] {
    for (int i = 0; i < 20; ++i) more.push_back(runtime.vm());
    nested = runtime.poll();
  });
  run(vm, "f = () -> { host.make (); 1 }");
  const auto call = vm.get<int()>("f")->start();
  while (!call.ready()) runtime.poll(std::chrono::nanoseconds::max());
  CHECK(!nested && more.size() == 20);
  run(more[7], "f = () -> 2");
  const auto later = more[7].get<int()>("f")->start();
  while (!later.ready()) runtime.poll(std::chrono::nanoseconds::max());
  CHECK(later.get().value_or(0) == 2);
}

// In a VM that has started no call yet, from a thread that sends no signal.
void interrupts_end_sleep() {
  aspen::Vm vm({.capabilities = aspen::Capability::time});
  std::atomic<bool> is_asleep = false;
  vm.module("host").def("begin", aspen::write, [&] { is_asleep = true; });
  run(vm, "nap = () -> { host.begin (); sleep 3600 }");
  std::thread other([&] {
    while (!is_asleep) std::this_thread::yield();
    vm.interrupt();
  });
  const auto ended = vm.call<void>("nap");
  CHECK(!ended && ended.error().kind() == aspen::ErrorKind::interrupted);
  other.join();
}

// Tasks can wait once a call has started, but the script that started it still runs without one.
void sleeps_where_a_call_was_started() {
  aspen::Vm vm({.capabilities = aspen::Capability::time});
  std::optional<aspen::Future<int>> future;
  vm.module("host").def("start", aspen::write,
                        [&](const aspen::Function<int(int)>& f) { future = f.start(2); });
  vm.module("host").def("post", aspen::write, [&] { vm.mailbox().post([] {}); });
  run(vm,
      "host.start (x -> x + 1)\nsleep 0.001\nhost.post ()\nsleep 0.001\nassert ((try (sleep (-1))) is Err "
      "_)");
  CHECK(future->get().value_or(0) == 3);
}

// What a host commits once its answer was taken must not be lost.
void answers_that_come_too_late_are_refused() {
  aspen::Vm vm;
  std::vector<aspen::Completer<int>> completers;
  vm.module("host").async("answer", aspen::write,
                          [&](aspen::Completer<int> completer) { completers.push_back(completer); });
  run(vm, "ask = () -> host.answer ()");
  const auto ask = *vm.get<int()>("ask");
  const auto late = ask.start_with({.wall = 1ms});
  CHECK(late.get().error().kind() == aspen::ErrorKind::out_of_time && !completers.at(0).resolve(1));
  const auto stopped = ask.start();
  vm.poll(1ms);
  vm.interrupt();
  CHECK(stopped.get().error().kind() == aspen::ErrorKind::interrupted && !completers.at(1).resolve(1));
  vm.clear_interrupt();
  const auto answered = ask.start();
  vm.poll(1ms);
  CHECK(completers.at(2).resolve(1) && !completers.at(2).resolve(1) && answered.get().value_or(0) == 1);
}

void moved_runtimes_run_nothing() {
  aspen::Runtime runtime;
  aspen::Vm vm = runtime.vm();
  aspen::Runtime owner = std::move(runtime);
  runtime.on_wakeup([] {});
  CHECK(!runtime.poll() && !owner.poll());
}

// A name that no script uses is not remembered.
void fields_are_asked_for() {
  aspen::Vm vm;
  run(vm, "r = { x: 1 }");
  const auto record = *vm.get<aspen::Value>("r");
  CHECK(vm.as<int>(record.field("x")).value_or(0) == 1);
  CHECK(!record.field("no_script_has_this_name"));
}

}  // namespace

int main() {
  acts_throw();
  wake_throws();
  definitions_are_refused();
  polls_nest();
  interrupts_end_sleep();
  sleeps_where_a_call_was_started();
  answers_that_come_too_late_are_refused();
  moved_runtimes_run_nothing();
  fields_are_asked_for();
  return failures;
}
