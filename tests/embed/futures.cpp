// Calls that a host starts and polls: side by side, awaited, cancelled, interrupted, outlived.
#include <aspen/aspen.hpp>
#include <chrono>
#include <ctime>
#include <deque>
#include <optional>
#include <thread>

#include "tests/embed/check.h"

using namespace std::chrono_literals;

namespace {

using aspen::ErrorKind;

template <class R>
void ends_as(const aspen::Future<R>& future, ErrorKind kind, const char* part) {
  auto result = future.get();
  CHECK(!result && result.error().kind() == kind);
  if (!result) CHECK_CONTAINS(result.error().message(), part);
}

// A VM with the scripts beside this file, and a host that answers when it likes.
struct Host {
  explicit Host(const char* path, aspen::Limits limits = {})
      : vm({.limits = limits, .err = [this](std::string_view text) { told += text; }}) {
    vm.module("host")
        .async("fetch", aspen::read,
               [this](aspen::Completer<int64_t> done, int64_t x) {
                 asked.push_back({done, x});
               })
        .async("never", aspen::read,
               [this](aspen::Completer<int64_t> done) {
                 asked.push_back({done, 0});
               })
        .def("start", aspen::write,
             [this] {
               inner = function<std::string()>("once").start();
               CHECK(!inner->ready() && !inner->get());
               CHECK(!vm.poll(1ms));
             })
        .def("stop", aspen::write, [this] { vm.interrupt(); });
    auto program = vm.compile_file(path);
    if (!program) std::printf("%s", program.error().render().c_str());
    CHECK(program && vm.run(*program));
  }

  template <class F>
  aspen::Function<F> function(const char* name) {
    return *vm.get<F>(name);
  }
  void answer() {
    for (; !asked.empty(); asked.pop_front()) asked.front().first.resolve(10 * asked.front().second);
  }

