// Module tls: begins TLS on sockets, and describes TLS connections. Module net reads and writes them.
#include "stdlib/native/capabilities.h"
#include "stdlib/native/elements.h"
#include "stdlib/native/fields.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/outside.h"
#include "stdlib/native/waiting.h"
#include "stdlib/net/pem.h"
#include "stdlib/net/socket.h"
#include "stdlib/net/tls_session.h"

namespace aspen {

namespace {

// ---- Options

bool read_protocols(Strand& s, Value v, std::string& out) {
  if (!is_kind(v, Kind::List)) return fail_with(wrong_type(s, 0, v, "a record with an alpn that is a List"));
  Elements elements(s, v);
  for (Value each; elements.next(each);) {
    const std::string_view name = is_kind(each, Kind::String) ? as<String>(each)->view() : "";
    if (name.empty() || name.size() > UINT8_MAX)
      return fail_with(bad_argument(s, 0, "has an alpn of more than names like \"http/1.1\""));
    out += static_cast<char>(name.size());
    out += name;
    if (out.size() > UINT16_MAX)
      return fail_with(bad_argument(s, 0, "has an alpn of more than 65,535 bytes"));
  }
  return s.work(1) || (s.raise_stop(), false);  // the list may have ended early
}

bool read_text(Strand& s, std::string_view name, std::string_view text, TlsOptions& out) {
  if (name == "name") {
    out.name = text;
    return true;
  }
  if (name == "version") {
    out.needs_newest = text == "1.3";
    if (text == "1.2" || text == "1.3") return true;
    return fail_with(bad_argument(s, 0, R"(has a version other than "1.2" and "1.3")"));
  }
  if (text.empty()) return fail_with(bad_argument(s, 0, "has an empty " + std::string(name)));
  if (!s.charge(out.charge, out.charge.bytes() + TlsContext::bytes_for(text.size()))) return false;
  (name == "ca" ? out.ca : name == "key" ? out.key : out.certificate) = text;
  return is_pem(text) || may_read(s, text);
}

bool read_option(Strand& s, std::string_view name, Value v, TlsOptions& out) {
  const bool is_text = name == "ca" || name == "certificate" || name == "key" || name == "version" ||
                       (name == "name" && !out.is_server);
  if (is_text && is_kind(v, Kind::String)) return read_text(s, name, as<String>(v)->view(), out);
  if (name == "verify" && v.is_bool()) {
    out.verifies = v.is_true();
    return true;
  }
  if (name == "alpn") return read_protocols(s, v, out.alpn);
  const std::string names = out.is_server ? "certificate, key, ca, alpn and version"
                                          : "name, ca, certificate, key, alpn and version";
  return fail_with(bad_option(s, name, v, names + ": texts, a list alpn and a Bool verify"));
}

// A server asks clients for certificates if it has a ca.
bool read_options(Strand& s, const Record& options, TlsOptions& out) {
  bool says_verify = false;
  const bool is_read = for_each_field(s, options, [&](std::string_view name, Value v) {
    says_verify |= name == "verify";
    return read_option(s, name, v, out);
  });
  if (!is_read) return false;
  const auto complain = [&](std::string_view complaint) { return fail_with(bad_argument(s, 0, complaint)); };
  if (!says_verify && out.is_server) out.verifies = !out.ca.empty();
  if (out.is_server && out.certificate.empty()) return complain("needs a certificate");
  if (out.is_server && out.verifies && out.ca.empty()) return complain("needs a ca to verify clients");
  if (!out.is_server && out.verifies && out.name.empty())
    return complain("needs the name of the other side, unless verify is false");
  if (!out.key.empty() && out.certificate.empty()) return complain("has a key without its certificate");
  constexpr size_t kLongestName = 253;  // of a host
  // For a name that begins with a dot, OpenSSL would accept all hosts with names that end with it.
  if (out.name.size() > kLongestName || out.name.find('\0') != out.name.npos || out.name.starts_with('.'))
    return complain("has a name that no host can have");
  return true;
}

// ---- Sockets

struct MakeContext {
  TlsOptions options;
  TlsContext::Made operator()() { return TlsContext::make(std::move(options)); }
};

// Returns `finish(context)` for the context that the options describe.
template <class Finish>
Value with_context(Strand& s, const Record& record, bool is_server, Finish finish) {
  TlsOptions options;
  options.is_server = is_server;
  options.reads = FileAccess(permissions(s), bit_of(Capability::fs_read));
  options.charge = Charge(s.machine().heap().memory());
  if (Operation::kept_by(s) == nullptr) {
    prepare_charges(s);
    if (options.is_server)
      options.greetings = std::make_shared<ReceiveBudget>(s.machine().options().limits.heap_bytes / 2,
                                                          s.machine().heap().memory());
    if (!s.charge(options.charge, TlsContext::kBytes) || !read_options(s, record, options))
      return Value::exception();
  }
  return while_others_run(s, MakeContext{std::move(options)}, [&](const TlsContext::Made& made) {
    if (made.lacks_library)
      return s.io_error("TLS needs OpenSSL: " + why_no_openssl(), "ELIBACC", "libssl.so.3");
    if (made.error == ENOMEM) return s.memory_error(kMostPemBytes);
    if (made.error != 0) return s.io_error(made.error, made.path);
    return made.context ? finish(made.context) : bad_argument(s, 0, made.complaint);
  });
}

Value secure(Strand& s, Endpoint& plain, const std::shared_ptr<const TlsContext>& context) {
  if (plain.layer() != nullptr) return bad_argument(s, 1, "speaks TLS already");
  Charge charge(s.machine().heap().memory());
  if (!s.charge(charge, TlsSession::kBytesAtFirst)) return Value::exception();
  Endpoint::Connection connection = plain.hand_over();
  if (connection.error != 0) return socket_error(s, connection.error, plain.address());
  std::unique_ptr<EndpointLayer> layer =
      TlsSession::make(context, std::move(connection.unread), std::move(charge));
  if (!layer) return s.io_error(ENOMEM, plain.address());
  return socket_value(s, kSocketType,
                      new_endpoint(s, std::move(connection.descriptor), plain.address(), std::move(layer)));
}

Value secure_listener(Strand& s, Endpoint& plain, const std::shared_ptr<const TlsContext>& context) {
  Endpoint::Connection connection = plain.hand_over();
  if (connection.error == EISCONN) return bad_argument(s, 1, "speaks TLS already");
  if (connection.error != 0) return socket_error(s, connection.error, plain.address());
  const Counted<Endpoint> endpoint = new_endpoint(s, std::move(connection.descriptor), plain.address());
  if (!endpoint) return Value::exception();
  connection.listening->tls = context;
  endpoint->set_listening(std::move(connection.listening));
  return socket_value(s, kListenerType, endpoint);
}

Value client(Strand& s, const Record& options, StreamArgument socket) {
  return with_context(s, options, false,
                      [&](const auto& context) { return secure(s, *socket.endpoint, context); });
}

Value server(Strand& s, const Record& options, Value v) {
  Endpoint* const socket = as_socket(v, kSocketType);
  Endpoint* const listener = as_socket(v, kListenerType);
  if (socket == nullptr && listener == nullptr)
    return wrong_type(s, 1, v, "a socket or a listener, from module net");
  return with_context(s, options, true, [&](const auto& context) {
    return socket != nullptr ? secure(s, *socket, context) : secure_listener(s, *listener, context);
  });
}

// ---- What is known about a connection

// Completes the handshake, and reads what it has agreed upon.
class Greeting final : public Transfer {
 public:
  bool advance(Endpoint& endpoint) override {
    error = endpoint.establish() == 0 && endpoint.flush() == 0 ? 0 : errno;
    if (error == EAGAIN) {
      error = 0;
      return false;
    }
    if (error == 0) facts = static_cast<const TlsSession*>(endpoint.layer())->facts();
    return true;
  }

