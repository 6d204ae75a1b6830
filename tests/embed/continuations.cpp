// Functions of the host that call the functions which scripts give them: coroutines that await the calls, and
// acts that wait for them.
#include <algorithm>
#include <aspen/aspen.hpp>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/embed/check.h"

using namespace std::chrono_literals;

namespace {

using aspen::ErrorKind;
using Step = aspen::Function<int64_t(int64_t)>;

aspen::Async<int64_t> sum_of(std::vector<int64_t> xs, Step f) {
  int64_t sum = 0;
  for (const int64_t x : xs) {
    const auto y = co_await f.start(x);
    if (!y) co_return y.error();
    sum += *y;
  }
  co_return sum;
}

aspen::Async<std::vector<int64_t>> together(std::vector<int64_t> xs, Step f) {
  std::vector<aspen::Future<int64_t>> started;
  for (const int64_t x : xs) started.push_back(f.start(x));
  std::vector<int64_t> results;
  for (const auto& each : started) {
    const auto y = co_await each;
    if (!y) co_return y.error();
    results.push_back(*y);
  }
  co_return results;
}

constexpr char kScript[] = R"(
double = x -> 2 * x
total = xs -> host.sum_of xs double
printed = () -> {
    print "before"
    n = host.sum_of [1, 2, 3] (x -> { print "at {x}"; x * x })
    print "after {n}"
}
nested = n -> if n == 0 { 0 } else { 1 + host.sum_of [n - 1] nested }
failing = () -> match try (host.sum_of [1, 2, 3] (x -> if x == 2 { error (Bad x) } else { x })) {
    Err (Bad n) -> n
    other -> error other
}
asleep = () -> host.together [3, 1, 2] (x -> { sleep (0.001 * x); x })
through_tasks = () -> gather (n -> host.sum_of [n, n] double) (0..50) |> sum
cut = () -> (try (task.timeout 0.01 (() -> host.sum_of [1, 2] (x -> { sleep 1000; x })))) is Err (Timeout _)
spin = n -> loop { n += 1 }
spins = () -> host.sum_of [1] spin
spins_on = () -> host.start_each (() -> loop { })
chain = () -> host.start_each chain
spread = n -> host.together (list (0..n)) (_ -> gather (x -> { sleep 0.01; x }) (0..10) |> sum)
)";

struct Host {
  explicit Host(aspen::Limits limits = {})
      : vm({.capabilities = aspen::Capability::time, .limits = limits, .out = [this](std::string_view text) {
              printed += text;
            }}) {
    auto host = vm.module("host");
    host.async("sum_of", aspen::write, sum_of)
        .async("together", aspen::write, together)
        .def("start_each", aspen::write, [this](const aspen::Function<aspen::Value()>& f) {
          ++begun;
          started.push_back(f.start());
        });
    CHECK(host.error() == nullptr);
    auto program = vm.compile(kScript, "continuations.asp");
    if (!program) std::printf("%s", program.error().render().c_str());
    CHECK(program && vm.run(*program));
  }
  ~Host() { started.clear(); }

  template <class R>
  aspen::Result<R> call(const char* name) {
    return vm.call<R>(name);
  }
  template <class R>
  std::string kind_of(const aspen::Result<R>& result) {
    if (result) return "a value";
    return std::to_string(static_cast<int>(result.error().kind())) + " " + result.error().message();
  }

  std::string printed;
  std::vector<aspen::Future<aspen::Value>> started;
  size_t begun = 0;
  aspen::Vm vm;
};

// As a blocking call, and as a call that the host polls.
void are_awaited() {
  Host host;
  CHECK(host.vm.call<int64_t>("total", std::vector<int64_t>{1, 2, 3}).value_or(0) == 12);
  CHECK(host.vm.call<int64_t>("total", std::vector<int64_t>{}).value_or(-1) == 0);
  CHECK(host.call<void>("printed"));
  CHECK_EQUAL(host.printed, "before\nat 1\nat 2\nat 3\nafter 14\n");
  CHECK(host.vm.call<int64_t>("nested", 100).value_or(0) == 100);
  CHECK(host.call<int64_t>("failing").value_or(0) == 2);
  CHECK(host.call<int64_t>("through_tasks").value_or(0) == 4 * 49 * 25);
  const auto asleep = host.call<std::vector<int64_t>>("asleep");
  CHECK(asleep && *asleep == (std::vector<int64_t>{3, 1, 2}));
  auto polled = host.vm.get<int64_t(std::vector<int64_t>)>("total")->start(std::vector<int64_t>(1000, 1));
  while (host.vm.poll(1ms)) {
  }
  CHECK(polled.ready() && polled.get().value_or(0) == 2000);
}

// What a script's call has started ends with it.
void end_with_their_caller() {
  {
    Host host;
    CHECK(host.call<bool>("cut").value_or(false));
    while (host.vm.poll(1ms)) {  // for ever, if the call that sleeps were not cancelled
    }
    auto spins = host.vm.get<int64_t()>("spins")->start();
    CHECK(host.vm.poll(1ms));
    spins.cancel();
    while (host.vm.poll(1ms)) {
    }
    CHECK(!spins.get());
  }
  {
    Host host({.wall = 50ms});
    for (int i = 0; i < 2; ++i) {
      const auto late = host.call<int64_t>("spins");
      CHECK(!late && late.error().kind() == ErrorKind::out_of_time);
      while (host.vm.poll(1ms)) {
      }
    }
    // A call that starts itself again has the time of the first one only.
    const auto chain = host.vm.get<void()>("chain")->start();
    while (host.vm.poll(1ms)) {
    }
    CHECK(!host.started.empty());
    const auto last = host.started.back().get();
    CHECK(!last && last.error().kind() == ErrorKind::out_of_time);
  }
}

