// Module websocket: messages over a connection. Handshakes and functions with callbacks are in websocket.asp.
#include <algorithm>
#include <cerrno>
#include <random>

#include "stdlib/native/elements.h"
#include "stdlib/native/fields.h"
#include "stdlib/native/native_state.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/outside.h"
#include "stdlib/native/waiting.h"
#include "stdlib/net/http_reader.h"
#include "stdlib/net/http_values.h"
#include "stdlib/net/socket.h"
#include "stdlib/net/websocket_link.h"

namespace aspen {

namespace {

using Link = std::shared_ptr<Websocket>;

// Closing ends waiting transfers, which may hold the last other references to the connection.
void drop_link(void* state) {
  auto* const link = static_cast<Link*>(state);
  (*link)->endpoint()->close();
  delete link;
}

const NativeType kWebsocketType{"websocket", drop_link, nullptr};

}  // namespace

template <>
struct Argument<Link> {
  static Link read(Strand& s, Value* args, unsigned i, bool& ok) {
    return state_reference<Link>(s, args, i, ok, kWebsocketType,
                                 "a websocket, from websocket.connect or websocket.accept");
  }
};

namespace {

// ---- Options

constexpr double kDefaultTimeout = 30;  // seconds to establish a connection

struct Settings {
  WebsocketOptions link;
  double timeout_seconds = kDefaultTimeout;
  std::string lines;  // of the headers
  Value headers = Value::undefined(), protocols = Value::undefined(), origins = Value::undefined();
};

bool read_texts(Strand& s, std::string_view name, Value v, Value& out) {
  const bool are_tokens = name == "protocols";
  const auto complain = [&] {
    const char* what = are_tokens ? "a list of names like \"chat\"" : "a list of texts";
    return fail_with(bad_argument(s, 0, "has " + std::string(name) + " that are not " + what));
  };
  if (!is_kind(v, Kind::List)) return complain();
  Elements elements(s, Iterable{v});
  for (Value each; elements.next(each);) {
    if (!is_kind(each, Kind::String)) return complain();
    if (are_tokens && !is_token(as<String>(each)->view())) return complain();
  }
  out = v;
  return s.work(1) || (s.raise_stop(), false);  // the list may have ended early
}

bool read_number(Strand& s, std::string_view name, Value v, Settings& out) {
  const double number = is_number(v) ? to_double(v) : -1;
  if (!(number >= 0))
    return fail_with(
        bad_argument(s, 0, "has a " + std::string(name) + " that is not a number of at least 0"));
  if (name == "max_message") {
    out.link.message_bytes = number < 1e18 ? static_cast<size_t>(number) : SIZE_MAX;
  } else {
    (name == "grace" ? out.link.grace_seconds : out.timeout_seconds) = std::min(number, kLongestWait);
  }
  return true;
}

// Whether the handshake sets this header itself.
bool is_of_handshake(std::string_view header) {
  constexpr std::string_view kPrefix = "sec-websocket-";
  return equals_in_lower_case(header, "host") || equals_in_lower_case(header, "upgrade") ||
         equals_in_lower_case(header.substr(0, kPrefix.size()), kPrefix);
}

bool read_headers(Strand& s, Value v, Settings& out) {
  std::string refused;
  out.headers = v;
  const bool is_read = for_each_header(s, v, [&](std::string_view header, std::string_view value) {
    if (is_of_handshake(header)) refused = header;
    out.lines.append(header).append(": ").append(value).append("\r\n");
  });
  if (!is_read || refused.empty()) return is_read;
  return fail_with(bad_argument(s, 0, "cannot have the header \"" + refused + "\""));
}

bool read_option(Strand& s, std::string_view name, Value v, Settings& out) {
  if (name == "max_message" || name == "grace" || name == "timeout") return read_number(s, name, v, out);
  if (name == "protocols") return read_texts(s, name, v, out.protocols);
  if (name == "origins") return read_texts(s, name, v, out.origins);
  if (name == "headers") return read_headers(s, v, out);
  if (name == "ca" || name == "certificate" || name == "key" || name == "verify")
    return true;  // read by tls.client
  return fail_with(bad_option(
      s, name, v,
      "headers, protocols, max_message, grace, timeout, ca, certificate, key, verify and origins"));
}

bool read_settings(Strand& s, const Record& record, Settings& out) {
  return for_each_field(s, record,
                        [&](std::string_view name, Value v) { return read_option(s, name, v, out); });
}

// The given settings, with defaults for the others.
Value settings(Strand& s, const Record& record) {
  Settings out;
  if (!read_settings(s, record, out)) return Value::exception();
  const Value lines = text_value(s, out.lines);
  const Value headers =
      out.headers.is_undefined() ? Value::object(new_dict(s.allocator())) : shared(out.headers);
  const Value protocols =
      out.protocols.is_undefined() ? Value::object(new_list(s.allocator())) : shared(out.protocols);
  const Value origins = out.origins.is_undefined() ? none() : some(s, shared(out.origins));
  return record_value(s, {{"headers", headers},
                          {"lines", lines},
                          {"protocols", protocols},
                          {"origins", origins},
                          {"timeout", Value::number(out.timeout_seconds)}});
}

Value new_key(Strand& s, UnitArgument) {
  std::random_device device;
  std::string bytes;
  while (bytes.size() < 16) bytes += static_cast<char>(device() & 0xff);
  return bytes_value(s, bytes);
}

// ---- Connections

Value over(Strand& s, const Record& record, const String& protocol, Value v) {
  Settings out;
  if (!read_settings(s, record, out)) return Value::exception();
  out.link.message_bytes = std::min(out.link.message_bytes, s.machine().options().limits.heap_bytes);
  out.link.protocol = protocol.view();
  const std::shared_ptr<HttpConnection> connection = as_http_connection(v);
  Endpoint* const socket = as_socket(v, kSocketType);
  if (!connection && socket == nullptr)
    return wrong_type(s, 2, v, "a connection, from http.over, or a socket");
  Runtime& runtime = *s.machine().runtime();
  out.link.memory = s.machine().heap().memory();
  Link link = connection
                  ? std::make_shared<Websocket>(runtime, connection, std::move(out.link))
                  : std::make_shared<Websocket>(runtime, Counted<Endpoint>(socket), std::move(out.link));
  if (connection) connection->upgrade(link);
  return state_value(s, kWebsocketType, std::make_unique<Link>(std::move(link)));
}

Value protocol_of(Strand& s, Link link) {
  const std::string& name = link->options().protocol;
  return name.empty() ? none() : some(s, text_value(s, name));
}

Value grace_of(Strand&, Link link) { return Value::number(link->options().grace_seconds); }

Value peer_of(Strand& s, Link link) { return foreign_text(s, link->endpoint()->address()); }

// ---- Messages

Value broken_error(Strand& s, const Websocket::End& end, const Endpoint& endpoint) {
  if (end.error == 0) {
    return s.io_error(endpoint.address() + ": the stream ended without a close", "ECONNRESET",
                      endpoint.address());
  }
  struct Failed final : Transfer {
    bool advance(Endpoint&) override { return true; }
  } failed;
  failed.error = end.error;
  return transfer_error(s, failed, endpoint);
}

Value ended(Strand& s, Websocket& link, const Websocket::End& end) {
  const std::string& address = link.endpoint()->address();
  switch (end.kind) {
    case Websocket::End::closed: link.begin_close({end.close.code, ""}); return none();
    case Websocket::End::refused:
      link.begin_close(end.close, true);
      return s.io_error(address + ": " + end.close.reason, "EPROTO", address);
    case Websocket::End::broken: return broken_error(s, end, *link.endpoint());
  }
  return none();
}

Value message_value(Strand& s, const WebsocketMessage& message) {
  if (!reserve_text(s, message.payload.size())) return Value::exception();
  const bool is_text = message.opcode == WebsocketOpcode::text;
  return some(s, is_text ? text_value(s, message.payload) : bytes_value(s, message.payload));
}

// A message, or the end; `goes_on` if there is neither yet.
Value received(Strand& s, Websocket& link, const ReceivingMessage& done, bool& goes_on) {
  link.answer_pings();
  if (done.message) return message_value(s, *done.message);
  if (const Websocket::End* end = link.end()) return ended(s, link, *end);
  if (done.error != 0) return transfer_error(s, done, *link.endpoint());
  goes_on = true;
  return none();
}

Value receive(Strand& s, Link link) {
  for (;;) {
    bool goes_on = false;
    if (Operation::kept_by(s) == nullptr) prepare_charges(s);
    const Value value =
        transfer(s, link->endpoint(), Endpoint::kReading, ReceivingMessage(link),
                 [&](const ReceivingMessage& done) { return received(s, *link, done, goes_on); });
    if (!goes_on) return value;
    if (!s.work(kPieceWork)) return s.raise_stop();
  }
}

Value send_frame(Strand& s, const Link& link, WebsocketOpcode opcode, std::string_view payload) {
  const bool is_first_time = Operation::kept_by(s) == nullptr;
  Charge charge(s.machine().heap().memory());
  if (is_first_time && !s.charge(charge, payload.size() + kMostFrameHeadBytes)) return Value::exception();
  SendingFrame frame(link, is_first_time ? link->frame(opcode, payload) : "", SendingFrame::Last::no,
                     std::move(charge));
  return transfer(s, link->endpoint(), Endpoint::kWriting, std::move(frame), [&](const SendingFrame& done) {
    return done.error == 0 ? Value::unit() : transfer_error(s, done, *link->endpoint());
  });
}

Value send(Strand& s, Value message, Link link) {
  if (is_kind(message, Kind::String))
    return send_frame(s, link, WebsocketOpcode::text, as<String>(message)->view());
  if (is_kind(message, Kind::Bytes))
    return send_frame(s, link, WebsocketOpcode::binary, as<Bytes>(message)->view());
  return wrong_type(s, 0, message, "a String or Bytes");
}

Value ping(Strand& s, Link link) { return send_frame(s, link, WebsocketOpcode::ping, ""); }

// ---- The end

Value begin_close(Strand& s, int64_t code, const String& reason, Link link) {
  if (code < 0 || code > UINT16_MAX || !is_websocket_code(static_cast<uint16_t>(code)))
    return bad_argument(s, 0, "must be 1000 to 1003, 1007 to 1014, or 3000 to 4999");
  if (reason.view().size() > kMostCloseReasonBytes)
    return bad_argument(s, 1, "must have no more than 123 bytes");
  link->begin_close({static_cast<uint16_t>(code), std::string(reason.view())});
  return Value::unit();
}

Value await_end(Strand& s, Link link) {
  return transfer(s, link->endpoint(), Endpoint::kReading, ReceivingEnd(link), [&](const ReceivingEnd&) {
    if (const Websocket::End* end = link->end(); end != nullptr && end->kind == Websocket::End::closed)
      link->begin_close({end->close.code, ""});
    return Value::unit();
  });
}

// Waits in the queue until all transfers that were posted before are over.
class Flushing final : public Transfer {
 public:
  bool advance(Endpoint&) override { return true; }
};

Value flush(Strand& s, Link link) {
  return transfer(s, link->endpoint(), Endpoint::kWriting, Flushing(),
                  [](const Flushing&) { return Value::unit(); });
}

Value drop(Strand&, Link link) {
  link->drop();
  return Value::unit();
}

Value close_reason(Strand& s, Link link) {
  const Websocket::End* const end = link->end();
  if (end == nullptr) return none();
  const Value reason = text_value(s, end->close.reason);
  return some(s, record_value(s, {{"code", Value::small_int(end->close.code)}, {"reason", reason}}));
}

const NativeDescriptor kRows[] = {
    outside(row<receive>(
        "websocket.receive", "ws", kBorrows,
        "Waits for the next message: `Some text`, a String, or `Some bytes`, as the other side has sent it; "
        "`None` when it has closed. Answers pings meanwhile. A cancelled task takes no message. IoErrors "
        "have the code \"EPROTO\" if the other side breaks a rule, a message larger than `max_message` "
        "included, and \"ECONNRESET\" if the stream ends without a close.")),
    outside(row<send>("websocket.send", "message ws", kBorrows,
                      "Sends a String or Bytes as one message. Waits while the other side does not read, "
                      "and, when several tasks send, for those before it. Closed after a close.")),
    outside(row<ping>("websocket.ping", "ws", kBorrows,
                      "Sends a ping, which the other side answers. Traffic keeps machines in between from "
                      "dropping the connection.")),
    outside(row<close_reason>(
        "websocket.close_reason", "ws", kBorrows,
        "Why nothing more comes, once `websocket.receive` has said so: `Some { code, reason }`: what the "
        "other side has sent (1005 if it sent no code), what this side has sent if the other one broke a "
        "rule, or 1006 if the stream broke off. `None` before.")),
    outside(row<protocol_of>("websocket.protocol", "ws", kBorrows,
                             "The protocol that both sides have agreed upon, as `Some name`, or `None`.")),
    outside(row<peer_of>("websocket.peer", "ws", kBorrows,
                         "The address of the other side, which is the `path` of its IoErrors.")),
    outside(row<grace_of>("websocket.grace", "ws", kBorrows,
                          "The seconds that the other side gets to answer a close.")),
    outside(row<begin_close>("websocket.begin_close", "code reason ws", kBorrows,
                             "Sends a close and waits for nothing; `websocket.receive` goes on until the "
                             "other side has closed as well. Only the first close counts.")),
    outside(row<await_end>("websocket.await_end", "ws", kBorrows,
                           "Waits until nothing more comes, and drops what still comes. "
                           "`websocket.close` is made of this and the ones beside it.")),
    outside(row<flush>("websocket.flush", "ws", kBorrows, "Waits until everything has been sent.")),
    outside(row<drop>("websocket.drop", "ws", kBorrows,
                      "Ends the connection at once, with a close (1001) if it can be sent without waiting.")),
    outside(row<over>("websocket.over", "options protocol connection", kBorrows,
                      "The websocket over a connection after its handshake: the server's side over one "
                      "from `http.over`, the client's over a socket.")),
    outside(row<new_key>("websocket.new_key", "()", kBorrows, "Random bytes for a client's key.")),
    row<settings>("websocket.settings", "options", kBorrows,
                  "The options of `websocket.connect_with` and `websocket.accept_with`, checked and "
                  "complete.\n(websocket.settings { timeout: 5 }).timeout => 5.0"),
};

}  // namespace

NativeTable websocket_natives() { return kRows; }

}  // namespace aspen
