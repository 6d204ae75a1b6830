// A request and its answer, by libcurl, on the thread of HttpEngine. Knows nothing of Values.
//
// The body of an answer is collected, or goes through a pair of sockets to whoever reads it, as fast as that
// is read: what does not fit makes the transfer pause, and the other side wait. The body of a request may
// come through the same sockets, the other way.
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "stdlib/curl_library.h"
#include "stdlib/descriptor.h"
#include "vm/memory_account.h"

namespace aspen {

struct HttpRequest {
  std::string url;
  std::string method;                // empty: GET, with a body POST, with one that is written PUT
  std::vector<std::string> headers;  // "Name: value"
  std::string body;
  bool has_body = false;
  // For https, each PEM or the path of a file with it: whose word counts, if empty that of the system's
  // authorities; and who asks, to those that want to know.
  std::string ca, certificate, key;
  double timeout =
      0;  // seconds, for all of it, or of an answer that is streamed for its head; 0: as long as it takes
  long most_redirects = 10;
  size_t most_bytes = size_t{1} << 30;    // of the body, uncompressed, unless it is streamed
  std::shared_ptr<MemoryAccount> memory;  // counts the body of the answer
  bool is_streamed = false;               // its answer
  bool is_uploaded = false;               // its body is; so is its answer, then
};

struct HttpReply {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;                                          // unless it is streamed
  Charge charge = {};                                        // for the body
  std::string url;                                           // that answered, after redirects
  // What went wrong; else empty. The code is an errno's name, "EAI_NONAME", "ECERTIFICATE" or "EPROTO".
  std::string error, error_code;
  bool is_late = false;      // the time was over
  size_t refused_bytes = 0;  // of the body: the limit forbids them
  bool is_bad_url = false;
  bool is_refused = false;  // the system had no memory for it

  bool has_failed() const { return is_refused || !error.empty(); }
  size_t bytes() const { return body.size(); }
};

class HttpWait;

class HttpExchange {
 public:
  explicit HttpExchange(HttpRequest request) : request_(std::move(request)) {}
  HttpExchange(const HttpExchange&) = delete;
  HttpExchange& operator=(const HttpExchange&) = delete;

  // ---- By who asks

  // For a request that is streamed, before it is handed to the engine. An errno or 0.
  int open_stream();
  // The program's end of the sockets; taken once.
  Descriptor take_end() { return std::move(end_); }
  // How the stream ends for who reads it: 0, or an errno; to be looked at behind its last octet.
  std::shared_ptr<std::atomic<int>> fate() const { return fate_; }
  // The reply is known when all of it has come, or, of one that is streamed, its head. False: it is.
  bool begin_wait(HttpWait& wait);
  // False: it does not wait here any more.
  bool end_wait(HttpWait& wait);
  // Whether it is known after so long.
  bool wait_for(int milliseconds);
  // Once it is known.
  HttpReply& reply() { return reply_; }
  // Any thread: nobody wants it any more.
  void give_up();

  // ---- By the engine

  // Null: there is no memory left.
  CURL* begin(uint64_t now_ms);
  CURL* handle() const { return handle_.get(); }
  // The transfer is over, with this result.
  void end(CURLcode code);
  // It cannot be tried.
  void fail(std::string error, std::string_view code);
  // There is no memory to go on.
  void refuse();
  // Moves what goes through the sockets. True: there is nothing left to do.
  bool advance(uint64_t now_ms);
  bool is_given_up() const { return is_given_up_.load(std::memory_order_relaxed); }
  // Of the sockets; its number is below 0 if there is nothing to wait for.
  curl_waitfd awaited() const;
  // When it is to be looked at; 0: at no time.
  uint64_t deadline_ms() const { return deadline_ms_; }

 private:
  struct CleanUp {
    void operator()(CURL* handle) const { curl().easy_cleanup(handle); }
    void operator()(curl_slist* list) const { curl().slist_free_all(list); }
  };
  template <class T>
  void set(CURLoption option, T value) {
    curl().easy_setopt(handle_.get(), option, value);
  }
  void set_request();
  void set_protocols(const char* names);
  void set_authority();
  void set_pem(CURLoption path, CURLoption blob, const std::string& pem);
  void set_proxy(std::string_view url);
  void set_method();
  void set_receivers();
  void add_header(const char* header);

  size_t take_body(std::string_view data);
  bool collect(std::string_view data);
  size_t missing_room(size_t arrived) const;
  // What `take` gives; false if it finds no memory, as no exception may go through libcurl.
  template <class Take>
  bool take_safely(Take take);
  void end_known(CURLcode code);
  // False: the answer is none.
  bool take_header(std::string_view line);
  bool take_length(std::string_view value);
  void begin_head();
  bool is_last_head();
  size_t give_body(char* place, size_t most);
  bool flush();
  void note_answer();
  void note_failure(CURLcode code);
  std::string name_of(CURLcode code) const;
  void tell();
  void close_stream();

  const HttpRequest request_;
  Descriptor end_;
  std::atomic<bool> is_given_up_{false};  // relaxed: nothing else depends on it
  std::shared_ptr<std::atomic<int>> fate_ = std::make_shared<std::atomic<int>>(0);

  std::mutex lock_;  // guards what follows
  std::condition_variable known_;
  bool is_known_ = false;
  HttpWait* waiting_ = nullptr;

  // The engine's, once it has it:
  std::unique_ptr<CURL, CleanUp> handle_;
  std::unique_ptr<curl_slist, CleanUp> headers_;
  std::array<char, CURL_ERROR_SIZE> message_ = {};
  HttpReply reply_;       // until it is known
  bool is_told_ = false;  // whether it is
  bool is_too_large_ = false;
  bool has_bad_length_ = false;
  bool is_refused_ = false;     // no memory
  bool accepts_names_ = false;  // libcurl has not taken refuse_common_names: no https
  bool is_head_whole_ = false;  // of the last answer that has begun
  std::string length_;          // that the head tells; empty: none so far
  uint64_t deadline_ms_ = 0;
  Descriptor stream_;
  std::string unsent_;  // to the program
  bool waits_to_send_ = false, waits_for_more_ = false;
  bool is_over_ = false;
  int end_error_ = 0;
};

}  // namespace aspen