  TlsFacts facts;
};

template <class Finish>
Value greet(Strand& s, const StreamArgument& socket, Finish finish) {
  if (socket.endpoint->layer() == nullptr) return bad_argument(s, 0, "does not speak TLS");
  return transfer(s, socket.endpoint, Endpoint::kWriting, Greeting(), [&](const Greeting& done) {
    return done.error == 0 ? finish(done.facts) : transfer_error(s, done, *socket.endpoint);
  });
}

Value shake_hands(Strand& s, StreamArgument socket) {
  return greet(s, socket, [](const TlsFacts&) { return Value::unit(); });
}

Value certificate_value(Strand& s, const std::optional<TlsFacts::Certificate>& certificate) {
  if (!certificate) return none();
  const Value subject = foreign_text(s, certificate->subject);
  const Value issuer = foreign_text(s, certificate->issuer);
  const Value expires = int_value(s, certificate->expires);
  return some(s, record_value(s, {{"subject", subject}, {"issuer", issuer}, {"expires", expires}}));
}

Value info(Strand& s, StreamArgument socket) {
  return greet(s, socket, [&](const TlsFacts& facts) {
    const Value version = text_value(s, facts.version);
    const Value cipher = text_value(s, facts.cipher);
    const Value alpn = facts.alpn.empty() ? none() : some(s, foreign_text(s, facts.alpn));
    const Value certificate = certificate_value(s, facts.certificate);
    return record_value(
        s, {{"version", version}, {"cipher", cipher}, {"alpn", alpn}, {"certificate", certificate}});
  });
}

const NativeDescriptor kRows[] = {
    outside(
        row<client>("tls.client", "options socket", kBorrows,
                    "Speaks TLS as the client over a socket that is connected, and gives the socket to go on "
                    "with; the old one is closed. Options are a record of `name`, for which the other side "
                    "must have a certificate; `ca`, the authorities that are trusted instead of the "
                    "system's; `verify: false`, which accepts any certificate; a `certificate` and `key` of "
                    "its own; `alpn`, a list of protocols, the best first; `version: \"1.3\"`, the lowest "
                    "version. Certificates and keys are text in PEM, or paths of files with it.")),
    outside(
        row<server>("tls.server", "options socket", kBorrows,
                    "The server's side of TLS, over a socket, or over a listener for all of its sockets. "
                    "Options are a record of `certificate`, with those between it and its authority; `key`, "
                    "unless `certificate` has it as well; `ca`, "
                    "the authorities of clients' certificates; `alpn` and `version`, as for `tls.client`.")),
    outside(
        row<shake_hands>("tls.handshake", "socket", kBorrows,
                         "Makes the handshake now. Otherwise the first `net.read` or `net.write` makes it.")),
    outside(row<info>("tls.info", "socket", kBorrows,
                      "What both sides agreed upon in the handshake: `{ version, cipher, alpn, certificate "
                      "}`. The version is a text like \"TLSv1.3\". The other side's certificate is `Some { "
                      "subject, issuer, expires }`, and `expires` is a moment.")),
};

}  // namespace

NativeTable tls_natives() { return kRows; }

}  // namespace aspen
