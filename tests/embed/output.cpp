// Output of scripts goes where the host wants it, in order; scripts see the arguments that the host gives.
#include <aspen/aspen.hpp>

#include "tests/embed/check.h"

int main() {
  std::string out, err;
  aspen::Vm vm({.out = [&](std::string_view text) { out += text; },
                .err = [&](std::string_view text) { err += text; },
                .arguments = {"one", "two"}});
  auto program = vm.compile("print args\nwrite \"no newline\"\neprint \"aside\"", "output.asp");
  CHECK(program && vm.run(*program));
  CHECK_EQUAL(out, "[\"one\", \"two\"]\nno newline");
  CHECK_EQUAL(err, "aside\n");
  return failures;
}
