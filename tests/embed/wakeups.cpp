// A host is called when it should poll: as often as needed, and once between two polls.
#include <aspen/aspen.hpp>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "tests/embed/check.h"

using namespace std::chrono_literals;

namespace {

// The signal for which a host's loop waits.
class Signal {
 public:
  void tell() {
    const std::lock_guard guard(lock_);
    ++told_;
    news_.notify_one();
  }
  // The number of signals since the last wait; 0: a wait in vain.
  int wait() {
    std::unique_lock guard(lock_);
    news_.wait_for(guard, 300s, [&] { return told_ > 0; });
    return std::exchange(told_, 0);
  }
  int count() {
    const std::lock_guard guard(lock_);
    return std::exchange(told_, 0);
  }

 private:
  std::mutex lock_;
  std::condition_variable news_;
  int told_ = 0;
};

// A thread that answers requests one after the other.
class Answers {
 public:
  Answers() : thread_([this] { run(); }) {}
  ~Answers() {
    ask(std::nullopt);
    thread_.join();
  }
  void ask(std::optional<aspen::Completer<int64_t>> done) {
    const std::lock_guard guard(lock_);
    asked_.push_back(std::move(done));
    news_.notify_one();
  }

 private:
  void run() {
    for (;;) {
      std::unique_lock guard(lock_);
      news_.wait(guard, [&] { return !asked_.empty(); });
      auto done = std::move(asked_.front());
      asked_.erase(asked_.begin());
      guard.unlock();
      if (!done) return;
      done->resolve(1);
    }
  }
  std::mutex lock_;
  std::condition_variable news_;
  std::vector<std::optional<aspen::Completer<int64_t>>> asked_;
  std::thread thread_;
};

constexpr const char* kProgram = R"(
rounds = n -> fold 0 (a _ -> a + host.ask ()) (0..n)
naps = n -> { for _ in 0..n { sleep 0.001 }; n }
spins = () -> loop { }
pipe = n -> { t = spawn (naps n); u = spawn (naps n); await t + await u }
)";

void load(aspen::Vm& vm, Answers& answers) {
  vm.module("host").async("ask", aspen::write,
                          [&](aspen::Completer<int64_t> done) { answers.ask(std::move(done)); });
  auto program = vm.compile(kProgram, "wakeups.asp");
  if (!program) std::printf("%s", program.error().render().c_str());
  CHECK(program && vm.run(*program));
}

aspen::Future<int64_t> start(aspen::Vm& vm, const char* name, int64_t n) {
  return vm.get<int64_t(int64_t)>(name)->start(n);
}

// Polls only after a signal: a lost wake-up would leave it waiting.
template <class Polled>
void poll_when_told(Polled& polled, Signal& signal) {
  bool goes_on = true;
  while (goes_on) {
    const int told = signal.wait();
    CHECK(told == 1);
    if (told == 0) return;
    goes_on = polled.poll(1ms);
  }
}

