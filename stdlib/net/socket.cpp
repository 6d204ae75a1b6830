#include "stdlib/net/socket.h"

#include <netinet/in.h>
#include <netinet/tcp.h>

#include <algorithm>
#include <cerrno>

#include "stdlib/native/native_state.h"
#include "stdlib/system/descriptor_limit.h"
#include "vm/heap/heap.h"

namespace aspen {

namespace {

void drop_socket(void* state) { static_cast<Endpoint*>(state)->release(); }

}  // namespace

const NativeType kSocketType{"socket", drop_socket, nullptr};
const NativeType kListenerType{"listener", drop_socket, nullptr};
const NativeType kUdpType{"udp socket", drop_socket, nullptr};

Value socket_value(Strand& s, const NativeType& type, Counted<Endpoint> endpoint) {
  if (!endpoint) return Value::exception();
  close_abandoned(s, endpoint->descriptor());
  return Value::object(new_native_object(s.allocator(), type, endpoint.detach()));
}

Endpoint* as_socket(Value v, const NativeType& type) { return state_of<Endpoint>(v, type); }

Counted<Endpoint> read_socket(Strand& s, Value* args, unsigned i, bool& ok, const NativeType& type) {
  if (Endpoint* endpoint = as_socket(args[i], type)) return Counted<Endpoint>(endpoint);
  refuse(s, args, i, ok,
         &type == &kSocketType ? "a socket, from net.connect or net.accept"
         : &type == &kUdpType  ? "a socket, from net.udp"
                               : "a listener, from net.listen");
  return nullptr;
}

Value socket_error(Strand& s, int error, std::string_view address) {
  if (error != ECANCELED) return s.io_error(error, address);
  return s.raise(sym::kClosed, std::string(s.native()->name) + ": the socket is closed");
}

Value transfer_error(Strand& s, const Transfer& transfer, std::string_view address) {
  return socket_error(s, transfer.error, address);
}

Value transfer_error(Strand& s, const Transfer& transfer, const Endpoint& endpoint) {
  if (transfer.error == ENOMEM) return s.memory_error(Endpoint::kPieceBytes);
  const std::string& address = endpoint.address();
  const EndpointLayer::Failure* failure = endpoint.layer() != nullptr ? endpoint.layer()->failure() : nullptr;
  if (transfer.error != EPROTO || failure == nullptr) return transfer_error(s, transfer, address);
  return s.io_error(address + ": " + failure->message, failure->code, address);
}

Descriptor open_socket(const SocketAddress& address, int type) {
  Descriptor descriptor(::socket(address.family(), type | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (descriptor) send_at_once(descriptor.number());
  return descriptor;
}

void send_at_once(int descriptor) {
  const int on = 1;
  ::setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

Counted<Endpoint> new_endpoint(Strand& s, Descriptor descriptor, std::string address,
                               std::unique_ptr<EndpointLayer> layer) {
  int error = 0;
  sched::Driver* driver = s.machine().runtime()->driver(error);
  if (driver == nullptr) {
    s.io_error(-error, address);
    return nullptr;
  }
  return Counted<Endpoint>(new Endpoint(*driver, descriptor.release(), std::move(address),
                                        s.machine().heap().memory(), std::move(layer)));
}

bool Sending::advance(Endpoint& endpoint) {
  for (std::string_view& part : left_) {
    while (!part.empty()) {
      const ssize_t sent = endpoint.send(part.data(), part.size());
      if (sent >= 0) {
        part.remove_prefix(static_cast<size_t>(sent));
      } else if (errno == EAGAIN) {
        return false;
      } else {
        error = errno;
        return true;
      }
    }
  }
  if (endpoint.flush() == 0) return true;
  if (errno == EAGAIN) return false;
  error = errno;
  return true;
}

bool Sending::own(Strand& s) {
  charge_ = Charge(s.machine().heap().memory());
  size_t size = 0;
  for (const std::string_view part : left_) size += part.size();
  if (!s.charge(charge_, size)) return false;
  owned_.reserve(size);
  for (const std::string_view part : left_) owned_ += part;
  left_ = {owned_};
  return true;
}

bool Finishing::advance(Endpoint& endpoint) {
  if (endpoint.finish() == 0) return true;
  if (errno == EAGAIN) return false;
  error = errno;
  return true;
}

bool Reading::advance(Endpoint& endpoint) {
  for (;;) {
    if (take(endpoint.unread) || error != 0) return true;
    const ssize_t got = endpoint.fill();
    if (got < 0 && errno == EAGAIN) return false;
    if (got < 0) error = errno;
    if (got != 0) continue;
    is_at_end_ = true;
    if (until_ != Until::exactly) taken_ = endpoint.unread.take_all();
    return true;
  }
}

// False if more bytes are needed. EMSGSIZE if there are too many.
bool Reading::take(Unread& unread) {
  const std::string_view there = unread.view();
  size_t size = 0;
  switch (until_) {
    case Until::some: size = std::min(count_, there.size()); break;
    case Until::exactly: size = count_ <= there.size() ? count_ : 0; break;
    case Until::line: size = there.find('\n') + 1; break;
    case Until::end: break;
  }
  const bool has_limit = until_ == Until::line || until_ == Until::end;
  const size_t counted = size == 0 ? there.size() : until_ == Until::line ? size - 1 : size;
  if (has_limit && counted > count_) {
    error = EMSGSIZE;
    return false;
  }
  if (size == 0) return count_ == 0;
  if (!unread.take(size, taken_)) {
    error = ENOMEM;
    return false;
  }
  return true;
}

void Reading::take_back(Endpoint& endpoint) { endpoint.unread.put_back(std::move(taken_)); }

}  // namespace aspen
