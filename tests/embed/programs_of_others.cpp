// A program runs in the VM that compiled it, and in no other: not in one that exists beside it, nor in one
// that is made after its VM is gone.
#include <aspen/aspen.hpp>

#include <optional>

#include "tests/embed/check.h"

namespace {

void is_refused(aspen::Vm& vm, const aspen::Program& program) {
  const auto ran = vm.run(program);
  CHECK(!ran && ran.error().kind() == aspen::ErrorKind::misuse);
  if (!ran) CHECK_CONTAINS(ran.error().message(), "aspen_run: another VM has compiled this program");
}

aspen::Program compiled_by(aspen::Vm& vm) {
  vm.module("host").def("number", aspen::pure, [] { return 1; });
  auto program = vm.compile("print \"ran\"\nf = () -> host.number ()", "f.asp");
  CHECK(program);
  return *std::move(program);
}

}  // namespace

int main() {
  std::string out;
  const auto append = [&](std::string_view text) { out += text; };
  aspen::Vm other({.out = append});
  std::optional<aspen::Program> kept;
  {
    aspen::Vm vm({.out = append});
    kept = compiled_by(vm);
    CHECK(vm.run(*kept) && vm.call<int>("f").value_or(0) == 1);
    is_refused(other, *kept);
    aspen::Vm moved(std::move(vm));
    CHECK(moved.run(*kept));
  }
  is_refused(other, *kept);
  // Likely at the address of the one that is gone.
  for (int i = 0; i < 20; ++i) {
    aspen::Vm later({.out = append});
    is_refused(later, *kept);
  }
  CHECK_EQUAL(out, "ran\nran\n");
  CHECK(other.run(compiled_by(other)) && other.call<int>("f").value_or(0) == 1);
  return failures;
}
