// Hostile tenants side by side: no VM exceeds its limit, and none keeps another from its work. All VMs live
// until the end. Prints by how much the process grew at most; the figure is for machines without sanitizers.
#include <array>
#include <aspen/aspen.hpp>
#include <atomic>
#include <fstream>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/embed/check.h"

namespace {

constexpr size_t kLimit = size_t{4} << 20;
constexpr size_t kMostBytes = kLimit + kLimit / 4;  // includes what a VM needs on its way to the error
constexpr uint64_t kFuel = 300'000;
constexpr auto kWall = std::chrono::seconds(20);  // far more than the fuel lasts
constexpr unsigned kTenants = 200, kThreads = 4;

// Each ends in an error of some kind; `sane` works before and after.
constexpr std::array kAttacks = {
    "attack = () -> { xs = []; loop { xs |>= push [1, 2, 3] } }",
    "attack = () -> { t = \"ab\"; loop { t += t } }",
    "attack = () -> { d = [:]; i = 0; loop { d[i] = i; i += 1 } }",
    "bomb = () -> { a = spawn bomb (); b = spawn bomb (); await a + await b }; attack = () -> bomb ()",
    "attack = () -> { rs = []; loop { rs |>= push (regex.compile r\"\\pL{120}\") } }",
    "attack = () -> loop { regex.find_all \"(a*)*b\" (string.repeat 10000 \"a\") }",
    "attack = () -> json.parse (string.repeat 3000000 \"[\")",
    "attack = () -> { rs = []; loop { r = json.reader { form: \"values\" }; json.feed (\"[\" + string.repeat "
    "100000 "
    "\"1\") r; rs |>= push r } }",
    "attack = () -> loop { }",
    "attack = () -> loop { try (string.repeat 100000000 \"x\") }",
    "attack = () -> sqlite.query \"with recursive n(i) as (select 1 union all select i + 1 from n) select "
    "count(*) from n\" () (sqlite.open \":memory:\")",
    "attack = () -> sqlite.query \"with recursive n(i) as (select 1 union all select i + 1 from n) select i, "
    "hex(i) from n\" () (sqlite.open \":memory:\")",
    "attack = () -> { ds = []; loop { ds |>= push (sqlite.open \":memory:\") } }",
    "attack = () -> { never = channel 0; loop { spawn { send never 1 } } }",
    "attack = () -> loop { time.format (string.repeat 100000 \"%c\") 0 }",
    "attack = () -> loop { compress.zstd_with 19 (string.repeat 100000 \"abcdefgh\") }",
    "attack = () -> { n = 7; loop { n = n * n } }",
    "down = n -> 1 + down (n + 1); attack = () -> down 0",
    "attack = () -> list (fiber { loop { yield (list (repeat 100 1)) } })",
};
// Such a tenant does no harm, and has just the fuel for its work.
constexpr const char* kQuiet = "attack = () -> { n = 0; for i in 0..100_000 { n += i % 7 }; n }";
constexpr uint64_t kQuietFuel = 100'010;
constexpr const char* kSane = "sane = n -> sum (map (x -> x * x) (0..n))";

struct Tenant {
  const char* attack = kQuiet;
  std::unique_ptr<aspen::Vm> vm;
  bool is_ready = false, is_stopped = false, is_sane = false;
  size_t used_bytes = 0;  // at the end of the attack, garbage included

  bool is_quiet() const { return attack == kQuiet; }
  bool is_well() const { return is_ready && is_stopped != is_quiet() && is_sane; }
};

bool works(aspen::Vm& vm) {
  auto result = vm.call<int64_t>("sane", int64_t{100});
  return result && *result == 328'350;
}

void run(Tenant& tenant) {
  const uint64_t fuel = tenant.is_quiet() ? kQuietFuel : kFuel;
  tenant.vm = std::make_unique<aspen::Vm>(
      aspen::Options{.limits = {.heap_bytes = kLimit, .fuel = fuel, .wall = kWall}});
  aspen::Vm& vm = *tenant.vm;
  auto program = vm.compile(std::string(kSane) + "\n" + tenant.attack, "tenant.asp");
  tenant.is_ready = program && vm.run(*program) && works(vm);
  if (!tenant.is_ready) return;
  const auto result = vm.call<int64_t>("attack");
  tenant.is_stopped = !result || *result != 299'995;  // of the quiet one
  tenant.used_bytes = vm.statistics().bytes_used;
  tenant.is_sane = works(vm);
  vm.collect();
}

// A line of /proc/self/status, in kilobytes.
size_t status(const char* name) {
  std::ifstream in("/proc/self/status");
  size_t kilobytes = 0;
  for (std::string word; in >> word;) {
    if (word == name && in >> kilobytes) return kilobytes;
  }
  return 0;
}

}  // namespace

int main() {
  const size_t before = status("VmRSS:");
  std::vector<Tenant> tenants(kTenants);
  for (unsigned at = 0; at < kTenants; ++at) {
    const size_t which = at % (kAttacks.size() + 1);
    if (which < kAttacks.size()) tenants[at].attack = kAttacks[which];
  }
  std::atomic<unsigned> next{0};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (unsigned at = next++; at < kTenants; at = next++) run(tenants[at]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  std::printf("%u tenants of %zu MiB on %u threads: the process grew by %zu MiB at most\n", kTenants,
              kLimit >> 20, kThreads, (status("VmHWM:") - before) >> 10);
  for (const Tenant& tenant : tenants) {
    if (!tenant.is_well() || tenant.used_bytes > kMostBytes)
      std::printf("%s: ready %d, stopped %d, sane %d, %zu bytes\n", tenant.attack, tenant.is_ready,
                  tenant.is_stopped, tenant.is_sane, tenant.used_bytes);
    CHECK(tenant.is_well());
    CHECK(tenant.used_bytes <= kMostBytes);
  }
  return failures;
}
