// Reads and writes frames of the WebSocket protocol (RFC 6455). Knows nothing of Values, sockets or time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "stdlib/net/http_reader.h"

namespace aspen {

enum class WebsocketOpcode : uint8_t { more = 0, text = 1, binary = 2, close = 8, ping = 9, pong = 10 };

// Codes of closes (RFC 6455, 7.4.1). kNoCode and kAbnormal are for this side only and are never sent.
namespace websocket_code {
inline constexpr uint16_t kGoingAway = 1001, kProtocol = 1002, kNoCode = 1005, kAbnormal = 1006,
                          kNoText = 1007, kTooBig = 1009, kTryAgain = 1013;
}
// Whether a close frame may carry the code.
bool is_websocket_code(uint16_t code);

// A whole message, or a control frame. `read_close` parses the payload of a close.
struct WebsocketMessage {
  WebsocketOpcode opcode = WebsocketOpcode::binary;
  std::string payload;
  uint64_t number = 0;  // its place in the order of arrival
};

struct WebsocketClose {
  uint16_t code = websocket_code::kNoCode;
  std::string reason;
};

using WebsocketMask = std::array<char, 4>;

inline constexpr size_t kMostFrameHeadBytes = 14;
inline constexpr size_t kMostControlBytes = 125;
inline constexpr size_t kMostCloseReasonBytes = kMostControlBytes - 2;

// Masks or unmasks the bytes in place. Byte `phase` (mod 4) of the mask is for the first of them.
void apply_mask(char* bytes, size_t size, const WebsocketMask& mask, size_t phase = 0);

// Appends a whole message, or a control frame, as one frame. Clients must give a mask.
void append_frame(std::string& out, WebsocketOpcode opcode, std::string_view payload,
                  const WebsocketMask* mask);
// The payload of a close frame. Without a code there is no reason either.
std::string close_payload(const WebsocketClose& close);
// Parses the payload of a close frame that a reader has accepted.
WebsocketClose read_close(std::string_view payload);

// Reads messages and control frames, one after the other: all of RFC 6455 but extensions. Text that is not
// UTF-8 is refused as soon as that is known.
class WebsocketReader {
 public:
  // `expects_masks`: true for a server, which refuses frames without masks; a client refuses frames with
  // them. Incomplete messages are charged to the budget, which must outlive the reader; null: no charge.
  WebsocketReader(bool expects_masks, size_t most_message_bytes, ReceiveBudget* budget)
      : expects_masks_(expects_masks), most_bytes_(most_message_bytes), budget_(budget) {}
  ~WebsocketReader() { give_back(); }
  WebsocketReader(const WebsocketReader&) = delete;
  WebsocketReader& operator=(const WebsocketReader&) = delete;

  // Reads up to the end of a message or a control frame, and returns the number of bytes that it has used.
  // Precondition: a complete message has been taken.
  size_t read(std::string_view bytes);
  bool is_complete() const { return is_complete_; }
  // The code to close with, as the peer broke a rule; nothing more is read then. 0: no rule was broken.
  uint16_t refusal() const { return refusal_; }
  // The broken rule, in words.
  std::string_view complaint() const { return complaint_; }
  // Whether a frame or a message has begun and not ended.
  bool has_begun() const { return head_size_ > 0 || is_fragmented_; }
  WebsocketMessage take();

 private:
  bool is_control() const { return (static_cast<uint8_t>(opcode_) & 8) != 0; }
  bool is_final() const { return (head_[0] & 0x80) != 0; }
  size_t add_head(std::string_view bytes);
  size_t add_payload(std::string_view bytes);
  void begin_frame();
  void begin_payload();
  void check_size(uint64_t size);
  void end_frame();
  void check_text();
  void check_close();
  void refuse(uint16_t code, const char* complaint);
  void give_back();

  const bool expects_masks_;
  const size_t most_bytes_;
  ReceiveBudget* const budget_;
  size_t charged_bytes_ = 0;

  // The head of a frame, as far as it has arrived, and its size, as far as that is known.
  std::array<uint8_t, kMostFrameHeadBytes> head_{};
  size_t head_size_ = 0, head_wanted_ = 2;
  bool in_payload_ = false;
  WebsocketOpcode opcode_ = WebsocketOpcode::more;  // of the frame
  WebsocketMask mask_{};
  uint64_t payload_read_ = 0, payload_left_ = 0;

  // Control frames may come between the frames of a message.
  bool is_fragmented_ = false;
  WebsocketMessage message_, control_;
  size_t checked_bytes_ = 0;  // of a text: whole characters
  bool is_complete_ = false;
  uint16_t refusal_ = 0;
  const char* complaint_ = "";
};

}  // namespace aspen
