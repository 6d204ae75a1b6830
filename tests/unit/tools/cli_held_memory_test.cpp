// What C++ code holds for a program counts: a program that keeps more of it than its limit ends in
// MemoryLimit. The limit alone decides, so these tests measure neither memory nor time.
#include "tests/unit/tools/cli_testing.h"
#include "vm/heap/poison.h"

namespace aspen {
namespace {

// Under a limit of 4 MiB, each would hold more at its end. There it waits for ever, or exits with 8. What
// waits keeps its peer in use: a collection at the limit closes listeners and connections that nothing
// reaches, and the program would end in their error.
constexpr const char* kHolders[] = {
    // The frames of messages that wait to be sent.
    R"(
handler = request -> websocket.accept request (ws -> { sleep 1000; websocket.close ws })
server = http.listen "127.0.0.1:0"
spawn http.run handler server
part = string.repeat 300000 "x"
for _ in 0..6 {
    ws = websocket.connect "ws://{net.address (http.listener server)}/"
    for _ in 0..30 { spawn websocket.send part ws }
}
sleep 1000
)",
    // Requests that wait for their answers: headers, bodies, and what libcurl holds.
    R"(
text = string.repeat 20000 "x"
for _ in 0..1000 { spawn http.get_with { headers: ["a": text] } "http://{address}/" }
sleep 1000
net.close listener
)",
    R"(
for _ in 0..400 { spawn http.get "http://{address}/" }
sleep 1000
net.close listener
)",
    // The heads of answers with bodies that do not end.
    R"(
head = "HTTP/1.1 200 OK\r\n" + join "" (map (i -> "X-{i}: {string.repeat 90 "v"}\r\n") (0..2500)) + "\r\nx"
answer = c -> { net.write head c; sleep 1000; net.close c }
spawn { loop { Some c = net.accept listener; spawn answer c } }
for _ in 0..100 { spawn http.get "http://{address}/" }
sleep 1000
)",
    // Contexts of TLS, and sessions that never end their handshake.
    R"(
all = []
for _ in 0..400 {
    all |>= push (tls.client { name: "x", ca: pem.authority, } (net.connect address))
    all |>= push (net.accept listener)
}
exit 8
)",
    R"(
secure = tls.server { certificate: pem.server, key: pem.server_key } listener
all = []
for _ in 0..400 {
    all |>= push (net.connect (net.address secure))
    all |>= push (net.accept secure)
}
exit 8
)",
    // Input of child processes that do not read it, and listeners for signals.
    R"(
for _ in 0..20 { spawn process.run_with { input: string.repeat 1000000 "x" } "sleep" ["1000"] }
sleep 1000
)",
    R"(
all = []
for _ in 0..200000 { all |>= push (signals.listen ["USR1"]) }
exit 8
)",
};

class CliHeldMemory : public Cli {};

TEST_F(CliHeldMemory, CountsWhatTheLibraryHolds) {
  const std::string pem = fs::absolute("tests/scripts/tls/lib/certificates");
  const std::string prelude = "use \"" + pem + "\" as pem\nlistener = net.listen \"127.0.0.1:0\"\n" +
                              "address = net.address listener\n";
  for (const char* holder : kHolders) {
    write("holder.asp", prelude + holder);
    for (const char* workers : {"1", "4"}) {
      expect_part(
          std::string("timeout 300 $ASPEN run --max-heap 4M --workers ") + workers + " holder.asp 2>&1", 1,
          "MemoryLimit");
    }
  }
}

}  // namespace
}  // namespace aspen
