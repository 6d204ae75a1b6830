// Scripts that are not trusted: whatever they do, the program goes on.
// expect: 5050
// expect: stopped: OutOfFuel: the program has used up its limit of calls and loop steps
// expect: stopped: MemoryLimit
// expect: refused: 1 mistake
// expect: failed: IndexError
// expect: failed: Denied
// expect: failed: Denied
#include <aspen/aspen.hpp>
#include <cstdio>
#include <string>

namespace {

void try_out(aspen::Vm& vm, const char* source) {
  auto program = vm.compile(source, "stranger.asp");
  if (!program) {
    std::printf("refused: 1 mistake\n");
    return;
  }
  auto ran = vm.run(*program);
  if (ran) return;
  std::string message = ran.error().message();
  switch (ran.error().kind()) {
    case aspen::ErrorKind::out_of_fuel: std::printf("stopped: %s\n", message.c_str()); break;
    case aspen::ErrorKind::out_of_memory: std::printf("stopped: MemoryLimit\n"); break;
    default: std::printf("failed: %s\n", message.substr(0, message.find(':')).c_str());
  }
}

}  // namespace

int main() {
  aspen::Vm vm({.limits = {.heap_bytes = 16u << 20, .fuel = 5'000'000},
                .out = [](std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }});
  try_out(vm, "print (sum (1..=100))");
  try_out(vm, "loop { }");
  try_out(vm, "xs = [0]\nloop { xs = xs + xs }");
  try_out(vm, "print (1 +");
  try_out(vm, "xs = [1, 2]\nprint xs[2]");
  try_out(vm, "print (fs.read \"/etc/passwd\")");
  try_out(vm, "process.run \"reboot\" []");
}
