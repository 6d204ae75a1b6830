// TLS between an endpoint and its descriptor.
//
// OpenSSL has one state for both directions, which no two threads may use at the same time, and a handshake
// makes a writer read and a reader write. So the layer's lock (endpoint_layer.h) admits one thread at a time,
// for a step that does not block:
//
// Input. OpenSSL reads directly from the descriptor, everything that has arrived. If a transfer needs more,
// it waits until the descriptor is readable; transfers of both lanes may. OpenSSL may then hold whole records
// that the descriptor does not show, so a reader always asks OpenSSL first. Only a handshake takes in records
// for the other lane. Its end is news for that lane, which is then tried again.
//
// Output. OpenSSL writes into `outgoing_`, which always has room, so records are never half written: a
// cancelled transfer leaves whole records, which are sent before those of the next transfer. `outgoing_` is
// sent as far as the descriptor takes it. While bytes are left, no more data is encrypted, and every
// transfer, also one that reads, waits for room as well: the peer may need these bytes to go on. When
// `outgoing_` is larger than kMostOutgoing, which takes many answers to input, reading stops, too.
//
// The first transfer makes the handshake, whether it reads or writes; accepting a connection does not. Every
// wake-up tries both lanes. After a failure OpenSSL is not called again; every later call gives that failure.
#pragma once

#include <optional>

#include "stdlib/net/endpoint.h"
#include "stdlib/net/tls_context.h"

namespace aspen {

// Facts that are known when the connection is established.
struct TlsFacts {
  struct Certificate {
    std::string subject, issuer;  // as "CN=example.org,O=Example" (RFC 2253)
    int64_t expires;              // seconds since 1970
  };

  std::string version, cipher;
  std::string alpn;                        // empty: none was agreed upon
  std::optional<Certificate> certificate;  // of the peer
};

class TlsSession final : public EndpointLayer {
 public:
  // What OpenSSL holds for a session: its state, and a record that is not complete.
  static constexpr size_t kBytes = size_t{32} << 10;
  // Likewise until the connection is established: the greeting of a client may have 128 KiB.
  static constexpr size_t kBytesAtFirst = size_t{176} << 10;

  // `unread`: bytes from the peer that have arrived already. `charge`: for kBytesAtFirst; or for kBytes, if
  // the context's budget for greetings pays for the rest when the peer's first bytes come. Later for kBytes,
  // and more with `outgoing_`. Null if there is no memory.
  static std::unique_ptr<TlsSession> make(std::shared_ptr<const TlsContext> context, Unread::Taken unread,
                                          Charge charge);

  ~TlsSession() override { end_greeting(); }
  TlsSession(const TlsSession&) = delete;
  TlsSession& operator=(const TlsSession&) = delete;

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

  // REQUIRES: the layer's lock is held, and the connection is established.
  TlsFacts facts() const;

 private:
  TlsSession(std::shared_ptr<const TlsContext> context, OpenSslOwner<SSL> ssl, Unread::Taken unread,
             Charge charge);
  // False if there is no memory for a greeting of the greatest length.
  bool has_room_to_greet();
  void end_greeting();
  bool attach();

  // The functions that OpenSSL calls to read and write.
  static const BIO_METHOD* methods();
  static TlsSession& of(BIO* bio) { return *static_cast<TlsSession*>(openssl().BIO_get_data(bio)); }
  int take_input(BIO* bio, char* into, int most);

  void begin_call(Endpoint& endpoint);
  int explain(int result);
  int fail();
  int encrypt(const void* from, size_t size);
  Failure describe() const;
  std::string refused_certificate(int reason) const;

  const std::shared_ptr<const TlsContext> context_;
  const OpenSslOwner<SSL> ssl_;
  Endpoint* endpoint_ = nullptr;  // of the current call
  size_t taken_ = 0;              // bytes from the descriptor in this call
  Unread incoming_;               // comes before what the descriptor has
  Unread outgoing_;
  Charge charge_;
  size_t greeting_bytes_ = 0;  // of the context's budget
  bool is_established_ = false;
  bool is_finished_ = false;  // the peer has been told that nothing follows
  bool is_at_end_ = false;    // of the descriptor
  bool wants_input_ = false;
  bool has_news_ = false;
  int input_error_ = 0;   // an errno, of the descriptor
  int output_error_ = 0;  // the same
  int error_ = 0;         // the error of every call after a failure
  std::optional<Failure> failure_;
};

}  // namespace aspen
