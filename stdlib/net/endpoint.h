// A socket for natives. Transfers run in order: at once if the system can, otherwise when the socket is
// ready. No thread waits for them.
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
#include "stdlib/native/counted.h"
#include "stdlib/native/native.h"
#include "stdlib/net/address.h"
#include "stdlib/net/endpoint_layer.h"
#include "stdlib/system/descriptor.h"
#include "vm/heap/memory_account.h"
#include "vm/run/runtime.h"
#include "vm/run/tasks/operation.h"

namespace aspen {

class Endpoint;
class EndpointOperation;
class Place;
class TlsContext;

// One action on an endpoint, in as many steps as it takes. Steps run on any thread that holds the lane; after
// `own` was called they must not touch the heap.
class Transfer {
 public:
  virtual ~Transfer() = default;
  // Goes on as far as possible without blocking. True: the transfer is over; `error` says how it ended.
  virtual bool advance(Endpoint& endpoint) = 0;
  // It will go on later: what it looks at may be gone then. On the strand's thread. False, with an error
  // pending, if there is no memory for that.
  virtual bool own(Strand&) { return true; }
  // It is over, but the task that wanted it has left. With the lane.
  virtual void take_back(Endpoint&) {}

  int error = 0;  // an errno; ECANCELED if the endpoint was closed meanwhile

 private:
  friend class Endpoint;
  friend class EndpointOperation;

  bool has_begun_ = false;      // in try_now, so that no other transfer may come between
  bool is_taken_back_ = false;  // guarded by the lane
};

// A queue: first in, first out.
class EndpointOperations {
 public:
  bool empty() const { return first_ == nullptr; }
  EndpointOperation* first() const { return first_; }
  void push(EndpointOperation& operation);
  void push_front(EndpointOperation& operation);
  EndpointOperation* pop();
  // False if the operation is not in the queue.
  bool remove(EndpointOperation& operation);
  void end_all();

 private:
  EndpointOperation* first_ = nullptr;
  EndpointOperation* last_ = nullptr;
};

// Bytes that have come and are taken in pieces. They count in the machine's account before they come.
class Unread {
 public:
  struct Taken {
    std::string bytes;
    Charge charge = {};   // for them
    uint64_t offset = 0;  // of the first, from the start of the stream
  };

  explicit Unread(std::shared_ptr<MemoryAccount> account = nullptr)
      : account_(std::move(account)), charge_(account_) {}
  std::string_view view() const {
    return text_ ? std::string_view(text_->bytes).substr(text_->begin) : std::string_view();
  }
  bool empty() const { return text_ == nullptr; }
  // Has room for so many more counted, until `append`. False if the limit forbids that: nothing has changed.
  bool reserve(size_t bytes);
  // At once, where there is no account.
  void add(std::string_view more) {
    if (!more.empty() && reserve(more.size())) append(more);
  }
  // Precondition: no more than have been reserved. Gives back what was reserved beyond.
  void append(std::string_view more);
  // Precondition: there are as many. False: there is no memory for a copy.
  bool take(size_t count, Taken& out);
  Taken take_all();
  void drop(size_t count);
  // Before all bytes that came after them. Those that came before may be put back later.
  void put_back(Taken taken);

 private:
  struct Piece {
    uint64_t offset;
    size_t size;
  };
  struct Text {
    std::string bytes;
    size_t begin = 0;       // what stands before it has been taken; not at the end
    size_t most_bytes = 0;  // the capacity that is reserved
    // The bytes at the front that were put back: others may have been taken from between them.
    std::vector<Piece> returned = {};
  };
  void count_as_seen(size_t count);
  uint64_t offset() const { return text_ && !text_->returned.empty() ? text_->returned[0].offset : seen_; }

  const std::shared_ptr<MemoryAccount> account_;
  Charge charge_;               // for the capacity of the text, and for what is reserved
  uint64_t seen_ = 0;           // the offset of the first byte that was never taken
  std::unique_ptr<Text> text_;  // null if there are none
};

struct Datagram {
  uint64_t number = 0;  // in the order in which they came
  std::string data;
  SocketAddress from;
};

// What only an endpoint has that accepts connections or takes datagrams.
struct Listening {
  // Accepted sockets, or datagrams, that came for tasks which have left. For the holder of the lane for
  // reading.
  std::vector<Descriptor> unclaimed;
  std::vector<Datagram> datagrams;
  uint64_t received_datagrams = 0;
  // A name in the file system, removed when the endpoint is closed; or null.
  std::shared_ptr<const Place> bound;
  // Accepted sockets speak TLS as servers with it; or null.
  std::shared_ptr<const TlsContext> tls;
};

// Small, as there may be very many idle ones.
class Endpoint {
 public:
  // Transfers that need the socket readable (reading, accepting) and those that need it writable (writing,
  // connecting) do not wait for each other.
  enum Lane : uint8_t { kReading, kWriting };
  // What is read at once.
  static constexpr size_t kPieceBytes = size_t{64} << 10;
  // After so many bytes others have a turn: a peer may send as fast as a transfer reads, for ever.
  static constexpr size_t kMostAtOnce = 4 * kPieceBytes;

  // Owns the descriptor, which does not block. `address` is for messages. Without a layer, bytes are what
  // the descriptor has.
  Endpoint(sched::Driver& driver, int descriptor, std::string address, std::shared_ptr<MemoryAccount> account,
           std::unique_ptr<EndpointLayer> layer);
  ~Endpoint();
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;

