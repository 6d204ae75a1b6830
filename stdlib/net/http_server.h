// The server's side of HTTP connections, without Values.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_set>

#include "stdlib/net/endpoint.h"
#include "stdlib/net/http_reader.h"
#include "vm/values/record.h"

namespace aspen {

struct HttpServerLimits {
  HttpLimits message;
  // In nanoseconds: between requests; from the first byte of a request to its last; for the client to take an
  // answer, or to close its side after the last one.
  uint64_t idle_ns = 60'000'000'000;
  uint64_t request_ns = 30'000'000'000;
  uint64_t answer_ns = 60'000'000'000;
  // In seconds: how long a stopping server waits for running requests when a signal has ended it (http.asp
  // waits for them), and in any case for connections that speak another protocol.
  double grace_seconds = 10;
};

// Another protocol that a connection has changed to.
class HttpUpgrade {
 public:
  virtual ~HttpUpgrade() = default;
  // Any thread. The server stops: tells the client to leave.
  virtual void go_away() = 0;
};

class HttpConnection;

// All connections of one listener. Any thread.
class HttpServer {
 public:
  // `body_bytes`: limit for all bodies that are being received, which are charged to the account.
  // `request_shape`: of the records that handlers get; owned by the machine.
  HttpServer(Counted<Endpoint> listener, const HttpServerLimits& limits, size_t body_bytes,
             std::shared_ptr<MemoryAccount> account, const Shape& request_shape)
      : listener_(std::move(listener)),
        limits_(limits),
        budget_(body_bytes, std::move(account)),
        request_shape_(request_shape) {}

  const Counted<Endpoint>& listener() const { return listener_; }
  const HttpServerLimits& limits() const { return limits_; }
  const Shape& request_shape() const { return request_shape_; }
  // Accepts no more connections. Each connection ends when its running request has been answered, or when its
  // other protocol has ended.
  void stop();
  bool is_stopping() const { return is_stopping_.load(std::memory_order_seq_cst); }
  // Closes connections that are past their deadlines.
  void sweep();

 private:
  friend class HttpConnection;

  uint64_t grace_ns() const;

  const Counted<Endpoint> listener_;
  const HttpServerLimits limits_;
  ReceiveBudget budget_;
  const Shape& request_shape_;
  // seq_cst, as the stages of connections: either stop sees an idle connection, or the connection sees this.
  std::atomic<bool> is_stopping_{false};
  std::mutex lock_;
  std::unordered_set<HttpConnection*> connections_;  // guarded by the lock
};

// Used by one strand at a time, and by the threads that run its transfers.
class HttpConnection {
 public:
  HttpConnection(std::shared_ptr<HttpServer> server, Counted<Endpoint> endpoint);
  ~HttpConnection();
  HttpConnection(const HttpConnection&) = delete;
  HttpConnection& operator=(const HttpConnection&) = delete;

  const Counted<Endpoint>& endpoint() const { return endpoint_; }
  const HttpServer& server() const { return *server_; }
  HttpReader& reader() { return reader_; }
  ReceiveBudget& budget() { return server_->budget_; }
  // Ends HTTP on the connection. When the server stops, or if it has stopped already, `to` is asked to leave
  // and has the server's grace period for that.
  void upgrade(const std::shared_ptr<HttpUpgrade>& to);

  // What the connection does, which determines its time limit.
  enum class Stage : uint8_t { idle, receiving, handling, answering, lingering };
  void enter(Stage stage);
  // Sets the deadline of the current stage to now + `ns`; sched::kForever: none.
  void set_deadline_in(uint64_t ns);
  Stage stage() const { return stage_.load(std::memory_order_seq_cst); }
  // What the answer needs to know of the request that was read last.
  struct Answering {
    bool is_head = false;
    bool keeps_alive = true;
    uint8_t minor_version = 1;
    bool is_chunked = false;
    // What the request waits for.
    enum class Due : uint8_t { nothing, answer, pieces } due = Due::nothing;
  };
  Answering answering;

 private:
  friend class HttpServer;

  const std::shared_ptr<HttpServer> server_;
  const Counted<Endpoint> endpoint_;
  HttpReader reader_;
  // Written by the strand that uses the connection, read by the one that stops the server: see is_stopping_.
  std::atomic<Stage> stage_{Stage::idle};
  // Likewise, for the thread that sweeps. Relaxed: reading it a moment late does no harm.
  std::atomic<uint64_t> deadline_ns_{0};
  // Guarded by the server's lock. Weak, as it may own this connection.
  std::weak_ptr<HttpUpgrade> upgrade_;
};

// Waits for the next request; after the last answer, until the client closes.
class ReceivingRequest final : public Transfer {
 public:
  explicit ReceivingRequest(std::shared_ptr<HttpConnection> connection)
      : connection_(std::move(connection)) {}
  bool advance(Endpoint& endpoint) override;
  bool is_at_end() const { return is_at_end_; }

 private:
  bool read(Endpoint& endpoint);
  bool discard(Endpoint& endpoint);

  std::shared_ptr<HttpConnection> connection_;
  bool is_at_end_ = false;
};

// "HTTP/1.1 200 OK", and the lines that every answer has: the date, unless the program gives one
// (`has_date`), and whether the connection ends.
void begin_http_answer(std::string& out, int status, const HttpConnection::Answering& to,
                       bool has_date = false);

}  // namespace aspen
