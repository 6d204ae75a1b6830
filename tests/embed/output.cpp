// Output of scripts goes where the host wants it, in order, and before what the host's functions do later;
// scripts see the arguments that the host gives.
#include <unistd.h>
#include <aspen/aspen.hpp>

#include <array>

#include "tests/embed/check.h"

namespace {

void goes_to_the_host() {
  std::string out, err;
  aspen::Vm vm({.out = [&](std::string_view text) { out += text; },
                .err = [&](std::string_view text) { err += text; },
                .arguments = {"one", "two"}});
  auto program = vm.compile("print args\nwrite \"no newline\"\neprint \"aside\"", "output.asp");
  CHECK(program && vm.run(*program));
  CHECK_EQUAL(out, "[\"one\", \"two\"]\nno newline");
  CHECK_EQUAL(err, "aside\n");
}

// Also while the script goes on for ever.
void comes_at_once() {
  std::string log;
  aspen::Vm vm({.out = [&](std::string_view text) { log += text; }});
  vm.module("host")
      .def("log", aspen::write, [&](const std::string& text) { log += "host " + text + "\n"; })
      .async("later", aspen::write, [&](aspen::Completer<int> done) {
        log += "later\n";
        done.resolve(1);
      });
  auto program =
      vm.compile("print 1\nhost.log \"a\"\nprint 2\nhost.later ()\nwrite \"\"\nprint 3", "order.asp");
  CHECK(program && vm.run(*program));
  CHECK_EQUAL(log, "1\nhost a\n2\nlater\n3\n");

  bool has_begun = false;
  aspen::Vm* self = nullptr;
  aspen::Vm endless({.out = [&](std::string_view) {
    has_begun = true;
    self->interrupt();
  }});
  self = &endless;
  program = endless.compile("print \"begun\"\nloop { }", "endless.asp");
  const auto ran = endless.run(*program);
  CHECK(has_begun && !ran && ran.error().kind() == aspen::ErrorKind::interrupted);
}

// Standard output is buffered, but not across what the host does.
void standard_output_keeps_order() {
  std::array<int, 2> ends{};
  CHECK(::pipe(ends.data()) == 0);
  std::fflush(stdout);
  const int before = ::dup(STDOUT_FILENO);
  ::dup2(ends[1], STDOUT_FILENO);
  {
    aspen::Vm vm;
    const auto say = [](const std::string& text) {
      CHECK(::write(STDOUT_FILENO, text.data(), text.size()) == static_cast<ssize_t>(text.size()));
    };
    vm.module("host")
        .def("say", aspen::write, say)
        .async("later", aspen::write, [&](aspen::Completer<int> done) {
          say("later\n");
          done.resolve(1);
        });
    auto program = vm.compile("print 1\nhost.say \"a\\n\"\nprint 2\nhost.later ()\nprint 3", "order.asp");
    CHECK(program && vm.run(*program));
  }
  ::dup2(before, STDOUT_FILENO);
  ::close(before);
  ::close(ends[1]);
  std::array<char, 100> text{};
  std::string found;
  for (ssize_t got = 0; (got = ::read(ends[0], text.data(), text.size())) > 0;)
    found.append(text.data(), static_cast<size_t>(got));
  ::close(ends[0]);
  CHECK_EQUAL(found, "1\na\n2\nlater\n3\n");
}

}  // namespace

int main() {
  goes_to_the_host();
  comes_at_once();
  standard_output_keeps_order();
  return failures;
}