  // For Counted.
  void hold() { owners_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  // Any thread may call this and all functions below. False: the transfer has to wait for earlier ones or for
  // the socket. The caller must start it as an operation: it may be half done, and later ones wait for it.
  bool try_now(Lane lane, Transfer& transfer);
  // Instead of starting one that try_now has begun.
  void abandon(Lane lane, const Transfer& transfer);
  // In front of those that wait to write; what cannot be done at once is not done.
  void do_now(Transfer& transfer);
  // Ends all waiting transfers with ECANCELED. May be called twice.
  void close() { close(false); }
  // Likewise, so that the peer sees that the stream has broken off: it gets no proper end.
  void cut_off() { close(true); }
  const std::string& address() const { return address_; }
  // Hands the connection to another endpoint. This endpoint is closed then; the connection stays open.
  // Precondition: no layer.
  struct Connection {
    Descriptor descriptor;
    Unread::Taken unread;                  // bytes that had arrived already
    std::unique_ptr<Listening> listening;  // for set_listening
    // An errno, and nothing has changed: ECANCELED if it was closed, EISCONN if it accepts with TLS already.
    int error = 0;
  };
  Connection hand_over();
  // Call it before another thread knows the endpoint.
  void set_listening(std::unique_ptr<Listening> listening) { listening_ = std::move(listening); }
  // For the holder of the lane for reading. Null if it accepts nothing and takes no datagrams, or was handed
  // over.
  Listening* listening() const { return listening_.get(); }
  EndpointLayer* layer() const { return layer_.get(); }

  // ---- For transfers, which hold the lane

  int descriptor() const { return readiness_.descriptor(); }
  // As read(2) and write(2), but after a call that did less than was asked for, the next one gives EAGAIN
  // without a system call: the socket has nothing until it becomes ready again.
  ssize_t receive(void* into, size_t most);
  // Bytes may stay in the layer until `flush`.
  ssize_t send(const void* from, size_t size);
  // These give 0, or -1 with errno. A transfer that has sent something is over only when `flush` gives 0.
  int flush() { return layer_ ? layer_->flush(*this) : 0; }
  int establish() { return layer_ ? layer_->establish(*this) : 0; }
  // Tells the peer that nothing more will be sent.
  int finish();
  // For the holder of the lane for reading, while no task writes: sends as much as possible at once.
  void send_beside(std::string_view bytes);
  // As receive, but has room for as many bytes reserved in `unread`, if any came: the caller appends what it
  // does not use, or nothing. ENOMEM, and nothing was read, if there is no memory for them.
  ssize_t receive_reserved(void* into, size_t most);
  // Reads once, whatever there is, to the end of `unread`. As receive_reserved.
  ssize_t fill();

  // Bytes that have arrived and that no task has asked for. For the holder of the lane for reading.
  Unread unread;

  // ---- For the layer

  // To and from the descriptor, past the layer.
  ssize_t receive_raw(void* into, size_t most);
  ssize_t send_raw(const void* from, size_t size);

 private:
  friend class EndpointOperation;

  void close(bool cuts_off);

  struct Queue : sched::Waiter {
    Endpoint* endpoint = nullptr;
    Lane lane = kReading;
    // Held for a step of a transfer, which reads kMostAtOnce bytes at most; two threads rarely use one lane
    // at the same time. See Hold.
    sched::SpinLock lock;
    // Guarded by the lock:
    bool is_begun = false;    // by a transfer that is not yet among the operations
    bool waits = false;       // for the descriptor; a layer's transfers wait here for either lane
    bool is_drained = false;  // see receive
    bool is_closed = false;
    bool keeps = false;             // a reference to the endpoint: while it waits
    uint32_t received = 0;          // bytes, since the lock is held
    EndpointOperations operations;  // the first one is running
  };

  class Hold;
  enum class Waiting : uint8_t { waits, is_ready, failed };

  void start(Lane lane, EndpointOperation& operation);
  void give_up(Lane lane, EndpointOperation& operation);
  void on_ready(Queue& queue);
  // The caller ends the operations in `ended` after it has released the lock. REQUIRES: the queue's lock is
  // held.
  void advance(Queue& queue, EndpointOperations& ended);
  void advance_both(EndpointOperations& ended);
  void spread_news(EndpointOperations& ended);
  Waiting wait(Queue& queue);
  Waiting wait_for_descriptor(Queue& queue);
  void stop_waiting(Queue& queue, Counted<Endpoint>& kept);
  // The reference of a queue that no longer waits. The caller drops it after releasing the lock.
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
  // Once. REQUIRES: the lane is held.
  void take_back();

  const Counted<Endpoint> endpoint_;
  const Endpoint::Lane lane_;
  const std::unique_ptr<Transfer> transfer_;
  EndpointOperation* next_ = nullptr;  // written by the owner of the list it is in
};

// Returns `finish(transfer)` when the transfer is over, or Value::exception(). For natives with a write
// effect. After a wait the native runs again from its start, so before this it must do nothing that may not
// be done twice.
template <class T, class Finish>
Value transfer(Strand& s, const Counted<Endpoint>& endpoint, Endpoint::Lane lane, T step, Finish finish) {
  if (Operation::kept_by(s) == nullptr) {
    if (endpoint->try_now(lane, step)) return finish(step);
    auto later = std::make_unique<T>(std::move(step));
    // Here, where it stays: text that is short moves with its owner.
    if (!later->own(s)) {
      endpoint->abandon(lane, *later);
      return Value::exception();
    }
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
