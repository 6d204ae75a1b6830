// A host function works with values while tasks run: it collects, allocates many, and reads some.
#include <aspen/aspen.hpp>
#include <thread>

#include "tests/embed/check.h"

namespace {

std::vector<std::string> texts(int n) {
  return std::vector<std::string>(static_cast<size_t>(n), "a text that takes some room");
}

constexpr const char* kProgram = R"(
kept = list (0..10)
use_all = n -> {
    found = host.show (host.keep kept)
    host.collect ()
    "{len (host.texts n)} {found}"
}
all = n -> task.all (map (i -> spawn (use_all n)) (0..4))
print (all 20000)
ch = channel 0
waiting = spawn (recv ch)
task.yield ()
host.tell ()
host.ask ()
send ch 1
)";

}  // namespace

int main() {
  std::string out, told, told_later, refused = "no answer yet";
  std::thread asking;
  aspen::Vm vm({.out = [&](std::string_view text) { out += text; }});
  vm.module("host")
      .def("collect", aspen::write, [&] { vm.collect(); })
      .def("tell", aspen::write, [&] { told = vm.tasks(); })
      .async("ask", aspen::write,
             [&](aspen::Completer<int> done) {
               asking = std::thread([&, done = std::move(done), mailbox = vm.mailbox()]() mutable {
                 refused = vm.tasks();
                 mailbox.post([&, done = std::move(done)]() mutable {
                   told_later = vm.tasks();
                   done.resolve(1);
                 });
               });
             })
      .def("texts", aspen::read, texts)
      .def("keep", aspen::read,
           [&](const std::vector<int64_t>& numbers) {
             vm.collect();
             return vm.value(numbers);
           })
      .def("show", aspen::read, [](const aspen::Value& value) { return value.show(); });
  auto program = vm.compile(kProgram, "tasks.asp");
  if (!program) std::printf("%s", program.error().render().c_str());
  CHECK(program);
  auto ran = vm.run(*program);
  if (asking.joinable()) asking.join();
  if (!ran) std::printf("%s", ran.error().render().c_str());
  CHECK(ran);
  const std::string each = "\"20000 [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]\"";
  CHECK_EQUAL(out, "[" + each + ", " + each + ", " + each + ", " + each + "]\n");
  CHECK(told.starts_with("2 tasks\nprogram at tasks.asp:13: runs\n"));
  CHECK(told.find(" at tasks.asp:11: ") != std::string::npos);
  CHECK_CONTAINS(told_later,
                 "program at tasks.asp:14: waits for an operation outside of the program in host.ask");
  CHECK_EQUAL(refused, "");
  CHECK_EQUAL(vm.tasks(), "0 tasks\n");
  return failures;
}
