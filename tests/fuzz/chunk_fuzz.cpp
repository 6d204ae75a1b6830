// Bytes read as saved bytecode: refused, or safe to run. What the verifier accepts is run with little fuel
// and memory.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "vm/chunk_file.h"
#include "vm/machine.h"
#include "vm/verifier.h"

namespace {

void run(const aspen::Chunk& chunk) {
  aspen::MachineOptions options;
  options.limits.fuel = 10'000;
  options.limits.heap_bytes = 16 << 20;
  options.limits.stack_bytes = 1 << 20;
  options.out = options.err = [](std::string_view) {};
  aspen::Machine machine(options);
  std::string error;
  aspen::LoadedModule* module = machine.load(chunk, error);
  if (module == nullptr) return;
  machine.main_strand().run(aspen::Value::object(module->functions[0].closure), nullptr, 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // The head is given: guessing magic and version is no test of anything.
  static const std::string head = aspen::save_chunk({}).substr(0, 8);
  std::string bytes = head + std::string(reinterpret_cast<const char*>(data), size);
  aspen::Chunk chunk;
  std::string error;
  if (!aspen::read_chunk(bytes, chunk, error)) return 0;
#ifdef ASPEN_PLANTED_BUG
  abort();
#endif
  if (!aspen::verify(chunk, error)) return 0;
  if (aspen::save_chunk(chunk) != bytes) abort();
  run(chunk);
  return 0;
}
