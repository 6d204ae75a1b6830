// Module net: streams over TCP and Unix sockets, datagrams, names. Functions with callbacks are in net.asp.
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cerrno>

#include "stdlib/native/capabilities.h"
#include "stdlib/native/lines.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/outside.h"
#include "stdlib/native/waiting.h"
#include "stdlib/net/socket.h"
#include "stdlib/net/tls_session.h"
#include "stdlib/system/place.h"
#include "stdlib/system/uninterrupted.h"
#include "vm/object/utf8.h"

namespace aspen {

namespace {

constexpr size_t kLongestLine = size_t{1} << 20;
constexpr size_t kLargestDatagram = 65'535;

// ---- Addresses

Value bad_address(Strand& s, unsigned index) {
  return bad_argument(s, index, R"(must be like "example.org:80", "[::1]:80", ":80" or "unix:/path")");
}

// A Unix socket is a file. A program that may talk through it may do what its peer may do.
bool may_use(Strand& s, std::string_view address) {
  return !address.starts_with(kUnix) || may_write(s, address.substr(kUnix.size()));
}

FileAccess access_of_sockets(Strand& s) { return {permissions(s), bit_of(Capability::fs_write)}; }

// If writing is limited to some places: replaces `address` by one that cannot be exchanged, valid as long as
// `holder` lives. False with errno set. `is_new`: the socket is to be made; else it must exist.
bool hold_fast(Strand& s, std::string_view text, bool is_new, SocketAddress& address,
               std::shared_ptr<const void>& holder) {
  if (address.family() != AF_UNIX || !access_of_sockets(s).is_limited()) return true;
  auto place = std::make_shared<const Place>(access_of_sockets(s).to(std::string(text.substr(kUnix.size()))));
  if (!*place) return false;
  std::string path = place->path();
  if (is_new) {
    holder = std::move(place);
  } else {
    auto found = std::make_shared<Place::Object>(place->object());
    if (!*found) return false;
    path = found->path;
    holder = std::move(found);
  }
  const std::optional<SocketAddress> held = numeric_address(std::string(kUnix) + path);
  return held ? (address = *held, true) : (errno = ENAMETOOLONG, false);
}

struct LookUp {
  HostAndPort name;
  bool passive;

  struct Found {
    int error;
    std::vector<SocketAddress> addresses;
  };
  Found operator()() const {
    Found found;
    found.error = look_up(name, passive, found.addresses);
    return found;
  }
};

// Returns `finish(addresses)` for the addresses that the text stands for, at least one.
template <class Finish>
Value with_addresses(Strand& s, const String& text, bool passive, Finish finish) {
  if (!may_use(s, text.view())) return Value::exception();
  if (const std::optional<SocketAddress> numeric = numeric_address(text.view())) return finish({*numeric});
  const std::optional<HostAndPort> name = split_address(text.view());
  if (text.view().starts_with(kUnix))
    return bad_argument(s, 0, "has a path that is empty or too long for the system");
  if (!name) return bad_address(s, 0);
  return while_others_run(s, LookUp{*name, passive}, [&](const LookUp::Found& found) {
    return found.error == 0 ? finish(found.addresses) : s.io_error(found.error, text.view());
  });
}

Value look_up_name(Strand& s, const String& address) {
  return with_addresses(s, address, false, [&](const std::vector<SocketAddress>& found) {
    List* texts = new_list(s.allocator());
    const Value result = Value::object(texts);
    for (const SocketAddress& each : found) push(s.allocator(), texts, text_value(s, each.text()));
    return result;
  });
}

// The prefix of addresses from `hold_fast`, which mean nothing to a program.
const std::string kHeldFast = std::string(kUnix) + "/proc/self/fd/";

using NameOf = int (*)(int, sockaddr*, socklen_t*);

// Of size 0, with errno set, if there is no address.
SocketAddress address_of(int descriptor, NameOf ask) {
  SocketAddress address;
  address.size = sizeof address.storage;
  if (ask(descriptor, address.get(), &address.size) != 0) address.size = 0;
  return address;
}

Endpoint* any_socket(Value v) {
  for (const NativeType* type : {&kSocketType, &kListenerType, &kUdpType}) {
    if (Endpoint* socket = as_socket(v, *type)) return socket;
  }
  return nullptr;
}

// Asks for an address as a transfer, so that no other thread can close the endpoint meanwhile.
class Naming final : public Transfer {
 public:
  explicit Naming(NameOf ask) : ask_(ask) {}
  bool advance(Endpoint& endpoint) override {
    address = address_of(endpoint.descriptor(), ask_);
    error = address.size == 0 ? errno : 0;
    return true;
  }

