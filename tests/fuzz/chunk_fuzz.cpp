// Bytecode that the compiler makes of the scripts under tests/, changed in some places, saved, possibly
// damaged, and read: it is refused, or safe to run, with the library, with and without fuel, and with splits.
// No workers: a machine has none for such code (Machine::load).
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "stdlib/embed/engine.h"
#include "tests/fuzz/chunk_mutator.h"
#include "vm/code/chunk_file.h"
#include "vm/code/verifier.h"
#include "vm/heap/native_stack.h"
#include "vm/run/runtime.h"

namespace {

constexpr size_t kMostChanges = 12;
constexpr uint64_t kFuel = 20'000;
constexpr uint64_t kMostNs = 100'000'000;

constexpr size_t kFew = 1000;

// Printed at the end: a fuzzer that has all its inputs refused tests nothing, and fails.
struct Tally {
  ~Tally() {
    std::fprintf(stderr, "chunk_fuzz: %zu mutants, %zu verified, %zu loaded, %zu finished\n", mutants,
                 verified, loaded, finished);
    if (mutants > kFew && (verified == 0 || loaded == 0)) abort();
  }
  size_t mutants = 0, verified = 0, loaded = 0, finished = 0;
};
Tally tally;

std::string text_of(const std::filesystem::path& path) {
  std::stringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

// Of the scripts that consist of one module.
std::vector<aspen::Chunk> compile_scripts() {
  constexpr size_t kMostWords = 2000;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(ASPEN_SCRIPTS)) {
    if (entry.path().extension() == ".asp") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<aspen::Chunk> chunks;
  for (const std::filesystem::path& path : paths) {
    aspen::CompileResult compiled =
        aspen::compile_text("fuzz.asp", text_of(path), aspen::standard_catalogue());
    if (!compiled.ok() || compiled.program.modules.size() != 1) continue;
    aspen::Chunk& chunk = compiled.program.modules[0].chunk;
    size_t words = 0;
    for (const aspen::FunctionCode& function : chunk.functions) words += function.code.size();
    if (words < kMostWords) chunks.push_back(std::move(chunk));
  }
  if (chunks.empty()) abort();
  return chunks;
}

const std::vector<aspen::Chunk>& scripts() {
  static const std::vector<aspen::Chunk> compiled = compile_scripts();
  return compiled;
}

aspen::MachineOptions options(bool counts_fuel) {
  aspen::MachineOptions options;
  if (counts_fuel) options.limits.fuel = kFuel;
  options.limits.wall_ns = kMostNs;
  options.limits.tasks = 100;
  options.limits.heap_bytes = 16 << 20;
  options.limits.stack_bytes = 1 << 20;
  options.hash_seed = 1;
  options.out = options.err = [](std::string_view) {};
  options.permissions = {};
  return options;
}

void run(const aspen::Chunk& chunk, uint8_t mode) {
  aspen::Engine engine(options(mode % 2 == 0));
  aspen::NativeStackScope scope(engine.machine().mutator());
  std::string error;
  constexpr aspen::SplitPolicy kPolicies[] = {aspen::SplitPolicy::never, aspen::SplitPolicy::on_demand,
                                              aspen::SplitPolicy::always, aspen::SplitPolicy::chaos};
  const aspen::RuntimeOptions runtime{.workers = 0, .split = kPolicies[mode / 2 % 4], .seed = 1};
  if (!engine.machine().start_runtime(runtime, error) || !engine.machine().prepare_polling(error)) abort();
  aspen::LoadedModule* module = engine.machine().load(chunk, error);
  if (module == nullptr) return;
  ++tally.loaded;
  const aspen::Outcome outcome = engine.run(*module);
  tally.finished += outcome.finished();
  if (!outcome.finished()) engine.report(outcome);
}

bool is_accepted(const aspen::Chunk& chunk) {
  std::string error;
  const bool accepted = aspen::verify(chunk, error);
#ifdef ASPEN_PLANTED_BUG
  // As if the verifier did not check where the state of a loop comes from.
  if (error.find("a loop takes a step that it was not prepared for") != std::string::npos) abort();
#endif
  return accepted;
}

// Most changes that the verifier refuses are undone, so that code that runs differs in several places.
void change(aspen::Chunk& chunk, Choices& choices) {
  aspen::Chunk changed = chunk;
  ChunkMutator(changed, choices).change();
  if (is_accepted(changed) || choices.byte() % 64 == 63) chunk = std::move(changed);
}

// Of a file.
void damage(std::string& bytes, Choices& choices) {
  for (int i = 0; i < 4; ++i) bytes[choices.below(bytes.size())] ^= static_cast<char>(choices.byte());
  if (choices.byte() % 8 == 0) bytes.resize(choices.below(bytes.size()));
}

}  // namespace

// Compiles before the first run: that takes seconds, and on a busy machine it took longer than a run may.
extern "C" int LLVMFuzzerInitialize(int*, char***) {
  scripts();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  Choices choices({reinterpret_cast<const char*>(data), size});
  aspen::Chunk chunk = scripts()[choices.below(scripts().size())];
  const uint8_t mode = choices.byte();
  for (size_t i = 0; i < kMostChanges && !choices.at_end(); ++i) change(chunk, choices);

  ++tally.mutants;
  std::string bytes = aspen::save_chunk(chunk), error;
  const bool is_damaged = mode % 64 == 63;
  if (is_damaged) damage(bytes, choices);
  aspen::Chunk read;
  const bool is_read = aspen::read_chunk(bytes, read, error);
  if (!is_read && is_damaged) return 0;
  if (!is_read || !read.is_from_outside || aspen::save_chunk(read) != bytes) abort();
  if (!is_accepted(read)) return 0;
  ++tally.verified;
  run(read, mode);
  return 0;
}
