// Module http: the server. Its loops, and the calls of the program's handler, are in http.asp.
#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <optional>
#include <vector>

#include "stdlib/data/json.h"
#include "stdlib/native/elements.h"
#include "stdlib/native/fields.h"
#include "stdlib/native/native_state.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/outside.h"
#include "stdlib/native/waiting.h"
#include "stdlib/net/http_server.h"
#include "stdlib/net/http_values.h"
#include "stdlib/net/socket.h"
#include "vm/values/record.h"

namespace aspen {

namespace {

// ---- Servers and connections as values

using Server = std::shared_ptr<HttpServer>;
using Connection = std::shared_ptr<HttpConnection>;

const NativeType kServerType{"http server", drop_state<Server>, nullptr};
const NativeType kConnectionType{"http connection", drop_state<Connection>, nullptr};

}  // namespace

std::shared_ptr<HttpConnection> as_http_connection(Value v) {
  const Connection* connection = state_of<Connection>(v, kConnectionType);
  return connection != nullptr ? *connection : nullptr;
}

template <>
struct Argument<Server> {
  static Server read(Strand& s, Value* args, unsigned i, bool& ok) {
    return state_reference<Server>(s, args, i, ok, kServerType, "a server, from http.listen");
  }
};
template <>
struct Argument<Connection> {
  static Connection read(Strand& s, Value* args, unsigned i, bool& ok) {
    return state_reference<Connection>(s, args, i, ok, kConnectionType, "a connection, from http.over");
  }
};

namespace {

// ---- Options

bool read_option(Strand& s, std::string_view name, Value v, HttpServerLimits& limits) {
  const bool is_size = name == "max_head" || name == "max_body";
  const bool is_time = name == "idle" || name == "request" || name == "answer" || name == "grace";
  if (!is_size && !is_time)
    return fail_with(bad_option(s, name, v, "max_head, max_body, idle, request, answer and grace"));
  const double number = is_number(v) ? to_double(v) : -1;
  if (!(number >= 0))
    return fail_with(
        bad_argument(s, 0, "has the option " + std::string(name) + ", which is not a number of at least 0"));
  const uint64_t ns = number >= kLongestWait ? sched::kForever : static_cast<uint64_t>(number * 1e9);
  const size_t bytes = number < 1e18 ? static_cast<size_t>(number) : SIZE_MAX;
  if (is_size) {
    (name == "max_head" ? limits.message.head_bytes : limits.message.body_bytes) = bytes;
  } else if (name == "grace") {
    limits.grace_seconds = std::min(number, kLongestWait);
  } else {
    (name == "idle" ? limits.idle_ns : name == "request" ? limits.request_ns : limits.answer_ns) = ns;
  }
  return true;
}

// Made once for each server.
const Shape& request_shape(Machine& machine) {
  std::vector<Symbol> fields;
  for (const char* name : {"method", "path", "query", "headers", "body", "peer", "scheme"})
    fields.push_back(machine.symbols().intern(name));
  return machine.shapes().intern(fields);
}

Value server_over(Strand& s, const Record& options, ListenerArgument listener) {
  HttpServerLimits limits;
  const bool is_read = for_each_field(
      s, options, [&](std::string_view name, Value v) { return read_option(s, name, v, limits); });
  if (!is_read) return Value::exception();
  auto server =
      std::make_shared<HttpServer>(listener.endpoint, limits, s.machine().options().limits.heap_bytes / 2,
                                   s.machine().heap().memory(), request_shape(s.machine()));
  return state_value(s, kServerType, std::make_unique<Server>(std::move(server)));
}

Value grace(Strand&, Server server) { return Value::number(server->limits().grace_seconds); }

Value stop(Strand&, Server server) {
  server->stop();
  return Value::unit();
}

Value listener_of(Strand& s, Server server) { return socket_value(s, kListenerType, server->listener()); }

Value sweep(Strand&, Server server) {
  server->sweep();
  return Value::unit();
}

Value attach(Strand& s, StreamArgument socket, Server server) {
  auto connection = std::make_shared<HttpConnection>(server, socket.endpoint);
  return state_value(s, kConnectionType, std::make_unique<Connection>(std::move(connection)));
}

// For a client without chunks, a proper end of the connection would be the end of the body.
void close_in_answer(HttpConnection& connection) {
  const HttpConnection::Answering& to = connection.answering;
  const bool looks_whole = to.due == HttpConnection::Answering::Due::pieces && !to.is_chunked;
  looks_whole ? connection.endpoint()->cut_off() : connection.endpoint()->close();
}

Value close(Strand&, Connection connection) {
  close_in_answer(*connection);
  return Value::unit();
}

// ---- Requests

Value header_dict(Strand& s, const HttpMessage& message) {
  std::vector<HeaderView> headers;
  headers.reserve(message.headers.size());
  // That of a target which is a whole URL counts instead of the header (RFC 9112, 3.2.2).
  const std::optional<std::string_view> authority = message.authority();
  for (const HttpMessage::Header& header : message.headers) {
    const std::string_view name = message.name(header);
    headers.push_back({name, authority && name == "host" ? *authority : message.value(header)});
  }
  return header_dict(s, headers);
}

Value request_record(Strand& s, const HttpMessage& message, const HttpConnection& connection) {
  const std::string_view target = message.local_target();
  const size_t question = target.find('?');
  const Value method = text_value(s, message.method);
  const std::string_view before = target.substr(0, question);
  const Value path = foreign_text(s, before.empty() ? "/" : before);
  const Value query =
      question == target.npos ? text_value(s, "") : foreign_text(s, target.substr(question + 1));
  const Value headers = header_dict(s, message);
  if (path.is_exception() || query.is_exception() || headers.is_exception()) return Value::exception();
  const Value body = bytes_value(s, message.body);
  const Value peer = text_value(s, connection.endpoint()->address());
  const Value scheme = text_value(s, connection.endpoint()->layer() != nullptr ? "https" : "http");
  const Value fields[] = {method, path, query, headers, body, peer, scheme};
  return Value::object(new_record(s.allocator(), connection.server().request_shape(), fields));
}

// Sends what the system takes at once; the connection ends anyway.
void send_refusal(HttpConnection& connection) {
  std::string text;
  connection.answering.keeps_alive = false;
  begin_http_answer(text, connection.reader().refusal(), connection.answering);
  Sending sending(text += "Content-Length: 0\r\n\r\n");
  connection.endpoint()->do_now(sending);
}

void linger(HttpConnection& connection) {
  Finishing finishing;
  connection.endpoint()->do_now(finishing);
  connection.enter(HttpConnection::Stage::lingering);
}

// Closes now, as the collector may free the connection's value much later.
Value end_connection(HttpConnection& connection) {
  connection.endpoint()->close();
  connection.reader().take();
  return none();
}

Value next_request(Strand& s, const Connection& connection);

Value received(Strand& s, const Connection& connection, const ReceivingRequest& done) {
  HttpReader& reader = connection->reader();
  if (done.error != 0 || done.is_at_end()) return end_connection(*connection);
  if (reader.refusal() != 0) {
    send_refusal(*connection);
    linger(*connection);
    return next_request(s, connection);
  }
  std::unique_ptr<HttpMessage> message = reader.take();
  connection->enter(HttpConnection::Stage::handling);
  connection->answering = {message->method == "HEAD", message->keeps_alive, message->minor_version, false,
                           HttpConnection::Answering::Due::answer};
  const Value request = request_record(s, *message, *connection);
  recycle(std::move(message));
  return some(s, request);
}

Value next_request(Strand& s, const Connection& connection) {
  if (Operation::kept_by(s) == nullptr) prepare_charges(s);
  return transfer(s, connection->endpoint(), Endpoint::kReading, ReceivingRequest(connection),
                  [&](const ReceivingRequest& done) { return received(s, connection, done); });
}

Value next(Strand& s, Connection connection) {
  const bool is_first_time = Operation::kept_by(s) == nullptr;
  if (is_first_time && connection->stage() != HttpConnection::Stage::lingering) {
    connection->enter(HttpConnection::Stage::idle);
    if (connection->server().is_stopping()) return end_connection(*connection);
  }
  return next_request(s, connection);
}

// ---- Answers

struct Answer {
  int status = 200;
  std::string_view type;  // of the body, unless the headers give one; empty: there is no body
  std::string headers;
  bool has_type = false, has_date = false;
  std::string_view body;
  Value pieces = Value::undefined();  // a body that is sent in pieces
};

bool read_headers(Strand& s, Value v, Answer& out) {
  return for_each_header(s, v, [&](std::string_view name, std::string_view value) {
    out.has_type = out.has_type || equals_in_lower_case(name, "content-type");
    out.has_date = out.has_date || equals_in_lower_case(name, "date");
    out.headers.append(name).append(": ").append(value).append("\r\n");
  });
}

bool read_body(Strand& s, Value v, Answer& out) {
  if (is_kind(v, Kind::String)) {
    out.body = as<String>(v)->view();
    out.type = "text/plain; charset=utf-8";
  } else if (is_kind(v, Kind::Bytes)) {
    out.body = as<Bytes>(v)->view();
    out.type = "application/octet-stream";
  } else if (is_kind(v, Kind::List) || comes_from_outside(v)) {
    out.pieces = v;
    out.type = "application/octet-stream";
  } else if (!v.is_unit()) {
    return fail_with(wrong_type(
        s, 0, v,
        "a String, Bytes, a List, Fiber or Channel of them, or a record of status, headers and body"));
  }
  return true;
}

bool read_answer_field(Strand& s, std::string_view name, Value v, Answer& out) {
  if (name == "headers") return read_headers(s, v, out);
  if (name == "body") return read_body(s, v, out);
  const bool is_status = v.is_small_int() && v.as_small_int() >= 200 && v.as_small_int() <= 999;
  if (name == "status" && is_status) {
    out.status = static_cast<int>(v.as_small_int());
    return true;
  }
  if (name == "status")
    return fail_with(bad_argument(s, 0, "has a status that is not an Int from 200 to 999"));
  return fail_with(
      bad_argument(s, 0, "has a field \"" + std::string(name) + "\" beside status, headers and body"));
}

bool read_answer(Strand& s, Value v, Answer& out) {
  if (!is_kind(v, Kind::Record)) return read_body(s, v, out);
  return for_each_field(s, *as<Record>(v), [&](std::string_view name, Value field) {
    return read_answer_field(s, name, field, out);
  });
}

bool has_body(const Answer& answer) {
  return answer.status != 204 && answer.status != 205 && answer.status != 304;
}

void write_head(std::string& text, const Answer& answer, HttpConnection::Answering& to) {
  const bool has_one = has_body(answer);
  begin_http_answer(text, answer.status, to, answer.has_date);
  text += answer.headers;
  if (has_one && !answer.has_type && !answer.type.empty())
    text.append("Content-Type: ").append(answer.type).append("\r\n");
  if (to.is_chunked) {
    text += "Transfer-Encoding: chunked\r\n";
  } else if (has_one && answer.pieces.is_undefined()) {
    text.append("Content-Length: ").append(std::to_string(answer.body.size())).append("\r\n");
  } else if (answer.status == 205) {
    // Without a length the body would last as long as the connection (RFC 9112, 6.3).
    text += "Content-Length: 0\r\n";
  }
  // RFC 9110, 7.8. A program may give no header `connection`.
  if (answer.status == 426) text += "Connection: Upgrade\r\n";
  text += "\r\n";
}

using Due = HttpConnection::Answering::Due;

// False with an error pending. Another answer than the one that is due would be taken for the next request's.
bool check_due(Strand& s, const HttpConnection& connection, Due wanted) {
  if (connection.answering.due == wanted) return true;
  const char* what = wanted == Due::answer ? "no request waits for an answer" : "no pieces are due";
  return fail_with(s.value_error(std::string(s.native()->name) + ": " + what));
}

// Sends texts, after which `due` is due. If nothing is, the connection may end with them. Returns `value`.
// After an error the connection is closed: a part may have been sent, and whatever came next would be read as
// the rest.
Value send_parts(Strand& s, const Connection& connection, const Sending::Parts& parts, Due due, Value value) {
  const auto finish = [&](const Sending& done) {
    if (done.error != 0) {
      close_in_answer(*connection);
      return transfer_error(s, done, *connection->endpoint());
    }
    connection->enter(HttpConnection::Stage::handling);
    connection->answering.due = due;
    if (due == Due::nothing && !connection->answering.keeps_alive) linger(*connection);
    return value;
  };
  const Value sent = transfer(s, connection->endpoint(), Endpoint::kWriting, Sending(parts), finish);
  if (sent.is_exception() && !s.gave_up()) close_in_answer(*connection);
  return sent;
}

// An empty text. Its room is reused, unless it is very large.
std::string& text_to_send() {
  constexpr size_t kMostKept = size_t{64} << 10;
  thread_local std::string text;
  if (text.capacity() > kMostKept) text = {};
  text.clear();
  return text;
}

// Shorter bodies are copied behind their heads: the system sends both at once.
constexpr size_t kMostCopied = size_t{16} << 10;

// If the body comes in pieces, the caller sends them. For a client without chunks, the end of the connection
// is the end of the body.
Value answer(Strand& s, Value response, Connection connection) {
  if (!check_due(s, *connection, Due::answer)) return Value::exception();
  std::string& text = text_to_send();
  Answer out;
  const bool is_first_time = Operation::kept_by(s) == nullptr;
  if (!read_answer(s, response, out)) return Value::exception();
  HttpConnection::Answering& to = connection->answering;
  const bool streams = !out.pieces.is_undefined() && !to.is_head && has_body(out);
  if (is_first_time) {
    connection->enter(HttpConnection::Stage::answering);
    to.is_chunked = streams && to.minor_version > 0;
    to.keeps_alive = to.keeps_alive && (!streams || to.is_chunked) && !connection->server().is_stopping();
    write_head(text, out, to);
  }
  std::string_view body = has_body(out) && !to.is_head ? out.body : std::string_view();
  if (is_first_time && body.size() <= kMostCopied) {
    text += body;
    body = {};
  }
  const Value value = streams ? some(s, shared(out.pieces)) : none();
  return send_parts(s, connection, {text, body}, streams ? Due::pieces : Due::nothing, value);
}

Value send_piece(Strand& s, AnyBytes data, Connection connection) {
  if (!check_due(s, *connection, Due::pieces)) return Value::exception();
  if (data.view.empty()) return Value::unit();  // an empty chunk would end the body
  if (Operation::kept_by(s) == nullptr) connection->enter(HttpConnection::Stage::answering);
  if (!connection->answering.is_chunked)
    return send_parts(s, connection, {data.view}, Due::pieces, Value::unit());
  std::array<char, 16> size;
  const auto end = std::to_chars(size.data(), size.data() + size.size(), data.view.size(), 16).ptr;
  std::string& text = text_to_send();
  text.append(size.data(), end).append("\r\n");
  if (data.view.size() > kMostCopied)
    return send_parts(s, connection, {text, data.view, "\r\n"}, Due::pieces, Value::unit());
  text.append(data.view).append("\r\n");
  return send_parts(s, connection, {text}, Due::pieces, Value::unit());
}

Value end_pieces(Strand& s, Connection connection) {
  if (!check_due(s, *connection, Due::pieces)) return Value::exception();
  const std::string_view end = connection->answering.is_chunked ? "0\r\n\r\n" : "";
  return send_parts(s, connection, {end}, Due::nothing, Value::unit());
}

// The server sets no deadlines for the other protocol; input after the request stays in the endpoint.
Value switch_protocol(Strand& s, Value headers, Connection connection) {
  if (!check_due(s, *connection, Due::answer)) return Value::exception();
  HttpConnection::Answering& to = connection->answering;
  if (to.minor_version == 0) return Value::boolean(false);
  std::string& text = text_to_send();
  Answer out;
  if (!read_headers(s, headers, out)) return Value::exception();
  if (Operation::kept_by(s) == nullptr) {
    connection->enter(HttpConnection::Stage::answering);
    to.keeps_alive = true;
    begin_http_answer(text, 101, to, out.has_date);
    text.append(out.headers).append("Connection: Upgrade\r\n\r\n");
  }
  return send_parts(s, connection, {text}, Due::nothing, Value::boolean(true));
}

Value json_response(Strand& s, Value v) {
  const Value body = show_json(s, v);
  if (body.is_exception()) return body;
  Dict* headers = new_dict(s.allocator());
  const Value type = text_value(s, "application/json");
  set(s.allocator(), context(s), headers, shared(text_value(s, "content-type")), type);
  return record_value(
      s, {{"status", Value::small_int(200)}, {"headers", Value::object(headers)}, {"body", body}});
}

const NativeDescriptor kRows[] = {
    row<json_response>("http.json", "v", kBorrows,
                       "A response of a value as JSON.\n(http.json [1, 2]).body => \"[1,2]\""),
    outside(
        row<server_over>("http.server_over", "options listener", kBorrows,
                         "A server over a listener, with a record of limits. `max_head` (64 KiB) and "
                         "`max_body` (16 MiB) are in bytes. The others are in seconds: `idle` (60) between "
                         "requests, `request` (30) to receive a request, `answer` (60) to send an answer, "
                         "and `grace` (10) for all answers after a signal has ended the server.")),
    outside(row<stop>("http.stop", "server", kBorrows,
                      "Accepts no more. Requests that are under way are answered, then `http.run` ends.")),
    outside(row<grace>("http.grace", "server", kBorrows,
                       "The seconds that answers under way get when a signal ends the server.")),
    outside(row<listener_of>("http.listener", "server", kBorrows,
                             "The listener of a server, as for `net.address`.")),
    outside(row<sweep>("http.sweep", "server", kBorrows,
                       "Closes the connections that are past their time. `http.run` does so each second.")),
    outside(
        row<attach>("http.over", "socket server", kBorrows,
                    "The server's side of an HTTP connection over a socket. What `http.run` is made of, with "
                    "`http.next`, `http.answer`, `http.send` and `http.end`.")),
    outside(row<close>("http.close", "connection", kBorrows, "Closes a connection.")),
    outside(row<next>("http.next", "connection", kBorrows,
                      "Waits for the next request: `Some { method, path, query, headers, body, peer, scheme "
                      "}`, the names of headers in lower case, the body as Bytes. `None` when there are no "
                      "more.")),
    outside(row<answer>(
        "http.answer", "response connection", kBorrows,
        "Answers the request that came last. Gives `Some pieces` if the body comes in pieces, which "
        "`http.send` sends then; `http.end` comes last.")),
    outside(row<send_piece>("http.send", "data connection", kBorrows, "Sends a piece of a body.")),
    outside(row<switch_protocol>(
        "http.switch", "headers connection", kBorrows,
        "Answers the request that came last with status 101: another protocol follows, which `headers` name. "
        "False if its client speaks HTTP/1.0, which has no such answer.")),
    outside(row<end_pieces>("http.end", "connection", kBorrows, "Ends a body that was sent in pieces.")),
};

}  // namespace

NativeTable http_natives() { return kRows; }

}  // namespace aspen
