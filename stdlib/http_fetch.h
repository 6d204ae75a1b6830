// HTTP requests by libcurl, which is loaded when the first one is made: it and what it needs would cost every
// program ten milliseconds to start. Knows nothing of Values.
#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace aspen {

struct HttpRequest {
  std::string url;
  std::string method = "GET";
  std::vector<std::string> headers;  // "Name: value"
  std::string body;
  bool has_body = false;
  std::string ca;  // whose word counts for https: PEM, or its path; empty: that of the system's authorities
  double timeout = 0;  // seconds for all of it; 0: as long as it takes
  long most_redirects = 10;
  size_t most_bytes = size_t{1} << 30;  // of the body, uncompressed
};

struct HttpReply {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;
  std::string url;  // that answered, after redirects
  // What went wrong; else empty. The code is an errno's name, "EAI_NONAME", "ECERTIFICATE" or "EPROTO".
  std::string error, error_code;
  bool is_late = false;  // the time was over
  bool is_bad_url = false;

  size_t bytes() const { return body.size(); }
};

// Blocks; for a thread of the blocking pool, whose connections stay open for its next requests.
class HttpFetch {
 public:
  explicit HttpFetch(HttpRequest request)
      : request_(std::move(request)), is_given_up_(std::make_shared<std::atomic<bool>>(false)) {}
  HttpReply operator()();
  // Any thread: it ends within a second.
  void give_up() { is_given_up_->store(true, std::memory_order_relaxed); }

 private:
  HttpRequest request_;
  std::shared_ptr<std::atomic<bool>> is_given_up_;  // relaxed: nothing else depends on it
};

}  // namespace aspen
