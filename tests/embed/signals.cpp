// A host keeps its signal handling: only a script that listens changes it, and gives it back afterwards.
#include <aspen/aspen.hpp>

#include <csignal>
#include <vector>

#include "tests/embed/check.h"

namespace {

void hosts_handler(int) {}

// The action of each signal, as far as the system reports it.
std::vector<void (*)(int)> handlers() {
  std::vector<void (*)(int)> all;
  for (int signal = 1; signal < 32; ++signal) {
    struct sigaction now = {};
    sigaction(signal, nullptr, &now);
    all.push_back(now.sa_handler);
  }
  return all;
}

bool runs(aspen::Vm& vm, const char* text) {
  auto program = vm.compile(text, "signals.asp");
  return program && vm.run(*program);
}

}  // namespace

int main() {
  std::signal(SIGINT, hosts_handler);
  std::signal(SIGTERM, hosts_handler);
  std::signal(SIGHUP, SIG_IGN);
  const auto before = handlers();
  aspen::Vm vm({.capabilities = aspen::Capability::process | aspen::Capability::net});
  CHECK(runs(vm, R"(
server = http.listen "127.0.0.1:0"
running = spawn http.run (_ -> "hello") server
socket = net.connect (net.address (http.listener server))
net.write "GET / HTTP/1.0\r\n\r\n" socket
net.read_all socket
net.close socket
http.stop server
await running
process.run "true" []
)"));
  CHECK(handlers() == before);

  CHECK(runs(vm, R"(
listener = signals.listen ["INT", "HUP"]
hear = () -> { signals.send "INT" process.pid; signals.next listener == Some "INT" }
stop = () -> signals.close listener
)"));
  CHECK(handlers() != before);
  const auto hear = vm.get<bool()>("hear");
  const auto heard = (*hear)();
  CHECK(heard && *heard);
  const auto stop = vm.get<void()>("stop");
  CHECK((*stop)());
  CHECK(handlers() == before);

  {
    aspen::Vm other({.capabilities = aspen::Capability::process | aspen::Capability::net});
    CHECK(runs(other, "listener = signals.listen [\"TERM\"]"));
    CHECK(handlers() != before);
  }
  CHECK(handlers() == before);
  return failures;
}
