// The values of a program that has ended live as long as code that uses them can run: however often a program
// is run, and however many programs, those of earlier runs are freed.
#include <aspen/aspen.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tests/embed/check.h"

namespace {

constexpr size_t kLimit = size_t{16} << 20;

bool run(aspen::Vm& vm, const std::string& text, const std::string& name = "kept.asp") {
  auto program = vm.compile(text, name);
  if (!program) return std::printf("%s", program.error().render().c_str()), false;
  const auto ran = vm.run(*program);
  if (!ran) std::printf("%s", ran.error().render().c_str());
  return bool(ran);
}

// Each keeps 800 KB or more in a run: beyond the limit after 20 runs, if they stayed.
constexpr const char* kPrograms[] = {
    "table = repeat 100_000 1\nf = () -> len table",
    "f = () -> g ()\ntable = repeat 100_000 1\ng = () -> len table",
    "make = () -> { own = repeat 100_000 1; () -> len own }\nf = make ()\ng = () -> f ()",
    "table = repeat 100_000 1\nnodes = cell []\nf = () -> { cell.change (push f) nodes; len table }\nf ()",
    "words = fiber { table = repeat 100_000 1; loop { yield (len table) } }\nf = () -> words ()\nf ()",
    "seen = [:]\nfor i in 0..20_000 { seen[i] = \"{i}\" }\nf = n -> seen[n]",
};

void runs_of_one_program() {
  for (const char* text : kPrograms) {
    aspen::Vm vm({.limits = {.heap_bytes = kLimit}});
    const auto program = vm.compile(text, "again.asp");
    CHECK(program);
    bool goes_on = bool(program);
    for (int i = 0; goes_on && i < 60; ++i) {
      const auto ran = vm.run(*program);
      CHECK(ran);
      if (!ran) std::printf("run %d of %s\n%s", i, text, ran.error().render().c_str());
      goes_on = bool(ran);
    }
  }
}

void many_programs() {
  aspen::Vm vm({.limits = {.heap_bytes = kLimit}});
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    CHECK(run(vm, "table = repeat 100_000 " + n + "\nfirst = () -> second ()\nsecond = () -> table[5]",
              "program" + n + ".asp"));
    CHECK(vm.call<int>("first").value_or(-1) == i);
  }
  // Without functions.
  for (int i = 0; i < 60; ++i) {
    const std::string n = std::to_string(i);
    CHECK(run(vm, "table = repeat 100_000 " + n, "plain" + n + ".asp"));
    CHECK(vm.get<std::vector<int>>("table").value_or(std::vector<int>(1))[5] == i);
  }
}

constexpr char kVersion[] = R"(
use "./lib"
table = repeat 1_000 (lib.base + VERSION)
f = () -> g ()
g = () -> h table
h = xs -> {
    if xs[0] != lib.base + VERSION { error "mixed up" }
    xs[0] + lib.check xs[0]
}
waits = () -> wait_twice ()
wait_twice = () -> {
    sleep 0.02
    first = g ()
    sleep 0.02
    if f () != first { error "changed" }
    first
}
values = fiber { loop { yield (g ()) } }
host.keep (() -> match values () { Some v -> v, None -> -1 })
)";
constexpr char kLibrary[] = R"(
host.note_load ()
numbers = [LIBRARY]
base = 100 * LIBRARY
check = n -> if n >= first () { 0 } else { error "an older library" }
first = () -> 100 * numbers[0]
)";

std::string replaced(std::string text, const std::string& word, int number) {
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word))
    text.replace(at, word.size(), std::to_string(number));
  return text;
}

// What the host holds, and what still runs, keeps all that it can reach, also of modules that newer ones have
// replaced.
void reachable_values_stay() {
  int library = 0, loads = 0;
  std::vector<aspen::Function<int()>> held, given;
  std::vector<aspen::Future<int>> running;
  std::vector<aspen::Program> programs;
  std::vector<int> expected;
  aspen::Vm vm({.capabilities = aspen::Capability::time,
                .load = [&](const std::string&) -> std::optional<std::string> {
                  return replaced(kLibrary, "LIBRARY", library);
                }});
  vm.module("host")
      .def("keep", aspen::write, [&](aspen::Function<int()> f) { given.push_back(std::move(f)); })
      .def("note_load", aspen::write, [&] { ++loads; });
  for (int version = 1; version <= 6; ++version) {
    library = 1 + version / 2;
    auto program = vm.compile(replaced(kVersion, "VERSION", version), "kept.asp");
    CHECK(program && vm.run(*program));
    if (!program) return;
    expected.push_back(100 * library + version);
    held.push_back(*vm.get<int()>("f"));
    running.push_back(vm.get<int()>("waits")->start());
    programs.push_back(*std::move(program));
    vm.poll();
    vm.collect();
  }
  for (int round = 0; round < 3; ++round) {
    vm.collect();
    for (size_t i = 0; i < expected.size(); ++i) {
      CHECK(held[i]().value_or(-1) == expected[i]);
      CHECK(given[i]().value_or(-1) == expected[i]);
    }
  }
  for (size_t i = 0; i < expected.size(); ++i) CHECK(running[i].get().value_or(-1) == expected[i]);
  CHECK(loads == 4);
  // A program that runs again finds the library that it was compiled with.
  for (size_t i = 0; i < expected.size(); ++i) {
    CHECK(vm.run(programs[i]));
    vm.collect();
    CHECK(vm.call<int>("f").value_or(-1) == expected[i]);
  }
}

// A program that is run again without being loaded again finds the module that it was linked with, although a
// newer one has replaced that.
void imports_stay() {
  int library = 1, loads = 0;
  aspen::Vm vm({.load = [&](const std::string&) -> std::optional<std::string> {
    return replaced(kLibrary, "LIBRARY", library);
  }});
  vm.module("host").def("note_load", aspen::write, [&] { ++loads; });
  const auto first = vm.compile("use \"./lib\"\nbase = lib.base + lib.check 900", "first.asp");
  CHECK(first && vm.run(*first));
  library = 2;
  CHECK(run(vm, "use \"./lib\"\nnewer = lib.base", "second.asp"));
  for (int i = 0; i < 3; ++i) {
    vm.collect();
    CHECK(vm.run(*first) && vm.get<int>("base").value_or(0) == 100);
  }
  CHECK(loads == 2 && vm.get<int>("newer").value_or(0) == 200);
}

// An error that the host holds keeps its value, and nothing else.
void errors_keep_their_values() {
  aspen::Vm vm;
  CHECK(run(vm, "bad = [1, 2]\nf = () -> error (Bad g)\ng = () -> len bad"));
  auto failed = vm.call<int>("f");
  CHECK(run(vm, "f = () -> 1"));
  vm.collect();
  CHECK(!failed && failed.error().label() == "Bad");
  if (failed) return;
  const auto g = vm.as<aspen::Function<int()>>(failed.error().value().payload());
  CHECK(g && (*g)().value_or(0) == 2);
  CHECK(failed.error().render().find("kept.asp") != std::string::npos);
}

}  // namespace

int main() {
  runs_of_one_program();
  many_programs();
  reachable_values_stay();
  imports_stay();
  errors_keep_their_values();
  return failures;
}
