// Functions of the host that work for long end with their call, and those that need much memory ask first.
#include <algorithm>
#include <aspen/aspen.hpp>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "tests/embed/check.h"

namespace {

using namespace std::chrono_literals;

// Runs until its call has to end.
int64_t spin(aspen::Call& call) {
  for (;;) call.work(1'000);
}

class Matrix {
 public:
  Matrix(aspen::Call& call, size_t rows, size_t columns) : cells_(take(call, rows * columns), 1.0) {}

  // `call` may stand at any place.
  double sum_to(size_t end, aspen::Call& call) const {
    double sum = 0;
    for (size_t i = 0; i < std::min(end, cells_.size()); ++i) {
      call.work(1);
      sum += cells_[i];
    }
    return sum;
  }
  size_t bytes() const { return cells_.size() * sizeof(double); }
  void scale(double by) {
    for (double& cell : cells_) cell *= by;
  }

 private:
  static size_t take(aspen::Call& call, size_t cells) {
    call.require_memory(cells * sizeof(double));
    return cells;
  }

  std::vector<double> cells_;
};

void define_all(aspen::Vm& vm) {
  aspen::Module host = vm.module("host");
  host.def("spin", aspen::pure, spin)
      .def("spin_and_write", aspen::write, spin)
      .def("deaf", aspen::write,
           [](aspen::Call& call, int64_t n) {
             try {
               for (;;) call.work(1'000);
             } catch (...) {
               return n;
             }
           })
      .def("works", aspen::pure,
           [](int64_t a, aspen::Call& call, int64_t b) {
             call.work(1'000);
             return a - b;
           })
      .async("begins", aspen::read,
             [](const aspen::Completer<int64_t>& done, aspen::Call& call, int64_t n) {
               call.require_memory(static_cast<size_t>(n));
               done.resolve(n);
             })
      .type<Matrix>("Matrix")
      .ctor<aspen::Call&, size_t, size_t>(aspen::pure, "rows columns")
      .method("sum_to", &Matrix::sum_to, "end")
      .method("scaled",
              [](Matrix& matrix, aspen::Call& call, double by) {
                call.work(100);
                matrix.scale(by);
              })
      .memory(&Matrix::bytes);
  const auto program = vm.compile(R"(
spin = () -> host.spin ()
spin_and_write = () -> host.spin_and_write ()
deaf = () -> host.deaf 1
in_time = f -> match try (task.timeout 0.01 f) { Err (Timeout _) -> "late", other -> show other }
works = () -> map (host.works 5) [1, 2, 3]
wrong = () -> host.works 5 "x"
begins = n -> match try (host.begins n) { Ok m -> m == n, Err (MemoryLimit _) -> "refused" }
make = (rows, columns) -> match try (host.matrix rows columns) {
    Ok m -> host.matrix.sum_to 1000 (host.matrix.scaled 2.0 m)
    Err (MemoryLimit _) -> -1.0
}
)",
                                  "long_calls.asp");
  CHECK(program && vm.run(*program));
}

aspen::ErrorKind kind_of(aspen::Vm& vm, const char* function, aspen::CallOptions options = {}) {
  const auto ended = vm.get<void()>(function)->start_with(options).get();
  return ended ? aspen::ErrorKind::misuse : ended.error().kind();
}

void check_that_long_calls_end() {
  for (const char* function : {"spin", "spin_and_write", "deaf"}) {
    aspen::Vm limited({.limits = {.fuel = 100'000}});
    define_all(limited);
    CHECK(kind_of(limited, function) == aspen::ErrorKind::out_of_fuel);
    CHECK(kind_of(limited, function) == aspen::ErrorKind::out_of_fuel);

    aspen::Vm vm;
    define_all(vm);
    CHECK(kind_of(vm, function, {.wall = 20ms}) == aspen::ErrorKind::out_of_time);
    std::thread other([&] {
      std::this_thread::yield();
      vm.interrupt();
    });
    CHECK(kind_of(vm, function) == aspen::ErrorKind::interrupted);
    other.join();

    const auto late = vm.get<std::string(aspen::Value)>("in_time");
    CHECK_EQUAL((*late)(*vm.get<aspen::Value>(function)).value_or("none"), "late");
  }
}

void check_memory() {
  aspen::Vm vm({.limits = {.heap_bytes = 16u << 20}});
  define_all(vm);
  const auto make = vm.get<double(std::pair<size_t, size_t>)>("make");
  CHECK((*make)({10, 10}).value_or(0) == 200.0);
  CHECK((*make)({100'000, 100'000}).value_or(0) == -1.0);
  for (int i = 0; i < 10; ++i)
    CHECK((*make)({1'000, 1'000}).value_or(0) == 2'000.0);  // those before are freed
  CHECK_EQUAL(vm.call<aspen::Value>("begins", 1000)->show(), "true");
  CHECK_EQUAL(vm.call<aspen::Value>("begins", 100'000'000)->show(), "\"refused\"");
}

void check_parameters() {
  aspen::Vm vm;
  define_all(vm);
  CHECK_EQUAL(vm.call<aspen::Value>("works")->show(), "[4, 3, 2]");
  const auto wrong = vm.call<void>("wrong");
  CHECK(!wrong);
  if (!wrong) CHECK_CONTAINS(wrong.error().message(), "host.works: argument2 must be an Int");
}

}  // namespace

int main() {
  check_that_long_calls_end();
  check_memory();
  check_parameters();
  CHECK(aspen_work(nullptr, 1) == 0 && aspen_require_memory(nullptr, 1) == 0);
  return failures;
}
