// Host functions that return later: resolved from any thread, once; dropped, cancelled, and outlived.
// expect: a from elsewhere
// expect: ab
// expect: cd
// expect: Err "refused"
// expect: Err "the host has dropped the call"
// expect: host.later: argument1 must be a String, not 5, an Int
// expect: thrown
// expect: 6
// expect: Err "nothing to add"
// expect: 9
// expect: 8
// expect: true
// expect: ["0 from elsewhere", "1 from elsewhere", "2 from elsewhere", "3 from elsewhere", "4 from elsewhere"]
// expect: cancelled 1, noted one two
// expect: at once; 3 calls outlive the VM
#include <aspen/aspen.hpp>
#include <atomic>
#include <condition_variable>
#include <coroutine>
#include <cstdio>
#include <mutex>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <thread>
#include <vector>

#include "tests/embed/check.h"

namespace {

// A thread of the host that runs its jobs one after the other.
class Loop {
 public:
  Loop() : thread_([this] { run(); }) {}
  ~Loop() {
    post({});
    thread_.join();
  }
  void post(std::function<void()> action) {
    const std::lock_guard guard(lock_);
    queue_.push_back(std::move(action));
    news_.notify_one();
  }
  // For coroutines: the coroutine goes on in the loop.
  auto turn() {
    struct Turn {
      Loop& loop;
      bool await_ready() const { return false; }
      void await_suspend(std::coroutine_handle<> coroutine) const { loop.post(coroutine); }
      void await_resume() const {}
    };
    return Turn{*this};
  }

 private:
  void run() {
    for (;;) {
      std::unique_lock guard(lock_);
      news_.wait(guard, [this] { return !queue_.empty(); });
      const std::function<void()> action = std::move(queue_.front());
      queue_.erase(queue_.begin());
      guard.unlock();
      if (!action) return;
      action();
    }
  }

  std::mutex lock_;
  std::condition_variable news_;
  std::vector<std::function<void()>> queue_;
  std::thread thread_;
};

// Ends a call only after another one has begun.
struct Meeting {
  std::optional<aspen::Completer<std::string>> first;
  std::string name;

