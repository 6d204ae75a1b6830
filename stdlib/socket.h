// Sockets as values: what module net and those above it share.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "stdlib/address.h"
#include "stdlib/endpoint.h"

namespace aspen {

// The three kinds of NativeObject whose state is an endpoint, held. It closes when nothing refers to it any
// more.
extern const NativeType kSocketType;    // a stream
extern const NativeType kListenerType;  // accepts streams
extern const NativeType kUdpType;

// Of an endpoint that new_endpoint made; Value::exception() if it made none.
Value socket_value(Strand& s, const NativeType& type, Counted<Endpoint> endpoint);
// Null if it is no socket of that type.
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

// An error that a transfer ended with; Closed if that was the endpoint's end.
Value transfer_error(Strand& s, const Transfer& transfer, std::string_view address);
// The same, with what the endpoint's layer says about it.
Value transfer_error(Strand& s, const Transfer& transfer, const Endpoint& endpoint);

// One that does not block, and sends at once; else none, and errno.
Descriptor open_socket(const SocketAddress& address, int type);
// Without waiting for more to send with it. Sockets that are no TCP streams do not mind.
void send_at_once(int descriptor);
// Null, with an IoError pending, if there is no driver to be had for it.
Counted<Endpoint> new_endpoint(Strand& s, Descriptor descriptor, std::string address,
                               std::unique_ptr<EndpointLayer> layer = nullptr);

// Sends all of it.
class Sending final : public Transfer {
 public:
  explicit Sending(std::string_view data) : left_(data) {}
  bool advance(Endpoint& endpoint) override;
  void own() override;

 private:
  std::string_view left_;
  std::string owned_;
};

// Tells the other side that this was all.
class Finishing final : public Transfer {
 public:
  bool advance(Endpoint& endpoint) override;
};

// Reads until there is enough.
class Reading final : public Transfer {
 public:
  enum class Until : uint8_t { some, exactly, line, end };

  // At most, or exactly, `count` octets; of a line or of everything, `most` and no more: EMSGSIZE.
  Reading(Until until, size_t count) : until_(until), count_(count) {}
  bool advance(Endpoint& endpoint) override;
  void take_back(Endpoint& endpoint) override;
  // A line comes with its end, unless the stream ended without.
  std::string& text() { return text_; }
  // The stream ended before there was enough.
  bool is_at_end() const { return is_at_end_; }

 private:
  bool take(Unread& unread);

  Until until_;
  bool is_at_end_ = false;
  size_t count_;
  std::string text_;
};

}  // namespace aspen
