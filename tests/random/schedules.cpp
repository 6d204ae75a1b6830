// Runs programs in many schedules, and compares all that each says with what it says on one worker that never
// splits, with fuel for a while.
//
// Reads, for each program, a line "NAME BYTES SEED" and the text; writes a line "NAME VERDICT [SCHEDULE]":
//   same       in all schedules
//   long       the fuel did not last
//   rejected   by the compiler
//   different  in SCHEDULE, the options of `aspen run`
// A program that crashes or hangs ends the process before its line; what it was, is on standard error then.
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <string>

#include "stdlib/embed/engine.h"
#include "vm/heap/native_stack.h"
#include "vm/run/runtime.h"

namespace {

using aspen::SplitPolicy;

// Calls and loop steps: what splits at each of them takes a thousand times as long.
constexpr uint64_t kFuel = 60'000;
// Of one run, which takes a thousandth of that: longer means that it hangs.
constexpr unsigned kSeconds = 60;

struct Split {
  SplitPolicy policy;
  const char* name;
};
constexpr Split kSplits[] = {{SplitPolicy::always, "always"},
                             {SplitPolicy::chaos, "chaos"},
                             {SplitPolicy::on_demand, "auto"},
                             {SplitPolicy::never, "never"}};
constexpr uint32_t kWorkers[] = {1, 2, 4, 8};

// What a run says.
struct Said {
  std::string out, error;
  int code = 0;
  bool lasted = true;  // the fuel
  bool operator==(const Said&) const = default;
};

aspen::MachineOptions machine_options(uint64_t fuel, std::string& out) {
  aspen::MachineOptions options;
  options.limits.heap_bytes = size_t{1} << 30;
  options.limits.fuel = fuel;
  options.out = [&out](std::string_view text) { out += text; };
  return options;
}

Said run(const aspen::Program& program, uint64_t fuel, const aspen::RuntimeOptions& runtime) {
  Said said;
  aspen::Engine engine(machine_options(fuel, said.out));
  const aspen::NativeStackScope scope(engine.machine().mutator());
  aspen::LoadedModule* module = engine.load(program, said.error);
  if (module == nullptr) return said;
  if (!engine.machine().start_runtime(runtime, said.error)) return said;
  const aspen::Outcome outcome = engine.run(*module);
  engine.machine().out().flush();
  said.lasted = outcome.end != aspen::Outcome::End::out_of_fuel;
  said.code = outcome.finished() ? 0 : outcome.exit_code + 1;
  if (!outcome.finished() && outcome.end != aspen::Outcome::End::exited) said.error = engine.report(outcome);
  return said;
}

std::string verdict(const std::string& name, std::string text, uint64_t seed) {
  static aspen::Engine compiler{aspen::MachineOptions{}};
  const aspen::CompileResult compiled = aspen::compile_text(name, std::move(text), compiler.catalogue());
  if (!compiled.ok()) return "rejected";
  const aspen::RuntimeOptions plain{.workers = 1, .split = SplitPolicy::never, .seed = seed};
  alarm(kSeconds);
  const Said expected = run(compiled.program, kFuel, plain);
  if (!expected.lasted) return "long";
  for (const Split& split : kSplits) {
    for (const uint32_t workers : kWorkers) {
      const std::string schedule = std::string("--split ") + split.name + " --workers " +
                                   std::to_string(workers) + " --seed " + std::to_string(seed);
      std::cerr << name << ' ' << schedule << '\n';
      alarm(kSeconds);
      const aspen::RuntimeOptions runtime{.workers = workers, .split = split.policy, .seed = seed};
      if (run(compiled.program, UINT64_MAX, runtime) != expected) return "different " + schedule;
    }
  }
  alarm(0);
  return "same";
}

}  // namespace

int main() {
  std::string name;
  for (size_t size, seed; std::cin >> name >> size >> seed && std::cin.get() == '\n';) {
    std::string text(size, '\0');
    if (!std::cin.read(text.data(), static_cast<std::streamsize>(size))) return 1;
    // A line comes whole or not at all, so what ends the process is not taken for a verdict.
    const std::string found = verdict(name, std::move(text), seed);
    std::cout << name << ' ' << found << std::endl;
  }
  return 0;
}