// Fuel and tasks of all calls that a script's call starts are taken from its own.
void share_its_limits() {
  {
    Host host({.fuel = 20'000});
    CHECK(host.vm.call<int64_t>("total", std::vector<int64_t>(100, 1)).value_or(0) == 200);
    const auto empty = host.vm.call<int64_t>("total", std::vector<int64_t>(100'000, 1));
    CHECK(!empty && empty.error().kind() == ErrorKind::out_of_fuel);
    CHECK(host.vm.call<int64_t>("total", std::vector<int64_t>(100, 1)).value_or(0) == 200);
    host.begun = 0;
    const auto chain = host.vm.get<aspen::Value()>("chain")->start();
    while (host.vm.poll(1ms)) {
    }
    CHECK(host.begun > 100 && host.begun < 20'000);
    const auto last = host.started.back().get();
    CHECK(!last && last.error().kind() == ErrorKind::out_of_fuel);
  }
  Host host({.tasks = 15});
  CHECK(host.vm.call<std::vector<int64_t>>("spread", 1).value_or(std::vector<int64_t>{}).size() == 1);
  const auto many = host.vm.call<std::vector<int64_t>>("spread", 2);
  CHECK(!many);
  if (!many) CHECK_CONTAINS(many.error().message(), "OutOfTasks");
  CHECK(host.vm.call<std::vector<int64_t>>("spread", 1));
}

// Once each, in the order of the ends, also of calls that have ended and for a VM that is gone.
void acts_are_called() {
  std::string calls;
  aspen::Future<int64_t> kept;
  {
    Host host;
    const auto twice = *host.vm.get<int64_t(int64_t)>("double");
    for (int64_t i = 0; i < 3; ++i) {
      const auto future = twice.start(i);
      CHECK(future.on_ready([&calls, future] { calls += std::to_string(future.get().value_or(-1)); }));
      CHECK(future.on_ready([&calls] { calls += ","; }));
    }
    CHECK_EQUAL(calls, "");
    while (host.vm.poll(1ms)) {
    }
    CHECK_EQUAL(calls, "0,2,4,");
    const auto ended = twice.start(4);
    CHECK(ended.get().value_or(0) == 8);
    CHECK(ended.on_ready([&calls] { calls += "at once"; }));
    CHECK_EQUAL(calls, "0,2,4,at once");
    calls.clear();
    // An act starts the next call.
    std::function<void(int64_t)> next = [&](int64_t n) {
      const auto future = twice.start(n);
      future.on_ready([&, future, n] {
        calls += std::to_string(future.get().value_or(-1)) + " ";
        if (n < 100) next(2 * n);
      });
    };
    next(10);
    while (host.vm.poll(1ms)) {
    }
    CHECK_EQUAL(calls, "20 40 80 160 320 ");
    calls.clear();
    // An act that waits for a call runs while the host waits for another one.
    const auto first = twice.start(7);
    first.on_ready([&] { calls += "first"; });
    CHECK(twice.start(8).get().value_or(0) == 16);
    CHECK_EQUAL(calls, "first");
    calls.clear();
    // The host need not keep the future.
    twice.start(1).on_ready([&] { calls += "dropped"; });
    while (host.vm.poll(1ms)) {
    }
    CHECK_EQUAL(calls, "dropped");
    calls.clear();
    kept = host.vm.get<int64_t(int64_t)>("spin")->start(1);
    kept.on_ready([&] {
      const auto gone = kept.get();
      calls += !gone && gone.error().kind() == ErrorKind::misuse ? "gone" : "wrong";
    });
    CHECK(host.vm.poll(1ms));
    CHECK_EQUAL(calls, "");
  }
  CHECK_EQUAL(calls, "gone");
  kept.on_ready([&] { calls += ", at once"; });
  aspen::Future<int64_t>().on_ready([&] { calls += ", none"; });
  CHECK_EQUAL(calls, "gone, at once, none");
}

// Coroutines that wait when the VM ends: they go on, and find that it is gone.
void outlive_the_vm() {
  struct Counted {
    explicit Counted(int& of) : count(of) { ++count; }
    Counted(const Counted& other) : count(other.count) { ++count; }
    ~Counted() { --count; }
    int& count;
  };
  int alive = 0, gone = 0;
  {
    aspen::Vm vm({.capabilities = aspen::Capability::time});
    vm.module("host").async("wait", aspen::write, [&](Step f) -> aspen::Async<int64_t> {
      const Counted counted(alive);
      const auto result = co_await f.start(1);
      if (!result && result.error().kind() == ErrorKind::misuse) ++gone;
      const auto again = co_await f.start(1);
      if (!again && again.error().kind() == ErrorKind::misuse) ++gone;
      co_return 0;
    });
    const auto program = vm.compile("waits = () -> host.wait (x -> { sleep 1000; x })", "waits.asp");
    CHECK(program && vm.run(*program));
    const auto waits = *vm.get<int64_t()>("waits");
    for (int i = 0; i < 3; ++i) waits.start();
    while (alive < 3) CHECK(vm.poll(1ms));
    CHECK(gone == 0);
  }
  CHECK(alive == 0 && gone == 6);
}

}  // namespace

int main() {
  are_awaited();
  end_with_their_caller();
  share_its_limits();
  acts_are_called();
  outlive_the_vm();
  return failures;
}
