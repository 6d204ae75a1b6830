// Tasks that compute for long do not keep those back that were spawned after them: the number of tasks that
// have begun may double with each round. A VM of a host counts the steps of each turn, so the order is always
// the same.
#include <aspen/aspen.hpp>
#include <string>

#include "tests/embed/check.h"

int main() {
  aspen::Vm vm;
  const auto program = vm.compile(R"(
ends = cell []
compute = name -> {
    n = 0
    for i in 0..400_000 { n = (n * 7 + i) % 1009 }
    cell.change (push name) ends
}
first_to_end = () -> {
    begin = channel 0
    done = channel 0
    for _ in 0..30 { spawn compute "long" }
    spawn {
        recv begin
        cell.change (push "short") ends
        send done ()
    }
    send begin ()
    recv done
    (cell.get ends)[0]
}
)",
                                  "fair.asp");
  CHECK(program && vm.run(*program));
  CHECK_EQUAL(vm.call<std::string>("first_to_end").value_or("none"), "short");
  return failures;
}
