#include "stdlib/net/http_reader.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

namespace aspen {
namespace {

// The result of a stream that is read in pieces: "GET /a [host: x] body" for each message, and the status of
// a refusal; "…" for a message that has begun.
std::string read_in(std::string_view stream, const std::function<size_t(size_t)>& piece_at,
                    const HttpLimits& limits = {}) {
  ReceiveBudget budget(SIZE_MAX);
  HttpReader reader(limits, budget);
  std::string out;
  for (size_t at = 0; at < stream.size() && reader.refusal() == 0;) {
    const std::string_view piece = stream.substr(at, piece_at(at));
    const size_t used = reader.read(piece);
    at += used;
    if (!reader.is_complete()) continue;
    const std::unique_ptr<HttpMessage> message = reader.take();
    out += std::string(message->method) + " " + std::string(message->target());
    for (const auto& header : message->headers)
      out += " [" + std::string(message->name(header)) + ": " + std::string(message->value(header)) + "]";
    if (!message->body.empty()) out += " " + message->body;
    out += message->keeps_alive ? "; " : "; last";
    if (!message->keeps_alive) return out;
  }
  if (reader.refusal() != 0) return out + std::to_string(reader.refusal());
  return reader.has_begun() ? out + "…" : out;
}

// The result, which must be the same for all sizes of pieces.
std::string read(std::string_view stream, const HttpLimits& limits = {}) {
  const std::string whole = read_in(
      stream, [&](size_t) { return stream.size(); }, limits);
  EXPECT_EQ(read_in(
                stream, [](size_t) { return size_t{1}; }, limits),
            whole)
      << stream;
  for (size_t cut = 1; cut < stream.size(); ++cut) {
    const auto halves = [&](size_t at) { return at < cut ? cut - at : stream.size(); };
    EXPECT_EQ(read_in(stream, halves, limits), whole) << stream << " cut at " << cut;
  }
  return whole;
}

std::string post(std::string_view headers, std::string_view body) {
  return "POST /p HTTP/1.1\r\nHost: h\r\n" + std::string(headers) + "\r\n" + std::string(body);
}

// RFC 9110, 9.3.6 and 10.1.1; RFC 9112, 6.1.
TEST(HttpReader, RefusesTunnelsAndWhatHttp10DoesNotKnow) {
  EXPECT_EQ(read("CONNECT h:1 HTTP/1.1\r\nHost: h\r\n\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n"), "501");
  EXPECT_EQ(read("POST / HTTP/1.0\r\nConnection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
            "400");
  ReceiveBudget budget(SIZE_MAX);
  for (const char* version : {"1.0", "1.1"}) {
    HttpReader reader({}, budget);
    reader.read(std::string("POST / HTTP/") + version +
                "\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n");
    EXPECT_EQ(reader.takes_wait(), std::string(version) == "1.1");
  }
}

TEST(HttpReader, ReadsRequests) {
  EXPECT_EQ(read("GET /a?b=c HTTP/1.1\r\nHost: here\r\nX-Two:  words and space  \r\n\r\n"),
            "GET /a?b=c [host: here] [x-two: words and space]; ");
  EXPECT_EQ(read("\r\nGET / HTTP/1.1\r\nHost: h\r\n\r\n"), "GET / [host: h]; ");
  EXPECT_EQ(read(post("Content-Length: 5\r\n", "hello")), "POST /p [host: h] [content-length: 5] hello; ");
  EXPECT_EQ(read(post("Content-Length: 5\r\n", "hel")), "…");
  EXPECT_EQ(read("GET / HTTP/1.0\r\n\r\n"), "GET /; last");
  EXPECT_EQ(read("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"), "GET / [connection: keep-alive]; ");
  EXPECT_EQ(read("GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n"),
            "GET / [host: h] [connection: close]; last");
}

// RFC 9112 allows a recipient to replace them by spaces (2.2, 3, 5.2).
TEST(HttpReader, ForgivesSpaces) {
  EXPECT_EQ(read("GET  / HTTP/1.1\r\nHost: h\r\n\r\n"), "GET / [host: h]; ");
  EXPECT_EQ(read("GET / HTTP/1.1\r\nHost: h\r\nA: b\r\n folded\r\n\r\n"), "GET / [host: h] [a: b folded]; ");
}

TEST(HttpReader, ReadsOneAfterTheOther) {
  const std::string get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
  EXPECT_EQ(read(get + post("Content-Length: 2\r\n", "ab") + get),
            "GET / [host: h]; POST /p [host: h] [content-length: 2] ab; GET / [host: h]; ");
}

TEST(HttpReader, ReadsChunks) {
  const std::string chunked = "Transfer-Encoding: chunked\r\n";
  const std::string head = "POST /p [host: h] [transfer-encoding: chunked]";
  EXPECT_EQ(read(post(chunked, "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n")), head + " abcde; ");
  EXPECT_EQ(read(post(chunked, "3\r\nabc\r\n0\r\nTrailer: t\r\n\r\n")), head + " abc; ");
  for (const char* bad :
       {"g\r\n", "3\r\nabcd\r\n", "-1\r\n", "3\nabc\n0\n\n", "\r\n", "11111111111111111\r\n"})
    EXPECT_EQ(read(post(chunked, bad)), "400") << bad;
}

// A proxy in front of this server may read them in another way.
TEST(HttpReader, RefusesWhatCanBeUnderstoodInTwoWays) {
  for (const char* headers :
       {"Content-Length: 1\r\nContent-Length: 2\r\n", "Content-Length: 1, 2\r\n", "Content-Length: +1\r\n",
        "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n", "Transfer-Encoding: chunked, gzip\r\n",
        "Content-Length : 1\r\n", "A: b\n", "A: b\rC: d\r\n", "A: \x01\r\n", "A b: c\r\n", ": c\r\n",
        "Host: other\r\n", "Content-Length: 99999999999999999999\r\n"})
    EXPECT_EQ(read(post(headers, "x")), "400") << headers;
  for (const char* line : {"GET / HTTP/1.1\n", "GET /a b HTTP/1.1\r\n", "get / HTTP/1.1\r\n",
                           "GET / http/1.1\r\n", "\x16\x03\x01"})
    EXPECT_EQ(read(std::string(line) + "Host: h\r\n\r\n"), "400") << line;
  EXPECT_EQ(read("GET / HTTP/1.1\r\n\r\n"), "400");
  for (const char* line : {"GET / HTTP/2.0\r\n", "GET / HTTP/1.x\r\n", "GET / HTTP/1.1 \r\n", "GET /\r\n"})
    EXPECT_EQ(read(std::string(line) + "Host: h\r\n\r\n"), "505") << line;
}

// Of heads, and of what stands behind the last chunk.
TEST(HttpReader, RefusesLineFeedsAlone) {
  const std::string get = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
  for (size_t at = get.find('\r'); at != get.npos; at = get.find('\r', at + 1)) {
    std::string without = get;
    without.erase(at, 1);
    EXPECT_EQ(read(without), "400") << without;
    EXPECT_EQ(read(get + without), "GET / [host: h]; 400") << without;
  }
  EXPECT_EQ(read("\n" + get), "400");
  for (const char* end : {"0\r\n\n", "0\n\r\n", "0\r\nA: b\r\n\n"})
    EXPECT_EQ(read(post("Transfer-Encoding: chunked\r\n", end)), "400") << end;
  EXPECT_EQ(read(post("Content-Length: 3\r\n", "\r\n\n") + get),
            "POST /p [host: h] [content-length: 3] \r\n\n; GET / [host: h]; ");
  EXPECT_EQ(read(post("Content-Length: 1\r\n", "\r") + "\n" + get),
            "POST /p [host: h] [content-length: 1] \r; 400");
}

// RFC 9112, 3.2; RFC 9110, 9.1.
TEST(HttpReader, RefusesMalformedHostsAndOtherProtocols) {
  for (const char* host : {"a b", "a/b", "a@b", "a\"", "a?b", "\x80"})
    EXPECT_EQ(read("GET / HTTP/1.1\r\nHost: " + std::string(host) + "\r\n\r\n"), "400") << host;
  for (const char* host : {"", "a.b-c_d~", "[::1]:80", "a:80", "%41", "!$&'()*+,;="})
    EXPECT_EQ(read("GET / HTTP/1.1\r\nHost: " + std::string(host) + "\r\n\r\n"),
              "GET / [host: " + std::string(host) + "]; ");
  EXPECT_EQ(read("GET http://a\\b/ HTTP/1.1\r\nHost: a\r\n\r\n"), "400");
  EXPECT_EQ(read("SOURCE / ICE/1.0\r\nHost: h\r\n\r\n"), "501");
  EXPECT_EQ(read("DESCRIBE / RTSP/1.0\r\nHost: h\r\n\r\n"), "501");
  EXPECT_EQ(read("REPORT / HTTP/1.1\r\nHost: h\r\n\r\n"), "REPORT / [host: h]; ");
}

TEST(HttpReader, TakesTargetsApart) {
  const auto parts = [](const char* target) {
    HttpMessage message;
    message.text = target;
    message.target_size = message.text.size();
    return std::string(message.authority().value_or("-")) + " " + std::string(message.local_target());
  };
  EXPECT_EQ(parts("/a?b"), "- /a?b");
  EXPECT_EQ(parts("*"), "- *");
  EXPECT_EQ(parts("http://h:1/a?b"), "h:1 /a?b");
  EXPECT_EQ(parts("HTTPS://user:word@h"), "h /");
  EXPECT_EQ(parts("http://h?b"), "h ?b");
}

TEST(HttpReader, HasLimits) {
  const HttpLimits limits{100, 10};
  EXPECT_EQ(read("GET / HTTP/1.1\r\nHost: h\r\nA:" + std::string(200, ' ') + "b\r\n\r\n", limits), "431");
  EXPECT_EQ(read(std::string(200, '\r') + "\n", limits), "414");
  std::string lines, empty;
  for (int i = 0; i < 60; ++i) {
    lines += "a:\r\n";
    empty += "\r\n";
  }
  EXPECT_EQ(read("GET / HTTP/1.1\r\nHost: h\r\n" + lines + "\r\n", limits), "431");
  EXPECT_EQ(read(empty + "GET / HTTP/1.1\r\nHost: h\r\n\r\n", limits), "414");
  EXPECT_EQ(read("GET /" + std::string(200, 'a') + " HTTP/1.1\r\nHost: h\r\n\r\n", limits), "414");
  EXPECT_EQ(read("GET / HTTP/1.1\r\nHost: h\r\nA: " + std::string(200, 'a') + "\r\n\r\n", limits), "431");
  EXPECT_EQ(read("GET / HTTP/1.1\r\nHost: h\r\n" + std::string(200, 'a') + ": b\r\n\r\n", limits), "431");
  EXPECT_EQ(read(post("Content-Length: 11\r\n", "hello world"), limits), "413");
  EXPECT_EQ(read(post("Transfer-Encoding: chunked\r\n", "b\r\nhello world\r\n"), limits), "413");
}

TEST(HttpReader, RefusesLongChunksAtOnce) {
  const std::string chunked = "Transfer-Encoding: chunked\r\n";
  EXPECT_EQ(read(post(chunked, "ffffff\r\n"), {1000, 1000}), "413");
  EXPECT_EQ(read(post(chunked, "ffffffffffffffff\r\n")), "413");
  EXPECT_EQ(read(post(chunked, "1;" + std::string(200, 'x') + "=y\r\na"), {100, 1000}), "431");
  EXPECT_EQ(read(post(chunked, "1\r\na\r\n0\r\nA: " + std::string(200, 'x') + "\r\n\r\n"), {100, 1000}),
            "431");
  EXPECT_EQ(read(post("Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n")), "501");
}

// The total of all messages, and only while they are being received.
TEST(HttpReader, BodiesHaveABudget) {
  ReceiveBudget budget(10);
  HttpReader first({}, budget);
  first.read(post("Content-Length: 9\r\n", "12345678"));
  for (int i = 0; i < 2; ++i) {
    HttpReader other({}, budget);
    other.read(post("Content-Length: 3\r\n", "12"));
    EXPECT_EQ(other.refusal(), 0);
    other.read("3");
    EXPECT_EQ(other.refusal(), 503);
  }
  first.read("9");
  ASSERT_TRUE(first.is_complete());
  first.take();
  HttpReader last({}, budget);
  last.read(post("Content-Length: 10\r\n", "1234567890"));
  EXPECT_TRUE(last.is_complete());
}

// A table of many short headers takes more than their text.
TEST(HttpReader, HeadsCountInTheAccount) {
  constexpr size_t kLimit = size_t{256} << 10;
  const auto account = std::make_shared<MemoryAccount>(kLimit);
  ReceiveBudget budget(0, account);
  std::string head = "GET / HTTP/1.1\r\nHost: x\r\n";
  for (int i = 0; i < 2000; ++i) head += "a:\r\n";
  {
    HttpReader first({}, budget), second({}, budget), third({}, budget);
    first.read(head);
    EXPECT_EQ(first.refusal(), 0);
    EXPECT_GE(account->used(), 2000 * sizeof(HttpMessage::Header));
    second.read(head);
    third.read(head);
    EXPECT_EQ(third.refusal(), 503);
    EXPECT_LE(account->peak(), kLimit);
    first.read("\r\n");
    ASSERT_TRUE(first.is_complete());
    const size_t before = account->used();
    first.take();
    EXPECT_LE(account->used() + 2000 * sizeof(HttpMessage::Header), before);
  }
  EXPECT_EQ(account->used(), 0U);
}

TEST(HttpReader, TellsWhoWaits) {
  ReceiveBudget budget(SIZE_MAX);
  HttpReader reader({}, budget);
  reader.read(post("Content-Length: 1\r\nExpect: 100-Continue\r\n", ""));
  EXPECT_TRUE(reader.takes_wait());
  EXPECT_FALSE(reader.takes_wait());
}

}  // namespace
}  // namespace aspen
