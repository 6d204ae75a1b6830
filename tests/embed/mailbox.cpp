// Any thread makes a VM start and cancel calls, on the thread that uses the VM.
#include <aspen/aspen.hpp>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "tests/embed/check.h"

using namespace std::chrono_literals;

namespace {

constexpr int kThreads = 4, kPosts = 500;

class Host {
 public:
  explicit Host(const char* script) {
    auto program = vm.compile_file(script);
    CHECK(program && vm.run(*program));
  }
  template <class F>
  aspen::Function<F> function(const char* name) {
    return vm.get<F>(name).value_or(aspen::Function<F>());
  }

  aspen::Vm vm;
};

void many_threads_start_calls(const char* script) {
  Host host(script);
  const auto add = host.function<void(int64_t)>("add");
  const aspen::Mailbox mailbox = host.vm.mailbox();
  std::vector<std::vector<int>> seen(kThreads);  // by the thread that uses the VM
  std::atomic<int> left = kThreads;
  std::vector<std::thread> threads;
  for (int who = 0; who < kThreads; ++who) {
    threads.emplace_back([&, who] {
      for (int i = 0; i < kPosts; ++i) {
        CHECK(mailbox.post([&, who, i] {
          seen[static_cast<size_t>(who)].push_back(i);
          (void)add.start(1);
        }));
      }
      --left;
    });
  }
  while (left != 0) {
    host.vm.poll(1ms);
    host.vm.wait(1ms);
  }
  for (std::thread& thread : threads) thread.join();
  while (host.vm.poll(10ms)) {
  }
  CHECK_EQUAL(std::to_string(host.vm.call<int64_t>("sum").value_or(-1)), std::to_string(kThreads * kPosts));
  for (const std::vector<int>& order : seen) {
    CHECK(order.size() == kPosts);
    for (size_t i = 0; i < order.size(); ++i) CHECK(order[i] == static_cast<int>(i));
  }
}

// Cancels a call for which this thread waits, whatever the call does.
void cancels_what_is_waited_for(const char* script) {
  Host host(script);
  const aspen::Mailbox mailbox = host.vm.mailbox();
  for (const char* name : {"wait", "spin", "wait", "spin"}) {
    const aspen::Future<void> call = host.function<void()>(name).start();
    std::thread other([&] { CHECK(mailbox.post([&] { call.cancel(); })); });
    const auto result = call.get();
    CHECK(!result);
    if (!result) CHECK_CONTAINS(result.error().message(), "Cancelled");
    other.join();
  }
  CHECK_EQUAL(host.vm.call<std::string>("once").value_or("not"), "fine");
}

void tells_the_host_to_poll(const char* script) {
  Host host(script);
  const aspen::Mailbox mailbox = host.vm.mailbox();
  std::atomic<int> told = 0;
  CHECK(host.vm.on_wakeup([&] {
    ++told;
    told.notify_all();
  }));
  while (host.vm.poll()) {
  }
  const int before = told;
  int done = 0;
  std::thread([&] { CHECK(mailbox.post([&] { ++done; })); }).join();
  told.wait(before);  // another thread makes the call
  CHECK(told == before + 1);
  CHECK(done == 0);
  host.vm.poll();
  CHECK(done == 1);
  CHECK(mailbox.post([&] { mailbox.post([&] { ++done; }); }));  // another one, from the VM's thread
  host.vm.poll();
  host.vm.poll();
  CHECK(done == 2);
}

void does_nothing_that_a_function_may_not(const char* script) {
  Host host(script);
  const aspen::Mailbox mailbox = host.vm.mailbox();
  std::optional<aspen::ErrorKind> kind;
  CHECK(mailbox.post([&] {
    const auto called = host.vm.call<std::string>("once");
    if (!called) kind = called.error().kind();
    CHECK(!host.vm.poll());
  }));
  host.vm.poll();
  CHECK(kind == aspen::ErrorKind::misuse);
}

// A job that is posted and never run is still destroyed, once.
void outlives_its_vm(const char* script) {
  auto kept = std::make_shared<int>(0);
  std::optional<Host> host(std::in_place, script);
  const aspen::Mailbox mailbox = host->vm.mailbox(), same = host->vm.mailbox();
  CHECK(mailbox.post([kept] { ++*kept; }));
  CHECK(kept.use_count() == 2);
  host.reset();
  CHECK(kept.use_count() == 1);
  CHECK(!mailbox.post([kept] { ++*kept; }) && !same.post([kept] { ++*kept; }));
  CHECK(!aspen::Mailbox().post([kept] { ++*kept; }));
  CHECK(kept.use_count() == 1 && *kept == 0);
}

// Other threads post while the VM is being destroyed.
void ends_while_others_post(const char* script) {
  for (int round = 0; round < 20; ++round) {
    std::optional<Host> host(std::in_place, script);
    const aspen::Mailbox mailbox = host->vm.mailbox();
    std::atomic<int> begun = 0;
    std::vector<std::thread> threads;
    for (int who = 0; who < 2; ++who) {
      threads.emplace_back([&begun, mailbox] {
        ++begun;
        while (mailbox.post([] {})) {
        }
      });
    }
    while (begun < 2) std::this_thread::yield();
    host.reset();
    for (std::thread& thread : threads) thread.join();
  }
}

// "Not yet: look again": the calls go on, also those that the host waits for, and their limit counts.
void leaves_turns_to_calls(const char* script) {
  Host host(script);
  const aspen::Mailbox mailbox = host.vm.mailbox();
  bool goes_on = true;
  int looks = 0;
  std::function<void()> look = [&] {
    ++looks;
    if (goes_on) mailbox.post(look);
  };
  mailbox.post(look);
  CHECK(host.vm.call<int64_t>("sum").value_or(-1) == 0);
  auto future = host.function<void()>("spin").start_with({.wall = 1ms});
  CHECK(future.get().error().kind() == aspen::ErrorKind::out_of_time);
  CHECK(looks > 1);
  goes_on = false;
  while (host.vm.poll(1ms)) {
  }
}

}  // namespace

int main(int, char** argv) {
  many_threads_start_calls(argv[1]);
  cancels_what_is_waited_for(argv[1]);
  tells_the_host_to_poll(argv[1]);
  does_nothing_that_a_function_may_not(argv[1]);
  outlives_its_vm(argv[1]);
  ends_while_others_post(argv[1]);
  leaves_turns_to_calls(argv[1]);
  return failures;
}
