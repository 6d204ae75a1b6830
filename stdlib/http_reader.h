// HTTP/1 messages out of a stream that comes in pieces, by llhttp. Knows nothing of Values, sockets or time.
#pragma once

#include <llhttp/llhttp.h>

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "vm/memory_account.h"

namespace aspen {

// Of ASCII text.
bool equals_in_lower_case(std::string_view text, std::string_view lower_case);

struct HttpMessage {
  struct Header {
    size_t name, value, end;  // where they begin and end in `text`
  };

  std::string_view target() const { return std::string_view(text).substr(0, target_size); }
  std::string_view name(const Header& header) const { return part(header.name, header.value); }
  std::string_view value(const Header& header) const { return part(header.value, header.end); }
  // The first of that name, which is in lower case; null if there is none.
  const Header* find(std::string_view wanted) const;
  void clear();

  std::string text;  // the target, then names, in lower case, and values
  size_t target_size = 0;
  std::vector<Header> headers;
  std::string body;
  std::string_view method;  // "GET"
  uint8_t minor_version = 1;
  bool keeps_alive = true;  // the connection

 private:
  std::string_view part(size_t begin, size_t end) const {
    return std::string_view(text).substr(begin, end - begin);
  }
};

struct HttpLimits {
  size_t head_bytes = size_t{64} << 10;  // of the first line and all headers
  size_t body_bytes = size_t{16} << 20;
};

// What the bodies of several readers may take together while they come, of the memory of their machine. Any
// thread.
class HttpBudget {
 public:
  // Without an account the sum alone is bounded.
  explicit HttpBudget(size_t most_bytes, std::shared_ptr<MemoryAccount> account = nullptr)
      : most_(most_bytes), account_(std::move(account)) {}
  // False if that would be too much.
  bool take(size_t bytes) {
    const bool fits = used_.fetch_add(bytes, std::memory_order_relaxed) + bytes <= most_;
    if (fits && (account_ == nullptr || account_->take_charged(bytes))) return true;
    used_.fetch_sub(bytes, std::memory_order_relaxed);
    return false;
  }
  void give_back(size_t bytes) {
    used_.fetch_sub(bytes, std::memory_order_relaxed);
    if (account_ != nullptr) account_->give_back(bytes);
  }

 private:
  const size_t most_;
  const std::shared_ptr<MemoryAccount> account_;
  std::atomic<size_t> used_{0};  // relaxed: a sum, of which nothing else depends
};

// Requests, one after the other. Strict, because what two parsers understand differently smuggles requests
// past the first.
class HttpReader {
 public:
  // The budget outlives it.
  HttpReader(const HttpLimits& limits, HttpBudget& budget);
  ~HttpReader() { give_back(); }
  HttpReader(const HttpReader&) = delete;
  HttpReader& operator=(const HttpReader&) = delete;

  // Reads up to the end of a message, and gives how many octets that took.
  size_t read(std::string_view octets);
  bool is_complete() const { return is_complete_; }
  // The status that answers what is no proper request; 0 if there is nothing wrong.
  int refusal() const { return refusal_; }
  bool has_begun() const { return message_ != nullptr; }
  // Whether the head has come, and says that its sender waits to be told to go on.
  bool takes_wait() { return std::exchange(waits_, false); }
  // What is complete, for the caller; the next message may come then.
  std::unique_ptr<HttpMessage> take();

 private:
  static const llhttp_settings_t kSettings;
  static HttpReader& of(llhttp_t* parser) { return *static_cast<HttpReader*>(parser->data); }

  int begin();
  int add_target(std::string_view more);
  int add_version(std::string_view more);
  int add_name(std::string_view more);
  int add_value(std::string_view more);
  int end_value();
  int end_head();
  int check_lengths();
  int begin_chunk();
  // What comes between the pieces of a body, or behind it, and is ignored.
  int add_extra(std::string_view more);
  int add_body(std::string_view more);
  int complete();
  int refuse(int status);
  void give_back() { budget_.give_back(std::exchange(charged_, 0)); }
  bool has_room(std::string_view more) const {
    return message_->text.size() + more.size() <= limits_.head_bytes;
  }

  llhttp_t parser_;
  const HttpLimits limits_;
  HttpBudget& budget_;
  size_t charged_ = 0;  // for what has come of the body
  std::unique_ptr<HttpMessage> message_;
  int refusal_ = 0;
  const char* read_end_ = nullptr;  // of what is being read
  size_t extra_bytes_ = 0;
  bool is_complete_ = false;
  bool expects_line_end_ = false;  // the first line ended with what was read before
  bool in_name_ = false;
  bool in_body_ = false;
  bool waits_ = false;
};

// Messages are used again: room for text and headers costs more than reading them.
std::unique_ptr<HttpMessage> new_message();
void recycle(std::unique_ptr<HttpMessage> message);

}  // namespace aspen