void one_vm() {
  Answers answers;
  Signal signal;
  aspen::Vm vm;
  load(vm, answers);
  CHECK(vm.on_wakeup([&] { signal.tell(); }));
  CHECK(signal.count() == 0);
  auto rounds = start(vm, "rounds", 20'000), naps = start(vm, "naps", 100), pipe = start(vm, "pipe", 50);
  CHECK(signal.count() == 1);
  signal.tell();
  poll_when_told(vm, signal);
  CHECK(rounds.get().value_or(0) == 20'000 && naps.get().value_or(0) == 100 && pipe.get().value_or(0) == 100);
  // The last answer may have woken the host after a poll had found it.
  if (signal.count() != 0) CHECK(!vm.poll());
  auto alone = start(vm, "naps", 50);  // nothing but timers wakes it
  poll_when_told(vm, signal);
  CHECK(alone.ready());

  // A waiting call gives no signal; an interrupted one does, and so does work that is left over.
  auto sleeps = start(vm, "naps", 100'000);
  CHECK(signal.wait() == 1 && vm.poll());
  vm.interrupt();
  poll_when_told(vm, signal);
  CHECK(!sleeps.get());
  auto spins = vm.get<void()>("spins")->start();
  for (int i = 0; i < 100; ++i) CHECK(signal.wait() == 1 && vm.poll());
  CHECK(vm.on_wakeup({}));
  CHECK(vm.poll());
  signal.count();
  CHECK(vm.on_wakeup([&] { signal.tell(); }));
  CHECK(signal.count() == 1);  // at once
  spins.cancel();
  CHECK(!spins.get());
}

void several_vms() {
  Answers answers;
  Signal signal;
  aspen::Runtime runtime;
  runtime.on_wakeup([&] { signal.tell(); });
  aspen::Vm first = runtime.vm(), second = runtime.vm();
  load(first, answers);
  load(second, answers);
  auto spins = first.get<void()>("spins")->start();
  std::vector<aspen::Future<int64_t>> calls;
  {
    aspen::Vm third = runtime.vm();
    load(third, answers);
    calls.push_back(start(third, "rounds", 1'000));
    CHECK(runtime.poll(1ms));
  }
  for (aspen::Vm* vm : {&first, &second}) {
    calls.push_back(start(*vm, "rounds", 200));
    calls.push_back(start(*vm, "naps", 20));
  }
  while (std::any_of(calls.begin(), calls.end(), [](const auto& call) { return !call.ready(); })) {
    if (signal.wait() == 0) break;
    CHECK(runtime.poll(2ms));
  }
  CHECK(!calls[0].get());
  for (size_t i = 1; i < calls.size(); ++i) CHECK(calls[i].get());
  spins.cancel();
  poll_when_told(runtime, signal);
  CHECK(!runtime.poll());
}

// The host's function uses the VM, and replaces itself; the functions of several VMs do so.
void from_inside() {
  const auto user = std::this_thread::get_id();
  Answers answers;
  Signal signal;
  aspen::Vm vm;
  load(vm, answers);
  int polls = 0, seconds = 0;
  CHECK(vm.on_wakeup([&] {
    if (std::this_thread::get_id() == user && polls++ < 10) vm.poll();
    signal.tell();
  }));
  auto spins = vm.get<void()>("spins")->start();  // calls on this thread, and each poll leaves something
  CHECK(polls > 1);
  spins.cancel();
  CHECK(!spins.get());
  auto rounds = start(vm, "rounds", 100);
  while (!rounds.ready() && signal.wait() != 0) vm.poll(1ms);
  CHECK(rounds.get().value_or(0) == 100);

  CHECK(vm.on_wakeup([&] { CHECK(vm.on_wakeup([&] { ++seconds; })); }));
  auto first = start(vm, "naps", 1);
  CHECK(first.get() && seconds == 1);  // at once, as there is something to do
  auto second = start(vm, "naps", 1);
  CHECK(second.get() && seconds == 2);

  aspen::Runtime runtime;
  aspen::Vm third = runtime.vm();
  load(third, answers);
  int told = 0;
  runtime.on_wakeup([&] {
    runtime.on_wakeup([&] { ++told; });
    runtime.poll();
  });
  auto naps = start(third, "naps", 1);
  CHECK(naps.get());
  auto more = start(third, "naps", 1);
  CHECK(more.get() && told > 0);
}

// A completer is used in a call of the host's function that another completer has caused.
void completes_inside() {
  Signal signal;
  aspen::Vm vm;
  std::vector<aspen::Completer<int64_t>> asked;
  vm.module("host").async("ask", aspen::write,
                          [&](aspen::Completer<int64_t> done) { asked.push_back(std::move(done)); });
  auto program = vm.compile("asks = () -> host.ask ()", "asks.asp");
  CHECK(program && vm.run(*program));
  auto first = vm.get<int64_t()>("asks")->start(), second = vm.get<int64_t()>("asks")->start();
  while (asked.size() < 2) vm.poll();
  std::atomic<bool> answers{true};
  CHECK(vm.on_wakeup([&] {
    if (answers.exchange(false)) asked[1].resolve(2);
    signal.tell();
  }));
  std::thread([&] { asked[0].resolve(1); }).join();
  while (!(first.ready() && second.ready()) && signal.wait() != 0) vm.poll(1ms);
  CHECK(first.get().value_or(0) == 1 && second.get().value_or(0) == 2);
}

// Replacing the function waits for a call of it that is running on another thread.
void replaced_during_a_call() {
  Answers answers;
  aspen::Vm vm;
  load(vm, answers);
  for (int round = 0; round < 200; ++round) {
    const auto inside = std::make_shared<std::atomic<int>>(0);
    CHECK(vm.on_wakeup([inside] {
      ++*inside;
      std::this_thread::yield();
      --*inside;
    }));
    auto rounds = start(vm, "rounds", 3);
    for (int polls = 0; polls < round % 7; ++polls) vm.poll();
    CHECK(vm.on_wakeup({}));
    CHECK(*inside == 0);
    CHECK(rounds.get().value_or(0) == 3);
  }
}

void no_workers() {
  try {
    aspen::Runtime runtime({.workers = 2});
    CHECK(false);
  } catch (const std::invalid_argument&) {
  }
}

}  // namespace

int main() {
  one_vm();
  several_vms();
  from_inside();
  completes_inside();
  replaced_during_a_call();
  no_workers();
  return failures;
}
