#include "stdlib/net/websocket_frames.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace aspen {
namespace {

constexpr size_t kLimit = 100'000;

const char* name_of(WebsocketOpcode opcode) {
  switch (opcode) {
    case WebsocketOpcode::more: return "more";
    case WebsocketOpcode::text: return "text";
    case WebsocketOpcode::binary: return "binary";
    case WebsocketOpcode::close: return "close";
    case WebsocketOpcode::ping: return "ping";
    case WebsocketOpcode::pong: return "pong";
  }
  return "none";
}

// The result of a stream that is read in pieces: "text(abc) ping() " and the code of a refusal; "…" if
// something has begun.
std::string read_in(std::string_view stream, const std::function<size_t(size_t)>& piece_at, bool of_client) {
  WebsocketReader reader(of_client, kLimit, nullptr);
  std::string out;
  for (size_t at = 0; at < stream.size() && reader.refusal() == 0;) {
    at += reader.read(stream.substr(at, piece_at(at)));
    if (!reader.is_complete()) continue;
    const WebsocketMessage message = reader.take();
    out += std::string(name_of(message.opcode)) + "(" + message.payload + ") ";
  }
  if (reader.refusal() != 0) return out + std::to_string(reader.refusal());
  return reader.has_begun() ? out + "…" : out;
}

// The result, which must be the same for all sizes of pieces. Long streams are not cut at each offset.
std::string read(std::string_view stream, bool of_client = false) {
  const auto in = [&](const auto& piece_at) { return read_in(stream, piece_at, of_client); };
  const std::string whole = in([&](size_t) { return stream.size(); });
  EXPECT_EQ(in([](size_t) { return size_t{1}; }), whole);
  for (size_t cut = 1; cut < std::min<size_t>(stream.size(), 300); ++cut) {
    EXPECT_EQ(in([&](size_t at) { return at < cut ? cut - at : stream.size(); }), whole) << "cut at " << cut;
  }
  return whole;
}

std::string bytes(std::initializer_list<int> values) {
  std::string out;
  for (const int value : values) out += static_cast<char>(value);
  return out;
}

// A frame with that first byte, without a mask, of less than 126 bytes.
std::string frame(int first, std::string_view payload) {
  return bytes({first, static_cast<int>(payload.size())}) + std::string(payload);
}

std::string whole_frame(WebsocketOpcode opcode, std::string_view payload,
                        const WebsocketMask* mask = nullptr) {
  std::string out;
  append_frame(out, opcode, payload, mask);
  return out;
}

// RFC 6455, 5.7.
TEST(WebsocketReader, ReadsTheExamplesOfTheStandard) {
  EXPECT_EQ(read(bytes({0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f})), "text(Hello) ");
  EXPECT_EQ(read(bytes({0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58}), true),
            "text(Hello) ");
  EXPECT_EQ(read(bytes({0x01, 0x03, 0x48, 0x65, 0x6c, 0x80, 0x02, 0x6c, 0x6f})), "text(Hello) ");
  EXPECT_EQ(read(bytes({0x89, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f})), "ping(Hello) ");
  EXPECT_EQ(read(bytes({0x8a, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58}), true),
            "pong(Hello) ");
  EXPECT_EQ(read(bytes({0x82, 0x7e, 0x01, 0x00}) + std::string(256, 'x')),
            "binary(" + std::string(256, 'x') + ") ");
  EXPECT_EQ(read(bytes({0x82, 0x7f, 0, 0, 0, 0, 0, 1, 0, 0}) + std::string(65536, 'x')),
            "binary(" + std::string(65536, 'x') + ") ");
}

TEST(WebsocketReader, ReadsWhatWasWritten) {
  const WebsocketMask mask{'\x12', '\0', '\xff', '\x80'};
  for (const size_t size : {0, 1, 2, 3, 7, 8, 9, 125, 126, 127, 65535, 65536, 65541}) {
    const std::string payload(size, 'p');
    const std::string expected = "binary(" + payload + ") text(é) ";
    const auto two = [&](const WebsocketMask* with) {
      return whole_frame(WebsocketOpcode::binary, payload, with) +
             whole_frame(WebsocketOpcode::text, "é", with);
    };
    EXPECT_EQ(read(two(nullptr)), expected);
    EXPECT_EQ(read(two(&mask), true), expected);
  }
}

TEST(WebsocketReader, LetsControlFramesComeBetweenFragments) {
  const std::string ping = frame(0x89, "p"), pong = frame(0x8a, "");
  EXPECT_EQ(read(frame(0x01, "a") + ping + frame(0x00, "b") + pong + frame(0x80, "c") + frame(0x82, "d")),
            "ping(p) pong() text(abc) binary(d) ");
  EXPECT_EQ(read(frame(0x01, "") + frame(0x00, "") + frame(0x80, "")), "text() ");
  EXPECT_EQ(read(frame(0x02, "a") + ping), "ping(p) …");
  EXPECT_EQ(read(frame(0x82, "a").substr(0, 2)), "…");
}

TEST(WebsocketReader, RefusesWhatIsNoFrame) {
  for (const int reserved : {0xc1, 0xa1, 0x91, 0xf1, 0xc9}) EXPECT_EQ(read(frame(reserved, "a")), "1002");
  for (const int opcode : {3, 4, 5, 6, 7, 11, 12, 13, 14, 15})
    EXPECT_EQ(read(frame(0x80 | opcode, "a")), "1002") << opcode;
  for (const int fragment : {0x08, 0x09, 0x0a}) EXPECT_EQ(read(frame(fragment, "")), "1002") << fragment;
  EXPECT_EQ(read(bytes({0x89, 126, 0, 126}) + std::string(126, 'x')), "1002");
  EXPECT_EQ(read(frame(0x89, std::string(125, 'x'))), "ping(" + std::string(125, 'x') + ") ");
}

TEST(WebsocketReader, RefusesFragmentsOutOfOrder) {
  EXPECT_EQ(read(frame(0x80, "a")), "1002");
  EXPECT_EQ(read(frame(0x00, "a")), "1002");
  EXPECT_EQ(read(frame(0x01, "a") + frame(0x81, "b")), "1002");
  EXPECT_EQ(read(frame(0x02, "a") + frame(0x80, "b") + frame(0x80, "c")), "binary(ab) 1002");
}

TEST(WebsocketReader, WantsMasksFromClientsOnly) {
  const WebsocketMask mask{};
  EXPECT_EQ(read(frame(0x81, "a"), true), "1002");
  EXPECT_EQ(read(whole_frame(WebsocketOpcode::text, "a", &mask)), "1002");
}

TEST(WebsocketReader, WantsLengthsAsShortAsTheyCanBe) {
  EXPECT_EQ(read(bytes({0x82, 126, 0, 125}) + std::string(125, 'x')), "1002");
  EXPECT_EQ(read(bytes({0x82, 127, 0, 0, 0, 0, 0, 0, 0xff, 0xff})), "1002");
  EXPECT_EQ(read(bytes({0x82, 127, 0x80, 0, 0, 0, 0, 1, 0, 0})), "1002");
}

TEST(WebsocketReader, RefusesLargeMessagesBeforeTheyCome) {
  EXPECT_EQ(read(bytes({0x82, 127, 0, 0, 0, 0, 0, 1, 0x86, 0xa1})), "1009");
  EXPECT_EQ(read(bytes({0x82, 127, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})), "1009");
  EXPECT_EQ(read(frame(0x02, "a") + bytes({0x80, 127, 0, 0, 0, 0, 0, 1, 0x86, 0xa0})), "1009");
  const std::string most(kLimit, 'x');
  EXPECT_EQ(read(whole_frame(WebsocketOpcode::binary, most) + frame(0x82, "a")),
            "binary(" + most + ") binary(a) ");
}

TEST(WebsocketReader, ReadsUtf8AcrossFragments) {
  const std::string text = "a¢€😀\u0800\uffff\U0010ffff";
  for (size_t cut = 0; cut <= text.size(); ++cut) {
    EXPECT_EQ(read(frame(0x01, text.substr(0, cut)) + frame(0x89, "") + frame(0x80, text.substr(cut))),
              "ping() text(" + text + ") ");
  }
}

TEST(WebsocketReader, RefusesTextThatIsNoUtf8AsSoonAsItIsSeen) {
  for (const char* bad : {"\x80", "\xc0\xaf", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xa0\x80", "\xf0\x8f\xbf\xbf",
                          "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xff",
                          "a\xe2\x82"
                          "b",
                          "\xe0\x80", "\xf4\x90"}) {
    EXPECT_EQ(read(frame(0x81, bad)), "1007");
    EXPECT_EQ(read(frame(0x01, bad)), "1007");
    EXPECT_EQ(read(frame(0x82, bad)), "binary(" + std::string(bad) + ") ");
  }
  // It could go on if there were more data.
  for (const char* cut_off : {"\xc3", "\xe2\x82", "\xf0\x9f\x98", "\xed\x9f", "\xf4\x8f"}) {
    EXPECT_EQ(read(frame(0x01, cut_off)), "…");
    EXPECT_EQ(read(frame(0x81, cut_off)), "1007");
    EXPECT_EQ(read(frame(0x01, cut_off) + frame(0x80, "")), "1007");
    EXPECT_EQ(read(frame(0x01, cut_off) + frame(0x80, "a")), "1007");
  }
  // No part of one text is left for the next.
  EXPECT_EQ(read(frame(0x81, "ä") + frame(0x81, "\xa4")), "text(ä) 1007");
}

std::string close_frame(int code, std::string_view reason) {
  return frame(0x88, bytes({code >> 8, code & 0xff}) + std::string(reason));
}

TEST(WebsocketReader, ReadsCloses) {
  EXPECT_EQ(read(frame(0x88, "")), "close() ");
  EXPECT_EQ(read(frame(0x88, "\x03")), "1002");
  for (const int code : {1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999})
    EXPECT_EQ(read(close_frame(code, "why")).substr(0, 5), "close") << code;
  for (const int code : {0, 999, 1004, 1005, 1006, 1015, 1016, 2000, 2999, 5000, 65535})
    EXPECT_EQ(read(close_frame(code, "")), "1002") << code;
  EXPECT_EQ(read(close_frame(1000, "\xff")), "1007");
  EXPECT_EQ(read(close_frame(1000, "\xc3")), "1007");
}

TEST(WebsocketClose, IsWrittenAsItIsRead) {
  const WebsocketClose close = read_close(close_payload({4321, "why"}));
  EXPECT_EQ(close.code, 4321);
  EXPECT_EQ(close.reason, "why");
  EXPECT_EQ(close_payload({websocket_code::kNoCode, ""}), "");
  EXPECT_EQ(read_close("").code, websocket_code::kNoCode);
}

TEST(WebsocketReader, SaysWhatIsWrong) {
  WebsocketReader reader(false, kLimit, nullptr);
  reader.read(frame(0x83, ""));
  EXPECT_EQ(reader.complaint(), "an opcode is unknown");
  EXPECT_EQ(reader.read(frame(0x81, "a")), 0u);
}

// The total of the messages of all readers, and only while they are being received.
TEST(WebsocketReader, MessagesHaveABudget) {
  ReceiveBudget budget(10);
  WebsocketReader first(false, kLimit, &budget), second(false, kLimit, &budget);
  first.read(frame(0x02, "12345678"));
  second.read(frame(0x89, "more than two bytes"));
  EXPECT_TRUE(second.is_complete());
  second.take();
  second.read(frame(0x82, "abc"));
  EXPECT_EQ(second.refusal(), websocket_code::kTryAgain);
  first.read(frame(0x80, "90"));
  ASSERT_TRUE(first.is_complete());
  EXPECT_EQ(first.take().payload, "1234567890");
  first.read(frame(0x02, "1234567890"));
  EXPECT_EQ(first.refusal(), 0);
}

TEST(WebsocketMask, IsAppliedFromAnyPhase) {
  const WebsocketMask mask{'\x01', '\x20', '\x40', '\x08'};
  const std::string plain = "0123456789abcdefghijklmnopqrstuvwxyz";
  std::string whole = plain;
  apply_mask(whole.data(), whole.size(), mask);
  for (size_t i = 0; i < plain.size(); ++i) EXPECT_EQ(whole[i], static_cast<char>(plain[i] ^ mask[i % 4]));
  for (size_t cut = 0; cut <= plain.size(); ++cut) {
    std::string pieces = plain;
    apply_mask(pieces.data(), cut, mask);
    apply_mask(pieces.data() + cut, pieces.size() - cut, mask, cut);
    EXPECT_EQ(pieces, whole) << cut;
  }
}

}  // namespace
}  // namespace aspen
