#include "stdlib/net/tls_context.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <mutex>
#include <vector>

#include "stdlib/net/pem.h"
#include "stdlib/system/descriptor.h"
#include "stdlib/system/environment.h"

namespace aspen {

namespace {

using Context = OpenSslOwner<SSL_CTX>;
using Certificate = OpenSslOwner<X509>;

// There is no way to ask for the password of a key, so encrypted keys are refused.
int no_password(char*, int, int, void*) { return -1; }

OpenSslOwner<BIO> reader_of(const std::string& text) {
  const int size = text.size() <= INT_MAX ? static_cast<int>(text.size()) : 0;
  return OpenSslOwner<BIO>(openssl().BIO_new_mem_buf(text.data(), size));
}

// Empty if one of the certificates is malformed.
std::vector<Certificate> certificates_in(const std::string& pem) {
  std::vector<Certificate> out;
  const OpenSslOwner<BIO> reader = reader_of(pem);
  openssl().ERR_clear_error();
  while (Certificate next{openssl().PEM_read_bio_X509(reader.get(), nullptr, no_password, nullptr)})
    out.push_back(std::move(next));
  if (ERR_GET_REASON(openssl().ERR_peek_error()) != PEM_R_NO_START_LINE) out.clear();
  return out;
}

bool is_ip(const std::string& name) {
  std::array<unsigned char, sizeof(in6_addr)> address;
  return ::inet_pton(AF_INET, name.c_str(), address.data()) == 1 ||
         ::inet_pton(AF_INET6, name.c_str(), address.data()) == 1;
}

// Chooses the first of the server's protocols that the client offers. If there is none, the handshake fails
// (RFC 7301, 3.2).
int choose_protocol(SSL*, const unsigned char** out, unsigned char* size, const unsigned char* offered,
                    unsigned offered_size, void* options) {
  const std::string& ours = static_cast<const TlsOptions*>(options)->alpn;
  unsigned char* chosen = nullptr;
  const int found =
      openssl().SSL_select_next_proto(&chosen, size, reinterpret_cast<const unsigned char*>(ours.data()),
                                      static_cast<unsigned>(ours.size()), offered, offered_size);
  *out = chosen;
  return found == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

// Makes an SSL_CTX from options, step by step. False or null: `made` says why not.
class Making {
 public:
  Making(TlsOptions& options, TlsContext::Made& made) : options_(options), made_(made) {}

  Context run() {
    openssl().ERR_clear_error();
    context_.reset(openssl().SSL_CTX_new(options_.is_server ? openssl().TLS_server_method()
                                                            : openssl().TLS_client_method()));
    if (!context_) {
      complain("cannot be used: " + openssl_reason());
      return nullptr;
    }
    set_up();
    const bool is_done = read_files() && trust() && show_certificate();
    return is_done ? std::move(context_) : nullptr;
  }

 private:
  bool complain(std::string complaint) {
    made_.complaint = std::move(complaint);
    return false;
  }

  // Idle connections keep no buffers. A read takes everything that has arrived, not one record each time.
  void set_up() {
    SSL_CTX* const context = context_.get();
    const long least = options_.needs_newest ? TLS1_3_VERSION : TLS1_2_VERSION;
    openssl().SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, least, nullptr);
    openssl().SSL_CTX_ctrl(context, SSL_CTRL_MODE, SSL_MODE_RELEASE_BUFFERS, nullptr);
    openssl().SSL_CTX_ctrl(context, SSL_CTRL_SET_READ_AHEAD, 1, nullptr);
    openssl().SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION);
    constexpr std::string_view kOurs = "aspen";  // OpenSSL resumes only sessions with this id
    if (options_.is_server)
      openssl().SSL_CTX_set_session_id_context(context, reinterpret_cast<const unsigned char*>(kOurs.data()),
                                               kOurs.size());
  }

  bool read_files() {
    for (std::string* each : {&options_.ca, &options_.certificate, &options_.key}) {
      if (each->empty() || is_pem(*each)) continue;
      std::string text;
      const Descriptor file = options_.reads.to(*each).open(O_RDONLY);
      if (!file || !charge(file) || !read_all(file, text, kMostPemBytes)) {
        made_.error = errno;
        made_.path = *each;
        return false;
      }
      *each = std::move(text);
    }
    return true;
  }

  // False with ENOMEM if there is no memory for what the file may hold.
  bool charge(const Descriptor& file) {
    struct stat found {};
    const bool has_size = ::fstat(file.number(), &found) == 0 && S_ISREG(found.st_mode);
    const size_t size =
        has_size ? std::min(static_cast<size_t>(found.st_size), kMostPemBytes) : kMostPemBytes;
    if (options_.charge.grow_to(options_.charge.bytes() + TlsContext::bytes_for(size))) return true;
    errno = ENOMEM;
    return false;
  }

  bool trust() {
    if (options_.ca.empty()) return options_.is_server || !options_.verifies || trust_as_system_does();
    const std::vector<Certificate> authorities = certificates_in(options_.ca);
    if (authorities.empty()) return complain("has a ca in which there are no certificates in PEM");
    X509_STORE* const store = openssl().SSL_CTX_get_cert_store(context_.get());
    for (const Certificate& each : authorities) {
      openssl().X509_STORE_add_cert(store, each.get());
      if (options_.is_server) openssl().SSL_CTX_add_client_CA(context_.get(), each.get());
    }
    return true;
  }

