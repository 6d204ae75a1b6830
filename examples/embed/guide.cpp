// The snippets of stdlib/docs/hosts.md.
// expect: [2, 3, 5]
// expect: mean of an empty list
// expect: no sensor has the number 9
// expect: TypeError: sensors.read: number must be an Int from 0 to 4294967295, not "a", a String
// expect: 25 primes
// expect: no primes in time
// expect: Denied
// expect: 7 is too high, by 2
// expect: MyError [1, 2]
// expect: 4.5
// expect: out of fuel
// expect: out of time
// expect: 36
// expect: body of a.txt
// expect: 2 odd
#include <aspen/aspen.hpp>
#include <cstdio>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace std::chrono_literals;

// Compiles and runs `source`, which has no mistakes.
static void run(aspen::Vm& vm, const char* source) {
  auto program = vm.compile(source, "guide.asp");
  if (!program || !vm.run(*program)) std::abort();
}

static void values() {
  aspen::Vm vm;
  run(vm, "primes = [2, 3, 5]");
  auto primes = vm.get<std::vector<int>>("primes");
  auto handle = vm.get<aspen::Value>("primes");
  if (primes && handle && vm.as<std::vector<int>>(*handle)) std::printf("%s\n", handle->show().c_str());
}

static aspen::Result<double> mean(const std::vector<double>& xs) {
  if (xs.empty()) return aspen::Error("mean of an empty list");
  return std::accumulate(xs.begin(), xs.end(), 0.0) / static_cast<double>(xs.size());
}

static aspen::Result<double> read_sensor(unsigned number) {
  if (number > 4)
    return aspen::Error::labelled("NotFound", "no sensor has the number " + std::to_string(number));
  return 20.5;
}

static int64_t count_primes(aspen::Call& call, int64_t below) {
  int64_t count = 0;
  for (int64_t n = 2; n < below; ++n) {
    call.work(100);
    int64_t divisor = 2;
    while (divisor * divisor <= n && n % divisor != 0) ++divisor;
    if (divisor * divisor > n) ++count;
  }
  return count;
}

static void long_functions() {
  aspen::Vm vm;
  vm.module("host").def("count_primes", aspen::pure, count_primes, "below");
  run(vm, "count = n -> host.count_primes n");
  const auto count = vm.get<int64_t(int64_t)>("count");
  std::printf("%d primes\n", static_cast<int>((*count)(100).value_or(0)));
  const auto late = count->start_with({.wall = 20ms}, 1'000'000'000'000).get();
  if (!late && late.error().kind() == aspen::ErrorKind::out_of_time) std::puts("no primes in time");
}

static void functions() {
  aspen::Vm vm;
  vm.module("host").def("mean", aspen::pure, mean, "xs");
  vm.module("sensors").def("read", aspen::read, read_sensor, "number");
  run(vm,
      "average = xs -> match try (host.mean xs) { Ok m -> \"{m}\", Err e -> e }\n"
      "reading = n -> match try (sensors.read n) { Ok r -> \"{r}\", Err (NotFound e) -> e.message }\n"
      "wrong = () -> sensors.read \"a\"\n");
  std::printf("%s\n", vm.call<std::string>("average", std::vector<double>()).value_or("?").c_str());
  std::printf("%s\n", vm.call<std::string>("reading", 9).value_or("?").c_str());
  auto failed = vm.call<double>("wrong");
  if (!failed) std::printf("%s\n", failed.error().message().c_str());
}

static void errors() {
  aspen::Vm vm;
  run(vm,
      "check = n -> if n > 5 { error (TooHigh { by: n - 5 }) } else { n }\n"
      "peek = () -> fs.read \"/etc/passwd\"\n"
      "other = () -> error (MyError [1, 2])\n");
  auto peeked = vm.call<std::string>("peek");
  if (!peeked) std::printf("%s\n", peeked.error().label().c_str());

  auto checked = vm.call<int>("check", 7);
  if (!checked && checked.error().label() == "TooHigh") {
    aspen::Value by = checked.error().value().payload().field("by");
    std::printf("7 is too high, by %d\n", vm.as<int>(by).value_or(0));
  }

  auto other = vm.call<int>("other");
  if (!other) std::printf("%s\n", other.error().value().show().c_str());
}

static aspen::Async<int> count_if(std::vector<int> xs, aspen::Function<bool(int)> is_right) {
  int count = 0;
  for (const int x : xs) {
    const aspen::Result<bool> right = co_await is_right.start(x);
    if (!right) co_return right.error();
    count += *right ? 1 : 0;
  }
  co_return count;
}

static void counts_by_a_function_of_the_script() {
  aspen::Vm vm;
  vm.module("host").async("count_if", aspen::write, count_if, "xs is_right");
  run(vm, "odd = host.count_if [1, 2, 3] (x -> x % 2 == 1)");
  std::printf("%d odd\n", vm.get<int>("odd").value_or(0));
}

static void modules() {
  const std::map<std::string, std::string> archive{{"shop/prices.asp", "tea = 4.5"}};
  aspen::Vm vm({.load = [&](const std::string& path) -> std::optional<std::string> {
    const auto found = archive.find(path);
    if (found == archive.end()) return std::nullopt;
    return found->second;
  }});
  run(vm, "use \"./shop/prices\"\ntea = prices.tea");
  std::printf("%g\n", vm.get<double>("tea").value_or(0));
}

static void limits() {
  aspen::Vm vm({.capabilities = aspen::Capability::time,
                .limits = {.heap_bytes = 64u << 20, .fuel = 1'000'000, .wall = 2s, .tasks = 100}});
  run(vm, "forever = () -> loop { }\nwaits = () -> sleep 10");
  auto ended = vm.call<void>("forever");
  if (!ended && ended.error().kind() == aspen::ErrorKind::out_of_fuel) std::puts("out of fuel");
  auto late = vm.get<void()>("waits")->start_with({.wall = 20ms}).get();
  if (!late && late.error().kind() == aspen::ErrorKind::out_of_time) std::puts("out of time");
}

static void threads() {
  aspen::Vm vm;
  run(vm, "square = n -> n * n");
  auto square = vm.get<int(int)>("square");
  if (!square) return;
  aspen::Mailbox mailbox = vm.mailbox();
  aspen::Future<int> call;
  std::thread worker([&] { mailbox.post([&] { call = square->start(6); }); });
  worker.join();
  vm.poll();
  std::printf("%d\n", call.get().value_or(0));
}

static void calls_that_end_later() {
  aspen::Vm vm;
  std::vector<std::thread> workers;
  vm.module("net").async("fetch", aspen::read, [&](aspen::Completer<std::string> done, std::string name) {
    workers.emplace_back([done, name] { done.resolve("body of " + name); });
  });
  run(vm, "fetch = name -> net.fetch name");
  auto body = vm.get<std::string(std::string)>("fetch")->start("a.txt");
  while (!body.ready()) {
    vm.poll(2ms);
    vm.wait(10ms);
  }
  std::printf("%s\n", body.get().value_or("?").c_str());
  for (std::thread& worker : workers) worker.join();
}

int main() {
  values();
  functions();
  long_functions();
  errors();
  modules();
  limits();
  threads();
  calls_that_end_later();
  counts_by_a_function_of_the_script();
}
