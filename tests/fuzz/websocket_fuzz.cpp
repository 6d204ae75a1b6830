// Bytes read as WebSocket frames: the result is the same for all ways to cut them into pieces. Messages that
// were read and are written again as frames are read as the same messages.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "stdlib/net/websocket_frames.h"
#include "vm/object/utf8.h"

namespace {

using aspen::WebsocketMessage;
using aspen::WebsocketOpcode;

struct Outcome {
  std::vector<WebsocketMessage> messages;
  uint16_t refusal = 0;
};

void check(const WebsocketMessage& message) {
  if (message.opcode == WebsocketOpcode::more) abort();
  if (message.opcode == WebsocketOpcode::text && !aspen::valid_utf8(message.payload)) abort();
  if (message.opcode == WebsocketOpcode::close) {
    const aspen::WebsocketClose close = aspen::read_close(message.payload);
    if (aspen::close_payload(close) != message.payload) abort();
  }
}

Outcome read(std::string_view stream, size_t piece, bool masked) {
  aspen::WebsocketReader reader(masked, 5000, nullptr);
  Outcome out;
  for (size_t at = 0; at < stream.size() && reader.refusal() == 0;) {
    at += reader.read(stream.substr(at, piece));
    if (!reader.is_complete()) continue;
    out.messages.push_back(reader.take());
    check(out.messages.back());
#ifdef ASPEN_PLANTED_BUG
    if (out.messages.back().opcode == WebsocketOpcode::text && out.messages.back().payload.size() > 2)
      abort();
#endif
  }
  out.refusal = reader.refusal();
  return out;
}

void compare(const Outcome& a, const Outcome& b) {
  if (a.messages.size() != b.messages.size() || a.refusal != b.refusal) abort();
  for (size_t i = 0; i < a.messages.size(); ++i) {
    if (a.messages[i].opcode != b.messages[i].opcode || a.messages[i].payload != b.messages[i].payload)
      abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const bool masked = (data[0] & 1) != 0;
  const std::string_view stream(reinterpret_cast<const char*>(data) + 1, size - 1);
  const Outcome whole = read(stream, SIZE_MAX, masked);
  for (const size_t piece : {size_t{1}, size_t{2}, size_t{7}, size_t{64}})
    compare(read(stream, piece, masked), whole);

  Outcome again{whole.messages, 0};
  std::string written;
  const aspen::WebsocketMask mask{'a', '\xff', '\0', '\x80'};
  for (const WebsocketMessage& each : again.messages)
    aspen::append_frame(written, each.opcode, each.payload, masked ? &mask : nullptr);
  compare(read(written, SIZE_MAX, masked), again);
  return 0;
}
