#include "stdlib/net/endpoint.h"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <mutex>

#include "stdlib/native/charged_text.h"
#include "stdlib/system/place.h"
#include "stdlib/system/uninterrupted.h"

namespace aspen {

void EndpointOperations::push(EndpointOperation& operation) {
  operation.next_ = nullptr;
  (last_ != nullptr ? last_->next_ : first_) = &operation;
  last_ = &operation;
}

void EndpointOperations::push_front(EndpointOperation& operation) {
  operation.next_ = first_;
  first_ = &operation;
  if (last_ == nullptr) last_ = &operation;
}

EndpointOperation* EndpointOperations::pop() {
  EndpointOperation* const operation = first_;
  if (operation != nullptr) first_ = operation->next_;
  if (first_ == nullptr) last_ = nullptr;
  return operation;
}

bool EndpointOperations::remove(EndpointOperation& operation) {
  EndpointOperation* before = nullptr;
  for (EndpointOperation* at = first_; at != &operation; before = std::exchange(at, at->next_)) {
    if (at == nullptr) return false;
  }
  (before != nullptr ? before->next_ : first_) = operation.next_;
  if (last_ == &operation) last_ = before;
  return true;
}

// An operation may be destroyed when it has ended, so it is popped first.
void EndpointOperations::end_all() {
  while (EndpointOperation* operation = pop()) operation->end();
}

// Where nothing is unread, as nearly always, room is counted and nothing is allocated for it.
//
// What has been taken goes once it is half of all, so that a stream which never is empty does not grow, and
// is not moved each time.
bool Unread::reserve(size_t bytes) {
  if (!text_) return charge_.grow_to(bytes);
  std::string& text = text_->bytes;
  if (text_->begin > text.size() / 2) text.erase(0, std::exchange(text_->begin, 0));
  const size_t held = text.capacity(), needed = text.size() + bytes;
  for (const size_t wanted : {std::max(2 * held, needed), needed + needed / 8}) {
    text_->most_bytes = needed <= held ? held : wanted;
    // While it is copied to a larger place, both count.
    if (needed <= held || charge_.grow_to(held + wanted)) return true;
  }
  append({});
  return false;
}

void Unread::append(std::string_view more) {
  if (!text_) {
    if (!more.empty()) text_ = std::make_unique<Text>(Text{std::string(more)});
    return charge_.shrink_to(more.empty() ? 0 : text_->bytes.capacity());
  }
  std::string& bytes = text_->bytes;
  const size_t held = bytes.capacity(), needed = bytes.size() + more.size();
  if (needed > held) move_to_capacity(bytes, std::min(std::max(2 * held, needed), text_->most_bytes));
  bytes += more;
  charge_.shrink_to(bytes.capacity());
}

bool Unread::take(size_t count, Taken& out) {
  if (count == view().size()) {
    out = take_all();
    return true;
  }
  out.charge = Charge(account_);
  if (!out.charge.grow_to(count)) return false;
  out.bytes = view().substr(0, count);
  out.offset = offset();
  drop(count);
  return true;
}

Unread::Taken Unread::take_all() {
  if (!text_) return {};
  const uint64_t begin = offset();
  count_as_seen(view().size());
  text_->bytes.erase(0, text_->begin);
  Taken out{std::move(text_->bytes), std::exchange(charge_, Charge(account_)), begin};
  text_.reset();
  return out;
}

// Frees unused room, as there may be many idle streams.
void Unread::drop(size_t count) {
  if (!text_) return;
  count_as_seen(count);
  text_->begin += count;
  if (text_->begin < text_->bytes.size()) return;
  text_.reset();
  charge_.shrink_to(0);
}

void Unread::count_as_seen(size_t count) {
  std::vector<Piece>& returned = text_->returned;
  auto at = returned.begin();
  for (; at != returned.end() && count >= at->size; ++at) count -= at->size;
  returned.erase(returned.begin(), at);
  if (returned.empty()) {
    seen_ += count;
  } else {
    returned[0].offset += count;
    returned[0].size -= count;
  }
}

// It counts where it counted before; what is there may be moved for it, and that is not refused.
void Unread::put_back(Taken taken) {
  if (taken.bytes.empty()) return;
  const Piece piece{taken.offset, taken.bytes.size()};
  std::vector<Piece> returned;
  if (text_) returned = std::move(text_->returned);
  size_t before = 0;
  auto at = returned.begin();
  for (; at != returned.end() && at->offset < piece.offset; ++at) before += at->size;
  returned.insert(at, piece);
  if (text_) {
    taken.bytes += view().substr(before);
    taken.bytes.insert(0, view().substr(0, before));
    taken.charge.shrink_to(0);
    charge_.shrink_to(0);
    static_cast<void>(taken.charge.grow_to(taken.bytes.capacity()));
  }
  text_ = std::make_unique<Text>(Text{std::move(taken.bytes)});
  text_->returned = std::move(returned);
  charge_ = std::move(taken.charge);
}

// The lock of the queue, or that of the layer, which replaces the locks of both queues.
class Endpoint::Hold {
 public:
  explicit Hold(Queue& queue) : queue_(queue), layer_(queue.endpoint->layer()) {
    layer_ != nullptr ? layer_->lock.lock() : queue_.lock.lock();
    queue_.received = 0;
  }
  ~Hold() { layer_ != nullptr ? layer_->lock.unlock() : queue_.lock.unlock(); }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  Queue& queue_;
  EndpointLayer* const layer_;
};

Endpoint::Endpoint(sched::Driver& driver, int descriptor, std::string address,
                   std::shared_ptr<MemoryAccount> account, std::unique_ptr<EndpointLayer> layer)
    : unread(std::move(account)),
      readiness_(driver, descriptor),
      address_(std::move(address)),
      layer_(std::move(layer)) {
  for (const Lane lane : {kReading, kWriting}) {
    Queue& queue = queues_[lane];
    queue.endpoint = this;
    queue.lane = lane;
    queue.wake = [](sched::Waiter& waiter) {
      auto& ready = static_cast<Queue&>(waiter);
      ready.endpoint->on_ready(ready);
    };
  }
}

Endpoint::~Endpoint() { unlink(); }

void Endpoint::unlink() {
  if (!listening_) return;
  if (const std::shared_ptr<const Place> name = std::exchange(listening_->bound, nullptr))
    ::unlinkat(name->directory(), name->name(), 0);
}

bool Endpoint::try_now(Lane lane, Transfer& transfer) {
  Queue& queue = queues_[lane];
  EndpointOperations ended;
  {
    const Hold hold(queue);
    if (queue.is_begun || !queue.operations.empty()) return false;
    if (queue.is_closed) {
      transfer.error = ECANCELED;
      return true;
    }
    const bool is_over = transfer.advance(*this);
    if (!is_over) transfer.has_begun_ = queue.is_begun = true;
    if (!layer_) return is_over;
    spread_news(ended);
  }
  ended.end_all();
  return !transfer.has_begun_;
}

void Endpoint::start(Lane lane, EndpointOperation& operation) {
  Queue& queue = queues_[lane];
  EndpointOperations ended;
  {
    const Hold hold(queue);
    if (operation.transfer().has_begun_) {
      queue.operations.push_front(operation);
      queue.is_begun = false;
    } else {
      queue.operations.push(operation);
    }
    if (queue.is_closed) {
      fail(queue, ECANCELED, ended);
    } else if (layer_) {
      advance_both(ended);
    } else if (!queue.waits) {
      advance(queue, ended);
    }
  }
  ended.end_all();
}

void Endpoint::abandon(Lane lane, const Transfer& transfer) {
  if (!transfer.has_begun_) return;
  Queue& queue = queues_[lane];
  EndpointOperations ended;
  {
    const Hold hold(queue);
    queue.is_begun = false;
    layer_ ? advance_both(ended) : advance(queue, ended);
  }
  ended.end_all();
}

void Endpoint::on_ready(Queue& queue) {
  EndpointOperations ended;
  Counted<Endpoint> kept;
  {
    const Hold hold(queue);
    kept = take_kept(queue);
    queue.waits = queue.is_drained = false;
    if (!queue.is_closed && queue.result < 0) {
      for (Queue& each : queues_) {
        if (layer_ || &each == &queue) fail(each, static_cast<int>(-queue.result), ended);
      }
    }
    layer_ ? advance_both(ended) : advance(queue, ended);
  }
  ended.end_all();
}

void Endpoint::advance(Queue& queue, EndpointOperations& ended) {
  while (!queue.is_begun && !queue.operations.empty()) {
    EndpointOperation& first = *queue.operations.first();
    if (first.transfer().advance(*this)) {
      ended.push(*queue.operations.pop());
      continue;
    }
    switch (wait(queue)) {
      case Waiting::waits: return;
      case Waiting::is_ready: break;
      case Waiting::failed: fail(queue, errno, ended);
    }
  }
}

// With a layer: a change for one lane may let the other go on.
void Endpoint::advance_both(EndpointOperations& ended) {
  do {
    for (Queue& queue : queues_) advance(queue, ended);
  } while (layer_->take_news());
}

void Endpoint::spread_news(EndpointOperations& ended) {
  if (layer_ && layer_->take_news()) advance_both(ended);
}

// Call it after a transfer that could not go on.
Endpoint::Waiting Endpoint::wait(Queue& queue) {
  if (!layer_) return wait_for_descriptor(queue);
  const bool wants_input = layer_->wants_input();
  if (layer_->has_output()) {
    const Waiting waiting = wait_for_descriptor(queues_[kWriting]);
    if (waiting != Waiting::waits || !wants_input) return waiting;
  }
  return wait_for_descriptor(queues_[kReading]);
}

// Waits until the descriptor is ready for the queue's lane.
Endpoint::Waiting Endpoint::wait_for_descriptor(Queue& queue) {
  if (queue.waits) return Waiting::waits;
  hold();
  queue.keeps = queue.waits = true;
  const int ready =
      queue.lane == kReading ? readiness_.wait_readable(queue) : readiness_.wait_writable(queue);
  if (ready == 0) return Waiting::waits;
  queue.waits = queue.is_drained = false;
  take_kept(queue);  // the caller holds a reference, too
  errno = -ready;
  return ready > 0 ? Waiting::is_ready : Waiting::failed;
}

// Has no effect if the queue is being woken already.
void Endpoint::stop_waiting(Queue& queue, Counted<Endpoint>& kept) {
  if (!queue.waits || !readiness_.cancel(queue)) return;
  queue.waits = false;
  kept = take_kept(queue);
}

Counted<Endpoint> Endpoint::take_kept(Queue& queue) {
  return Counted<Endpoint>::adopt(std::exchange(queue.keeps, false) ? this : nullptr);
}

void Endpoint::fail(Queue& queue, int error, EndpointOperations& ended) {
  while (EndpointOperation* each = queue.operations.pop()) {
    each->transfer().error = error;
    ended.push(*each);
  }
}

void Endpoint::give_up(Lane lane, EndpointOperation& operation) {
  Queue& queue = queues_[lane];
  std::array<Counted<Endpoint>, 2> kept;
  {
    const Hold hold(queue);
    // It is over, and another thread is about to end it. What the task does next must find what it took.
    if (!queue.operations.remove(operation)) return operation.take_back();
    operation.transfer().error = ECANCELED;
    // With a layer, the other lane may need what this lane waits for.
    if (!layer_ && queue.operations.empty()) {
      stop_waiting(queue, kept[lane]);
    } else if (layer_ && queues_[kReading].operations.empty() && queues_[kWriting].operations.empty()) {
      for (Queue& each : queues_) stop_waiting(each, kept[each.lane]);
    }
  }
  operation.end();
}

// When both queues are closed, no thread makes system calls on the descriptor, so it can be closed.
void Endpoint::close(bool cuts_off) {
  const Counted<Endpoint> kept(this);
  EndpointOperations ended;
  bool was_closed = false;
  for (Queue& queue : queues_) {
    const Hold hold(queue);
    was_closed = std::exchange(queue.is_closed, true);
    if (queue.lane == kReading) unread.take_all();
    if (layer_ && !was_closed && queue.lane == kWriting)
      layer_->close(*this, !cuts_off && queue.operations.empty() && !queue.is_begun);
    fail(queue, ECANCELED, ended);
  }
  if (!was_closed) {
    unlink();
    if (cuts_off) {
      const linger at_once = {1, 0};
      ::setsockopt(descriptor(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    } else {
      // The driver closes the descriptor in its next turn; until then a listener would go on accepting.
      ::shutdown(descriptor(), SHUT_RDWR);
    }
    readiness_.close();
  }
  ended.end_all();
}

Endpoint::Connection Endpoint::hand_over() {
  const Counted<Endpoint> kept(this);
  Connection connection;
  EndpointOperations ended;
  {
    const std::lock_guard reading(queues_[kReading].lock);
    const std::lock_guard writing(queues_[kWriting].lock);
    if (queues_[kReading].is_closed || queues_[kWriting].is_closed) {
      connection.error = ECANCELED;
      return connection;
    }
    if (listening_ && listening_->tls) {
      connection.error = EISCONN;
      return connection;
    }
    connection.descriptor = Descriptor(::fcntl(descriptor(), F_DUPFD_CLOEXEC, 0));
    if (!connection.descriptor) {
      connection.error = errno;
      return connection;
    }
    connection.unread = unread.take_all();
    connection.listening = std::move(listening_);
    for (Queue& queue : queues_) {
      queue.is_closed = true;
      fail(queue, ECANCELED, ended);
    }
  }
  readiness_.close();
  ended.end_all();
  return connection;
}

void Endpoint::do_now(Transfer& transfer) {
  Queue& queue = queues_[kWriting];
  EndpointOperations ended;
  {
    const Hold hold(queue);
    if (queue.is_closed) {
      transfer.error = ECANCELED;
    } else {
      transfer.advance(*this);
      spread_news(ended);
    }
  }
  ended.end_all();
}

ssize_t Endpoint::note(Queue& queue, ssize_t done, size_t asked) {
  queue.is_drained = done < 0 ? errno == EAGAIN : done > 0 && static_cast<size_t>(done) < asked;
  return done;
}

ssize_t Endpoint::receive_raw(void* into, size_t most) {
  Queue& queue = queues_[kReading];
  // If there is more, the descriptor is readable, and wakes the queue at once.
  if (queue.is_drained || (!layer_ && queue.received >= kMostAtOnce)) {
    errno = EAGAIN;
    return -1;
  }
  const ssize_t got = note(queue, uninterrupted([&] { return ::recv(descriptor(), into, most, 0); }), most);
  if (got > 0) queue.received += static_cast<uint32_t>(got);
  return got;
}

ssize_t Endpoint::send_raw(const void* from, size_t size) {
  Queue& queue = queues_[kWriting];
  if (queue.is_drained) {
    errno = EAGAIN;
    return -1;
  }
  return note(queue, uninterrupted([&] { return ::send(descriptor(), from, size, MSG_NOSIGNAL); }), size);
}

ssize_t Endpoint::receive(void* into, size_t most) {
  return layer_ ? layer_->receive(*this, into, most) : receive_raw(into, most);
}

ssize_t Endpoint::send(const void* from, size_t size) {
  return layer_ ? layer_->send(*this, from, size) : send_raw(from, size);
}

int Endpoint::finish() {
  if (layer_) return layer_->finish(*this);
  return ::shutdown(descriptor(), SHUT_WR) == 0 || errno == ENOTCONN ? 0 : -1;
}

void Endpoint::send_beside(std::string_view bytes) {
  if (!layer_) {
    uninterrupted([&] { return ::send(descriptor(), bytes.data(), bytes.size(), MSG_NOSIGNAL); });
  } else if (layer_->send(*this, bytes.data(), bytes.size()) > 0) {
    layer_->flush(*this);
  }
}

ssize_t Endpoint::receive_reserved(void* into, size_t most) {
  if (!unread.reserve(most)) {
    errno = ENOMEM;
    return -1;
  }
  const ssize_t got = receive(into, most);
  const int problem = errno;
  if (got <= 0) unread.append({});
  errno = problem;
  return got;
}

ssize_t Endpoint::fill() {
  thread_local std::array<char, kPieceBytes> piece;
  const ssize_t got = receive_reserved(piece.data(), piece.size());
  if (got > 0) unread.append({piece.data(), static_cast<size_t>(got)});
  return got;
}

EndpointOperation::EndpointOperation(Runtime& runtime, Counted<Endpoint> endpoint, Endpoint::Lane lane,
                                     std::unique_ptr<Transfer> transfer)
    : Operation(runtime), endpoint_(std::move(endpoint)), lane_(lane), transfer_(std::move(transfer)) {}

void EndpointOperation::start() {
  hold();
  endpoint_->start(lane_, *this);
}

void EndpointOperation::drop_result() {
  const Endpoint::Hold hold(endpoint_->queues_[lane_]);
  take_back();
}

void EndpointOperation::take_back() {
  if (!std::exchange(transfer_->is_taken_back_, true)) transfer_->take_back(*endpoint_);
}

}  // namespace aspen