  void join(const aspen::Completer<std::string>& done, std::string other) {
    if (!first) {
      first = done;
      name = std::move(other);
      return;
    }
    done.resolve(other);
    first->resolve(name);
    first.reset();
  }
};

aspen::Result<int64_t> add(const std::vector<int64_t>& numbers) {
  if (numbers.empty()) return aspen::Error("nothing to add");
  return std::accumulate(numbers.begin(), numbers.end(), int64_t{0});
}

void run_script(const char* path) {
  Loop loop;
  Meeting meeting;
  std::atomic<int> cancelled = 0;
  std::string notes;
  aspen::Vm vm;
  auto host = vm.module("host");
  host.async("later", aspen::read,
             [&](const aspen::Completer<std::string>& done, std::string name) {
               loop.post([done, name] {
                 CHECK(done.resolve(name + " from elsewhere"));
                 CHECK(!done.resolve("again"));
                 CHECK(!done.fail("after that"));
               });
             })
      .async(
          "meet", aspen::read,
          [&](aspen::Completer<std::string> done, std::string name) { meeting.join(done, std::move(name)); })
      .async("fails", aspen::read,
             [&](aspen::Completer<void> done) { loop.post([done] { done.fail("refused"); }); })
      .async("drops", aspen::read, [](const aspen::Completer<int>&) {})
      .async("throws", aspen::read, [](const aspen::Completer<int>&) { throw std::runtime_error("thrown"); })
      .async("sum", aspen::read,
             [&](std::vector<int64_t> numbers) -> aspen::Async<int64_t> {
               co_await loop.turn();
               co_return add(numbers);
             })
      .async("slow_sum", aspen::write,
             [&](std::vector<int64_t> numbers) -> aspen::Async<int64_t> {
               for (int i = 0; i < 100; ++i) co_await loop.turn();
               co_return add(numbers);
             })
      .async("note", aspen::write,
             [&](aspen::Completer<void> done, std::string text) {
               loop.post([&notes, done, text] {
                 notes += " " + text;
                 done.resolve();
               });
             })
      .async("twice", aspen::write, [](int64_t n) -> aspen::Async<int64_t> { co_return 2 * n; })
      .async("never", aspen::write, [&](const aspen::Completer<int>& done) {
        // The wait ends with the last holder of the completer. This one stays until it is cancelled.
        done.on_cancel([&cancelled, done] { ++cancelled; });
      });
  CHECK(host.error() == nullptr);
  auto program = vm.compile_file(path);
  CHECK(program);
  if (!program) return;
  auto ran = vm.run(*program);
  if (!ran) std::fputs(ran.error().render().c_str(), stdout);
  std::printf("cancelled %d, noted%s\n", cancelled.load(), notes.c_str());
}

// Calls that the host has begun and not ended when the VM is destroyed.
void outlive_the_vm() {
  std::vector<aspen::Completer<std::string>> left;
  int gone = 0;
  std::string when = "never";
  {
    aspen::Vm vm({.out = [](std::string_view) {}});
    vm.module("host").async("wait", aspen::read, [&](const aspen::Completer<std::string>& done) {
      left.push_back(done);
      if (left.size() == 1) done.on_cancel([&] { ++gone; });
      if (left.size() == 3) vm.interrupt();
    });
    auto program = vm.compile("print (map (_ -> host.wait ()) (0..3))", "waits.asp");
    CHECK(program);
    auto ran = vm.run(*program);
    CHECK(!ran && ran.error().kind() == aspen::ErrorKind::interrupted);
    for (size_t i = 1; i < left.size(); ++i) left[i].on_cancel([&] { ++gone, when = "at once"; });
    if (gone != 3) when = std::to_string(gone);
  }
  CHECK(gone == 3);
  bool any = false;
  for (const auto& done : left) any = done.resolve("too late") || any;
  CHECK(!any);
  std::printf("%s; %zu calls outlive the VM\n", when.c_str(), left.size());
}

// Takes time without giving up its core: on a busy machine, a thousand yields take a minute.
void spin(int steps) {
  std::atomic<int> taken = 0;
  while (++taken < steps) {
  }
}

// Calls that other threads end while the VM is being destroyed.
void race_with_the_end() {
  std::atomic<int> begun = 0, resolved = 0, late = 0, cancelled = 0;
  for (int round = 0; round < 40; ++round) {
    std::vector<std::thread> threads;
    {
      aspen::Vm vm({.out = [](std::string_view) {}});
      const int last = begun + 1 + round % 8;
      vm.module("host").async("call", aspen::read, [&](const aspen::Completer<int>& done, int n) {
        done.on_cancel([&] { ++cancelled; });
        threads.emplace_back([&, done, n] {
          spin(3'000 * n);
          ++(done.resolve(n) ? resolved : late);
        });
        if (++begun == last) vm.interrupt();
      });
      auto program = vm.compile("print (map host.call (list (0..8)))", "calls.asp");
      CHECK(program);
      auto ran = vm.run(*program);
      CHECK(!ran && ran.error().kind() == aspen::ErrorKind::interrupted);
    }
    for (std::thread& thread : threads) thread.join();
  }
  CHECK(resolved + late == begun);
  CHECK(late <= cancelled);
}

// With fuel counted, programs run in their order; calls can still end.
void count_fuel() {
  Loop loop;
  aspen::Vm vm({.limits = {.fuel = 10'000}});
  vm.module("host").async("next", aspen::read, [&](int64_t n) -> aspen::Async<int64_t> {
    co_await loop.turn();
    co_return n + 1;
  });
  auto program = vm.compile("go = n -> { for _ in 0..n { n = host.next n }; n }", "fuel.asp");
  CHECK(program && vm.run(*program));
  CHECK_EQUAL(std::to_string(vm.call<int64_t>("go", 100).value_or(0)), "200");
  auto endless = vm.call<int64_t>("go", 1'000'000);
  CHECK(!endless && endless.error().kind() == aspen::ErrorKind::out_of_fuel);
}

}  // namespace

int main(int, char** argv) {
  run_script(argv[1]);
  outlive_the_vm();
  race_with_the_end();
  count_fuel();
  return failures == 0 ? 0 : 1;
}
