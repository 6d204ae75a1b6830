// A host with a libuv loop of its own: scripts run when the loop has time for them. A script's timer, or an
// answer from another thread, wakes the loop. The host cancels a call that does not end.
// expect: started 3 calls
// expect: uv timer: the host goes on
// expect: report: 3 prices, 60 in all
// expect: slow: done
// expect: spins: Cancelled: the task was cancelled
// expect: the loop is empty
#include <uv.h>

#include <aspen/aspen.hpp>
#include <cstdio>
#include <functional>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

using namespace std::chrono_literals;

namespace {

constexpr const char* kScript = R"(
report = names -> {
    prices = gather shop.price names
    "{len prices} prices, {sum prices} in all"
}
slow = () -> { sleep 0.2; "done" }
spins = () -> loop { }
)";

// Polls the VM in a uv_loop_t when there is something to do.
class Attached {
 public:
  Attached(uv_loop_t* loop, aspen::Vm& vm, std::function<void(bool goes_on)> polled)
      : vm_(vm), polled_(std::move(polled)) {
    uv_async_init(loop, &async_, [](uv_async_t* async) { static_cast<Attached*>(async->data)->poll(); });
    async_.data = this;
    vm_.on_wakeup([this] { uv_async_send(&async_); });  // from any thread
  }
  void detach() {
    vm_.on_wakeup({});
    uv_close(reinterpret_cast<uv_handle_t*>(&async_), nullptr);
  }

 private:
  void poll() { polled_(vm_.poll(2ms)); }

  aspen::Vm& vm_;
  std::function<void(bool)> polled_;
  uv_async_t async_;
};

struct Call {
  const char* name;
  aspen::Future<std::string> future;

  void print() {
    auto result = future.get();
    std::printf("%s: %s\n", name, result ? result->c_str() : result.error().message().c_str());
  }
};

}  // namespace

int main() {
  aspen::Vm vm;
  std::vector<std::thread> threads;
  vm.module("shop").async("price", aspen::read, [&](aspen::Completer<int64_t> done, std::string name) {
    threads.emplace_back([done, name] { done.resolve(10 * static_cast<int64_t>(name.size())); });
  });
  auto program = vm.compile(kScript, "loop.asp");
  if (!program || !vm.run(*program)) return 1;

  uv_loop_t loop;
  uv_loop_init(&loop);
  Call calls[] = {
      {"report", vm.get<std::string(std::vector<std::string>)>("report")->start({"a", "bc", "def"})},
      {"slow", vm.get<std::string()>("slow")->start()},
      {"spins", vm.get<std::string()>("spins")->start()},
  };
  size_t printed = 0;
  std::printf("started 3 calls\n");
  uv_timer_t timer;
  uv_timer_init(&loop, &timer);
  uv_timer_start(
      &timer, [](uv_timer_t*) { std::printf("uv timer: the host goes on\n"); }, 0, 0);
  Attached* attachment = nullptr;
  Attached attached(&loop, vm, [&](bool goes_on) {
    // In the order in which they were begun, whichever ends first.
    while (printed < std::size(calls) && calls[printed].future.ready()) calls[printed++].print();
    if (printed == 2) calls[2].future.cancel();
    if (goes_on) return;
    attachment->detach();
    uv_close(reinterpret_cast<uv_handle_t*>(&timer), nullptr);
  });
  attachment = &attached;
  uv_run(&loop, UV_RUN_DEFAULT);
  for (std::thread& thread : threads) thread.join();
  if (uv_loop_close(&loop) == 0) std::printf("the loop is empty\n");
}
