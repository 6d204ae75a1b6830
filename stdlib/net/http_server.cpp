#include "stdlib/net/http_server.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <vector>

#include "sched/platform.h"

namespace aspen {

namespace {

// How long a connection stays open after its last answer, for a client that still sends: at most, and when
// the server has been stopped. A client that keeps its side open for longer has the answer already.
constexpr uint64_t kLingerNs = 5'000'000'000, kLastLingerNs = 1'000'000'000;

}  // namespace

// ---- The server

void HttpServer::stop() {
  if (is_stopping_.exchange(true, std::memory_order_seq_cst)) return;
  listener_->close();
  std::vector<Counted<Endpoint>> idle;
  std::vector<std::shared_ptr<HttpUpgrade>> upgraded;
  {
    const std::lock_guard guard(lock_);
    for (HttpConnection* each : connections_) {
      if (each->stage() == HttpConnection::Stage::idle) idle.push_back(each->endpoint());
      if (each->stage() == HttpConnection::Stage::lingering) each->set_deadline_in(kLastLingerNs);
      if (std::shared_ptr<HttpUpgrade> to = each->upgrade_.lock()) {
        each->set_deadline_in(grace_ns());
        upgraded.push_back(std::move(to));
      }
    }
  }
  for (const auto& endpoint : idle) endpoint->close();
  for (const auto& each : upgraded) each->go_away();
}

uint64_t HttpServer::grace_ns() const { return static_cast<uint64_t>(limits_.grace_seconds * 1e9); }

// Endpoints are closed after the lock is released, as closing may end a connection on this thread.
void HttpServer::sweep() {
  const uint64_t now = sched::monotonic_ns();
  std::vector<Counted<Endpoint>> late;
  {
    const std::lock_guard guard(lock_);
    for (const HttpConnection* each : connections_) {
      if (each->deadline_ns_.load(std::memory_order_relaxed) <= now) late.push_back(each->endpoint());
    }
  }
  for (const auto& endpoint : late) endpoint->close();
}

HttpConnection::HttpConnection(std::shared_ptr<HttpServer> server, Counted<Endpoint> endpoint)
    : server_(std::move(server)),
      endpoint_(std::move(endpoint)),
      reader_(server_->limits().message, server_->budget_) {
  enter(Stage::idle);
  const std::lock_guard guard(server_->lock_);
  server_->connections_.insert(this);
}

HttpConnection::~HttpConnection() {
  {
    const std::lock_guard guard(server_->lock_);
    server_->connections_.erase(this);
  }
  endpoint_->close();
}

void HttpConnection::enter(Stage stage) {
  stage_.store(stage, std::memory_order_seq_cst);
  const HttpServerLimits& limits = server_->limits();
  switch (stage) {
    case Stage::idle: return set_deadline_in(limits.idle_ns);
    case Stage::receiving: return set_deadline_in(limits.request_ns);
    case Stage::handling: return set_deadline_in(sched::kForever);
    case Stage::answering: return set_deadline_in(limits.answer_ns);
    case Stage::lingering:
      return set_deadline_in(server_->is_stopping() ? kLastLingerNs : std::min(limits.answer_ns, kLingerNs));
  }
}

void HttpConnection::set_deadline_in(uint64_t ns) {
  const uint64_t deadline = ns == sched::kForever ? ns : sched::coarse_ns() + ns;
  deadline_ns_.store(deadline, std::memory_order_relaxed);
}

// Either `stop` sees the upgrade, or this sees that `stop` was called.
void HttpConnection::upgrade(const std::shared_ptr<HttpUpgrade>& to) {
  {
    const std::lock_guard guard(server_->lock_);
    upgrade_ = to;
    if (!server_->is_stopping()) return;
  }
  set_deadline_in(server_->grace_ns());
  to->go_away();
}

// ---- Requests

bool ReceivingRequest::advance(Endpoint& endpoint) {
  return connection_->stage() == HttpConnection::Stage::lingering ? discard(endpoint) : read(endpoint);
}

bool ReceivingRequest::read(Endpoint& endpoint) {
  thread_local std::array<char, Endpoint::kPieceBytes> piece;
  HttpReader& reader = connection_->reader();
  if (!endpoint.unread.empty()) endpoint.unread.drop(reader.read(endpoint.unread.view()));
  while (!reader.is_complete() && reader.refusal() == 0) {
    if (reader.has_begun() && connection_->stage() == HttpConnection::Stage::idle)
      connection_->enter(HttpConnection::Stage::receiving);
    if (reader.takes_wait()) {
      constexpr std::string_view kGoOn = "HTTP/1.1 100 Continue\r\n\r\n";
      endpoint.send_beside(kGoOn);
    }
    const ssize_t got = endpoint.receive_reserved(piece.data(), piece.size());
    if (got < 0 && errno == EAGAIN) return false;
    if (got <= 0) return is_at_end_ = true;
    const std::string_view bytes(piece.data(), static_cast<size_t>(got));
    endpoint.unread.append(bytes.substr(reader.read(bytes)));
  }
  return true;
}

// Reads what is left: closing with unread bytes would reset the connection, and lose the answer.
bool ReceivingRequest::discard(Endpoint& endpoint) {
  ssize_t got = 0;
  do {
    endpoint.unread.drop(endpoint.unread.view().size());
    got = endpoint.fill();
  } while (got > 0);
  return (is_at_end_ = got == 0 || errno != EAGAIN);
}

// ---- Answers

namespace {

std::string_view reason(int status) {
  switch (status) {
#define ASPEN_STATUS(number, name) \
  case number:                     \
    return name;
#include "stdlib/net/http_status.def"
#undef ASPEN_STATUS
    default: return "Unknown";
  }
}

// The line for the current second.
std::string_view date_line() {
  thread_local std::time_t made_at = -1;
  thread_local std::array<char, 64> line;
  thread_local size_t size = 0;
  timespec now = {};
  ::clock_gettime(CLOCK_REALTIME_COARSE, &now);
  if (now.tv_sec != made_at) {
    std::tm parts = {};
    ::gmtime_r(&now.tv_sec, &parts);
    // In English, as the locale stays "C".
    size = std::strftime(line.data(), line.size(), "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &parts);
    made_at = now.tv_sec;
  }
  return {line.data(), size};
}

}  // namespace

void begin_http_answer(std::string& out, int status, const HttpConnection::Answering& to, bool has_date) {
  out += "HTTP/1.1 ";
  out += std::to_string(status);
  out += ' ';
  out += reason(status);
  out += "\r\n";
  if (!has_date) out += date_line();
  if (!to.keeps_alive) {
    out += "Connection: close\r\n";
  } else if (to.minor_version == 0) {
    out += "Connection: keep-alive\r\n";
  }
}

}  // namespace aspen
