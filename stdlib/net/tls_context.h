// The shared part of TLS connections of one kind: certificates, keys, and what is checked. Knows nothing of
// Values.
#pragma once

#include <memory>
#include <string>

#include "stdlib/net/openssl_library.h"
#include "stdlib/net/receive_budget.h"
#include "stdlib/system/place.h"

namespace aspen {

struct TlsOptions {
  bool is_server = false;
  bool verifies = true;       // the peer's certificate, which the peer must have
  bool needs_newest = false;  // TLS 1.3; else 1.2 or later
  // Each is empty, a text in PEM, or the path of a file in PEM. Without `ca`, the system's authorities are
  // trusted; without `key`, the key is in the text or file of `certificate`.
  std::string ca, certificate, key;
  FileAccess reads;    // where those files may be
  std::string name;    // for a client: the expected peer; empty: any
  std::string alpn;    // protocols, the best first, each after a byte with its length
  Charge charge = {};  // for the context
  // For a server: of the clients that are not yet connected.
  std::shared_ptr<ReceiveBudget> greetings = nullptr;
};

class TlsContext {
 public:
  // What OpenSSL holds for a context, besides the certificates.
  static constexpr size_t kBytes = size_t{24} << 10;
  // Likewise for certificates or a key in PEM, with their text.
  static constexpr size_t bytes_for(size_t text) { return 4 * text; }
  struct Made;
  // Reads the files.
  static Made make(TlsOptions options);

  bool is_server() const { return options_.is_server; }
  const std::string& name() const { return options_.name; }
  // Null for a client.
  ReceiveBudget* greetings() const { return options_.greetings.get(); }
  // For one connection, which refers to this context. Null if there is no memory, or `name` is not valid.
  OpenSslOwner<SSL> new_ssl() const;

 private:
  TlsContext(TlsOptions options, std::shared_ptr<SSL_CTX> shared);
  bool name_peer(SSL& ssl) const;

  const TlsOptions options_;
  const std::shared_ptr<SSL_CTX> shared_;  // shared by all clients without certificates of their own
};

// Holds a context, or one of the other members says why there is none.
struct TlsContext::Made {
  std::shared_ptr<const TlsContext> context;
  std::string complaint;  // about the options
  int error = 0;          // an errno, about the file `path`
  std::string path;
  bool lacks_library = false;
};

}  // namespace aspen
