// Any program ends within its fuel and its memory, in a value or in an error that can be told, and leaves the
// machine fit for another one.

#include <cstdint>
#include <cstdlib>
#include <string>

#include "stdlib/engine.h"
#include "stdlib/stdlib.h"

namespace {

// The library without what reaches beyond the process.
class HarmlessCatalogue : public aspen::BuiltinCatalogue {
 public:
  const aspen::BuiltinInfo* find(std::string_view name) const override {
    return is_harmless(name) ? aspen::standard_catalogue().find(name) : nullptr;
  }
  void each_name(const std::function<void(std::string_view)>& visit) const override {
    aspen::standard_catalogue().each_name([&](std::string_view name) {
      if (is_harmless(name)) visit(name);
    });
  }

 private:
  static bool is_harmless(std::string_view name) {
    std::string_view module = name.substr(0, name.find('.'));
    for (std::string_view hidden : {"fs", "net", "http", "process", "env", "time", "sleep", "read_line",
                                    "read_all", "lines", "input", "signals"}) {
      if (module == hidden) return false;
    }
    return true;
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
