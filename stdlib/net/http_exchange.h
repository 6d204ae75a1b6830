// A request and its answer, made by libcurl on the thread of HttpEngine. Knows nothing of Values.
//
// The body of the answer is collected in memory, or is streamed to the program through a pair of sockets. If
// the program reads slowly, the transfer pauses, and the server has to wait. The body of a request may be
// streamed through the same sockets in the other direction.
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

#include "stdlib/net/curl_library.h"
#include "stdlib/system/descriptor.h"
#include "vm/heap/memory_account.h"

namespace aspen {

struct HttpRequest {
  std::string url;
  std::string method;                // empty: GET; with a body POST; with a streamed body PUT
  std::vector<std::string> headers;  // "Name: value"
  std::string body;
  bool has_body = false;
  // For https, each in PEM, or the path of a file in PEM: trusted authorities (empty: the system's), and the
  // client's certificate and key, for servers that ask for one.
  std::string ca, certificate, key;
  double timeout =
      0;  // in seconds: for everything, or for a streamed answer until its head has come; 0: no time limit
  long most_redirects = 10;
  size_t most_bytes = size_t{1} << 30;    // of the body, uncompressed, unless it is streamed
  std::shared_ptr<MemoryAccount> memory;  // counts the answer
  Charge charge = {};                     // for the request, and for what libcurl needs
  bool is_streamed = false;               // the answer's body
  bool is_uploaded = false;               // the request's body is streamed; then the answer's is, too
};

struct HttpReply {
  int status = 0;
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;                                          // empty if it is streamed
  Charge head_charge = {};                                   // for the headers
  Charge charge = {};                                        // for the body
  std::string url;                                           // of the last request, after redirects
  // The error, or empty. The code is an errno's name, "EAI_NONAME", "ECERTIFICATE" or "EPROTO".
  std::string error, error_code;
  bool is_late = false;      // the time was over
  size_t refused_bytes = 0;  // of the body: the memory limit forbids so many
  bool is_bad_url = false;
  bool is_refused = false;  // the system had no memory for the answer

  bool has_failed() const { return is_refused || !error.empty(); }
  size_t bytes() const { return body.size(); }
};

class HttpWait;

class HttpExchange {
 public:
  explicit HttpExchange(HttpRequest request) : request_(std::move(request)) {}
  ~HttpExchange();
  HttpExchange(const HttpExchange&) = delete;
  HttpExchange& operator=(const HttpExchange&) = delete;

  // ---- For the task that makes the request

  // Called before a streamed request is given to the engine. An errno, or 0.
  int open_stream();
  // The program's end of the sockets. Call it once.
  Descriptor take_end() { return std::move(end_); }
  // How the stream has ended: 0, or an errno. Valid when its last byte has been read.
  std::shared_ptr<std::atomic<int>> fate() const { return fate_; }
  // The reply is known when the answer, or the head of a streamed one, has come. False: it is known already.
  bool begin_wait(HttpWait& wait);
  // False: `wait` is not waiting here any more.
  bool end_wait(HttpWait& wait);
  // Blocks for at most that time. Whether the reply is known.
  bool wait_for(int milliseconds);
  // Precondition: the reply is known.
  HttpReply& reply() { return reply_; }
  // Any thread: the reply is no longer wanted.
  void give_up();

  // ---- For the engine

  // Null: there is no memory left.
  CURL* begin(uint64_t now_ms);
  CURL* handle() const { return handle_.get(); }
  // The transfer has ended with this result.
  void end(CURLcode code);
  // The request cannot be tried.
  void fail(std::string error, std::string_view code);
  // There is no memory to go on.
  void refuse();
  // Moves bytes through the sockets. True: there is nothing left to do.
  bool advance(uint64_t now_ms);
  bool is_given_up() const { return is_given_up_.load(std::memory_order_relaxed); }
  // The descriptor to poll for the sockets; its number is negative if there is nothing to wait for.
  curl_waitfd awaited() const;
  // When `advance` has to be called at the latest; 0: no such time.
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
  void follow_by_get();
  void set_receivers();
  void add_header(const char* header);

  size_t take_body(std::string_view data);
  bool collect(std::string_view data);
  size_t missing_room(size_t arrived) const;
  // Calls `take`. False if it returns false or finds no memory, as no exception may pass through libcurl.
  template <class Take>
  bool take_safely(Take take);
  void end_known(CURLcode code);
  // False: the line cannot be part of an answer.
  bool take_header(std::string_view line);
  bool take_length(std::string_view value);
  void begin_head();
  // False: there is no memory for another header.
  bool continue_header(std::string_view line);
  bool charge_header(size_t text_bytes);
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

  // For the engine, once it has the exchange:
  std::unique_ptr<CURL, CleanUp> handle_;
  std::unique_ptr<curl_slist, CleanUp> headers_;
  std::array<char, CURL_ERROR_SIZE> message_ = {};
  HttpReply reply_;       // for the engine until the reply is known
  bool is_told_ = false;  // whether it is known
  bool is_too_large_ = false;
  bool has_bad_length_ = false;
  bool is_refused_ = false;     // no memory
  bool accepts_names_ = false;  // libcurl has not accepted refuse_common_names: no https
  bool is_head_whole_ = false;  // of the answer that has begun last
  bool is_in_head_ = false;     // of an answer
  std::string length_;          // Content-Length in the head; empty: none so far
  uint64_t deadline_ms_ = 0;
  Descriptor stream_;
  std::string unsent_;  // to the program
  bool waits_to_send_ = false, waits_for_more_ = false;
  bool is_over_ = false;
  int end_error_ = 0;
};

}  // namespace aspen
