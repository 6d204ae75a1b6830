// A read takes as long beside thousands of others as alone: none looks at all that are before it or after it.
#include <algorithm>
#include <aspen/aspen.hpp>
#include <chrono>
#include <ctime>
#include <utility>
#include <vector>

#include "tests/embed/check.h"

namespace {

using namespace std::chrono_literals;

// Processor time of this thread. std::clock counts in ticks where the test's own time is limited.
double seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

// Seconds for each of `reads` that are all in flight at once.
double seconds_for_each(aspen::Vm& vm, std::vector<aspen::Completer<int>>& in_flight, int reads) {
  const double begin = seconds();
  auto sum = vm.get<int(int)>("sum_of_reads")->start(reads);
  size_t most = 0;
  while (!sum.ready()) {
    vm.poll(1h);
    most = std::max(most, in_flight.size());
    for (auto& read : std::exchange(in_flight, {})) read.resolve(1);
  }
  CHECK(sum.get().value_or(0) == reads);
  CHECK(most == static_cast<size_t>(reads));
  return (seconds() - begin) / reads;
}

}  // namespace

int main() {
  std::vector<aspen::Completer<int>> in_flight;
  aspen::Vm vm;
  vm.module("io").async("read", aspen::read,
                        [&](aspen::Completer<int> done, int) { in_flight.push_back(std::move(done)); });
  const auto program = vm.compile("sum_of_reads = n -> sum (map io.read (0..n))\n", "reads.asp");
  CHECK(program && vm.run(*program));
  seconds_for_each(vm, in_flight, 500);
  double few = 1, many = 1;
  for (int i = 0; i < 5; ++i) {
    few = std::min(few, seconds_for_each(vm, in_flight, 500));
    many = std::min(many, seconds_for_each(vm, in_flight, 10'000));
  }
  CHECK(many < 6 * few);  // 20 times, if each looked at all of them
  return failures;
}
