// Limits that a host sets stop a script, are distinguished from its own errors, and leave the VM usable.
#include <aspen/aspen.hpp>
#include <chrono>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/embed/check.h"

namespace {

using aspen::ErrorKind;

void ends_as(aspen::Vm& vm, const char* function, ErrorKind kind) {
  auto result = vm.call<void>(function);
  CHECK(!result && result.error().kind() == kind);
  if (!result && result.error().kind() != kind) std::printf("%s", result.error().render().c_str());
  auto after = vm.call<std::string>("once");
  CHECK(after && *after == "fine");
}

// A limit ends what changes a cell, and nothing of the script runs after that. Later calls can use the cell.
void cells_are_free_after(const aspen::Limits& limits) {
  aspen::Vm vm({.limits = limits});
  auto program = vm.compile(
      "c = cell [1]\nd = cell [2]\n"
      "change = () -> cell.change (w -> { loop { }; w }) c\n"
      "update = () -> cell.update (w -> { loop { }; w }) d\n"
      "nested = () -> cell.update (w -> { change (); w }) d\n"
      "state = () -> \"{match try (cell.get c) { Ok v -> v, Err (Broken _) -> "
      "\"lost\" }} {cell.update (push 3) d}\"\n"
      "repair = () -> { cell.set [1] c; cell.set [2] d }\n",
      "cells.asp");
  CHECK(program && vm.run(*program));
  for (const char* function : {"change", "update", "nested"}) {
    CHECK(!vm.call<void>(function));
    const auto state = vm.call<std::string>("state");
    CHECK(state && *state == (std::string_view(function) == "update" ? "[1] [2, 3]" : "lost [2, 3]"));
    if (!state) std::printf("%s: %s", function, state.error().render().c_str());
    CHECK(vm.call<void>("repair"));
  }
}

// What the first program of a VM has started takes its fuel from what the program leaves, also if the program
// itself needs no tasks. Returns whether all end.
bool calls_share_the_fuel_of_the_first_program(int count) {
  aspen::Vm vm({.limits = {.fuel = 100'000}});
  std::vector<aspen::Future<int>> calls;
  vm.module("host").def("start", aspen::write,
                        [&](const aspen::Function<int(int)>& f) { calls.push_back(f.start(30'000)); });
  vm.module("host").def("count", aspen::read, [&] { return count; });
  auto program = vm.compile(
      "spin = n -> { for i in 0..n { i }; n }\n"
      "for _ in 0..host.count () { host.start spin }\nspin 20_000\n",
      "first.asp");
  CHECK(program && vm.run(*program) && static_cast<int>(calls.size()) == count);
  int ended = 0;
  for (const auto& call : calls) {
    const auto result = call.get();
    CHECK(result || result.error().kind() == ErrorKind::out_of_fuel);
    ended += result ? 1 : 0;
  }
  CHECK(vm.call<int>("spin", 90'000).value_or(0) == 90'000);  // a call of the host has its own
  return ended == count;
}

// Whatever a limit cuts short, the permits and the cell can be used by the next call, and a transaction is
// undone. The limit strikes a little later each time, while one task works and others wait.
void nothing_is_held_after(uint64_t fuel) {
  aspen::Vm vm({.limits = {.fuel = fuel}});
  auto program = vm.compile(
      "s = semaphore 2\nc = cell 0\ndb = sqlite.open \":memory:\"\n"
      "sqlite.exec \"create table t (n)\" () db\n"
      "spin = n -> { for i in 0..n { i }; n }\n"
      "permits = () -> gather (n -> semaphore.with s (() -> semaphore.with s (() -> spin n)))"
      " [9, 99, 999, 99_999]\n"
      "cells = () -> gather (n -> cell.update (k -> k + spin n) c) [9, 99, 999, 99_999]\n"
      "changes = () -> gather (n -> cell.change (k -> k + spin n) c) [9, 99, 999, 99_999]\n"
      "insert = n db -> { sqlite.exec \"insert into t values (?)\" [n] db; spin n }\n"
      "rows = () -> gather (n -> sqlite.transaction (insert n) db) [9_999, 99_999]\n"
      "outer = db -> {\n"
      "    sqlite.exec \"insert into t values (88888)\" () db\n"
      "    sqlite.transaction (insert 99_999) db\n"
      "}\n"
      "nested = () -> sqlite.transaction outer db\n"
      "permit_of_fiber = () -> wait_in (fiber { semaphore.hold s; semaphore.hold s; yield 1 })\n"
      "cell_of_fiber = () -> wait_in (fiber { a = cell.hold c; yield a })\n"
      "change_of_fiber = () -> wait_in (fiber { a = cell.begin c; yield a })\n"
      "rows_of_fiber = () -> wait_in (fiber { sqlite.begin db; insert 99_999 db; yield 1 })\n"
      "wait_in = f -> for x in f { spin 99_999 }\n"
      "free = () -> {\n"
      "    semaphore.with s (() -> semaphore.with s (() -> ()))\n"
      "    cell.set 0 c\n"
      "    sqlite.transaction (db -> sqlite.query \"select n from t where n > 9999\" () db) db\n"
      "}\n",
      "held.asp");
  CHECK(program && vm.run(*program));
  for (const char* function : {"permits", "cells", "changes", "rows", "nested", "permit_of_fiber",
                               "cell_of_fiber", "change_of_fiber", "rows_of_fiber"}) {
    auto stopped = vm.call<void>(function);
    CHECK(!stopped && stopped.error().kind() == ErrorKind::out_of_fuel);
    auto rest = vm.call<std::vector<aspen::Value>>("free");
    CHECK(rest && rest->empty());
    if (!rest) std::printf("%s with fuel %d: %s", function, int(fuel), rest.error().render().c_str());
  }
}

// Work that is one step of a script but takes a microsecond or more costs as much fuel as a loop that takes
// as long: about 10,000 steps in 100 microseconds.
void long_work_takes_fuel(const std::string& work, int most_times) {
  aspen::Vm vm(
      {.capabilities = aspen::Capabilities::all(), .limits = {.heap_bytes = 256u << 20, .fuel = 10'000}});
  const std::string a(1'000'000, 'a');
  int times = 0;
  vm.module("host").def("count", aspen::write, [&] { ++times; });
  std::vector<std::string> texts;
  for (int i = 10; i < 40; ++i) texts.push_back(a + std::to_string(i));
  const std::vector<std::byte> bytes(a.size(), std::byte{'a'});
  CHECK(vm.set("a", a) && vm.set("b", a) && vm.set("c", a + "y") && vm.set("xs", texts));
  CHECK(vm.set("p", bytes) && vm.set("q", bytes));
  CHECK(vm.set("held", std::map<std::string, int>{{a, 1}}) && vm.set("floats", std::vector(300'000, 1.5)));
  auto program = vm.compile(
      "db = sqlite.open \":memory:\"\nf = () -> loop { host.count (); x = " + work + " }", "work.asp");
  CHECK(program && vm.run(*program));
  auto result = vm.call<void>("f");
  CHECK(!result && result.error().kind() == ErrorKind::out_of_fuel);
  CHECK(times <= most_times);
  if (times > most_times) std::printf("%s: %d times\n", work.c_str(), times);
}

}  // namespace

int main(int, char** argv) {
  aspen::Vm fueled({.limits = {.fuel = 10'000}});
  auto program = fueled.compile_file(argv[1]);
  CHECK(program && fueled.run(*program));
  ends_as(fueled, "spin", ErrorKind::out_of_fuel);
  ends_as(fueled, "stubborn", ErrorKind::out_of_fuel);

  aspen::Vm small({.limits = {.heap_bytes = 8u << 20}});
  auto same = small.compile_file(argv[1]);
  CHECK(same && small.run(*same));
  ends_as(small, "hoard", ErrorKind::out_of_memory);
  ends_as(small, "hoard", ErrorKind::out_of_memory);

  aspen::Vm lonely({.limits = {.tasks = 20}});
  auto spawning = lonely.compile_file(argv[1]);
  CHECK(spawning && lonely.run(*spawning));
  ends_as(lonely, "grow", ErrorKind::out_of_tasks);
  ends_as(lonely, "stubborn_storm", ErrorKind::out_of_tasks);
  CHECK(lonely.call<void>("modest"));

  CHECK(calls_share_the_fuel_of_the_first_program(2));
  CHECK(!calls_share_the_fuel_of_the_first_program(3));

  aspen::Vm stopped;
  auto again = stopped.compile_file(argv[1]);
  bool running = false;
  stopped.module("host").def("started", aspen::write, [&] {
    stopped.interrupt();
    running = true;
  });
  auto signalled = stopped.compile("wait = () -> { host.started (); loop { } }", "wait.asp");
  CHECK(again && stopped.run(*again) && signalled && stopped.run(*signalled));
  ends_as(stopped, "wait", ErrorKind::interrupted);
  CHECK(running);

  stopped.interrupt();  // before the call, which then must not run
  ends_as(stopped, "stubborn", ErrorKind::interrupted);

  cells_are_free_after({.fuel = 100'000});
  for (const char* work :
       {"a == b", "a != b", "a < c", "(a, 1) < (c, 1)", "[a] == [b]", "string.compare a c", "p == q",
        "p <= q", "string.starts_with? a b", "string.ends_with? a b", "bytes.starts_with? p q",
        "bytes.ends_with? p q", "string.remove_prefix a b", "list.binary_search c xs"})
    long_work_takes_fuel(work, 5);
  for (const char* work : {"list.sorted? xs", "sort xs", "sort_with (p q -> p < q) xs", "max xs",
                           "min_by identity xs", "sort [a, b, a]"})
    long_work_takes_fuel(work, 2);
  long_work_takes_fuel("match try error a { Err e -> task.report_text e, _ -> () }", 20);
  long_work_takes_fuel("sqlite.close (sqlite.open \":memory:\")", 10);
  for (const char* work :
       {"regex.compile a[..60_000]", "compress.unpacker \"zstd\"", "try string.repeat 450_000_000 \"a\"",
        "get a held", "path.ext a", "path.parent a", "fs.put a (fs.open \"append\" \"/dev/null\")",
        "fs.read_chunk 1_000_000 (fs.open \"read\" \"/dev/zero\")"})
    long_work_takes_fuel(work, 10);
  for (const char* work : {"try compress.unzstd p", "sqlite.last_id db", "uuid.v4 ()", "random.bytes 256"})
    long_work_takes_fuel(work, 500);
  long_work_takes_fuel("show floats", 1);
  long_work_takes_fuel("a == \"b\"", 10'000);
  for (uint64_t fuel = 30'000; fuel < 31'000; fuel += 13) nothing_is_held_after(fuel);
  cells_are_free_after({.wall = std::chrono::milliseconds(20)});

  std::thread other([&] { stopped.interrupt(); });
  ends_as(stopped, "stubborn", ErrorKind::interrupted);
  other.join();
  return failures;
}
