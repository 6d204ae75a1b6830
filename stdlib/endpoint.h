// A socket as natives use it: what is asked of it is done in order, at once if the system can, else when it
// has become ready, without a thread that waits.
#pragma once

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sched/readiness.h"
#include "sched/spin_lock.h"
#include "stdlib/counted.h"
#include "stdlib/descriptor.h"
#include "stdlib/endpoint_layer.h"
#include "stdlib/native.h"
#include "vm/operation.h"
#include "vm/runtime.h"

namespace aspen {

class Endpoint;
class EndpointOperation;
class Place;
class TlsContext;

// Something to do with an endpoint, in as many steps as it takes. On any thread that has the lane; it touches
// nothing of the heap once `own` has been called.
class Transfer {
 public:
  virtual ~Transfer() = default;
  // Goes on as far as can be without blocking. True: it is over, with `error` telling how.
  virtual bool advance(Endpoint& endpoint) = 0;
  // It will go on later: what it looks at may be gone then.
  virtual void own() {}
  // It is over, but who wanted it has left. With the lane.
  virtual void take_back(Endpoint&) {}

  int error = 0;  // an errno; ECANCELED if the endpoint was closed meanwhile

 private:
  friend class Endpoint;

  bool has_begun_ = false;  // in try_now, so that no other may come between
};

// First in, first out.
class EndpointOperations {
 public:
  bool empty() const { return first_ == nullptr; }
  EndpointOperation* first() const { return first_; }
  void push(EndpointOperation& operation);
  void push_front(EndpointOperation& operation);
  EndpointOperation* pop();
  // False if it is not among them.
  bool remove(EndpointOperation& operation);
  void end_all();

 private:
  EndpointOperation* first_ = nullptr;
  EndpointOperation* last_ = nullptr;
};

// Octets that have come and are taken in pieces.
class Unread {
 public:
  std::string_view view() const {
    return text_ ? std::string_view(text_->octets).substr(text_->begin) : std::string_view();
  }
  bool empty() const { return text_ == nullptr; }
  void append(std::string_view more);
  // Precondition: there are as many.
  std::string take(size_t count);
  void drop(size_t count);
  void put_back(std::string_view taken);

 private:
  struct Text {
    std::string octets;
    size_t begin = 0;  // what stands before it has been taken; not at the end
  };

  std::unique_ptr<Text> text_;  // null if there are none
};

// What only endpoints have that accept connections.
struct Listening {
  // Sockets that have come, and that nobody has asked for. By who has the lane for reading.
  std::vector<Descriptor> unclaimed;
  // A name in the file system, which goes when the endpoint is closed; or null.
  std::shared_ptr<const Place> bound;
  // The sockets that it gives speak TLS, as servers; or null.
  std::shared_ptr<const TlsContext> tls;
};

// Small, as there may be very many that are idle.
class Endpoint {
 public:
  // What needs the socket readable (reading, accepting) and what needs it writable (writing, connecting) do
  // not wait for each other.
  enum Lane : uint8_t { kReading, kWriting };

  // Owns the descriptor, which does not block. `address` is for messages. Without a layer, octets are what
  // the descriptor has.
  Endpoint(sched::Driver& driver, int descriptor, std::string address,
           std::unique_ptr<EndpointLayer> layer = nullptr);
  ~Endpoint();
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;

