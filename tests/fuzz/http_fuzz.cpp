// Bytes read as HTTP requests: the result is the same for all ways to cut them into pieces.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "stdlib/net/http_reader.h"

namespace {

// All messages, and whether the rest is refused. The status may differ if several things are wrong.
std::string read(std::string_view stream, size_t piece) {
  aspen::ReceiveBudget budget(SIZE_MAX);
  aspen::HttpReader reader({1000, 1000}, budget);
  std::string out;
  for (size_t at = 0; at < stream.size() && reader.refusal() == 0;) {
    at += reader.read(stream.substr(at, piece));
    if (!reader.is_complete()) continue;
#ifdef ASPEN_PLANTED_BUG
    abort();
#endif
    const auto message = reader.take();
    out.append(message->method).append(" ").append(message->target());
    for (const auto& header : message->headers)
      out.append("\n").append(message->name(header)).append(": ").append(message->value(header));
    out.append("\n\n").append(message->body);
    if (!message->keeps_alive) return out;
  }
  return reader.refusal() != 0 ? out + " refused" : out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Half of them begin well: guessing a valid beginning would take the fuzzer too long.
  if (size == 0) return 0;
  std::string stream = (data[0] & 1) != 0 ? "POST / HTTP/1.1\r\nHost: h\r\n" : "";
  stream.append(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::string whole = read(stream, stream.size());
  for (const size_t piece : {size_t{1}, size_t{2}, size_t{7}, size_t{64}}) {
    if (read(stream, piece) != whole) abort();
  }
  return 0;
}
