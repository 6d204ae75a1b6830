// A layer between an endpoint and its descriptor, such as TLS. Bytes go through it in both directions.
// See tls_session.h for the only implementation.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <mutex>
#include <string>

namespace aspen {

class Endpoint;

// A layer has one state for both directions: reading may require writing first, and the reverse. So the
// layer's lock replaces the locks of the endpoint's two lanes. The layer reaches the descriptor by
// Endpoint::receive_raw and send_raw, which never block. REQUIRES, for all functions: `lock` is held.
//
// A call that gave EAGAIN is repeated when the peer has sent something, if `wants_input` says so, and when
// the descriptor takes more of the layer's output, if `has_output`. At least one of the two is true then.
class EndpointLayer {
 public:
  struct Failure {
    std::string code, message;
  };

  virtual ~EndpointLayer() = default;

  // Makes the connection ready for data, as the first call of functions below does too. 0, or -1 with errno.
  virtual int establish(Endpoint& endpoint) = 0;
  // As read(2) and write(2). Bytes that `send` has taken may still be in the layer's output: see flush.
  virtual ssize_t receive(Endpoint& endpoint, void* into, size_t most) = 0;
  virtual ssize_t send(Endpoint& endpoint, const void* from, size_t size) = 0;
  // Hands the output to the system. 0, or -1 with errno.
  virtual int flush(Endpoint& endpoint) = 0;
  // Tells the peer that nothing more will be sent. 0, or -1 with errno.
  virtual int finish(Endpoint& endpoint) = 0;
  // Called before the descriptor is closed: does what can be done at once. `is_whole`: no write is cut off.
  virtual void close(Endpoint& endpoint, bool is_whole) = 0;

  virtual bool wants_input() const = 0;
  virtual bool has_output() const = 0;
  // True once after a change that concerns the other lane: the connection is established, or has failed.
  virtual bool take_news() = 0;
  // The failure that EPROTO stands for; null before it. It never changes afterwards.
  virtual const Failure* failure() const = 0;

  std::mutex lock;
};

}  // namespace aspen
