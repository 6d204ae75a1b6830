// The k-th allocation fails, for all k, while every call, loop and range that can overlap is split: a split
// that finds no memory is not made. It neither ends the call that is under way nor loses the permit that was
// just acquired, nor the elements that it was about to give away.
#include <algorithm>
#include <new>
#include <string>
#include <string_view>

#include "sched/memory.h"
#include "stdlib/embed/engine.h"
#include "tests/embed/check.h"
#include "tests/embed/failing_memory.h"
#include "vm/run/runtime.h"

namespace {

// An attack that comes to its end gives whether its result is right. `probe` raises Deadlock if the permit
// was lost.
constexpr const char* kProgram = R"(
s = semaphore 1
slow = n -> if n < 2 { n } else { slow (n - 1) + slow (n - 2) }
guarded = n -> semaphore.with s (() -> n)
pair = n -> slow n + guarded 1 + slow n + guarded 2
calls = () -> {
    for i in 0..10 { pair 10 }
    true
}
ranges = () -> {
    wanted = list (5..1005)
    map (i -> slow 5 + i) (0..1000) == wanted and map (x -> slow 5 + x - 5) wanted == wanted
}
loops = () -> {
    total = 0
    for i in 0..100 { total += slow (i % 3) }
    out = []
    for i in 0..40 { out |>= push (slow 5 + i) }
    text = ""
    for i in 0..40 { text += "{slow 3}" }
    total == 66 and out == list (5..45) and text == string.repeat 40 "2"
}
probe = () -> {
    semaphore.acquire s
    semaphore.release s
}
)";

struct Host {
  Host() : engine(options()) {
    std::string error;
    CHECK(engine.machine().start_runtime({.workers = 2, .split = aspen::SplitPolicy::always, .seed = 1},
                                         error));
    aspen::CompileResult compiled = aspen::compile_text("splits.asp", kProgram, engine.catalogue());
    module = compiled.ok() ? engine.load(compiled.program, error) : nullptr;
    CHECK(module != nullptr && engine.run(*module).finished());
  }
  static aspen::MachineOptions options() {
    aspen::MachineOptions out;
    out.out = out.err = [](std::string_view) {};
    return out;
  }
  aspen::Outcome call(std::string_view name) {
    const auto function = std::find_if(module->functions.begin(), module->functions.end(),
                                       [&](const aspen::Proto& proto) { return proto.name == name; });
    const aspen::Value unit = aspen::Value::unit();
    return engine.call(aspen::Value::object(function->closure), &unit, 1);
  }

  aspen::Engine engine;
  aspen::LoadedModule* module = nullptr;
};

// Attacks that did not notice that the allocation failed.
long whole = 0;

// Whether the attack got so far that the allocation was asked for.
bool attack_without(const char* name, long which) {
  Host host;
  asked = 0;
  failing = which;
  try {
    const aspen::Outcome outcome = host.call(name);
    if (outcome.finished()) {
      ++whole;
      CHECK(outcome.value.bits() == aspen::Value::boolean(true).bits());
    }
  } catch (const std::bad_alloc&) {  // the call could not begin
  }
  const bool was_asked = asked >= which;
  failing = 0;
  CHECK(host.call("probe").finished());
  return was_asked;
}

}  // namespace

int main() {
  constexpr long kMost = 300;
  for (const char* name : {"calls", "ranges", "loops"}) {
    long tried = 1;
    whole = 0;
    while (tried <= kMost && attack_without(name, tried)) ++tried;
    // Allocations for splits are survived, of which there are 46 and more. Those for the call, for stacks of
    // strands and for growing lists and texts are not; how many of them there are depends on the workers.
    // Where a sanitizer has to see each block, tasks are allocated below what this program counts.
    CHECK(whole >= (aspen::sched::kUsesMimalloc ? 20 : 5));
  }
  return failures;
}
