// Every failure comes back as a Result with its reason, and the VM stays usable.
#include <aspen/aspen.hpp>
#include <iostream>

#include "tests/embed/check.h"

namespace {

using aspen::ErrorKind;

void compile_errors(aspen::Vm& vm) {
  auto program = vm.compile("x = 1\ny = nowhere + )", "bad.asp");
  CHECK(!program && program.error().kind() == ErrorKind::compile);
  CHECK_CONTAINS(program.error().render(), "bad.asp:2:");
  auto missing = vm.compile_file("/nonexistent/file.asp");
  CHECK(!missing && missing.error().kind() == ErrorKind::compile);
  CHECK_CONTAINS(missing.error().message(), "/nonexistent/file.asp");
}

void script_errors(aspen::Vm& vm, const std::string& path) {
  auto result = vm.call<double>("outer", 0);
  CHECK(!result && result.error().kind() == ErrorKind::script);
  CHECK_CONTAINS(result.error().message(), "ArithmeticError: ");
  CHECK_CONTAINS(result.error().render(), path + ":1:");
  CHECK_CONTAINS(result.error().render(), "inner");
  CHECK_CONTAINS(result.error().render(), "in outer at " + path + ":2");
  CHECK(*vm.call<double>("outer", 5) == 3.0);

  // A script cannot forge lines of a log, nor commands to a terminal.
  auto program = vm.compile("forge = () -> error \"a\\nb\\u{1b}[2J\\u{85}c\\t\"", "forge.asp");
  CHECK(program && vm.run(*program));
  CHECK_EQUAL(vm.call<void>("forge").error().message(), "error: a\\nb\\u{1b}[2J\\u{85}c\\t");

  auto left = vm.call<void>("leave", 7);
  CHECK(!left && left.error().kind() == ErrorKind::exit && left.error().exit_code() == 7);
  CHECK(*vm.call<double>("outer", 10) == 2.0);

  auto typo = vm.get<double(double)>("outr");
  CHECK(!typo && typo.error().kind() == ErrorKind::type);
  CHECK_CONTAINS(typo.error().message(), "did you mean `outer`?");
}

void misuse(aspen::Vm& vm) {
  std::string told;
  vm.module("host").def("nested", aspen::write, [&](int64_t n) {
    auto result = vm.call<double>("outer", n);
    told = result ? "" : result.error().message();
    return !result && result.error().kind() == ErrorKind::misuse;
  });
  auto program = vm.compile("nested = n -> host.nested n", "nested.asp");
  CHECK(program && vm.run(*program));
  auto refused = vm.call<bool>("nested", 1);
  CHECK(refused && *refused);
  CHECK_CONTAINS(told, "cannot call");

  aspen::Vm other;
  aspen::Value stranger = other.value(5);
  CHECK(stranger && !vm.call<void>("safe", stranger));
  CHECK(!vm.as<int>(stranger) && *other.as<int>(stranger) == 5);
}

}  // namespace

int main(int, char** argv) {
  aspen::Vm vm;
  auto program = vm.compile_file(argv[1]);
  if (!program) std::cout << program.error().render();
  CHECK(program && vm.run(*program));
  compile_errors(vm);
  script_errors(vm, argv[1]);
  misuse(vm);
  return failures;
}
