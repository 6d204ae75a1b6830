// What a second thread asks of a VM while another thread is inside it: each call is refused, and says which
// call that is and where the other thread is. Nothing that it asked for happens.
#include <aspen/aspen.hpp>

#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>

#include "tests/embed/check.h"

namespace {

template <class R>
void is_refused(const R& result, const std::string& call, const std::string& other) {
  CHECK(!result && result.error().kind() == aspen::ErrorKind::misuse);
  if (!result) CHECK_CONTAINS(result.error().message(), call + ": another thread is inside " + other);
}

struct Host {
  aspen::Vm vm;
  aspen::Function<int(int)> twice;
  aspen::Future<int> started;
  aspen::Value given;
};

void with_results(Host& host, const std::string& other) {
  aspen::Vm& vm = host.vm;
  is_refused(vm.compile("1", "other.asp"), "aspen_compile", other);
  is_refused(vm.set("limit", 5), "Vm::set", other);
  is_refused(vm.get<int>("limit"), "Vm::get", other);
  is_refused(vm.get<int(int)>("twice"), "Vm::get", other);
  is_refused(vm.call<int>("twice", 1), "Vm::call", other);
  is_refused(vm.as<int>(host.given), "Vm::as", other);
  is_refused(host.twice(1), "Function()", other);
  is_refused(host.twice.start(1).get(), "Function::start", other);
  is_refused(host.started.get(), "Future::get", other);
  const auto module = vm.module("late").def("f", aspen::pure, [] { return 1; });
  CHECK(module.error() != nullptr);
  if (module.error() != nullptr) CHECK_CONTAINS(module.error()->message(), "aspen_define: another thread");
}

void without_results(Host& host, const std::string& other) {
  CHECK(!host.vm.value(5));
  CHECK(!host.vm.on_wakeup([] {}));
  CHECK(!host.vm.poll());
  CHECK(host.vm.tasks().empty() && host.vm.statistics().bytes_used == 0);
  std::string thrown;
  try {
    host.vm.mailbox();
  } catch (const std::logic_error& error) {
    thrown = error.what();
  }
  CHECK_CONTAINS(thrown, "Vm::mailbox: another thread is inside " + other);
  CHECK_CONTAINS(thrown, "Mailbox::post");
  bool ran = false;
  CHECK(aspen_within(
            host.vm.get(), [](void* data) { *static_cast<bool*>(data) = true; }, &ran) == ASPEN_MISUSE);
  CHECK(!ran);
}

void from_another_thread(Host& host, const std::string& other) {
  std::thread([&] {
    with_results(host, other);
    without_results(host, other);
  }).join();
}

void during_a_run(Host& host) {
  const auto program = host.vm.compile("visit \"aspen_run of the VM \"", "visit.asp");
  CHECK(program && host.vm.run(*program));
}

void during_a_call(Host& host) {
  const auto visit = host.vm.get<void(std::string)>("visits");
  CHECK(visit && (*visit)("Function() of the VM "));
}

// The collector destroys it, which calls `visit`.
struct Visitor {
  std::shared_ptr<std::function<void()>> visit;
  ~Visitor() {
    if (visit && *visit) (*visit)();
  }
};

// While the first thread only collects, or lists the tasks, it is inside as well.
void during_a_collection(Host& host) {
  int visits = 0;
  auto visit = std::make_shared<std::function<void()>>();
  host.vm.module("").type<Visitor>("Visitor");
  const auto program = host.vm.compile("drop = v -> ()", "drop.asp");
  CHECK(program && host.vm.run(*program));
  for (int i = 0; i < 10; ++i) CHECK(host.vm.call<void>("drop", Visitor{visit}));
  *visit = [&] {
    if (++visits == 1) from_another_thread(host, "aspen_collect of the VM ");
  };
  host.vm.collect();
  CHECK(visits > 0);
  *visit = nullptr;
  const auto write = [](void* data, const char*, size_t) {
    from_another_thread(*static_cast<Host*>(data), "aspen_dump_tasks of the VM ");
  };
  aspen_dump_tasks(host.vm.get(), write, &host);
}

}  // namespace

int main() {
  Host host;
  host.vm.module("").def("visit", aspen::write,
                         [&](const std::string& other) { from_another_thread(host, other); });
  const auto program = host.vm.compile("twice = n -> 2 * n\nvisits = other -> visit other", "first.asp");
  CHECK(program && host.vm.run(*program));
  host.twice = *host.vm.get<int(int)>("twice");
  host.given = host.vm.value(7);
  host.started = host.twice.start(4);
  during_a_run(host);
  during_a_call(host);
  during_a_collection(host);

  const auto late = host.vm.compile("limit", "late.asp");
  CHECK(!late && late.error().kind() == aspen::ErrorKind::compile);
  CHECK(host.vm.call<int>("twice", 2).value_or(0) == 4 && host.started.get().value_or(0) == 8);
  // Where no thread is inside, any thread may use the VM.
  std::thread([&] { CHECK(host.vm.set("limit", 5) && host.vm.mailbox().post([] {})); }).join();
  return failures;
}