  SocketAddress address;

 private:
  NameOf ask_;
};

Value name_of(Strand& s, Value v, NameOf ask) {
  Endpoint* const endpoint = any_socket(v);
  if (endpoint == nullptr) return wrong_type(s, 0, v, "a socket");
  Naming naming(ask);
  endpoint->do_now(naming);
  if (naming.error == 0 && naming.address.text().starts_with(kHeldFast))
    return text_value(s, endpoint->address());
  if (naming.error == 0) return text_value(s, naming.address.text());
  // The system forgets the peer's address when the connection has ended.
  if (ask == ::getpeername && as_socket(v, kSocketType) != nullptr) return text_value(s, endpoint->address());
  return transfer_error(s, naming, *endpoint);
}

Value own_address(Strand& s, Value socket) { return name_of(s, socket, ::getsockname); }
Value peer_address(Strand& s, Value socket) { return name_of(s, socket, ::getpeername); }

// ---- Listening

// Invalid, with errno set, if the address cannot be listened at. `takes_both`: one for IPv6 takes IPv4, too.
Descriptor listening_socket(const SocketAddress& address, bool takes_both) {
  Descriptor descriptor = open_socket(address, SOCK_STREAM);
  const int on = 1, off = 0;
  if (descriptor && address.family() != AF_UNIX)
    ::setsockopt(descriptor.number(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (descriptor && takes_both)
    ::setsockopt(descriptor.number(), IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
  const bool listens = descriptor && ::bind(descriptor.number(), address.get(), address.size) == 0 &&
                       ::listen(descriptor.number(), SOMAXCONN) == 0;
  if (listens) return descriptor;
  const int error = errno;
  descriptor = Descriptor();
  errno = error;
  return descriptor;
}

// The value of a socket that is bound to `text`. If that is a file, it is removed with the socket.
Value bound_socket(Strand& s, const NativeType& type, Descriptor descriptor, std::string_view text,
                   const std::shared_ptr<const void>& holder) {
  const Counted<Endpoint> endpoint = new_endpoint(s, std::move(descriptor), std::string(text));
  if (!endpoint) return Value::exception();
  auto listening = std::make_unique<Listening>();
  if (text.starts_with(kUnix)) {
    listening->bound = holder ? std::static_pointer_cast<const Place>(holder)
                              : std::make_shared<const Place>(std::string(text.substr(kUnix.size())));
  }
  endpoint->set_listening(std::move(listening));
  return socket_value(s, type, endpoint);
}

Value listen_at(Strand& s, SocketAddress address, const String& text) {
  std::shared_ptr<const void> holder;
  if (!hold_fast(s, text.view(), true, address, holder)) return s.io_error(errno, text.view());
  Descriptor descriptor = listening_socket(address, false);
  if (!descriptor) return s.io_error(errno, text.view());
  return bound_socket(s, kListenerType, std::move(descriptor), text.view(), holder);
}

// One socket for IPv6 takes IPv4 as well. A system without IPv6 has one for IPv4.
Value listen_everywhere(Strand& s, const std::vector<SocketAddress>& found, const String& text) {
  Descriptor descriptor;
  for (const int family : {AF_INET6, AF_INET}) {
    const auto address = std::find_if(found.begin(), found.end(),
                                      [&](const SocketAddress& each) { return each.family() == family; });
    if (address == found.end()) continue;
    descriptor = listening_socket(*address, family == AF_INET6);
    if (descriptor || (errno != EAFNOSUPPORT && errno != EADDRNOTAVAIL)) break;
  }
  if (!descriptor) return s.io_error(errno, text.view());
  return bound_socket(s, kListenerType, std::move(descriptor), text.view(), nullptr);
}

Value listen(Strand& s, const String& address) {
  return with_addresses(s, address, true, [&](const std::vector<SocketAddress>& found) {
    return address.view().starts_with(':') ? listen_everywhere(s, found, address)
                                           : listen_at(s, found.front(), address);
  });
}

// Errors of one connection, or of the network, after which the listener can go on.
bool is_passing(int error) {
  switch (error) {
    case EINTR:
    case EPERM:  // a rule of the firewall
    case ECONNABORTED:
    case EPROTO:
    case ENETDOWN:
    case ENOPROTOOPT:
    case EHOSTDOWN:
    case ENONET:
    case EHOSTUNREACH:
    case EOPNOTSUPP:
    case ENETUNREACH: return true;
    default: return false;
  }
}

class Accepting final : public Transfer {
 public:
  bool advance(Endpoint& endpoint) override {
    std::vector<Descriptor>& unclaimed = endpoint.listening()->unclaimed;
    tls = endpoint.listening()->tls;
    if (!unclaimed.empty()) {
      accepted = std::move(unclaimed.back());
      unclaimed.pop_back();
      return true;
    }
    int descriptor = -1;
    do descriptor = ::accept4(endpoint.descriptor(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
    while (descriptor < 0 && is_passing(errno));
    accepted = Descriptor(descriptor);
    error = descriptor < 0 && errno != EAGAIN ? errno : 0;
    return descriptor >= 0 || error != 0;
  }
  void take_back(Endpoint& endpoint) override {
    Listening* const listening = endpoint.listening();
    if (accepted && listening != nullptr) listening->unclaimed.push_back(std::move(accepted));
  }

  Descriptor accepted;
  std::shared_ptr<const TlsContext> tls;  // of the listener
};

Value accept(Strand& s, ListenerArgument listener) {
  const Counted<Endpoint>& endpoint = listener.endpoint;
  return transfer(s, endpoint, Endpoint::kReading, Accepting(), [&](Accepting& done) {
    if (done.error == ECANCELED) return none();
    if (done.error != 0) return transfer_error(s, done, *endpoint);
    const std::string peer = address_of(done.accepted.number(), ::getpeername).text();
    send_at_once(done.accepted.number());
    std::unique_ptr<EndpointLayer> layer;
    Charge charge(s.machine().heap().memory());
    if (done.tls && !s.charge(charge, TlsSession::kBytes)) return Value::exception();
    if (done.tls && !(layer = TlsSession::make(std::move(done.tls), {}, std::move(charge))))
      return s.io_error(ENOMEM, peer);
    const Value socket =
        socket_value(s, kSocketType, new_endpoint(s, std::move(done.accepted), peer, std::move(layer)));
    return socket.is_exception() ? socket : some(s, socket);
  });
}

// ---- Connecting

class Connecting final : public Transfer {
 public:
  Connecting(const SocketAddress& address, std::shared_ptr<const void> holder)
      : address_(address), holder_(std::move(holder)) {}
  // When called again, connect(2) reports the result of the first call.
  bool advance(Endpoint& endpoint) override {
    const bool is_there =
        ::connect(endpoint.descriptor(), address_.get(), address_.size) == 0 || errno == EISCONN;
    error = is_there ? 0 : errno;
    if (error != EINPROGRESS && error != EALREADY && error != EINTR) return true;
    error = 0;
    return false;
  }

 private:
  SocketAddress address_;
  std::shared_ptr<const void> holder_;  // keeps the address valid; shared, as transfers are copied
};

Value connect_to(Strand& s, const String& text) {
  Counted<Endpoint> endpoint;
  std::shared_ptr<const void> holder;
  std::optional<SocketAddress> address = numeric_address(text.view());
  if (!address) return bad_argument(s, 0, "must be an address without names");
  if (!may_use(s, text.view())) return Value::exception();
  if (const Operation* kept = Operation::kept_by(s)) {
    endpoint = static_cast<const EndpointOperation*>(kept)->endpoint();
  } else {
    if (!hold_fast(s, text.view(), false, *address, holder)) return s.io_error(errno, text.view());
    Descriptor descriptor = open_socket(*address, SOCK_STREAM);
    if (!descriptor) return s.io_error(errno, text.view());
    endpoint = new_endpoint(s, std::move(descriptor), std::string(text.view()));
    if (!endpoint) return Value::exception();
  }
  return transfer(s, endpoint, Endpoint::kWriting, Connecting(*address, holder), [&](const Connecting& done) {
    return done.error == 0 ? socket_value(s, kSocketType, endpoint) : transfer_error(s, done, *endpoint);
  });
}

// ---- Streams

size_t heap_bytes(Strand& s) { return s.machine().options().limits.heap_bytes; }

// Returns `finish(reading)` when the wanted bytes are there, or the stream has ended.
template <class Finish>
Value receive(Strand& s, const StreamArgument& socket, Reading reading, Finish finish) {
  if (Operation::kept_by(s) == nullptr) prepare_charges(s);
  return transfer(s, socket.endpoint, Endpoint::kReading, std::move(reading), [&](Reading& done) {
    return done.error == 0 ? finish(done) : transfer_error(s, done, *socket.endpoint);
  });
}

Value read_some(Strand& s, Count n, StreamArgument socket) {
  return receive(s, socket, Reading(Reading::Until::some, n), [&](Reading& done) {
    return done.is_at_end() ? none() : some(s, bytes_value(s, done.text()));
  });
}

Value read_exactly(Strand& s, Count n, StreamArgument socket) {
  if (!reserve_text(s, n)) return Value::exception();
  return receive(s, socket, Reading(Reading::Until::exactly, n), [&](Reading& done) {
    if (!done.is_at_end()) return bytes_value(s, done.text());
    return s.raise(sym::kClosed, socket.endpoint->address() + ": the stream ended before there were " +
                                     std::to_string(n.value) + " bytes");
  });
}

Value read_line(Strand& s, StreamArgument socket) {
  if (Operation::kept_by(s) == nullptr) prepare_charges(s);
  Reading reading(Reading::Until::line, kLongestLine);
  return transfer(s, socket.endpoint, Endpoint::kReading, std::move(reading), [&](Reading& done) {
    const std::string& from = socket.endpoint->address();
    if (done.error == EMSGSIZE) return s.io_error(from + ": a line has more than 1 MiB", "EMSGSIZE", from);
    if (done.error != 0) return transfer_error(s, done, *socket.endpoint);
    std::string_view rest = done.text();
    if (rest.empty()) return none();
    const std::string_view line = take_line(rest);
    if (!valid_utf8(line)) return s.value_error(from + ": the line is not UTF-8 text");
    return some(s, text_value(s, line));
  });
}

Value read_all(Strand& s, StreamArgument socket) {
  return receive(s, socket, Reading(Reading::Until::end, heap_bytes(s)), [&](Reading& done) {
    return reserve_text(s, done.text().size()) ? bytes_value(s, done.text()) : Value::exception();
  });
}

Value write(Strand& s, AnyBytes data, StreamArgument socket) {
  return transfer(s, socket.endpoint, Endpoint::kWriting, Sending(data.view), [&](const Sending& done) {
    return done.error == 0 ? Value::unit() : transfer_error(s, done, *socket.endpoint);
  });
}

Value finish_writing(Strand& s, StreamArgument socket) {
  return transfer(s, socket.endpoint, Endpoint::kWriting, Finishing(), [&](const Finishing& done) {
    return done.error == 0 ? Value::unit() : transfer_error(s, done, *socket.endpoint);
  });
}

Value close(Strand& s, Value v) {
  const Counted<Endpoint> endpoint(any_socket(v));
  if (!endpoint) return wrong_type(s, 0, v, "a socket");
  endpoint->close();
  return Value::unit();
}

// ---- Datagrams

Value open_udp(Strand& s, const String& text) {
  return with_addresses(s, text, true, [&](const std::vector<SocketAddress>& found) {
    // Of every interface, those of IPv4: a socket for IPv6 could not send to addresses of IPv4.
    const auto ipv4 = std::find_if(found.begin(), found.end(),
                                   [](const SocketAddress& each) { return each.family() == AF_INET; });
    SocketAddress address = text.view().starts_with(':') && ipv4 != found.end() ? *ipv4 : found.front();
    std::shared_ptr<const void> holder;
    if (!hold_fast(s, text.view(), true, address, holder)) return s.io_error(errno, text.view());
    Descriptor descriptor = open_socket(address, SOCK_DGRAM);
    if (!descriptor || ::bind(descriptor.number(), address.get(), address.size) != 0)
      return s.io_error(errno, text.view());
    return bound_socket(s, kUdpType, std::move(descriptor), text.view(), holder);
  });
}

class SendingTo final : public Transfer {
 public:
  SendingTo(std::string_view data, const SocketAddress& to, std::shared_ptr<const void> holder)
      : data_(data), to_(to), holder_(std::move(holder)) {}
  bool advance(Endpoint& endpoint) override {
    const ssize_t sent = uninterrupted([&] {
      return ::sendto(endpoint.descriptor(), data_.data(), data_.size(), MSG_NOSIGNAL, to_.get(), to_.size);
    });
    if (sent < 0 && errno == EAGAIN) return false;
    error = sent < 0 ? errno : 0;
    return true;
  }
  bool own(Strand& s) override {
    charge_ = Charge(s.machine().heap().memory());
    if (!s.charge(charge_, data_.size())) return false;
    owned_ = data_;
    data_ = owned_;
    return true;
  }

 private:
  std::string_view data_;
  std::string owned_;
  Charge charge_;  // for that
  SocketAddress to_;
  std::shared_ptr<const void> holder_;
};

Value send_to(Strand& s, AnyBytes data, const String& text, UdpArgument socket) {
  std::shared_ptr<const void> holder;
  std::optional<SocketAddress> to = numeric_address(text.view());
  if (!to) return bad_argument(s, 1, "must be an address without names (net.lookup finds them)");
  if (!may_use(s, text.view())) return Value::exception();
  if (Operation::kept_by(s) == nullptr && !hold_fast(s, text.view(), false, *to, holder))
    return s.io_error(errno, text.view());
  return transfer(s, socket.endpoint, Endpoint::kWriting, SendingTo(data.view, *to, holder),
                  [&](const SendingTo& done) {
                    return done.error == 0 ? Value::unit() : transfer_error(s, done, text.view());
                  });
}

class ReceivingFrom final : public Transfer {
 public:
  bool advance(Endpoint& endpoint) override {
    std::vector<Datagram>& unclaimed = endpoint.listening()->datagrams;
    if (unclaimed.empty()) return receive(endpoint);
    got = std::move(unclaimed.front());
    unclaimed.erase(unclaimed.begin());
    return true;
  }
  // Those of several tasks that have left stay in the order in which they came.
  void take_back(Endpoint& endpoint) override {
    if (error != 0) return;
    std::vector<Datagram>& unclaimed = endpoint.listening()->datagrams;
    const auto later = std::find_if(unclaimed.begin(), unclaimed.end(),
                                    [&](const Datagram& each) { return each.number > got.number; });
    unclaimed.insert(later, std::move(got));
  }

  Datagram got;

 private:
  bool receive(Endpoint& endpoint) {
    thread_local std::array<char, kLargestDatagram> piece;
    SocketAddress& from = got.from;
    from.size = sizeof from.storage;
    // The size is that of the whole datagram: the rest of a larger one is lost.
    const ssize_t size = uninterrupted([&] {
      return ::recvfrom(endpoint.descriptor(), piece.data(), piece.size(), MSG_TRUNC, from.get(), &from.size);
    });
    if (size < 0 && errno == EAGAIN) return false;
    error = size < 0 ? errno : static_cast<size_t>(size) > piece.size() ? EMSGSIZE : 0;
    if (error == 0) got.data.assign(piece.data(), static_cast<size_t>(size));
    got.number = endpoint.listening()->received_datagrams++;
    return true;
  }
};

std::string sender(const Datagram& datagram, const Endpoint& endpoint) {
  const bool is_unnamed = datagram.from.size == 0 && endpoint.address().starts_with(kUnix);
  return is_unnamed ? std::string(kUnix) : datagram.from.text();
}

Value receive_from(Strand& s, UdpArgument socket) {
  return transfer(s, socket.endpoint, Endpoint::kReading, ReceivingFrom(), [&](const ReceivingFrom& done) {
    if (done.error != 0) return transfer_error(s, done, *socket.endpoint);
    const Value data = bytes_value(s, done.got.data);
    return pair(s, data, text_value(s, sender(done.got, *socket.endpoint)));
  });
}

const NativeDescriptor kRows[] = {
    outside(row<look_up_name>("net.lookup", "address", kBorrows,
                              "The numeric addresses for an address like \"example.org:80\": a list of "
                              "strings, the best first.\nnet.lookup \"127.0.0.1:80\" => [\"127.0.0.1:80\"]"),
            Effect::read),
    outside(row<listen>(
        "net.listen", "address", kBorrows,
        "Begins to accept connections: to \"127.0.0.1:8080\", \":8080\" (from anywhere), \":0\" (a port "
        "that is free, which `net.address` tells) or \"unix:/path\". Gives a listener.")),
    outside(
        row<accept>("net.accept", "listener", kBorrows,
                    "Waits for the next connection and gives its socket as `Some socket`; `None` once the "
                    "listener is closed.")),
    outside(
        row<connect_to>("net.connect_to", "address", kBorrows,
                        "Connects to a numeric address, as `net.lookup` gives. `net.connect` does both.")),
    outside(row<read_some>(
        "net.read", "n socket", kBorrows,
        "Waits for data and gives it as `Some bytes`, n bytes at most; `None` when the other side "
        "has ended.")),
    outside(row<read_exactly>("net.read_exactly", "n socket", kBorrows,
                              "The next n bytes. Closed if the stream ends before.")),
    outside(row<read_line>(
        "net.read_line", "socket", kBorrows,
        "The next line, without its end, as `Some text`; `None` at the end of the stream. Lines of "
        "more than 1 MiB are refused.")),
    outside(row<read_all>("net.read_all", "socket", kBorrows,
                          "All that comes until the other side ends, as Bytes.")),
    outside(row<write>("net.write", "data socket", kBorrows,
                       "Sends a String or Bytes. Waits while the other side does not read.")),
    outside(row<finish_writing>(
        "net.finish", "socket", kBorrows,
        "Tells the other side that nothing more will be written; reading remains possible.")),
    outside(row<close>("net.close", "socket", kBorrows,
                       "Closes a socket or listener; no error if it is closed already. A task that waits for "
                       "it gets Closed, "
                       "or None from `net.accept`.")),
    outside(row<own_address>("net.address", "socket", kBorrows,
                             "The address on this side of a socket or listener.")),
    outside(row<peer_address>("net.peer", "socket", kBorrows,
                              "The address of the other side of a socket, even after that side has gone.")),
    outside(row<open_udp>("net.udp", "address", kBorrows,
                          "A socket for datagrams, at an address of this machine; \":0\" for any.")),
    outside(row<send_to>("net.send_to", "data address socket", kBorrows,
                         "Sends one datagram to a numeric address, as `net.lookup` gives.")),
    outside(row<receive_from>("net.receive_from", "socket", kBorrows,
                              "Waits for a datagram: `(bytes, address)`, its data and where it came from. An "
                              "IoError with the code \"EMSGSIZE\" for one of more than 65,535 bytes.")),
};

}  // namespace

NativeTable net_natives() { return kRows; }

}  // namespace aspen
