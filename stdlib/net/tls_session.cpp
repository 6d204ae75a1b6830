#include "stdlib/net/tls_session.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>

namespace aspen {

namespace {

constexpr size_t kPiece = size_t{64} << 10;  // encrypted at a time: four records
// More than a piece and what its records have beside it: peers that both send must go on reading.
constexpr size_t kMostOutgoing = 2 * kPiece;
// Read from the descriptor in one step. Data ends the step earlier; other records could go on for ever.
constexpr size_t kMostTaken = size_t{128} << 10;

int int_size(size_t size) { return static_cast<int>(std::min(size, size_t{INT_MAX})); }

std::string text_of(const X509_NAME* name) {
  const OpenSslOwner<BIO> out(openssl().BIO_new(openssl().BIO_s_mem()));
  char* text = nullptr;
  // Letters beyond ASCII are not escaped.
  openssl().X509_NAME_print_ex(out.get(), name, 0, XN_FLAG_RFC2253 & ~ASN1_STRFLGS_ESC_MSB);
  const long size = openssl().BIO_ctrl(out.get(), BIO_CTRL_INFO, 0, &text);
  return size > 0 ? std::string(text, static_cast<size_t>(size)) : "";
}

int64_t seconds_of(const ASN1_TIME* time) {
  std::tm parts = {};
  return openssl().ASN1_TIME_to_tm(time, &parts) == 1 ? ::timegm(&parts) : 0;
}

}  // namespace

std::unique_ptr<TlsSession> TlsSession::make(std::shared_ptr<const TlsContext> context, Unread::Taken unread,
                                             Charge charge) {
  OpenSslOwner<SSL> ssl = context->new_ssl();
  if (!ssl) return nullptr;
  std::unique_ptr<TlsSession> session(
      new TlsSession(std::move(context), std::move(ssl), std::move(unread), std::move(charge)));
  return session->attach() ? std::move(session) : nullptr;
}

TlsSession::TlsSession(std::shared_ptr<const TlsContext> context, OpenSslOwner<SSL> ssl, Unread::Taken unread,
                       Charge charge)
    : context_(std::move(context)), ssl_(std::move(ssl)), charge_(std::move(charge)) {
  incoming_.put_back(std::move(unread));
}

bool TlsSession::attach() {
  BIO* const bio = methods() != nullptr ? openssl().BIO_new(methods()) : nullptr;
  if (bio == nullptr) return false;
  openssl().BIO_set_data(bio, this);
  openssl().BIO_set_init(bio, 1);
  openssl().SSL_set_bio(ssl_.get(), bio, bio);
  return true;
}

// ---- Functions that OpenSSL calls

const BIO_METHOD* TlsSession::methods() {
  static const BIO_METHOD* const made = [] {
    const OpenSsl& ssl = openssl();
    BIO_METHOD* methods = ssl.BIO_meth_new(ssl.BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "aspen endpoint");
    if (methods == nullptr) return methods;
    ssl.BIO_meth_set_read(
        methods, +[](BIO* bio, char* into, int most) { return of(bio).take_input(bio, into, most); });
    ssl.BIO_meth_set_write(
        methods, +[](BIO* bio, const char* from, int size) {
          of(bio).outgoing_.add({from, static_cast<size_t>(size)});
          return size;
        });
    ssl.BIO_meth_set_ctrl(
        methods, +[](BIO* bio, int what, long, void*) {
          if (what == BIO_CTRL_EOF) return long{of(bio).is_at_end_};
          return long{what == BIO_CTRL_FLUSH};
        });
    return methods;
  }();
  return made;
}

int TlsSession::take_input(BIO* bio, char* into, int most) {
  openssl().BIO_clear_flags(bio, BIO_FLAGS_RWS | BIO_FLAGS_SHOULD_RETRY);
  if (!incoming_.empty()) {
    const size_t size = std::min(incoming_.view().size(), static_cast<size_t>(most));
    incoming_.view().copy(into, size);
    incoming_.drop(size);
    return static_cast<int>(size);
  }
  ssize_t got = -1;
  errno = EAGAIN;  // if the limit is reached, the descriptor stays readable
  if (taken_ < kMostTaken) got = endpoint_->receive_raw(into, static_cast<size_t>(most));
  if (got > 0 && !is_established_ && !has_room_to_greet()) {
    got = -1;
    errno = ENOMEM;
  }
  if (got > 0) taken_ += static_cast<size_t>(got);
  if (got < 0 && errno == EAGAIN) openssl().BIO_set_flags(bio, BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY);
  if (got < 0 && errno != EAGAIN) input_error_ = errno;
  is_at_end_ = got == 0;
  return static_cast<int>(got);
}

bool TlsSession::has_room_to_greet() {
  constexpr size_t kMore = kBytesAtFirst - kBytes;
  if (charge_.bytes() >= kBytesAtFirst || greeting_bytes_ != 0 || context_->greetings() == nullptr)
    return true;
  if (!context_->greetings()->take(kMore)) return false;
  greeting_bytes_ = kMore;
  return true;
}

void TlsSession::end_greeting() {
  if (greeting_bytes_ != 0) context_->greetings()->give_back(std::exchange(greeting_bytes_, 0));
}

// ---- Steps

// Clears errors that OpenSSL has left on this thread from other connections.
void TlsSession::begin_call(Endpoint& endpoint) {
  endpoint_ = &endpoint;
  taken_ = 0;
  wants_input_ = false;
  openssl().ERR_clear_error();
}

int TlsSession::establish(Endpoint& endpoint) {
  begin_call(endpoint);
  if (error_ != 0) {
    errno = error_;
    return -1;
  }
  if (is_established_) return 0;
  const int result = openssl().SSL_do_handshake(ssl_.get());
  if (result == 1) {
    is_established_ = has_news_ = true;
    end_greeting();
    if (flush(endpoint) == 0) charge_.shrink_to(kBytes);
    return 0;
  }
  if (explain(result) == 0) fail();
  const int error = errno;
  const bool wants_input = wants_input_;
  flush(endpoint);  // sends the alert, if it has failed
  wants_input_ = wants_input;
  errno = error;
  return -1;
}

ssize_t TlsSession::receive(Endpoint& endpoint, void* into, size_t most) {
  if (establish(endpoint) != 0) return -1;
  if (outgoing_.view().size() > kMostOutgoing && flush(endpoint) != 0 && errno == EAGAIN) return -1;
  int result = openssl().SSL_read(ssl_.get(), into, int_size(most));
  if (result <= 0) result = explain(result);
  const int error = errno;
  const bool wants_input = wants_input_;
  flush(endpoint);
  wants_input_ = wants_input;
  errno = error;
  return result;
}

ssize_t TlsSession::send(Endpoint& endpoint, const void* from, size_t size) {
  if (establish(endpoint) != 0 || flush(endpoint) != 0) return -1;
  if (is_finished_) {
    errno = EPIPE;
    return -1;
  }
  const int result = encrypt(from, std::min(size, kPiece));
  if (result <= 0) return result;
  if (flush(endpoint) == 0) charge_.shrink_to(kBytes);
  return result;
}

// A text that grows has up to twice the room that it needs. Precondition: `outgoing_` is empty.
int TlsSession::encrypt(const void* from, size_t size) {
  if (!charge_.grow_to(kBytes + 2 * size)) {
    errno = ENOMEM;
    return -1;
  }
  const int result = openssl().SSL_write(ssl_.get(), from, int_size(size));
  if (result <= 0) return explain(result) == 0 ? fail() : -1;
  return result;
}

int TlsSession::flush(Endpoint& endpoint) {
  wants_input_ = false;
  while (output_error_ == 0 && !outgoing_.empty()) {
    const std::string_view left = outgoing_.view();
    const ssize_t sent = endpoint.send_raw(left.data(), left.size());
    if (sent < 0 && errno == EAGAIN) return -1;
    if (sent < 0) output_error_ = errno;
    if (sent > 0) outgoing_.drop(static_cast<size_t>(sent));
  }
  if (output_error_ == 0) return 0;
  outgoing_.take_all();  // no task waits for room any more
  errno = output_error_;
  return -1;
}

int TlsSession::finish(Endpoint& endpoint) {
  if (establish(endpoint) != 0) return -1;
  if (!std::exchange(is_finished_, true)) openssl().SSL_shutdown(ssl_.get());
  return flush(endpoint);
}

// A peer that was cut off must not see a proper end. Unread bytes are read first, as closing with them would
// reset the connection: a client that only writes never reads the tickets for its next session.
void TlsSession::close(Endpoint& endpoint, bool is_whole) {
  begin_call(endpoint);
  if (!is_established_ || error_ != 0) return;
  if (is_whole && !std::exchange(is_finished_, true)) openssl().SSL_shutdown(ssl_.get());
  flush(endpoint);
  std::array<char, size_t{16} << 10> dropped;
  endpoint.receive_raw(dropped.data(), dropped.size());
}

// ---- Failures

// For a call that returned no bytes: 0 at the end of the stream, else -1 with errno.
int TlsSession::explain(int result) {
  switch (openssl().SSL_get_error(ssl_.get(), result)) {
    case SSL_ERROR_ZERO_RETURN: return 0;
    case SSL_ERROR_WANT_READ:
      wants_input_ = true;
      errno = EAGAIN;
      return -1;
    default: return fail();
  }
}

int TlsSession::fail() {
  error_ = input_error_ != 0 ? input_error_ : EPROTO;
  failure_ = describe();
  has_news_ = true;
  errno = error_;
  return -1;
}

EndpointLayer::Failure TlsSession::describe() const {
  constexpr const char* kCutOff = "ETRUNCATED";
  if (is_at_end_ && is_established_)
    return {kCutOff, "the stream was cut off: the other side has not said in TLS that it ends"};
  const unsigned long error = openssl().ERR_peek_error();
  if (is_at_end_ || error == 0) return {kCutOff, "the other side ended the connection in the TLS handshake"};
  const int reason = ERR_GET_LIB(error) == ERR_LIB_SSL ? ERR_GET_REASON(error) : 0;
  switch (reason) {
    case SSL_R_CERTIFICATE_VERIFY_FAILED:
    case SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE: return {"ECERTIFICATE", refused_certificate(reason)};
    case SSL_R_WRONG_VERSION_NUMBER:
    case SSL_R_HTTP_REQUEST:
    case SSL_R_HTTPS_PROXY_REQUEST:
      return {"EPROTO", "the other side does not speak TLS: " + openssl_reason()};
    default: return {"EPROTO", "TLS failed: " + openssl_reason()};
  }
}

std::string TlsSession::refused_certificate(int reason) const {
  if (reason == SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE) return "the client has shown no certificate";
  const std::string why =
      openssl().X509_verify_cert_error_string(openssl().SSL_get_verify_result(ssl_.get()));
  const std::string whom = context_->is_server() ? "the client" : "\"" + context_->name() + "\"";
  return "the certificate of " + whom + " is refused: " + why;
}

// ---- Facts

TlsFacts TlsSession::facts() const {
  TlsFacts facts;
  facts.version = openssl().SSL_get_version(ssl_.get());
  facts.cipher = openssl().SSL_CIPHER_get_name(openssl().SSL_get_current_cipher(ssl_.get()));
  const unsigned char* alpn = nullptr;
  unsigned alpn_size = 0;
  openssl().SSL_get0_alpn_selected(ssl_.get(), &alpn, &alpn_size);
  facts.alpn.assign(reinterpret_cast<const char*>(alpn), alpn_size);
  const OpenSslOwner<X509> peer(openssl().SSL_get1_peer_certificate(ssl_.get()));
  if (peer)
    facts.certificate = {text_of(openssl().X509_get_subject_name(peer.get())),
                         text_of(openssl().X509_get_issuer_name(peer.get())),
                         seconds_of(openssl().X509_get0_notAfter(peer.get()))};
  return facts;
}

}  // namespace aspen
