// One side of a WebSocket connection over an endpoint, without Values.
//
// Reading never waits for writing: answers to pings and closes are posted, behind what is being sent, and
// nobody waits for them. So two sides that both send more than the system takes do not hold each other up,
// as long as somebody receives.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "stdlib/endpoint.h"
#include "stdlib/http_server.h"
#include "stdlib/websocket_frames.h"

namespace aspen {

struct WebsocketOptions {
  size_t message_bytes = size_t{16} << 20;
  // In seconds, for the other side to answer a close. Kept for websocket.asp, which sees to it.
  double grace_seconds = 5;
  std::string protocol;                   // that was agreed upon; empty: none
  std::shared_ptr<MemoryAccount> memory;  // counts what has come of a message, on a client's side
};

// Any number of strands, and whoever drives its transfers. Its value closes the endpoint when it goes, so
// transfers that wait may hold it.
class Websocket final : public HttpUpgrade, public std::enable_shared_from_this<Websocket> {
 public:
  // A client's. The runtime outlives it, or has ended all that is under way.
  Websocket(Runtime& runtime, Counted<Endpoint> endpoint, WebsocketOptions options);
  // A server's, which keeps the connection that it goes on with.
  Websocket(Runtime& runtime, std::shared_ptr<HttpConnection> connection, WebsocketOptions options);

  const Counted<Endpoint>& endpoint() const { return endpoint_; }
  const WebsocketOptions& options() const { return options_; }
  // As a frame to be sent.
  std::string frame(WebsocketOpcode opcode, std::string_view payload) const;

  // ---- Any thread

  // Sends a close frame when it can, unless that has been asked for already: nothing may be sent after it.
  // `is_last`: nothing that comes will be looked at.
  void begin_close(const WebsocketClose& close, bool is_last = false);
  // The same at once or not at all, and then ends the connection.
  void drop();
  // Of a server that stops.
  void go_away() override { begin_close({websocket_code::kGoingAway, ""}); }
  // Answers pings that have come; only the last of several (RFC 6455, 5.5.3).
  void answer_pings();

  // Why nothing more comes.
  struct End {
    enum Kind : uint8_t {
      closed,   // by the other side, properly
      refused,  // it broke a rule
      broken,   // without a close; `error` is an errno, or 0 if the stream ended
    };
    Kind kind = closed;
    int error = 0;
    WebsocketClose close;  // of `refused`: what the other side is told
  };
  // Null until then; it does not change afterwards.
  const End* end() const;

  // ---- By who has the lane for reading

  enum class Step : uint8_t { message, ended, waits };
  Step read(Endpoint& endpoint, std::optional<WebsocketMessage>& message);
  // A message that nobody has taken.
  void put_back(WebsocketMessage&& message) { returned_.push_front(std::move(message)); }
  bool owes_pong() const;

  // ---- By who has the lane for writing

  // Whether a frame may be sent; after a close, none.
  bool may_send() const { return !has_sent_close_; }
  void note_close() { has_sent_close_ = true; }
  std::optional<std::string> take_ping();

 private:
  Websocket(Runtime& runtime, Counted<Endpoint> endpoint, std::shared_ptr<HttpConnection> connection,
            WebsocketOptions options);
  Step take(std::optional<WebsocketMessage>& message);
  Step end(End end);
  bool claim_close();
  void post(std::unique_ptr<Transfer> transfer);

  Runtime& runtime_;
  const Counted<Endpoint> endpoint_;
  const std::shared_ptr<HttpConnection> connection_;  // null on a client's side
  const WebsocketOptions options_;

  HttpBudget client_budget_;  // on a client's side
  // By the lane for reading.
  WebsocketReader reader_;
  std::deque<WebsocketMessage> returned_;
  // By the lane for writing.
  bool has_sent_close_ = false;

  mutable std::mutex lock_;
  // Guarded by the lock:
  std::optional<std::string> ping_;  // to be answered
  bool has_posted_pong_ = false;
  bool has_begun_close_ = false;
  std::optional<End> end_;
};

// Waits for a message, the end of all messages, or a ping that has to be answered before this can go on.
class ReceivingMessage final : public Transfer {
 public:
  explicit ReceivingMessage(std::shared_ptr<Websocket> websocket) : websocket_(std::move(websocket)) {}
  bool advance(Endpoint& endpoint) override;
  void take_back(Endpoint&) override;

  std::optional<WebsocketMessage> message;

 private:
  std::shared_ptr<Websocket> websocket_;
};

// Waits for the end, whatever comes before it; of one that is refused, for the end of the stream, as what is
// closed with octets unread loses what it has sent.
class ReceivingEnd final : public Transfer {
 public:
  explicit ReceivingEnd(std::shared_ptr<Websocket> websocket) : websocket_(std::move(websocket)) {}
  bool advance(Endpoint& endpoint) override;

 private:
  std::shared_ptr<Websocket> websocket_;
};

// Sends a frame, unless the close frame has gone before: ECANCELED.
class SendingFrame final : public Transfer {
 public:
  enum class Last : uint8_t { no, close, stream };  // nothing comes after a close, not even the stream's rest

  SendingFrame(std::shared_ptr<Websocket> websocket, std::string frame, Last last = Last::no)
      : websocket_(std::move(websocket)), frame_(std::move(frame)), last_(last) {}
  bool advance(Endpoint& endpoint) override;

 private:
  bool send(Endpoint& endpoint);

  std::shared_ptr<Websocket> websocket_;
  std::string frame_;
  size_t sent_ = 0;
  bool has_begun_ = false;
  Last last_;
};

}  // namespace aspen
