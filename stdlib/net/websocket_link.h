// One side of a WebSocket connection over an endpoint, without Values.
//
// Reading never waits for writing: answers to pings and closes are queued after running sends, and no task
// waits for them. So two peers that both send more than the system buffers do not block each other, as long
// as some task receives.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "stdlib/net/endpoint.h"
#include "stdlib/net/http_server.h"
#include "stdlib/net/websocket_frames.h"

namespace aspen {

struct WebsocketOptions {
  size_t message_bytes = size_t{16} << 20;
  // In seconds, for the peer to answer a close. Kept for websocket.asp, which waits for the answer.
  double grace_seconds = 5;
  std::string protocol;                   // that was agreed upon; empty: none
  std::shared_ptr<MemoryAccount> memory;  // for a client: charged for incomplete messages
};

// Used by any number of strands, and by the threads that run its transfers. The script's value closes the
// endpoint when it is collected, so waiting transfers may hold a reference to this.
class Websocket final : public HttpUpgrade, public std::enable_shared_from_this<Websocket> {
 public:
  // For a client. The runtime must outlive it, or have ended all its operations.
  Websocket(Runtime& runtime, Counted<Endpoint> endpoint, WebsocketOptions options);
  // For a server; keeps the connection that was upgraded.
  Websocket(Runtime& runtime, std::shared_ptr<HttpConnection> connection, WebsocketOptions options);

  const Counted<Endpoint>& endpoint() const { return endpoint_; }
  const WebsocketOptions& options() const { return options_; }
  // The bytes of a frame to be sent.
  std::string frame(WebsocketOpcode opcode, std::string_view payload) const;

  // ---- Any thread

  // Queues a close frame, unless one was queued already; no frame may be sent after it. `is_last`: the stream
  // is ended after it, as later input is ignored.
  void begin_close(const WebsocketClose& close, bool is_last = false);
  // Sends a close frame if that is possible at once, and then ends the connection.
  void drop();
  // Called when the server stops.
  void go_away() override { begin_close({websocket_code::kGoingAway, ""}); }
  // Answers the last ping that has arrived (RFC 6455, 5.5.3).
  void answer_pings();

  // Why no more messages come.
  struct End {
    enum Kind : uint8_t {
      closed,   // by the peer, properly
      refused,  // the peer broke a rule
      broken,   // without a close; `error` is an errno, or 0 if the stream ended
    };
    Kind kind = closed;
    int error = 0;
    WebsocketClose close;  // of `refused`: the close to send to the peer
  };
  // Null until then; never changes afterwards.
  const End* end() const;

  // ---- For the holder of the lane for reading

  enum class Step : uint8_t { message, ended, waits };
  Step read(Endpoint& endpoint, std::optional<WebsocketMessage>& message);
  // Returns a message that no task has taken. It is the next to be read, but for those that came before it.
  void put_back(WebsocketMessage&& message);
  bool owes_pong() const;

  // ---- For the holder of the lane for writing

  // Whether a frame may be sent: not after a close.
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
  const std::shared_ptr<HttpConnection> connection_;  // null for a client
  const WebsocketOptions options_;

  ReceiveBudget client_budget_;  // for a client
  // For the holder of the lane for reading:
  WebsocketReader reader_;
  uint64_t next_number_ = 0;
  std::deque<WebsocketMessage> returned_;  // in the order of arrival
  // For the holder of the lane for writing:
  bool has_sent_close_ = false;

  mutable std::mutex lock_;
  // Guarded by the lock:
  std::optional<std::string> ping_;  // to be answered
  bool has_posted_pong_ = false;
  bool has_begun_close_ = false;
  std::optional<End> end_;
};

// Waits for a message, for the end, or for a ping that must be answered before this can go on.
class ReceivingMessage final : public Transfer {
 public:
  explicit ReceivingMessage(std::shared_ptr<Websocket> websocket) : websocket_(std::move(websocket)) {}
  bool advance(Endpoint& endpoint) override;
  void take_back(Endpoint&) override;

  std::optional<WebsocketMessage> message;

 private:
  std::shared_ptr<Websocket> websocket_;
};

// Waits for the end, dropping messages. If this side has refused the peer's frames, waits for the end of the
// stream: closing with unread bytes would lose what was sent.
class ReceivingEnd final : public Transfer {
 public:
  explicit ReceivingEnd(std::shared_ptr<Websocket> websocket) : websocket_(std::move(websocket)) {}
  bool advance(Endpoint& endpoint) override;

 private:
  std::shared_ptr<Websocket> websocket_;
};

// Sends a frame; ECANCELED if a close frame was sent before it.
class SendingFrame final : public Transfer {
 public:
  enum class Last : uint8_t { no, close, stream };  // stream: sends a close and ends the stream

  // `charge`: for a frame of a size that a program chooses.
  SendingFrame(std::shared_ptr<Websocket> websocket, std::string frame, Last last = Last::no,
               Charge charge = {})
      : websocket_(std::move(websocket)), frame_(std::move(frame)), charge_(std::move(charge)), last_(last) {}
  bool advance(Endpoint& endpoint) override;

 private:
  bool send(Endpoint& endpoint);

  std::shared_ptr<Websocket> websocket_;
  std::string frame_;
  Charge charge_;
  size_t sent_ = 0;
  bool has_begun_ = false;
  Last last_;
};

}  // namespace aspen
