// Reads HTTP/1 messages by llhttp from a stream of pieces. Knows nothing of Values, sockets or time.
#pragma once

#include <llhttp/llhttp.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stdlib/net/receive_budget.h"

namespace aspen {

// Of ASCII.
bool is_letter_or_digit(char c);
char lower(char c);
// As names of headers (RFC 9110, 5.6.2).
bool is_token(std::string_view text);
// For ASCII text; `lower_case` holds no capitals.
bool equals_in_lower_case(std::string_view text, std::string_view lower_case);

struct HttpMessage {
  struct Header {
    size_t name, value, end;  // offsets in `text` at which they begin and end
  };

  std::string_view target() const { return std::string_view(text).substr(0, target_size); }
  // The authority of a target that is a whole URL (RFC 9112, 3.2.2), without a user; else nothing.
  std::optional<std::string_view> authority() const;
  // The path and query of the target.
  std::string_view local_target() const;
  std::string_view name(const Header& header) const { return part(header.name, header.value); }
  std::string_view value(const Header& header) const { return part(header.value, header.end); }
  // The first header of that name, which is given in lower case; null if there is none.
  const Header* find(std::string_view wanted) const;
  void clear();

  std::string text;  // the target, then names, in lower case, and values
  size_t target_size = 0;
  std::vector<Header> headers;
  std::string body;
  std::string_view method;  // "GET"
  uint8_t minor_version = 1;
  bool keeps_alive = true;  // the connection stays open after it

 private:
  std::string_view part(size_t begin, size_t end) const {
    return std::string_view(text).substr(begin, end - begin);
  }
};

struct HttpLimits {
  size_t head_bytes = size_t{64} << 10;  // of the first line and all headers, with what separates them
  size_t body_bytes = size_t{16} << 20;
};

// Reads requests, one after the other. Strict: where two parsers understand a request differently, an
// attacker can smuggle a second request past the first parser.
class HttpReader {
 public:
  // The budget must outlive the reader.
  HttpReader(const HttpLimits& limits, ReceiveBudget& budget);
  ~HttpReader() { give_back(); }
  HttpReader(const HttpReader&) = delete;
  HttpReader& operator=(const HttpReader&) = delete;

  // Reads up to the end of a message. Returns the number of bytes that it has used.
  size_t read(std::string_view bytes);
  bool is_complete() const { return is_complete_; }
  // The status of the answer to a malformed request; 0 if nothing is wrong.
  int refusal() const { return refusal_; }
  bool has_begun() const { return message_ != nullptr; }
  // Whether the head has come, and its sender waits for "100 Continue".
  bool takes_wait() { return std::exchange(waits_, false); }
  // Precondition: is_complete(). Returns the message; the next one may be read then.
  std::unique_ptr<HttpMessage> take();

 private:
  static const llhttp_settings_t kSettings;
  static HttpReader& of(llhttp_t* parser) { return *static_cast<HttpReader*>(parser->data); }

  int begin();
  // Looks through what stands in the head's lines and counts it. Returns the status of a refusal, or 0.
  int check_lines(std::string_view bytes);
  int add_target(std::string_view more);
  int add_name(std::string_view more);
  int add_value(std::string_view more);
  int end_value();
  int end_head();
  int check_lengths();
  int begin_chunk();
  // Counts ignored bytes: those between the pieces of a body, and after it.
  int add_extra(std::string_view more);
  int add_body(std::string_view more);
  int complete();
  int refuse(int status);
  void give_back() {
    budget_.give_back(std::exchange(charged_, 0));
    budget_.give_back_head(std::exchange(head_charged_, 0));
  }
  // Takes memory for so many bytes of the head, and for another header. False if the budget has none.
  bool take_head(size_t more);

  llhttp_t parser_;
  const HttpLimits limits_;
  ReceiveBudget& budget_;
  size_t charged_ = 0;       // for the received part of the body
  size_t head_charged_ = 0;  // for that of the head
  std::unique_ptr<HttpMessage> message_;
  int refusal_ = 0;
  size_t head_bytes_ = 0;  // that have come, with those between names and values
  size_t extra_bytes_ = 0;
  size_t line_bytes_ = 0;  // of the line that has begun
  char last_ = '\n';       // the byte that came last
  bool is_first_line_ = true;
  bool is_head_over_ = false;
  bool is_chunked_ = false;
  bool is_complete_ = false;
  bool in_name_ = false;
  bool in_body_ = false;
  bool waits_ = false;
};

// Messages are reused, as allocating their texts and headers takes longer than reading them.
std::unique_ptr<HttpMessage> new_message();
void recycle(std::unique_ptr<HttpMessage> message);

}  // namespace aspen
