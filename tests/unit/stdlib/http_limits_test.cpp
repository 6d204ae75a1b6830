// A server that has no memory left in the midst of an answer.
#include <gtest/gtest.h>

#include <string>

#include "stdlib/embed/engine.h"
#include "tests/unit/programs.h"

namespace aspen {
namespace {

// The socket takes a part of the body; there is no memory for a copy of the rest, which has to wait.
TEST(HttpLimits, AnAnswerWithoutMemoryEndsItsConnection) {
  std::string out, errors;
  MachineOptions options;
  options.out = [&out](std::string_view text) { out += text; };
  options.err = [&errors](std::string_view text) { errors += text; };
  options.permissions = Permissions::all();
  options.limits.heap_bytes = size_t{24} << 20;
  Engine engine(std::move(options));
  const std::string program = R"(
body = string.repeat 16_000_000 "x"
server = http.listen "127.0.0.1:0"
running = spawn http.run (_ -> body) server
socket = net.connect (net.address (http.listener server))
net.write "GET / HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n" socket
heads = 0
size = 0
while heads < 2 {
    match try (net.read 65536 socket) {
        Ok (Some piece) -> {
            size += len piece
            if contains (bytes "HTTP/1.1") piece { heads += 1 }
        }
        _ -> break
    }
}
print (heads, size < 16_000_000)
http.stop server
)";
  EXPECT_EQ(end_of(engine, program), "finished");
  EXPECT_EQ(out, "(1, true)\n");
  EXPECT_NE(errors.find("MemoryLimit"), std::string::npos) << errors;
}

}  // namespace
}  // namespace aspen