  bool trust_as_system_does() {
    const auto held = hold_environment();
    openssl().SSL_CTX_set_default_verify_paths(context_.get());
    return true;
  }

  // Sets the certificate, intermediate certificates, and the key.
  bool show_certificate() {
    if (options_.certificate.empty()) return true;
    const std::vector<Certificate> chain = certificates_in(options_.certificate);
    if (chain.empty()) return complain("has a certificate in which there is none in PEM");
    if (openssl().SSL_CTX_use_certificate(context_.get(), chain[0].get()) != 1)
      return complain("has a certificate that cannot be used: " + openssl_reason());
    for (size_t i = 1; i < chain.size(); ++i)
      openssl().SSL_CTX_ctrl(context_.get(), SSL_CTRL_CHAIN_CERT, 1, chain[i].get());
    return use_key(options_.key.empty() ? options_.certificate : options_.key);
  }

  bool use_key(const std::string& pem) {
    const OpenSslOwner<BIO> reader = reader_of(pem);
    openssl().ERR_clear_error();
    const OpenSslOwner<EVP_PKEY> key(
        openssl().PEM_read_bio_PrivateKey(reader.get(), nullptr, no_password, nullptr));
    if (!key) return complain("has a key in which there is none in PEM, without a password");
    if (openssl().SSL_CTX_use_PrivateKey(context_.get(), key.get()) != 1 ||
        openssl().SSL_CTX_check_private_key(context_.get()) != 1)
      return complain("has a key that does not fit the certificate: " + openssl_reason());
    return true;
  }

  TlsOptions& options_;
  TlsContext::Made& made_;
  Context context_;
};

std::shared_ptr<SSL_CTX> share(Context context) { return {context.release(), FreeOpenSsl()}; }

// Whether these are the options of most clients, which trust the system's authorities and have no
// certificate. Their context is made once and kept.
bool is_plain(const TlsOptions& options) {
  return !options.is_server && !options.needs_newest && options.verifies && options.ca.empty() &&
         options.certificate.empty();
}

std::shared_ptr<SSL_CTX> plain_context(TlsOptions& options, TlsContext::Made& made) {
  static std::mutex lock;
  static auto* const kept = new std::shared_ptr<SSL_CTX>;  // used while the process ends
  const std::lock_guard guard(lock);
  if (!*kept) *kept = share(Making(options, made).run());
  return *kept;
}

}  // namespace

TlsContext::TlsContext(TlsOptions options, std::shared_ptr<SSL_CTX> shared)
    : options_(std::move(options)), shared_(std::move(shared)) {
  if (options_.is_server && !options_.alpn.empty())
    openssl().SSL_CTX_set_alpn_select_cb(shared_.get(), choose_protocol, const_cast<TlsOptions*>(&options_));
}

TlsContext::Made TlsContext::make(TlsOptions options) {
  Made made;
  if (!openssl().is_there) {
    made.lacks_library = true;
    return made;
  }
  std::shared_ptr<SSL_CTX> shared =
      is_plain(options) ? plain_context(options, made) : share(Making(options, made).run());
  if (!shared) return made;
  for (std::string* each : {&options.ca, &options.certificate, &options.key}) each->clear();
  made.context.reset(new TlsContext(std::move(options), std::move(shared)));
  return made;
}

OpenSslOwner<SSL> TlsContext::new_ssl() const {
  OpenSslOwner<SSL> ssl(openssl().SSL_new(shared_.get()));
  if (!ssl) return ssl;
  constexpr int kVerifies = SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT;
  openssl().SSL_set_verify(ssl.get(), options_.verifies ? kVerifies : SSL_VERIFY_NONE, nullptr);
  if (options_.is_server) {
    openssl().SSL_set_accept_state(ssl.get());
    return ssl;
  }
  openssl().SSL_set_connect_state(ssl.get());
  if (!name_peer(*ssl)) return nullptr;
  if (!options_.alpn.empty())
    openssl().SSL_set_alpn_protos(ssl.get(), reinterpret_cast<const unsigned char*>(options_.alpn.data()),
                                  static_cast<unsigned>(options_.alpn.size()));
  return ssl;
}

// Checks the alternative names of certificates only: authorities do not check the subject, and constraints on
// names do not apply to it (RFC 9525, 2). The server, which may have several names, is sent the name (RFC
// 6066, 3), but not an address. False: the peer would not be checked.
bool TlsContext::name_peer(SSL& ssl) const {
  std::string name = options_.name;
  if (name.empty()) return true;
  X509_VERIFY_PARAM* const wanted = openssl().SSL_get0_param(&ssl);
  if (is_ip(name)) return openssl().X509_VERIFY_PARAM_set1_ip_asc(wanted, name.c_str()) == 1;
  constexpr unsigned kStrict = X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT;
  openssl().X509_VERIFY_PARAM_set_hostflags(wanted, kStrict);
  return openssl().SSL_ctrl(&ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data()) ==
             1 &&
         openssl().X509_VERIFY_PARAM_set1_host(wanted, name.c_str(), 0) == 1;
}

}  // namespace aspen
