// Sockets as values, for module net and the modules above it.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "stdlib/net/address.h"
#include "stdlib/net/endpoint.h"

namespace aspen {

// The kinds of NativeObject that hold an endpoint. The endpoint closes when nothing refers to the object any
// more.
extern const NativeType kSocketType;    // a stream
extern const NativeType kListenerType;  // accepts streams
extern const NativeType kUdpType;

// The value for an endpoint from new_endpoint; Value::exception() if that is null.
Value socket_value(Strand& s, const NativeType& type, Counted<Endpoint> endpoint);
// Null if the value is not a socket of that type.
Endpoint* as_socket(Value v, const NativeType& type);

// A parameter that takes one type of socket.
template <const NativeType& type>
struct SocketArgument {
  Counted<Endpoint> endpoint;
};
using StreamArgument = SocketArgument<kSocketType>;
using ListenerArgument = SocketArgument<kListenerType>;
using UdpArgument = SocketArgument<kUdpType>;

Counted<Endpoint> read_socket(Strand& s, Value* args, unsigned i, bool& ok, const NativeType& type);

template <const NativeType& type>
struct Argument<SocketArgument<type>> {
  static SocketArgument<type> read(Strand& s, Value* args, unsigned i, bool& ok) {
    return {read_socket(s, args, i, ok, type)};
  }
};

// An errno as an IoError; Closed for ECANCELED.
Value socket_error(Strand& s, int error, std::string_view address);
// The error that a transfer ended with; Closed if the endpoint was closed.
Value transfer_error(Strand& s, const Transfer& transfer, std::string_view address);
// Likewise, with the error of the endpoint's layer if it has one.
Value transfer_error(Strand& s, const Transfer& transfer, const Endpoint& endpoint);

// A socket that does not block and sends at once; invalid with errno set.
Descriptor open_socket(const SocketAddress& address, int type);
// Sends small pieces without waiting for more (TCP_NODELAY). No effect on sockets that are not TCP streams.
void send_at_once(int descriptor);
// Null, with an IoError pending, if there is no driver for it.
Counted<Endpoint> new_endpoint(Strand& s, Descriptor descriptor, std::string address,
                               std::unique_ptr<EndpointLayer> layer = nullptr);

// Sends the whole text, or the texts one after the other.
class Sending final : public Transfer {
 public:
  explicit Sending(std::string_view data) : left_{data} {}
  using Parts = std::array<std::string_view, 3>;
  explicit Sending(const Parts& parts) : left_(parts) {}
  bool advance(Endpoint& endpoint) override;
  bool own(Strand& s) override;

 private:
  Parts left_;
  std::string owned_;
  Charge charge_;  // for that
};

// Tells the peer that nothing more will be sent.
class Finishing final : public Transfer {
 public:
  bool advance(Endpoint& endpoint) override;
};

// Reads until there is enough.
class Reading final : public Transfer {
 public:
  enum class Until : uint8_t { some, exactly, line, end };

  // At most, or exactly, `count` bytes; of a line or of everything, `count` at most: EMSGSIZE beyond it.
  Reading(Until until, size_t count) : until_(until), count_(count) {}
  bool advance(Endpoint& endpoint) override;
  void take_back(Endpoint& endpoint) override;
  // A line comes with its end, unless the stream ended without.
  std::string& text() { return taken_.bytes; }
  // The stream ended before there was enough.
  bool is_at_end() const { return is_at_end_; }

 private:
  bool take(Unread& unread);

  Until until_;
  bool is_at_end_ = false;
  size_t count_;
  Unread::Taken taken_;
};

}  // namespace aspen
