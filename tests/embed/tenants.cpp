// Hostile tenants side by side: no VM exceeds its limit, and none keeps another from its work.
#include <array>
#include <aspen/aspen.hpp>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/embed/check.h"

namespace {

constexpr size_t kLimit = size_t{4} << 20;
constexpr size_t kMostBytes = kLimit + kLimit / 4;  // includes what a VM needs on its way to the error
constexpr uint64_t kFuel = 300'000;
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
};
constexpr const char* kSane = "sane = n -> sum (map (x -> x * x) (0..n))";

struct Tenant {
  bool is_ready = false, is_stopped = false, is_sane = false;
  size_t used_bytes = 0;  // at the end of the attack, garbage included
};

bool works(aspen::Vm& vm) {
  auto result = vm.call<int64_t>("sane", int64_t{100});
  return result && *result == 328'350;
}

Tenant run_tenant(const char* attack) {
  Tenant tenant;
  aspen::Vm vm({.limits = {.heap_bytes = kLimit, .fuel = kFuel}});
  auto program = vm.compile(std::string(kSane) + "\n" + attack, "tenant.asp");
  tenant.is_ready = program && vm.run(*program) && works(vm);
  if (!tenant.is_ready) return tenant;
  tenant.is_stopped = !vm.call<void>("attack");
  tenant.used_bytes = vm.statistics().bytes_used;
  tenant.is_sane = works(vm);
  return tenant;
}

}  // namespace

int main() {
  std::vector<Tenant> tenants(kTenants);
  std::atomic<unsigned> next{0};
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (unsigned at = next++; at < kTenants; at = next++)
        tenants[at] = run_tenant(kAttacks[at % kAttacks.size()]);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (unsigned at = 0; at < kTenants; ++at) {
    const Tenant& tenant = tenants[at];
    const bool is_well = tenant.is_ready && tenant.is_stopped && tenant.is_sane;
    if (!is_well || tenant.used_bytes > kMostBytes)
      std::printf("%s: ready %d, stopped %d, sane %d, %zu bytes\n", kAttacks[at % kAttacks.size()],
                  tenant.is_ready, tenant.is_stopped, tenant.is_sane, tenant.used_bytes);
    CHECK(is_well);
    CHECK(tenant.used_bytes <= kMostBytes);
  }
  return failures;
}
