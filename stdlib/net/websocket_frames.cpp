#include "stdlib/net/websocket_frames.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "stdlib/native/charged_text.h"
#include "vm/object/utf8.h"

namespace aspen {

namespace {

constexpr uint8_t kFinal = 0x80, kReserved = 0x70, kOpcode = 0x0f, kMasked = 0x80, kLength = 0x7f;
constexpr uint8_t kLength16 = 126, kLength64 = 127;  // two or eight bytes of length follow

bool is_known(uint8_t opcode) { return opcode <= 2 || (opcode >= 8 && opcode <= 10); }

uint64_t read_number(const uint8_t* from, size_t size) {
  uint64_t number = 0;
  for (size_t i = 0; i < size; ++i) number = number << 8 | from[i];
  return number;
}

void append_number(std::string& out, uint64_t number, size_t size) {
  while (size-- > 0) out += static_cast<char>(number >> (8 * size));
}

size_t length_bytes(uint8_t length) { return length == kLength16 ? 2 : length == kLength64 ? 8 : 0; }

// Whether `tail`, which follows valid text, can begin a character. If any bytes can complete it, then so do
// the least or the greatest byte that may follow.
bool is_start_of_character(std::string_view tail) {
  const size_t size = character_bytes(static_cast<unsigned char>(tail[0]));
  if (tail.size() >= size) return false;
  constexpr std::string_view kEnds = "\x80\xbf";
  return std::any_of(kEnds.begin(), kEnds.end(), [&](char filler) {
    return valid_utf8(std::string(tail) + std::string(size - tail.size(), filler));
  });
}

}  // namespace

bool is_websocket_code(uint16_t code) {
  return (code >= 1000 && code <= 1003) || (code >= 1007 && code <= 1014) || (code >= 3000 && code <= 4999);
}

void apply_mask(char* bytes, size_t size, const WebsocketMask& mask, size_t phase) {
  WebsocketMask turned;
  for (size_t i = 0; i < turned.size(); ++i) turned[i] = mask[(phase + i) % mask.size()];
  uint64_t wide = 0;
  std::memcpy(&wide, turned.data(), turned.size());
  std::memcpy(reinterpret_cast<char*>(&wide) + turned.size(), turned.data(), turned.size());
  size_t at = 0;
  for (; at + sizeof wide <= size; at += sizeof wide) {
    uint64_t piece = 0;
    std::memcpy(&piece, bytes + at, sizeof piece);
    piece ^= wide;
    std::memcpy(bytes + at, &piece, sizeof piece);
  }
  for (; at < size; ++at) bytes[at] = static_cast<char>(bytes[at] ^ turned[at % turned.size()]);
}

void append_frame(std::string& out, WebsocketOpcode opcode, std::string_view payload,
                  const WebsocketMask* mask) {
  const size_t size = payload.size();
  const uint8_t length = size < kLength16     ? static_cast<uint8_t>(size)
                         : size <= UINT16_MAX ? kLength16
                                              : kLength64;
  out.reserve(out.size() + 2 + length_bytes(length) + (mask != nullptr ? mask->size() : 0) + size);
  out += static_cast<char>(kFinal | static_cast<uint8_t>(opcode));
  out += static_cast<char>((mask != nullptr ? kMasked : 0) | length);
  append_number(out, size, length_bytes(length));
  if (mask != nullptr) out.append(mask->data(), mask->size());
  const size_t begin = out.size();
  out += payload;
  if (mask != nullptr) apply_mask(out.data() + begin, size, *mask);
}

std::string close_payload(const WebsocketClose& close) {
  std::string payload;
  if (close.code == websocket_code::kNoCode) return payload;
  append_number(payload, close.code, 2);
  return payload += close.reason;
}

WebsocketClose read_close(std::string_view payload) {
  if (payload.empty()) return {};
  const auto code = read_number(reinterpret_cast<const uint8_t*>(payload.data()), 2);
  return {static_cast<uint16_t>(code), std::string(payload.substr(2))};
}

// ---- Reading

size_t WebsocketReader::read(std::string_view bytes) {
  size_t used = 0;
  while (used < bytes.size() && !is_complete_ && refusal_ == 0) {
    const std::string_view rest = bytes.substr(used);
    used += in_payload_ ? add_payload(rest) : add_head(rest);
  }
  return used;
}

WebsocketMessage WebsocketReader::take() {
  is_complete_ = false;
  if (is_control()) return std::exchange(control_, {});
  give_back();
  checked_bytes_ = 0;
  return std::exchange(message_, {});
}

void WebsocketReader::refuse(uint16_t code, const char* complaint) {
  refusal_ = code;
  complaint_ = complaint;
  message_ = {};
  give_back();
}

void WebsocketReader::give_back() {
  if (budget_ != nullptr) budget_->give_back(std::exchange(charged_bytes_, 0));
}

size_t WebsocketReader::add_head(std::string_view bytes) {
  const size_t size = std::min(head_wanted_ - head_size_, bytes.size());
  std::memcpy(head_.data() + head_size_, bytes.data(), size);
  head_size_ += size;
  if (head_size_ < head_wanted_) return size;
  head_wanted_ == 2 ? begin_frame() : begin_payload();
  return size;
}

// Called after the first two bytes, which say how many more bytes the head has.
void WebsocketReader::begin_frame() {
  using namespace websocket_code;
  const uint8_t opcode = head_[0] & kOpcode, length = head_[1] & kLength;
  const bool is_masked = (head_[1] & kMasked) != 0;
  if ((head_[0] & kReserved) != 0) return refuse(kProtocol, "a reserved bit is set");
  if (!is_known(opcode)) return refuse(kProtocol, "an opcode is unknown");
  if (is_masked != expects_masks_)
    return refuse(kProtocol,
                  expects_masks_ ? "a client's frame is not masked" : "a server's frame is masked");
  opcode_ = static_cast<WebsocketOpcode>(opcode);
  if (is_control()) {
    if (!is_final()) return refuse(kProtocol, "a control frame is fragmented");
    if (length > kMostControlBytes) return refuse(kProtocol, "a control frame has more than 125 bytes");
  } else if ((opcode_ == WebsocketOpcode::more) != is_fragmented_) {
    return refuse(kProtocol, is_fragmented_ ? "a message begins within another one"
                                            : "a message goes on that has not begun");
  }
  head_wanted_ = 2 + length_bytes(length) + (is_masked ? mask_.size() : 0);
  if (head_wanted_ == 2) begin_payload();
}

void WebsocketReader::begin_payload() {
  const uint8_t length = head_[1] & kLength;
  const size_t more = length_bytes(length);
  const uint64_t size = more == 0 ? length : read_number(head_.data() + 2, more);
  const uint64_t least = more == 0 ? 0 : more == 2 ? kLength16 : UINT16_MAX + 1;
  if (size < least || size > INT64_MAX)
    return refuse(websocket_code::kProtocol, "a length is not written as it has to be");
  if (expects_masks_) std::memcpy(mask_.data(), head_.data() + 2 + more, mask_.size());
  check_size(size);
  if (refusal_ != 0) return;
  if (opcode_ == WebsocketOpcode::text || opcode_ == WebsocketOpcode::binary) message_.opcode = opcode_;
  if (is_control()) control_.opcode = opcode_;
  in_payload_ = true;
  payload_read_ = 0;
  payload_left_ = size;
  if (size == 0) end_frame();
}

void WebsocketReader::check_size(uint64_t size) {
  if (!is_control() && size > most_bytes_ - message_.payload.size())
    refuse(websocket_code::kTooBig, "a message is larger than allowed");
}

size_t WebsocketReader::add_payload(std::string_view bytes) {
  const auto size = static_cast<size_t>(std::min<uint64_t>(payload_left_, bytes.size()));
  if (budget_ != nullptr && !is_control()) {
    if (!budget_->take(size)) {
      refuse(websocket_code::kTryAgain, "too much is coming at once");
      return size;
    }
    charged_bytes_ += size;
  }
  std::string& payload = is_control() ? control_.payload : message_.payload;
  make_tight_room(payload, size);
  payload += bytes.substr(0, size);
  if (expects_masks_) apply_mask(payload.data() + payload.size() - size, size, mask_, payload_read_ % 4);
  payload_read_ += size;
  payload_left_ -= size;
  if (!is_control() && message_.opcode == WebsocketOpcode::text) check_text();
  if (payload_left_ == 0 && refusal_ == 0) end_frame();
  return size;
}

void WebsocketReader::end_frame() {
  in_payload_ = false;
  head_size_ = 0;
  head_wanted_ = 2;
  if (!is_control()) is_fragmented_ = !is_final();
  if (opcode_ == WebsocketOpcode::close) check_close();
  const bool is_text = !is_control() && message_.opcode == WebsocketOpcode::text;
  if (is_text && is_final() && checked_bytes_ < message_.payload.size())
    refuse(websocket_code::kNoText, "a text is not UTF-8");
  is_complete_ = is_final() && refusal_ == 0;
}

// A character may continue in the next piece, or in the next frame.
void WebsocketReader::check_text() {
  const std::string_view text = message_.payload;
  const size_t valid = find_invalid_utf8(text.substr(checked_bytes_));
  checked_bytes_ = valid == kValidUtf8 ? text.size() : checked_bytes_ + valid;
  if (checked_bytes_ < text.size() && !is_start_of_character(text.substr(checked_bytes_)))
    refuse(websocket_code::kNoText, "a text is not UTF-8");
}

void WebsocketReader::check_close() {
  const std::string_view payload = control_.payload;
  if (payload.empty()) return;
  if (payload.size() == 1) return refuse(websocket_code::kProtocol, "a close frame has half a code");
  const WebsocketClose close = read_close(payload);
  if (!is_websocket_code(close.code))
    return refuse(websocket_code::kProtocol, "a close frame has an invalid code");
  if (!valid_utf8(close.reason)) refuse(websocket_code::kNoText, "the reason of a close is not UTF-8");
}

}  // namespace aspen
