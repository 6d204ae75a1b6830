// What objects of the host allocate themselves counts for heap_bytes, once the type says how much that is.
#include <aspen/aspen.hpp>
#include <string>
#include <vector>

#include "tests/embed/check.h"

namespace {

constexpr size_t kMebibyte = size_t{1} << 20;

int alive = 0, most_alive = 0;

struct Buffer {
  explicit Buffer(int64_t n) : bytes(static_cast<size_t>(n)) { begin(); }
  Buffer(const Buffer& other) : bytes(other.bytes) { begin(); }
  ~Buffer() { --alive; }
  void grow(int64_t n) { bytes.resize(bytes.size() + static_cast<size_t>(n)); }
  int64_t size() const { return static_cast<int64_t>(bytes.size()); }

  std::vector<char> bytes;

 private:
  static void begin() { most_alive = std::max(most_alive, ++alive); }
};

struct Log : Buffer {
  Log() : Buffer(0) {}
};

// Runs `body` with objects of 1 MiB and a heap of 16 MiB. If it ends well, half of the heap is free after it.
void ends(const std::string& body, bool fits) {
  most_alive = 0;
  aspen::Vm vm({.limits = {.heap_bytes = 16 * kMebibyte}});
  const auto bytes = [](const Buffer& b) { return b.bytes.capacity(); };
  auto host = vm.module("host");
  host.type<Buffer>("Buffer")
      .ctor<int64_t>()
      .method("grow", &Buffer::grow)
      .method("size", &Buffer::size)
      .memory(bytes);
  host.type<Log>("Log")
      .shared()
      .ctor<>()
      .method("write", [](Log& log, int64_t n) { log.grow(n); })
      .method("clear", [](Log& log) { std::vector<char>().swap(log.bytes); })
      .memory(bytes);
  host.def("fill", aspen::write, [](Log& log, int64_t n) { log.grow(n); });
  host.def("made", aspen::write, [](int64_t n) { return Buffer(n); });
  auto program = vm.compile(
      "mib = 1048576\nbody = () -> {\n" + body + "\n}\nfree = () -> len (repeat 1_000_000 0)", "memory.asp");
  CHECK(program && vm.run(*program));
  auto ran = vm.call<void>("body");
  if (bool(ran) != fits) std::printf("%s: %s\n", body.c_str(), ran ? "ran" : ran.error().message().c_str());
  CHECK(bool(ran) == fits);
  if (!ran) CHECK(ran.error().kind() == aspen::ErrorKind::out_of_memory);
  CHECK(most_alive <= 17);
  // After an error, the stack of this thread may still refer to what the call has held.
  if (fits) CHECK(vm.call<int64_t>("free").value_or(0) == 1'000'000);
}

}  // namespace

int main() {
  ends("for i in 0..500 { host.buffer mib }", true);
  ends("for i in 0..500 { host.made mib }", true);
  ends("all = []\nfor i in 0..500 { all |>= push (host.buffer mib) }", false);
  ends("all = []\nfor i in 0..500 { all |>= push (host.made mib) }", false);
  ends("b = host.buffer 0\nfor i in 0..500 { b |>= host.buffer.grow mib }", false);
  ends(
      "b = host.buffer 0\nfor i in 0..12 { b |>= host.buffer.grow (mib // 2) }\nassert (host.buffer.size b "
      "== 6 * mib)",
      true);
  ends(
      "first = host.buffer mib\nall = [first]\nfor i in 0..500 { b = first\nb |>= host.buffer.grow 1\n"
      "all |>= push b }",
      false);
  ends("first = host.buffer mib\nfor i in 0..500 { b = first\nb |>= host.buffer.grow 1 }", true);
  ends("log = host.log ()\nfor i in 0..500 { host.log.write mib log }", false);
  ends("log = host.log ()\nfor i in 0..500 { host.fill log mib }", false);
  ends("log = host.log ()\nfor i in 0..500 { host.log.write mib log; host.log.clear log }", true);
  ends("gather (n -> { b = host.buffer mib; host.buffer.size b }) (0..500)\n()", true);
  CHECK(alive == 0);
  return failures;
}
