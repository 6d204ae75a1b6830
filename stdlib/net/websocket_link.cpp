#include "stdlib/net/websocket_link.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <random>
#include <utility>

namespace aspen {

namespace {

// Unpredictable, so that choosing a payload does not choose the bytes on the wire (RFC 6455, 10.3).
WebsocketMask new_mask() {
  std::random_device device;
  const uint32_t bits = device();
  WebsocketMask mask;
  std::memcpy(mask.data(), &bits, mask.size());
  return mask;
}

// Answers the ping that is the latest when it is sent.
class SendingPong final : public Transfer {
 public:
  explicit SendingPong(std::shared_ptr<Websocket> websocket) : websocket_(std::move(websocket)) {}
  bool advance(Endpoint& endpoint) override {
    if (!pong_) {
      const std::optional<std::string> ping = websocket_->take_ping();
      if (!ping) return true;
      pong_.emplace(websocket_, websocket_->frame(WebsocketOpcode::pong, *ping));
    }
    const bool is_over = pong_->advance(endpoint);
    error = pong_->error;
    return is_over;
  }

 private:
  std::shared_ptr<Websocket> websocket_;
  std::optional<SendingFrame> pong_;
};

}  // namespace

// ---- The connection

Websocket::Websocket(Runtime& runtime, Counted<Endpoint> endpoint, WebsocketOptions options)
    : Websocket(runtime, std::move(endpoint), nullptr, std::move(options)) {}

Websocket::Websocket(Runtime& runtime, std::shared_ptr<HttpConnection> connection, WebsocketOptions options)
    : Websocket(runtime, connection->endpoint(), connection, std::move(options)) {}

Websocket::Websocket(Runtime& runtime, Counted<Endpoint> endpoint, std::shared_ptr<HttpConnection> connection,
                     WebsocketOptions options)
    : runtime_(runtime),
      endpoint_(std::move(endpoint)),
      connection_(std::move(connection)),
      options_(std::move(options)),
      client_budget_(options_.message_bytes, options_.memory),
      reader_(connection_ != nullptr, options_.message_bytes,
              connection_ ? &connection_->budget() : &client_budget_) {}

std::string Websocket::frame(WebsocketOpcode opcode, std::string_view payload) const {
  std::string out;
  if (connection_) {
    append_frame(out, opcode, payload, nullptr);
  } else {
    const WebsocketMask mask = new_mask();
    append_frame(out, opcode, payload, &mask);
  }
  return out;
}

void Websocket::post(std::unique_ptr<Transfer> transfer) {
  auto* operation = new EndpointOperation(runtime_, endpoint_, Endpoint::kWriting, std::move(transfer));
  operation->start();
  operation->release();
}

bool Websocket::claim_close() {
  const std::lock_guard guard(lock_);
  return !std::exchange(has_begun_close_, true);
}

void Websocket::begin_close(const WebsocketClose& close, bool is_last) {
  if (!claim_close()) return;
  const auto last = is_last ? SendingFrame::Last::stream : SendingFrame::Last::close;
  post(std::make_unique<SendingFrame>(shared_from_this(), frame(WebsocketOpcode::close, close_payload(close)),
                                      last));
}

// While other frames are being sent, no close frame is sent, as it would come into the middle of one.
void Websocket::drop() {
  if (claim_close()) {
    const WebsocketClose close{websocket_code::kGoingAway, ""};
    SendingFrame sending(shared_from_this(), frame(WebsocketOpcode::close, close_payload(close)),
                         SendingFrame::Last::close);
    endpoint_->try_now(Endpoint::kWriting, sending);
  }
  endpoint_->close();
}

bool Websocket::owes_pong() const {
  const std::lock_guard guard(lock_);
  return ping_ && !has_posted_pong_;
}

void Websocket::answer_pings() {
  {
    const std::lock_guard guard(lock_);
    if (!ping_ || std::exchange(has_posted_pong_, true)) return;
  }
  post(std::make_unique<SendingPong>(shared_from_this()));
}

std::optional<std::string> Websocket::take_ping() {
  const std::lock_guard guard(lock_);
  has_posted_pong_ = false;
  return std::exchange(ping_, std::nullopt);
}

const Websocket::End* Websocket::end() const {
  const std::lock_guard guard(lock_);
  return end_ ? &*end_ : nullptr;
}

// ---- Reading

Websocket::Step Websocket::end(End end) {
  const std::lock_guard guard(lock_);
  end_ = std::move(end);
  return Step::ended;
}

Websocket::Step Websocket::read(Endpoint& endpoint, std::optional<WebsocketMessage>& message) {
  thread_local std::array<char, Endpoint::kPieceBytes> piece;
  if (!returned_.empty()) {
    message = std::move(returned_.front());
    returned_.pop_front();
    return Step::message;
  }
  if (this->end() != nullptr) return Step::ended;
  for (;;) {
    while (!endpoint.unread.empty()) {
      endpoint.unread.drop(reader_.read(endpoint.unread.view()));
      if (const Step step = take(message); step != Step::waits) return step;
    }
    const ssize_t got = endpoint.receive_reserved(piece.data(), piece.size());
    if (got < 0 && errno == EAGAIN) return Step::waits;
    if (got <= 0) return end({End::broken, got < 0 ? errno : 0, {websocket_code::kAbnormal, ""}});
    const std::string_view bytes(piece.data(), static_cast<size_t>(got));
    endpoint.unread.append(bytes.substr(reader_.read(bytes)));
    if (const Step step = take(message); step != Step::waits) return step;
  }
}

// Handles what the reader has completed: returns messages and the end; pings and pongs return `waits`.
Websocket::Step Websocket::take(std::optional<WebsocketMessage>& message) {
  if (reader_.refusal() != 0)
    return end({End::refused, 0, {reader_.refusal(), std::string(reader_.complaint())}});
  if (!reader_.is_complete()) return Step::waits;
  WebsocketMessage taken = reader_.take();
  switch (taken.opcode) {
    case WebsocketOpcode::more:
    case WebsocketOpcode::text:
    case WebsocketOpcode::binary:
      taken.number = next_number_++;
      message = std::move(taken);
      return Step::message;
    case WebsocketOpcode::close: return end({End::closed, 0, read_close(taken.payload)});
    case WebsocketOpcode::ping: {
      const std::lock_guard guard(lock_);
      ping_ = std::move(taken.payload);
      return Step::waits;
    }
    case WebsocketOpcode::pong: return Step::waits;
  }
  return Step::waits;
}

void Websocket::put_back(WebsocketMessage&& message) {
  const auto later = std::find_if(returned_.begin(), returned_.end(),
                                  [&](const WebsocketMessage& each) { return each.number > message.number; });
  returned_.insert(later, std::move(message));
}

bool ReceivingMessage::advance(Endpoint& endpoint) {
  return websocket_->read(endpoint, message) != Websocket::Step::waits || websocket_->owes_pong();
}

void ReceivingMessage::take_back(Endpoint&) {
  if (message) websocket_->put_back(std::move(*message));
}

bool ReceivingEnd::advance(Endpoint& endpoint) {
  std::optional<WebsocketMessage> dropped;
  Websocket::Step step;
  while ((step = websocket_->read(endpoint, dropped)) == Websocket::Step::message) dropped.reset();
  if (step == Websocket::Step::waits) return false;
  if (websocket_->end()->kind != Websocket::End::refused) return true;
  ssize_t got = 0;
  do {
    endpoint.unread.drop(endpoint.unread.view().size());
    got = endpoint.fill();
  } while (got > 0);
  return got == 0 || errno != EAGAIN;
}

// ---- Sending

bool SendingFrame::advance(Endpoint& endpoint) {
  if (!std::exchange(has_begun_, true)) {
    if (!websocket_->may_send()) {
      error = ECANCELED;
      return true;
    }
    if (last_ != Last::no) websocket_->note_close();
  }
  if (!send(endpoint)) {
    error = errno == EAGAIN ? 0 : errno;
    return error != 0;
  }
  return true;
}

// False with errno set.
bool SendingFrame::send(Endpoint& endpoint) {
  while (sent_ < frame_.size()) {
    const ssize_t sent = endpoint.send(frame_.data() + sent_, frame_.size() - sent_);
    if (sent < 0) return false;
    sent_ += static_cast<size_t>(sent);
  }
  return endpoint.flush() == 0 && (last_ != Last::stream || endpoint.finish() == 0);
}

}  // namespace aspen
