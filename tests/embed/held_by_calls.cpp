// What calls that end later hold: objects among their arguments, and what their functions capture. And
// arguments that a host function gives back or changes.
#include <aspen/aspen.h>
#include <algorithm>
#include <aspen/aspen.hpp>
#include <coroutine>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/embed/check.h"

using namespace std::chrono_literals;

namespace {

bool run(aspen::Vm& vm, const char* text) {
  auto program = vm.compile(text, "held.asp");
  if (!program) return std::printf("%s", program.error().render().c_str()), false;
  const auto ran = vm.run(*program);
  if (!ran) std::printf("%s", ran.error().render().c_str());
  return bool(ran);
}

int alive = 0;

struct Connection {
  Connection() { ++alive; }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() { --alive; }
  int number = 5;
};

// Until the host has dropped the completer, although the script gave up waiting.
void objects_among_arguments() {
  std::vector<std::pair<aspen::Completer<int>, Connection*>> asked;
  {
    aspen::Vm vm({.capabilities = aspen::Capability::time});
    auto host = vm.module("host");
    host.type<Connection>("Connection").ctor<>().shared();
    host.async("query", aspen::read, [&](aspen::Completer<int> done, Connection& connection) {
      asked.push_back({std::move(done), &connection});
    });
    CHECK(host.error() == nullptr);
    CHECK(run(
        vm,
        "ask = () -> (try (task.timeout 0.01 (() -> host.query (host.connection ())))) is Err (Timeout _)"));
    CHECK(vm.call<bool>("ask").value_or(false) && vm.call<bool>("ask").value_or(false));
    for (int i = 0; i < 3; ++i) CHECK(vm.call<int>("ask").error().kind() == aspen::ErrorKind::type);
    vm.collect();
    CHECK(asked.size() == 5 && alive == 5);
    CHECK(asked[0].second->number == 5);
    asked.erase(asked.begin() + 2, asked.end());
    vm.collect();
    vm.collect();
    CHECK(alive == 2);
  }
  CHECK(alive == 0);
  asked.clear();
}

// The coroutine goes on after the end of the VM, and with it what its function captures.
void captures_of_coroutines() {
  struct Pause {
    std::coroutine_handle<>& waiting;
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> coroutine) const { waiting = coroutine; }
    void await_resume() const {}
  };
  std::coroutine_handle<> waiting;
  int seen = 0;
  auto captured = std::make_shared<int>(7);
  const std::weak_ptr<int> watched = captured;
  {
    aspen::Vm vm;
    vm.module("host").async("wait", aspen::write,
                            [&waiting, &seen, captured = std::move(captured)]() -> aspen::Async<int> {
                              co_await Pause{waiting};
                              seen = *captured;
                              co_return 1;
                            });
    CHECK(run(vm, "wait = () -> host.wait ()"));
    const auto call = vm.get<int()>("wait")->start();
    while (!waiting) CHECK(vm.poll(1ms));
  }
  CHECK(!watched.expired());
  waiting.resume();
  CHECK(seen == 7 && watched.expired());
}

aspen_value give_back(aspen_context*, void*, const aspen_value* arguments) { return arguments[0]; }

// The host has not said that the function keeps its argument.
void arguments_that_are_given_back() {
  aspen_options options{};
  options.struct_size = sizeof options;
  aspen_vm* vm = aspen_vm_new(&options);
  aspen_definition definition{};
  definition.struct_size = sizeof definition;
  definition.name = "host.same";
  definition.arity = 1;
  definition.effect = ASPEN_PURE;
  definition.function = give_back;
  CHECK(aspen_define(vm, &definition, nullptr) == ASPEN_OK);
  constexpr char kText[] = "xs = [1, 2, 3]\nys = host.same xs\nxs[0] = 99\nassert (ys == [1, 2, 3])";
  aspen_program* program = nullptr;
  CHECK(aspen_compile(vm, kText, std::strlen(kText), "same.asp", &program, nullptr) == ASPEN_OK);
  CHECK(aspen_run(vm, program, nullptr) == ASPEN_OK);
  aspen_program_free(program);
  aspen_vm_free(vm);
}

struct Counter {
  int value = 0;
};

// A function that changes its argument has an effect, whatever the host has declared. Reads overlap, also
// with a limit on time.
void changes_keep_their_order() {
  std::vector<aspen::Completer<int>> reads;
  size_t most = 0, looks = 0;
  aspen::Vm vm({.limits = {.wall = 60s}});
  aspen::Mailbox mailbox = vm.mailbox();
  // Answers when two reads wait, or when no second one has come for long.
  std::function<void()> answer = [&] {
    if (reads.size() < 2 && ++looks < 1'000) return void(mailbox.post(answer));
    most = std::max(most, reads.size());
    for (; !reads.empty(); reads.pop_back()) reads.back().resolve(1);
    looks = 0;
  };
  auto host = vm.module("host");
  host.type<Counter>("Counter").ctor<>().shared();
  host.def("bump", aspen::pure, [](Counter& counter) { return ++counter.value; });
  host.async("read", aspen::read, [&](aspen::Completer<int> done, int) {
    reads.push_back(std::move(done));
    if (reads.size() == 1) mailbox.post(answer);
  });
  CHECK(host.error() == nullptr);
  CHECK(run(vm, "n = host.counter ()\nbumps = () -> map (i -> { host.read i; host.bump n }) (list (0..8))"));
  const auto bumps = vm.call<std::vector<int>>("bumps");
  CHECK(bumps && *bumps == (std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8}));
  CHECK(run(vm, "all = () -> map host.read (list (0..8)) |> sum"));
  most = 0;
  CHECK(vm.call<int>("all").value_or(0) == 8);
  CHECK(most > 1);
}

}  // namespace

int main() {
  objects_among_arguments();
  captures_of_coroutines();
  arguments_that_are_given_back();
  changes_keep_their_order();
  return failures;
}
