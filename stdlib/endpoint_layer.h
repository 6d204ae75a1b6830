// What stands between an endpoint and its descriptor: octets go through it in both directions, as through
// TLS.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <mutex>
#include <string>

namespace aspen {

class Endpoint;

// A layer has one state for both directions: to read it may have to write first, and the reverse. So one lock
// stands for those of the endpoint's two lanes, and all functions are called under it. The layer reaches the
// descriptor by Endpoint::receive_raw and send_raw, which never block.
//
// What is given up with EAGAIN goes on when the other side has sent something, if `wants_input` says so, and
// when there is room for the layer's own output, if `has_output`. One of both is true then.
class EndpointLayer {
 public:
  struct Failure {
    std::string code, message;
  };

  virtual ~EndpointLayer() = default;

  // Makes it ready for octets; whoever comes first does so, and so do those below. -1 with errno, or 0.
  virtual int establish(Endpoint& endpoint) = 0;
  // As read(2) and write(2). What `send` has taken may still be output of the layer's: see flush.
  virtual ssize_t receive(Endpoint& endpoint, void* into, size_t most) = 0;
  virtual ssize_t send(Endpoint& endpoint, const void* from, size_t size) = 0;
  // Hands its output to the system. -1 with errno, or 0.
  virtual int flush(Endpoint& endpoint) = 0;
  // Tells the other side that nothing more comes. -1 with errno, or 0.
  virtual int finish(Endpoint& endpoint) = 0;
  // Before the descriptor goes: what can be done at once. `is_whole`: no write is cut off by that.
  virtual void close(Endpoint& endpoint, bool is_whole) = 0;

  virtual bool wants_input() const = 0;
  virtual bool has_output() const = 0;
  // True once after something has changed that concerns the other lane too: it is established, or has failed.
  virtual bool take_news() = 0;
  // What EPROTO stands for; null before. It does not change any more.
  virtual const Failure* failure() const = 0;

  std::mutex lock;
};

}  // namespace aspen