  // For Counted.
  void hold() { owners_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  // Any thread, as all below. False: it has to wait, for those before it or for the socket, and must be
  // started as an operation: half of it may be done, and those that come after it wait until then.
  bool try_now(Lane lane, Transfer& transfer);
  // In front of those that wait to write; what cannot be done at once is not done.
  void do_now(Transfer& transfer);
  // Wakes who reads or writes, with ECANCELED. Twice does no harm.
  void close();
  const std::string& address() const { return address_; }
  // For another endpoint, which takes the connection over. This one is closed then, the connection is not.
  // Precondition: no layer.
  struct Connection {
    Descriptor descriptor;
    std::string unread;                    // what had come already
    std::unique_ptr<Listening> listening;  // for set_listening
    int error = 0;                         // an errno, and nothing has changed; ECANCELED if it was closed
  };
  Connection hand_over();
  // Before anybody else knows the endpoint.
  void set_listening(std::unique_ptr<Listening> listening) { listening_ = std::move(listening); }
  // By who has the lane for reading. Null if it accepts nothing, or was handed over.
  Listening* listening() const { return listening_.get(); }
  EndpointLayer* layer() const { return layer_.get(); }

  // ---- By transfers, which have the lane

  int descriptor() const { return readiness_.descriptor(); }
  // As read(2) and write(2), but after a call that gave less than was asked for, the next one gives EAGAIN
  // without asking the system: nothing is to be had until the socket becomes ready again.
  ssize_t receive(void* into, size_t most);
  // What was sent may stay here until `flush`.
  ssize_t send(const void* from, size_t size);
  // These give -1 with errno, or 0. Whoever has sent something flushes, and is done then.
  int flush() { return layer_ ? layer_->flush(*this) : 0; }
  int establish() { return layer_ ? layer_->establish(*this) : 0; }
  // Tells the other side that nothing more will be sent.
  int finish();
  // By who has the lane for reading, while nobody writes: as much as goes at once.
  void send_beside(std::string_view octets);
  // Reads once, whatever there is, to the end of `unread`. As receive.
  ssize_t fill();

  // What has come and nobody has asked for. By who has the lane for reading.
  Unread unread;

  // ---- By the layer

  // Past it, to and from the descriptor.
  ssize_t receive_raw(void* into, size_t most);
  ssize_t send_raw(const void* from, size_t size);

 private:
  friend class EndpointOperation;

  struct Queue : sched::Waiter {
    Endpoint* endpoint = nullptr;
    Lane lane = kReading;
    // Held for a system call at most; two who use one lane at once are rare. See Hold.
    sched::SpinLock lock;
    // Guarded by the lock:
    bool is_begun = false;    // by a transfer that is not among the operations yet
    bool waits = false;       // for the descriptor; with a layer, for whichever lane needs that
    bool is_drained = false;  // see receive
    bool is_closed = false;
    bool keeps = false;             // the endpoint, as one of its owners: while it waits
    EndpointOperations operations;  // the first one is at work
  };

  class Hold;
  enum class Waiting : uint8_t { waits, is_ready, failed };

  void start(Lane lane, EndpointOperation& operation);
  void give_up(Lane lane, EndpointOperation& operation);
  void on_ready(Queue& queue);
  // With the lock of the queue. Those that are over come to `ended`, for the caller to end without it.
  void advance(Queue& queue, EndpointOperations& ended);
  void advance_both(EndpointOperations& ended);
  void spread_news(EndpointOperations& ended);
  Waiting wait(Queue& queue);
  Waiting wait_for_descriptor(Queue& queue);
  void stop_waiting(Queue& queue, Counted<Endpoint>& kept);
  // What a queue that waits no longer held, for who drops it without the lock.
  Counted<Endpoint> take_kept(Queue& queue);
  static void fail(Queue& queue, int error, EndpointOperations& ended);
  void unlink();
  ssize_t note(Queue& queue, ssize_t done, size_t asked);

  std::atomic<uint32_t> owners_{0};
  sched::Readiness readiness_;
  const std::string address_;
  const std::unique_ptr<EndpointLayer> layer_;
  std::unique_ptr<Listening> listening_;
  std::array<Queue, 2> queues_;
};

class EndpointOperation final : public Operation {
 public:
  EndpointOperation(Runtime& runtime, Counted<Endpoint> endpoint, Endpoint::Lane lane,
                    std::unique_ptr<Transfer> transfer);
  void start();
  Transfer& transfer() { return *transfer_; }
  const Counted<Endpoint>& endpoint() const { return endpoint_; }
  void drop_result() override;

 private:
  friend class Endpoint;
  friend class EndpointOperations;

  void give_up() override { endpoint_->give_up(lane_, *this); }

  const Counted<Endpoint> endpoint_;
  const Endpoint::Lane lane_;
  const std::unique_ptr<Transfer> transfer_;
  EndpointOperation* next_ = nullptr;  // by who has the list that it is in
};

// `finish(transfer)`, when the transfer is over; or Value::exception(). By a native with a write effect,
// which runs again from the start when it has waited; so it does nothing before this that may not be done
// twice.
template <class T, class Finish>
Value transfer(Strand& s, const Counted<Endpoint>& endpoint, Endpoint::Lane lane, T step, Finish finish) {
  if (Operation::kept_by(s) == nullptr) {
    if (endpoint->try_now(lane, step)) return finish(step);
    auto later = std::make_unique<T>(std::move(step));
    later->own();  // here, where it stays: text that is short moves with its owner
    auto* operation = new EndpointOperation(*s.machine().runtime(), endpoint, lane, std::move(later));
    s.keep(Operation::wrap(s.allocator(), *operation));
    operation->start();
  }
  const bool is_over = Operation::await(s);
  if (!is_over && s.gave_up()) return Value::exception();
  auto& operation = static_cast<EndpointOperation&>(Operation::take_kept(s));
  if (!is_over) operation.forsake();
  const Value value = is_over ? finish(static_cast<T&>(operation.transfer())) : Value::exception();
  operation.release();
  return value;
}

}  // namespace aspen
