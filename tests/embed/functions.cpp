// Host functions called by a script: deduced types; mistakes and exceptions become errors of the script.
// expect: 3
// expect: [11, 12]
// expect: hello, you
// expect: 4
// expect: 1
// expect: Err "mean of an empty list"
// expect: Err "thrown"
// expect: Err "a C++ exception of unknown type"
// expect: Err "cannot open caf�.txt"
// expect: host.add: argument1 must be an Int of 64 bits, not "a", a String
// expect: host.named: times must be an Int of 64 bits, not "b", a String
// expect: host.count: () must be (), not 3, an Int
// expect: what the host returned is not a String of valid UTF-8
// expect: Some 2
// expect: 11
// expect: Function
// expect: 500
#include <aspen/aspen.hpp>
#include <iostream>
#include <memory>
#include <numeric>
#include <stdexcept>

#include "tests/embed/check.h"

namespace {

std::string greet(std::string_view name) { return "hello, " + std::string(name); }

struct Total {
  int64_t operator()(const std::vector<int64_t>& xs) const {
    return std::accumulate(xs.begin(), xs.end(), int64_t{0});
  }
};

}  // namespace

int main(int, char** argv) {
  auto owned = std::make_shared<int>(0);
  std::vector<std::string> notes;
  {
    aspen::Vm vm;
    auto host = vm.module("host");
    host.def("add", aspen::pure, [](int64_t a, int64_t b) { return a + b; })
        .def("greet", aspen::pure, greet)
        .def("total", aspen::pure, Total())
        .def("note", aspen::write, [&notes](std::string text) { notes.push_back(std::move(text)); })
        .def("count", aspen::read, [&notes] { return notes.size(); })
        .def("mean", aspen::pure,
             [](const std::vector<double>& xs) -> aspen::Result<double> {
               if (xs.empty()) return aspen::Error("mean of an empty list");
               return std::accumulate(xs.begin(), xs.end(), 0.0) / static_cast<double>(xs.size());
             })
        .def("throws", aspen::pure, [](int) -> int { throw std::runtime_error("thrown"); })
        .def("throws_latin1", aspen::pure,
             [](int) -> int { throw std::runtime_error("cannot open caf\xe9.txt"); })
        .def("throws_other", aspen::pure, [](int) -> int { throw 5; })
        .def(
            "named", aspen::pure, [](int64_t n, int64_t times) { return n * times; }, "n times")
        .def("bad_text", aspen::pure, [] { return std::string("\xff"); })
        .def("holds", aspen::pure, [owned] { return *owned; });
    CHECK(host.error() == nullptr);
    vm.module("").def("pick", aspen::pure,
                      [](const std::map<std::string, int>& from, const std::string& key) {
                        auto found = from.find(key);
                        return found == from.end() ? std::optional<int>() : std::optional<int>(found->second);
                      });
    CHECK(vm.set("limit", 500));

    CHECK(vm.module("host").def("Bad name", aspen::pure, [] { return 1; }).error() != nullptr);
    CHECK(!vm.set("no name", 1));

    auto program = vm.compile_file(argv[1]);
    if (!program) std::cout << program.error().render();
    if (auto ran = vm.run(*program); !ran) std::cout << ran.error().render();
    CHECK(owned.use_count() == 2);
  }
  CHECK(owned.use_count() == 1);  // the VM frees the objects that its functions hold
  CHECK(notes == std::vector<std::string>{"kept"});
  return failures;
}
