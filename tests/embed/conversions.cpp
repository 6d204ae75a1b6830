// Sets, views of text and bytes, and why a conversion fails: the type, or memory.
#include <aspen/aspen.hpp>
#include <new>
#include <span>

#include "tests/embed/check.h"

namespace {

using aspen::ErrorKind;

void run(aspen::Vm& vm, const std::string& source) {
  auto program = vm.compile(source, "conversions.asp");
  if (!program) std::printf("%s", program.error().render().c_str());
  CHECK(program && vm.run(*program));
}

template <class T>
void fails(const aspen::Result<T>& result, ErrorKind kind, const std::string& message,
           int line = __builtin_LINE()) {
  check(!result && result.error().kind() == kind, "another kind", line);
  check_contains(result ? "no error" : result.error().message(), message, line);
}

void converts_sets(aspen::Vm& vm) {
  run(vm, "numbers = set [2, 1]\nadd = s -> set.add 3 s\nnames = [\"a\": 1]\nempty = set []");
  CHECK(*vm.get<std::set<int>>("numbers") == (std::set<int>{1, 2}));
  CHECK(*vm.get<std::unordered_set<int>>("numbers") == (std::unordered_set<int>{1, 2}));
  CHECK(*vm.call<std::set<int>>("add", std::set<int>{1}) == (std::set<int>{1, 3}));
  CHECK(vm.get<std::set<int>>("empty")->empty());
  fails(vm.get<std::set<std::string>>("numbers"), ErrorKind::type, "expected a set or a List");
  fails(vm.get<std::set<std::string>>("names"), ErrorKind::type, "expected a set or a List");
}

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void converts_views(aspen::Vm& vm) {
  static const std::vector<std::byte> kHeader = {std::byte{'o'}, std::byte{0xff}};
  vm.module("wire")
      .def(
          "size", aspen::pure, [](std::span<const std::byte> bytes) { return bytes.size(); }, "bytes")
      .def("join", aspen::pure,
           [](const std::vector<std::span<const std::byte>>& parts) {
             std::string joined;
             for (const auto& part : parts) joined += text_of(part);
             return joined;
           })
      .def("header", aspen::pure, [] { return std::span<const std::byte>(kHeader); })
      .def("first", aspen::pure, [](std::string_view text) { return text.substr(0, 1); });
  run(vm,
      "assert (wire.size b\"abc\" == 3)\n"
      "assert (wire.join [b\"ab\", b\"c\"] == \"abc\")\n"
      "assert (wire.header () == b\"o\\xff\")\n"
      "assert (wire.first \"xyz\" == \"x\")\n"
      "same = x -> x\n"
      "wrong = () -> wire.size \"abc\"\n");
  CHECK(*vm.call<std::vector<std::byte>>("same", std::span<const std::byte>(kHeader)) == kHeader);
  CHECK_EQUAL(*vm.call<std::string>("same", std::string_view("view")), "view");
  fails(vm.call<int>("wrong"), ErrorKind::script, "wire.size: bytes must be Bytes, not \"abc\"");
}

void blames_the_type(aspen::Vm& vm) {
  fails(vm.set("x", std::string("\xff")), ErrorKind::type, "x is not a String of valid UTF-8");
  fails(vm.call<int>("same", std::string("\xff")), ErrorKind::type, "argument 1 is not a String");
  aspen::Vm other;
  fails(vm.set("x", other.value(5)), ErrorKind::type, "x is not a value of this VM");
}

void blames_memory() {
  aspen::Vm vm({.limits = {.heap_bytes = 8u << 20}});
  vm.module("host")
      .def("large", aspen::write, [] { return std::string(20 << 20, 'x'); })
      .def("fails", aspen::write, []() -> int { throw std::bad_alloc(); });
  run(vm,
      "same = x y -> y\nlarge = () -> host.large ()\nfails = () -> host.fails ()\n"
      "caught = () -> match try (host.fails ()) { Err (MemoryLimit e) -> e.message, other -> show other }\n");
  const std::string large(20 << 20, 'x');
  for (int i = 0; i < 3; ++i) {
    fails(vm.set("x", large), ErrorKind::out_of_memory, "x: no memory for a String");
    fails(vm.call<int>("same", 1, large), ErrorKind::out_of_memory, "argument 2: no memory for a String");
    fails(vm.get<int(int, std::string)>("same")->start(1, large).get(), ErrorKind::out_of_memory,
          "argument 2: no memory");
    fails(vm.call<int>("same", 1, std::string("\xff")), ErrorKind::type, "argument 2 is not a String");
    CHECK(!vm.value(large) && vm.value(5));
    fails(vm.call<std::string>("large"), ErrorKind::out_of_memory, "MemoryLimit: ");
    fails(vm.call<int>("fails"), ErrorKind::out_of_memory, "MemoryLimit: the host has no memory");
    CHECK_EQUAL(*vm.call<std::string>("caught"), "the host has no memory");
    CHECK(*vm.call<int>("same", 1, 2) == 2);
  }
}

}  // namespace

int main() {
  aspen::Vm vm;
  converts_sets(vm);
  converts_views(vm);
  blames_the_type(vm);
  blames_memory();
  return failures;
}
