// Any program ends within its fuel and its memory, in a value or in an error that can be reported, and leaves
// the machine fit for another one.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

#include "stdlib/embed/engine.h"
#include "stdlib/library/stdlib.h"

namespace {

// Names with an effect that neither waits for something outside of the process nor leaves it; "cell.*" stands
// for a module. Pure functions need no entry. All others are hidden: a new function that waits for a clock, a
// signal or a peer would end the fuzzer's runs by its time-out.
constexpr std::string_view kAllowed[] = {
    "print",      "println",    "write",        "eprint",          "exit",          "spawn",
    "await",      "fiber",      "yield",        "channel",         "send",          "recv",
    "close",      "gather",     "gather_limit", "cell.*",          "semaphore.*",   "json.*",
    "task.all",   "task.race",  "task.ordered", "task.spawn_with", "task.cancel",   "task.done?",
    "task.yield", "task.room?", "task.detach",  "task.scope",      "task.priority", "task.first_done"};

bool is_allowed(std::string_view name) {
  return std::any_of(std::begin(kAllowed), std::end(kAllowed), [name](std::string_view allowed) {
    if (!allowed.ends_with(".*")) return name == allowed;
    return name.starts_with(allowed.substr(0, allowed.size() - 1));
  });
}

class HarmlessCatalogue : public aspen::BuiltinCatalogue {
 public:
  const aspen::BuiltinInfo* find(std::string_view name) const override {
    const aspen::BuiltinInfo* info = aspen::standard_catalogue().find(name);
    return info != nullptr && is_harmless(name, *info) ? info : nullptr;
  }
  void each_name(const std::function<void(std::string_view)>& visit) const override {
    aspen::standard_catalogue().each_name([&](std::string_view name) {
      if (find(name) != nullptr) visit(name);
    });
  }

 private:
  static bool is_harmless(std::string_view name, const aspen::BuiltinInfo& info) {
    return info.effect == aspen::Effect::pure || is_allowed(name);
  }
};

void run(aspen::Engine& engine, const std::string& text) {
  HarmlessCatalogue catalogue;
  aspen::CompileResult result = aspen::compile_text("fuzz.asp", text, catalogue);
  if (!result.ok()) return;
  std::string error;
  aspen::LoadedModule* module = engine.load(result.program, error);
  if (module == nullptr) abort();
  aspen::Outcome outcome = engine.run(*module);
  if (outcome.finished()) return;
  if (engine.report(outcome).empty()) abort();
#ifdef ASPEN_PLANTED_BUG
  if (outcome.end == aspen::Outcome::End::failed) abort();
#endif
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  aspen::MachineOptions options;
  options.limits = {.heap_bytes = 64 << 20, .stack_bytes = 4 << 20, .fuel = 20'000};
  options.out = options.err = [](std::string_view) {};
  options.hash_seed = 1;
  aspen::Engine engine(std::move(options));
  run(engine, std::string(reinterpret_cast<const char*>(data), size));
  run(engine, "print (1 + 1)");
  return 0;
}
