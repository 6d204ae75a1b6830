// What TLS connections of one kind have in common: certificates, keys, and what is checked. Knows nothing of
// Values.
#pragma once

#include <memory>
#include <string>

#include "stdlib/openssl_library.h"
#include "stdlib/place.h"

namespace aspen {

struct TlsOptions {
  bool is_server = false;
  bool verifies = true;       // the certificate of the other side, which has to have one
  bool needs_newest = false;  // version 1.3; else 1.2 or later
  // Each a text in PEM, or the path of a file that has it; or empty. Without `ca`, those of the system count;
  // without `key`, it stands beside the certificate.
  std::string ca, certificate, key;
  FileAccess reads;  // where those files may be
  std::string name;  // of a client: whom it wants to talk to; empty: whoever it is
  std::string alpn;  // protocols, the best first, each behind an octet with its length
};

class TlsContext {
 public:
  struct Made;
  // Reads files.
  static Made make(TlsOptions options);

  bool is_server() const { return options_.is_server; }
  const std::string& name() const { return options_.name; }
  // For a connection. It refers to this. Null if there is no memory, or the name is none.
  OpenSslOwner<SSL> new_ssl() const;

 private:
  TlsContext(TlsOptions options, std::shared_ptr<SSL_CTX> shared);
  bool name_peer(SSL& ssl) const;

  const TlsOptions options_;
  const std::shared_ptr<SSL_CTX> shared_;  // by clients without certificates of their own
};

// Either there is a context, or one of the others says why not.
struct TlsContext::Made {
  std::shared_ptr<const TlsContext> context;
  std::string complaint;  // about the options
  int error = 0;          // an errno, of the file `path`
  std::string path;
  bool lacks_library = false;
};

}  // namespace aspen