  std::string told;
  std::deque<std::pair<aspen::Completer<int64_t>, int64_t>> asked;
  std::optional<aspen::Future<std::string>> inner;
  aspen::Vm vm;
};

void go_on_side_by_side(const char* path) {
  Host host(path);
  std::vector<aspen::Future<int64_t>> futures;
  for (int64_t i = 0; i < 1000; ++i) futures.push_back(host.function<int64_t(int64_t)>("fetch_two").start(i));
  CHECK(host.asked.empty());
  while (host.vm.poll(1ms)) host.answer();
  int64_t sum = 0;
  for (auto& future : futures) {
    CHECK(future.ready());
    sum += future.get().value_or(-1);
  }
  CHECK(sum == 10'000'000);
  CHECK(futures[7].get().value_or(0) == 150 && futures[7].get().value_or(0) == 150);

  auto spread = host.function<int64_t(int64_t)>("spread").start(100);
  while (host.vm.poll()) host.answer();
  CHECK(spread.get().value_or(0) == 49'500);

  // They wait together: a wait for one of them lets the others go on.
  auto second = host.function<int64_t(int64_t)>("second");
  const auto begin = std::chrono::steady_clock::now();
  std::vector<aspen::Future<int64_t>> sleeping;
  for (int64_t i = 0; i < 100; ++i) sleeping.push_back(second.start(i));
  CHECK(sleeping[99].get().value_or(0) == 99);
  CHECK(std::chrono::steady_clock::now() - begin < 50s);  // not 100 s, one after the other
  for (int64_t i = 0; i < 100; ++i) CHECK(sleeping[static_cast<size_t>(i)].get().value_or(-1) == i);
}

void run_beside_calls(const char* path) {
  Host host(path);
  auto given = host.function<void(int64_t)>("give").start(5);
  CHECK(host.vm.call<int64_t>("take").value_or(0) == 5);  // from a started call
  CHECK(given.get());
  auto spins = host.function<void()>("spin").start();
  CHECK(host.vm.call<std::string>("once").value_or("") == "fine");
  CHECK(host.vm.call<int64_t>("slow", 3).value_or(0) == 3);
  CHECK(host.function<std::string()>("once").start().get().value_or("") == "fine");
  CHECK(!spins.ready() && host.vm.poll(1ms) && host.vm.poll());
  spins.cancel();
  ends_as(spins, ErrorKind::script, "Cancelled");
  CHECK(!host.vm.poll());
}

void end_in_errors(const char* path) {
  Host host(path);
  ends_as(host.function<void()>("broken").start(), ErrorKind::script, "Broken");
  ends_as(host.function<int64_t()>("once").start(), ErrorKind::type, "expected an Int");
  ends_as(host.function<void()>("lonely").start(), ErrorKind::script, "Deadlock");
  auto first = host.function<void(int64_t)>("leave").start(3);
  auto second = host.function<void(int64_t)>("leave").start(4);
  auto other = host.function<std::string()>("once").start();
  while (host.vm.poll()) {
  }
  CHECK(!first.get() && first.get().error().kind() == ErrorKind::exit);
  CHECK(first.get().error().exit_code() == 3 && second.get().error().exit_code() == 4);
  CHECK(other.get().value_or("") == "fine");
  CHECK(host.function<int64_t()>("detaches").start().get().value_or(0) == 1);
  CHECK_CONTAINS(host.told, "error of a detached task: error: Lost 1");
  // The results of these are dropped; errors are told, unless the host has asked for them or cancelled.
  host.told.clear();
  host.function<void()>("broken").start();
  host.function<void()>("detaches").start();
  while (host.vm.poll()) {
  }
  CHECK_CONTAINS(host.told, "Lost 1");
  CHECK_CONTAINS(host.told, "error of a call that nothing has asked for: error: Broken");
  host.told.clear();
  { ends_as(host.function<void()>("broken").start(), ErrorKind::script, "Broken"); }
  host.function<void()>("sleeper").start().cancel();
  host.function<std::string()>("once").start();
  host.function<void(int64_t)>("leave").start(3);
  while (host.vm.poll()) {
  }
  CHECK_EQUAL(host.told, "");
}

void are_cancelled(const char* path) {
  Host host(path);
  auto waits = host.function<void()>("wait_for_ever").start();
  auto sleeps = host.function<void()>("sleeper").start();
  auto spins = host.function<void()>("parent").start();
  CHECK(host.vm.poll() && host.vm.poll());
  for (auto* future : {&waits, &sleeps, &spins}) future->cancel();
  CHECK(!waits.ready());
  for (auto* future : {&waits, &sleeps, &spins}) ends_as(*future, ErrorKind::script, "Cancelled");
  waits.cancel();
  CHECK(host.vm.call<std::string>("once"));
}

void are_interrupted(const char* path) {
  Host host(path);
  auto spins = host.function<void()>("stubborn").start();
  auto sleeps = host.function<void()>("sleeper").start();
  CHECK(host.vm.poll());
  // The call for which run or call waits comes first.
  auto stops = host.vm.compile("host.stop ()\nloop { }", "stops.asp");
  auto stopped = host.vm.run(*stops);
  CHECK(!stopped && stopped.error().kind() == ErrorKind::interrupted);
  CHECK(host.vm.poll() && !spins.ready() && !sleeps.ready());
  std::thread other([&] { host.vm.interrupt(); });
  while (host.vm.poll(1ms)) {
  }
  other.join();
  ends_as(spins, ErrorKind::interrupted, "Interrupted");
  ends_as(sleeps, ErrorKind::interrupted, "Interrupted");
  CHECK(host.vm.call<std::string>("once").value_or("") == "fine");
  // The next one, if nothing is under way.
  host.vm.interrupt();
  CHECK(!host.vm.poll());
  ends_as(host.function<std::string()>("once").start(), ErrorKind::interrupted, "Interrupted");
  CHECK(host.function<std::string()>("once").start().get());
}

// Those that an interrupt stops if it comes while the host waits for nothing: all of them, also if the host
// then waits for one, or runs something else.
void are_interrupted_together(const char* path) {
  Host host(path);
  for (const bool waits_for_one : {true, false}) {
    auto spins = host.function<void()>("spin").start();
    auto stubborn = host.function<void()>("stubborn").start();
    auto sleeps = host.function<void()>("sleeper").start();
    CHECK(host.vm.poll(1ms));
    host.vm.interrupt();
    if (waits_for_one)
      ends_as(spins, ErrorKind::interrupted, "Interrupted");
    else
      CHECK(host.vm.call<std::string>("once").value_or("") == "fine");
    while (host.vm.poll(1ms)) {
    }
    ends_as(spins, ErrorKind::interrupted, "Interrupted");
    ends_as(stubborn, ErrorKind::interrupted, "Interrupted");
    ends_as(sleeps, ErrorKind::interrupted, "Interrupted");
  }
}

void interrupts_are_taken_back(const char* path) {
  Host host(path);
  CHECK(!host.vm.clear_interrupt());
  host.vm.interrupt();
  CHECK(host.vm.clear_interrupt() && !host.vm.clear_interrupt());
  CHECK(host.vm.call<std::string>("once"));
  auto started = host.function<std::string()>("once").start();
  host.vm.interrupt();
  CHECK(host.vm.clear_interrupt());
  CHECK(started.get().value_or("") == "fine");
  // In a VM without started calls, too.
  aspen::Vm vm;
  const auto program = vm.compile("len [1, 2]", "plain.asp");
  CHECK(program);
  vm.interrupt();
  CHECK(vm.clear_interrupt() && vm.run(*program));
  vm.interrupt();
  const auto stopped = vm.run(*program);
  CHECK(!stopped && stopped.error().kind() == ErrorKind::interrupted);
  CHECK(vm.run(*program));
}

void start_inside(const char* path) {
  Host host(path);
  CHECK(host.vm.call<void>("starts"));
  CHECK(host.inner->get().value_or("") == "fine");
  auto outer = host.function<void()>("starts").start();
  while (host.vm.poll()) {
  }
  CHECK(outer.get() && host.inner->ready() && host.inner->get().value_or("") == "fine");
}

void return_in_time(const char* path) {
  Host host(path);
  auto spins = host.function<void()>("stubborn").start();
  auto more = host.function<void()>("parent").start();
  // In processor time: on a busy machine this thread has to wait for its turn.
  const std::clock_t begin = std::clock();
  for (int i = 0; i < 100; ++i) CHECK(host.vm.poll(1ms));
  CHECK(std::clock() - begin < 5 * CLOCKS_PER_SEC);
  CHECK(!spins.ready() && !more.ready());
}

void are_outlived(const char* path) {
  std::vector<aspen::Future<int64_t>> futures;
  aspen::Future<int64_t> kept, empty;
  {
    Host host(path);
    kept = host.function<int64_t(int64_t)>("slow").start(1);
    CHECK(kept.get().value_or(0) == 1);
    for (const char* name : {"wait_for_ever", "sleeper", "spin", "parent", "lonely", "once"}) {
      futures.push_back(host.function<int64_t()>(name).start());
      CHECK(host.vm.poll());
    }
    futures.push_back(host.function<int64_t()>("once").start());
  }
  futures.push_back(kept);
  futures.push_back(empty);
  for (auto& future : futures) {
    CHECK(future.ready());
    auto result = future.get();
    CHECK(!result && result.error().kind() == ErrorKind::misuse);
    future.cancel();
  }
}

void end_by_their_time(const char* path) {
  for (const char* name :
       {"spin", "stubborn", "sleeper", "wait_for_ever", "parent", "native", "native_in_task"}) {
    Host host(path, {.wall = 200ms});
    const auto begin = std::chrono::steady_clock::now();
    auto called = host.vm.call<void>(name);
    CHECK(!called && called.error().kind() == ErrorKind::out_of_time);
    if (!called) CHECK_CONTAINS(called.error().message(), "OutOfTime");
    auto first = host.function<void()>(name).start(), second = host.function<void()>(name).start();
    while (host.vm.poll(10ms)) host.vm.wait(10ms);
    ends_as(first, ErrorKind::out_of_time, "OutOfTime");
    ends_as(second, ErrorKind::out_of_time, "OutOfTime");
    ends_as(host.function<void()>(name).start(), ErrorKind::out_of_time, "OutOfTime");
    CHECK(std::chrono::steady_clock::now() - begin > 600ms);
    CHECK(host.vm.call<std::string>("once").value_or("") == "fine");
    CHECK(host.function<std::string()>("once").start().get().value_or("") == "fine");
  }
}

}  // namespace

int main(int, char** argv) {
  go_on_side_by_side(argv[1]);
  run_beside_calls(argv[1]);
  end_in_errors(argv[1]);
  are_cancelled(argv[1]);
  are_interrupted(argv[1]);
  are_interrupted_together(argv[1]);
  interrupts_are_taken_back(argv[1]);
  start_inside(argv[1]);
  return_in_time(argv[1]);
  are_outlived(argv[1]);
  end_by_their_time(argv[1]);
  return failures;
}
