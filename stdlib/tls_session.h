// TLS between an endpoint and its descriptor.
//
// OpenSSL has one state for both directions, which no two threads may use at once, and a handshake makes a
// writer read and a reader write. So, by the layer's lock (endpoint_layer.h), one thread at a time is in
// here, for a step that does not block:
//
//   Input. OpenSSL takes what it wants right from the descriptor, all that has come. If that was not enough,
//   whoever needs it waits until the descriptor is readable; both lanes may. OpenSSL may hold whole records
//   then, of which the descriptor tells nothing: so whoever reads asks OpenSSL first. Only a handshake takes
//   them in for somebody else, and its end is news for the other lane, which is tried again.
//
//   Output. OpenSSL writes into `outgoing_`, which always has room, so nothing of it is ever half done:
//   whoever is cancelled leaves whole records behind, which go before those of the next. `outgoing_` goes to
//   the descriptor as far as that takes it. While some of it is left, nobody encrypts more for a writer, and
//   whoever waits, to read as well, waits also for room: the other side may need that flight to go on. Beyond
//   kMostOutgoing, which only answers to what is read can reach, nothing is read either.
//
// The handshake is made by who comes first, by reading or writing, never by who accepts. Every wake tries
// both lanes. After a failure OpenSSL is not asked any more; what it was is told to everybody who asks.
#pragma once

#include <optional>

#include "stdlib/endpoint.h"
#include "stdlib/tls_context.h"

namespace aspen {

// What is known once the connection is established.
struct TlsFacts {
  struct Certificate {
    std::string subject, issuer;  // as "CN=example.org,O=Example" (RFC 2253)
    int64_t expires;              // seconds since 1970
  };

  std::string version, cipher;
  std::string alpn;                        // empty: none was agreed upon
  std::optional<Certificate> certificate;  // of the other side
};

class TlsSession final : public EndpointLayer {
 public:
  // `unread`: what has come from the other side already. Null if there is no memory for it.
  static std::unique_ptr<TlsSession> make(std::shared_ptr<const TlsContext> context, std::string_view unread);

  int establish(Endpoint& endpoint) override;
  ssize_t receive(Endpoint& endpoint, void* into, size_t most) override;
  ssize_t send(Endpoint& endpoint, const void* from, size_t size) override;
  int flush(Endpoint& endpoint) override;
  int finish(Endpoint& endpoint) override;
  void close(Endpoint& endpoint, bool is_whole) override;
  bool wants_input() const override { return wants_input_; }
  bool has_output() const override { return !outgoing_.empty(); }
  bool take_news() override { return std::exchange(has_news_, false); }
  const Failure* failure() const override { return failure_ ? &*failure_ : nullptr; }

  // Under the lock, once it is established.
  TlsFacts facts() const;

 private:
  TlsSession(std::shared_ptr<const TlsContext> context, OpenSslOwner<SSL> ssl, std::string_view unread);
  bool attach();

  // What OpenSSL calls to read and write.
  static const BIO_METHOD* methods();
  static TlsSession& of(BIO* bio) { return *static_cast<TlsSession*>(openssl().BIO_get_data(bio)); }
  int take_input(BIO* bio, char* into, int most);

  void begin_call(Endpoint& endpoint);
  int explain(int result);
  int fail();
  Failure describe() const;
  std::string refused_certificate(int reason) const;

  const std::shared_ptr<const TlsContext> context_;
  const OpenSslOwner<SSL> ssl_;
  Endpoint* endpoint_ = nullptr;  // whose call it is
  size_t taken_ = 0;              // octets from the descriptor, in this call
  Unread incoming_;               // before what the descriptor has
  Unread outgoing_;
  bool is_established_ = false;
  bool is_finished_ = false;  // the other side has been told so
  bool is_at_end_ = false;    // of the descriptor
  bool wants_input_ = false;
  bool has_news_ = false;
  int input_error_ = 0;   // an errno, of the descriptor
  int output_error_ = 0;  // the same
  int error_ = 0;         // that everything ends with since it failed
  std::optional<Failure> failure_;
};

}  // namespace aspen
