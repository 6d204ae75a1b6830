#include "stdlib/net/http_exchange.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstring>

#include "stdlib/native/charged_text.h"
#include "stdlib/net/http_certificates.h"
#include "stdlib/net/http_engine.h"
#include "stdlib/net/http_reader.h"
#include "stdlib/net/http_wait.h"
#include "stdlib/net/pem.h"
#include "stdlib/system/environment.h"
#include "stdlib/system/uninterrupted.h"

namespace aspen {

namespace {

std::string_view without_end(std::string_view line) {
  while (line.ends_with('\n') || line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

void to_lower_case(std::string& text) { std::transform(text.begin(), text.end(), text.begin(), lower); }

// A variable that has two names. In a CGI program HTTP_PROXY is the header `Proxy` of a request, which anyone
// can send.
std::optional<std::string> setting(const char* name, const char* in_capitals) {
  std::optional<std::string> value = environment_variable(name);
  const bool is_header =
      std::string_view(in_capitals) == "HTTP_PROXY" && environment_variable("REQUEST_METHOD");
  if (!value && !is_header) value = environment_variable(in_capitals);
  return value;
}

// A proxy cannot reach this machine by these names.
std::string hosts_without_proxy() {
  constexpr const char* kOwn = "localhost,127.0.0.1,::1";
  const std::string listed = setting("no_proxy", "NO_PROXY").value_or("");
  if (listed.empty() || listed == "*") return listed.empty() ? kOwn : listed;
  return listed + "," + kOwn;
}

}  // namespace

// ---- For the task that makes the request

// Its charge ends with it.
HttpExchange::~HttpExchange() { drop_pages(reply_.body); }

int HttpExchange::open_stream() {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0) return errno;
  stream_ = Descriptor(ends[0]);
  end_ = Descriptor(ends[1]);
  return 0;
}

bool HttpExchange::begin_wait(HttpWait& wait) {
  const std::lock_guard hold(lock_);
  if (!is_known_) waiting_ = &wait;
  return !is_known_;
}

bool HttpExchange::end_wait(HttpWait& wait) {
  const std::lock_guard hold(lock_);
  if (waiting_ != &wait) return false;
  waiting_ = nullptr;
  return true;
}

bool HttpExchange::wait_for(int milliseconds) {
  std::unique_lock hold(lock_);
  return known_.wait_for(hold, std::chrono::milliseconds(milliseconds), [&] { return is_known_; });
}

void HttpExchange::give_up() {
  is_given_up_.store(true, std::memory_order_relaxed);
  HttpEngine::get().wake();
}

// ---- The request

// 0, for libcurl, is no limit.
static long milliseconds(double seconds) { return static_cast<long>(std::ceil(seconds * 1000)); }

CURL* HttpExchange::begin(uint64_t now_ms) {
  handle_.reset(curl().easy_init());
  if (!handle_) return nullptr;
  if (request_.is_streamed && request_.timeout > 0)
    deadline_ms_ = now_ms + static_cast<uint64_t>(milliseconds(request_.timeout));
  set_request();
  set_receivers();
  return handle_.get();
}

void HttpExchange::set_request() {
  set(CURLOPT_PRIVATE, this);
  set(CURLOPT_NOSIGNAL, 1L);
  set_protocols("http,https");
  set(CURLOPT_URL, request_.url.c_str());
  set(CURLOPT_ACCEPT_ENCODING, "");  // all that it can decode
  set(CURLOPT_FOLLOWLOCATION, request_.most_redirects > 0 ? 1L : 0L);
  set(CURLOPT_MAXREDIRS, request_.most_redirects);
  if (!request_.is_streamed) set(CURLOPT_TIMEOUT_MS, milliseconds(request_.timeout));
  set(CURLOPT_ERRORBUFFER, message_.data());
  // Child processes must not inherit connections.
  set(
      CURLOPT_SOCKOPTFUNCTION, +[](void*, curl_socket_t socket, curlsocktype) {
        ::fcntl(socket, F_SETFD, FD_CLOEXEC);
        return CURL_SOCKOPT_OK;
      });
  set_authority();
  set_proxy(request_.url);
  set_method();
  set(CURLOPT_USERAGENT, "aspen");  // unless the headers give one
  for (const std::string& header : request_.headers) add_header(header.c_str());
  set(CURLOPT_HTTPHEADER, headers_.get());
}

void HttpExchange::set_protocols(const char* names) {
  set(CURLOPT_PROTOCOLS_STR, names);
  set(CURLOPT_REDIR_PROTOCOLS_STR, names);
}

// Trusts the same authorities as module tls.
void HttpExchange::set_authority() {
  if (request_.ca.empty()) {
    if (const auto file = environment_variable("SSL_CERT_FILE")) set(CURLOPT_CAINFO, file->c_str());
    if (const auto folder = environment_variable("SSL_CERT_DIR")) set(CURLOPT_CAPATH, folder->c_str());
  } else {
    set(CURLOPT_CAPATH, nullptr);
    set_pem(CURLOPT_CAINFO, CURLOPT_CAINFO_BLOB, request_.ca);
  }
  accepts_names_ =
      curl().easy_setopt(handle_.get(), CURLOPT_SSL_CTX_FUNCTION, refuse_common_names) != CURLE_OK;
  if (accepts_names_) set_protocols("http");
  set_pem(CURLOPT_SSLCERT, CURLOPT_SSLCERT_BLOB, request_.certificate);
  set_pem(CURLOPT_SSLKEY, CURLOPT_SSLKEY_BLOB, request_.key.empty() ? request_.certificate : request_.key);
}

void HttpExchange::set_pem(CURLoption path, CURLoption blob, const std::string& pem) {
  if (pem.empty()) return;
  if (!is_pem(pem)) return set(path, pem.c_str());
  curl_blob copied = {const_cast<char*>(pem.data()), pem.size(), CURL_BLOB_COPY};
  set(blob, &copied);
}

// Sets the proxy, as libcurl would read the environment while other threads may change it. `url` is the next
// URL; without a scheme, the proxy of the one before stays.
void HttpExchange::set_proxy(std::string_view url) {
  std::string scheme(url.substr(0, std::min(url.find(':'), url.size())));
  to_lower_case(scheme);
  const bool is_secure = scheme == "https";
  if (!is_secure && scheme != "http") return;
  std::optional<std::string> proxy =
      is_secure ? setting("https_proxy", "HTTPS_PROXY") : setting("http_proxy", "HTTP_PROXY");
  if (!proxy) proxy = setting("all_proxy", "ALL_PROXY");
  set(CURLOPT_PROXY, proxy.value_or("").c_str());
  set(CURLOPT_NOPROXY, hosts_without_proxy().c_str());
}

void HttpExchange::set_method() {
  const char* implied = "GET";
  const bool sends_body = request_.has_body || request_.is_uploaded || request_.method == "POST";
  if (sends_body) {
    add_header("Expect:");
    add_header("Content-Type:");
  }
  if (request_.is_uploaded) {
    implied = "PUT";
    set(CURLOPT_UPLOAD, 1L);
    set(
        CURLOPT_READFUNCTION, +[](char* place, size_t, size_t most, void* from) {
          return static_cast<HttpExchange*>(from)->give_body(place, most);
        });
    set(CURLOPT_READDATA, this);
  } else if (sends_body) {
    implied = "POST";
    set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
    set(CURLOPT_POSTFIELDS, request_.body.data());
  }
  if (request_.method == "HEAD") {
    set(CURLOPT_NOBODY, 1L);
  } else if (!request_.method.empty() && request_.method != implied) {
    set(CURLOPT_CUSTOMREQUEST, request_.method.c_str());
    // Only a POST loses its body and becomes a GET when the server says 301 or 302 (RFC 9110, 15.4).
    set(CURLOPT_POSTREDIR, static_cast<long>(CURL_REDIR_POST_301 | CURL_REDIR_POST_302));
  }
}

// libcurl drops the body after a 303, but would keep the name of a method that is not its own.
void HttpExchange::follow_by_get() {
  long status = 0;
  curl().easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
  if (status == 303) set(CURLOPT_CUSTOMREQUEST, nullptr);
}

void HttpExchange::add_header(const char* header) {
  curl_slist* longer = curl().slist_append(headers_.get(), header);
  if (longer == nullptr) return;
  (void)headers_.release();
  headers_.reset(longer);
}

void HttpExchange::set_receivers() {
  set(
      CURLOPT_WRITEFUNCTION, +[](char* data, size_t, size_t size, void* to) {
        auto* self = static_cast<HttpExchange*>(to);
        size_t taken = 0;
        self->take_safely([&] {
          taken = self->take_body({data, size});
          return true;
        });
        return taken;
      });
  set(CURLOPT_WRITEDATA, this);
  set(
      CURLOPT_HEADERFUNCTION, +[](char* data, size_t, size_t size, void* to) {
        auto* self = static_cast<HttpExchange*>(to);
        return self->take_safely([&] { return self->take_header({data, size}); }) ? size : 0;
      });
  set(CURLOPT_HEADERDATA, this);
}

template <class Take>
bool HttpExchange::take_safely(Take take) {
  try {
    return take();
  } catch (const std::bad_alloc&) {
    is_refused_ = true;
    return false;
  }
}

// ---- The answer

// The head of each answer, such as a redirect, replaces the one before. Trailers after a body are ignored.
bool HttpExchange::take_header(std::string_view line) {
  if (is_told_) return true;
  line = without_end(line);
  if (line.starts_with("HTTP/") && !is_in_head_) {
    begin_head();
    return true;
  }
  if (!is_in_head_) return true;
  is_head_whole_ = line.empty();
  is_in_head_ = !is_head_whole_;
  if (line.empty() && request_.is_streamed && is_last_head()) {
    note_answer();
    tell();
    return true;
  }
  if (line.starts_with(' ') || line.starts_with('\t')) return continue_header(line);
  const size_t colon = line.find(':');
  if (colon == line.npos) return true;
  std::string name(line.substr(0, colon));
  to_lower_case(name);
  const size_t begin = line.find_first_not_of(" \t", colon + 1);
  const std::string_view value = begin == line.npos ? std::string_view() : line.substr(begin);
  if (name == "content-length" && !take_length(value)) {
    has_bad_length_ = true;
    return false;
  }
  if (name == "location") {
    set_proxy(value);
    follow_by_get();
  }
  if (!charge_header(name.size() + value.size())) {
    is_refused_ = true;
    return false;
  }
  reply_.headers.emplace_back(std::move(name), value);
  return true;
}

// A line that begins with white space continues the value before it (RFC 9112, 5.2).
bool HttpExchange::continue_header(std::string_view line) {
  const size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  if (reply_.headers.empty() || begin == line.size()) return true;
  auto& [name, value] = reply_.headers.back();
  has_bad_length_ = name == "content-length";
  if (has_bad_length_) return false;
  if (!charge_header(line.size())) {
    is_refused_ = true;
    return false;
  }
  (value += ' ') += line.substr(begin);
  return true;
}

bool HttpExchange::charge_header(size_t text_bytes) {
  // Vectors and strings have up to twice the room that they need.
  constexpr size_t kGrowth = 2, kEntryBytes = sizeof(decltype(reply_.headers)::value_type);
  const size_t before = reply_.head_charge.bytes();
  if (before == 0) reply_.head_charge = Charge(request_.memory);
  return reply_.head_charge.grow_to(before + kGrowth * (text_bytes + kEntryBytes));
}

void HttpExchange::begin_head() {
  reply_.headers.clear();
  reply_.head_charge.shrink_to(0);
  length_.clear();
  is_head_whole_ = false;
  is_in_head_ = true;
}

// Without a valid length, libcurl reads to the end of the connection, and it takes the last of several
// lengths. A proxy may then see another answer than this program (RFC 9110, 8.6).
bool HttpExchange::take_length(std::string_view value) {
  const size_t end = value.find_last_not_of(" \t") + 1;
  value = value.substr(0, end);
  uint64_t length = 0;
  const auto [rest, error] = std::from_chars(value.data(), value.data() + value.size(), length);
  const bool is_number = error == std::errc() && rest == value.data() + value.size();
  const bool is_other = !length_.empty() && length_ != value;
  length_ = value;
  return is_number && length <= INT64_MAX && !is_other;
}

bool HttpExchange::is_last_head() {
  long status = 0;
  curl().easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
  const bool leads_on = status >= 300 && status < 400 && request_.most_redirects > 0 &&
                        std::any_of(reply_.headers.begin(), reply_.headers.end(),
                                    [](const auto& header) { return header.first == "location"; });
  return status >= 200 && !leads_on;
}

size_t HttpExchange::take_body(std::string_view data) {
  if (!request_.is_streamed) return collect(data) ? data.size() : 0;
  if (!flush()) return 0;
  if (!unsent_.empty()) {
    waits_to_send_ = true;
    return CURL_WRITEFUNC_PAUSE;
  }
  unsent_ = data;
  return flush() ? data.size() : 0;
}

bool HttpExchange::collect(std::string_view data) {
  is_too_large_ = reply_.body.size() + data.size() > request_.most_bytes;
  if (is_too_large_) return false;
  if (reply_.charge.bytes() == 0) reply_.charge = Charge(request_.memory);
  reply_.refused_bytes = missing_room(data.size());
  if (reply_.refused_bytes == 0 && !make_charged_room(reply_.body, reply_.charge, data.size()))
    reply_.refused_bytes = data.size();
  if (reply_.refused_bytes == 0) reply_.body += data;
  return reply_.refused_bytes == 0;
}

// When the first bytes arrive: the length that the answer has announced, if there is no memory for it; or 0.
size_t HttpExchange::missing_room(size_t arrived) const {
  uint64_t length = 0;
  if (!reply_.body.empty() || request_.memory == nullptr) return 0;
  std::from_chars(length_.data(), length_.data() + length_.size(), length);
  return length > arrived && !request_.memory->has_room(length) ? length : 0;
}

// Sends as much as possible. False: the program has closed its end.
bool HttpExchange::flush() {
  size_t sent = 0;
  while (sent < unsent_.size()) {
    const ssize_t count = uninterrupted([&] {
      return ::send(stream_.number(), unsent_.data() + sent, unsent_.size() - sent,
                    MSG_NOSIGNAL | MSG_DONTWAIT);
    });
    if (count < 0 && errno != EAGAIN) return false;
    if (count < 0) break;
    sent += static_cast<size_t>(count);
  }
  unsent_.erase(0, sent);
  return true;
}

size_t HttpExchange::give_body(char* place, size_t most) {
  const ssize_t count = uninterrupted([&] { return ::recv(stream_.number(), place, most, MSG_DONTWAIT); });
  if (count >= 0) return static_cast<size_t>(count);
  if (errno != EAGAIN) return CURL_READFUNC_ABORT;
  waits_for_more_ = true;
  return CURL_READFUNC_PAUSE;
}

void HttpExchange::note_answer() {
  long status = 0;
  const char* url = nullptr;
  curl().easy_getinfo(handle_.get(), CURLINFO_RESPONSE_CODE, &status);
  if (curl().easy_getinfo(handle_.get(), CURLINFO_EFFECTIVE_URL, &url) == CURLE_OK && url != nullptr)
    reply_.url = url;
  reply_.status = static_cast<int>(status);
}

// ---- The end

// If a connection ends within a head, libcurl takes that for the end of an answer.
void HttpExchange::end(CURLcode code) {
  if (is_over_) return;
  if (is_refused_ || !take_safely([&] {
        end_known(code);
        return true;
      }))
    refuse();
}

void HttpExchange::end_known(CURLcode code) {
  if (code == CURLE_OK && !is_head_whole_) code = CURLE_GOT_NOTHING;
  if (!is_told_) {
    note_answer();
    if (code != CURLE_OK) note_failure(code);
    tell();
  }
  is_over_ = true;
  end_error_ = code == CURLE_OK ? 0 : code == CURLE_OPERATION_TIMEDOUT ? ETIMEDOUT : ECONNRESET;
}

void HttpExchange::fail(std::string error, std::string_view code) {
  reply_.error = std::move(error);
  reply_.error_code = code;
  tell();
  is_over_ = true;
}

// Reports the failure, unless the program has the head already: then its stream ends with the error.
void HttpExchange::refuse() {
  reply_.is_refused = true;
  if (!is_told_) tell();
  is_over_ = true;
  end_error_ = ENOMEM;
}

// Wakes the waiting operation under the lock, so that it is not woken after it has left.
void HttpExchange::tell() {
  deadline_ms_ = 0;
  is_told_ = true;
  const std::lock_guard hold(lock_);
  is_known_ = true;
  known_.notify_all();
  if (waiting_ != nullptr) std::exchange(waiting_, nullptr)->end_known(reply_.bytes());
}

void HttpExchange::note_failure(CURLcode code) {
  reply_.error = message_[0] != '\0' ? message_.data() : curl().easy_strerror(code);
  reply_.is_late = code == CURLE_OPERATION_TIMEDOUT;
  // A malformed URL in a redirect is the server's mistake, not the program's.
  long redirects = 0;
  curl().easy_getinfo(handle_.get(), CURLINFO_REDIRECT_COUNT, &redirects);
  reply_.is_bad_url = code == CURLE_URL_MALFORMAT && redirects == 0;
  if (is_too_large_)
    reply_.error = "the body has more than " + std::to_string(request_.most_bytes) + " bytes";
  if (accepts_names_ && code == CURLE_UNSUPPORTED_PROTOCOL)
    reply_.error = "https needs a libcurl with OpenSSL, by which the names in certificates are checked";
  if (has_bad_length_) reply_.error = "the answer's Content-Length is no length, or there are several";
  if (code == CURLE_OUT_OF_MEMORY)
    reply_.error = "the answer's head is too large, or there is no memory left";
  reply_.error_code = name_of(code);
}

std::string HttpExchange::name_of(CURLcode code) const {
  long number = 0;
  if (has_bad_length_) return "EPROTO";
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST: return "EAI_NONAME";
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_PEER_FAILED_VERIFICATION: return "ECERTIFICATE";
    case CURLE_TOO_MANY_REDIRECTS: return "ELOOP";
    case CURLE_GOT_NOTHING: return "ECONNRESET";
    case CURLE_OUT_OF_MEMORY:
    case CURLE_WRITE_ERROR: return "EMSGSIZE";
    default: break;
  }
  curl().easy_getinfo(handle_.get(), CURLINFO_OS_ERRNO, &number);
  const char* name = number != 0 ? strerrorname_np(static_cast<int>(number)) : nullptr;
  return name != nullptr ? name : "EPROTO";
}

// ---- Moving bytes through the sockets

bool HttpExchange::advance(uint64_t now_ms) {
  if (deadline_ms_ != 0 && now_ms >= deadline_ms_ && !is_over_) end(CURLE_OPERATION_TIMEDOUT);
  if (!stream_) return is_over_;
  pollfd now{stream_.number(), static_cast<short>(POLLOUT | (waits_for_more_ ? POLLIN : 0)), 0};
  ::poll(&now, 1, 0);
  const bool has_left = (now.revents & POLLHUP) != 0;
  if (has_left || ((now.revents & POLLOUT) != 0 && !flush())) {
    fate_->store(ECONNRESET, std::memory_order_release);
    close_stream();
    return true;
  }
  if (is_over_) {
    if (!unsent_.empty()) return false;
    fate_->store(end_error_, std::memory_order_release);
    close_stream();
    return true;
  }
  const bool goes_on =
      (waits_to_send_ && unsent_.empty()) || (waits_for_more_ && (now.revents & POLLIN) != 0);
  if (!goes_on) return false;
  waits_to_send_ = waits_for_more_ = false;
  curl().easy_pause(handle_.get(), CURLPAUSE_CONT);
  return false;
}

// Reads what is left, as closing with unread bytes would look like a broken stream to the program.
void HttpExchange::close_stream() {
  std::array<char, 4096> rest;
  ::shutdown(stream_.number(), SHUT_RDWR);
  while (::recv(stream_.number(), rest.data(), rest.size(), MSG_DONTWAIT) > 0) {
  }
  stream_.close();
}

curl_waitfd HttpExchange::awaited() const {
  const bool sends = !unsent_.empty();
  return {stream_ ? stream_.number() : -1,
          static_cast<short>((sends ? CURL_WAIT_POLLOUT : 0) | (waits_for_more_ ? CURL_WAIT_POLLIN : 0)), 0};
}

}  // namespace aspen
