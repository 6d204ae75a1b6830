#include "stdlib/endpoint.h"

#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

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

// One that has ended may be gone.
void EndpointOperations::end_all() {
  while (EndpointOperation* operation = pop()) operation->end();
}

std::string Unread::take(size_t count) {
  if (begin_ == 0 && count == text_.size()) return std::exchange(text_, {});
  std::string taken = text_.substr(begin_, count);
  drop(count);
  return taken;
}

// Room that was needed once is not kept: there may be many streams that are idle.
void Unread::drop(size_t count) {
  begin_ += count;
  if (begin_ == text_.size()) text_ = {}, begin_ = 0;
}

void Unread::put_back(std::string_view taken) {
  text_.replace(0, begin_, taken);
  begin_ = 0;
}

Endpoint::Endpoint(sched::Driver& driver, int descriptor, std::string address)
    : readiness_(driver, descriptor), address_(std::move(address)) {
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
  if (const std::string path = std::exchange(bound_path_, {}); !path.empty()) ::unlink(path.c_str());
}

bool Endpoint::try_now(Lane lane, Transfer& transfer) {
  Queue& queue = queues_[lane];
  const std::lock_guard guard(queue.lock);
  if (queue.is_begun || !queue.operations.empty()) return false;
  if (queue.is_closed) {
    transfer.error = ECANCELED;
    return true;
  }
  if (transfer.advance(*this)) return true;
  transfer.has_begun_ = queue.is_begun = true;
  return false;
}

void Endpoint::start(Lane lane, EndpointOperation& operation) {
  Queue& queue = queues_[lane];
  EndpointOperations ended;
  {
    const std::lock_guard guard(queue.lock);
    if (operation.transfer().has_begun_) {
      queue.operations.push_front(operation);
      queue.is_begun = false;
    } else {
      queue.operations.push(operation);
    }
    if (queue.is_closed) {
      fail(queue, ECANCELED, ended);
    } else if (!queue.waits) {
      advance(queue, ended);
    }
  }
  ended.end_all();
}

void Endpoint::on_ready(Queue& queue) {
  EndpointOperations ended;
  std::shared_ptr<Endpoint> keeps;
  {
    const std::lock_guard guard(queue.lock);
    keeps = std::move(queue.keeps);
    queue.waits = queue.is_drained = false;
    if (!queue.is_closed && queue.result < 0) fail(queue, static_cast<int>(-queue.result), ended);
    advance(queue, ended);
  }
  ended.end_all();
}

void Endpoint::advance(Queue& queue, EndpointOperations& ended) {
  while (!queue.is_begun && !queue.operations.empty()) {
    EndpointOperation& first = *queue.operations.first();
    if (first.transfer().advance(*this)) {
      ended.push(*queue.operations.pop());
    } else if (!wait(queue)) {
      if (queue.waits) return;
      fail(queue, errno, ended);
    }
  }
}

// True: it is ready now. False: it waits; or cannot, and errno says why.
bool Endpoint::wait(Queue& queue) {
  queue.keeps = shared_from_this();
  queue.waits = true;
  const int ready =
      queue.lane == kReading ? readiness_.wait_readable(queue) : readiness_.wait_writable(queue);
  if (ready == 0) return false;
  queue.waits = queue.is_drained = false;
  queue.keeps.reset();
  errno = -ready;
  return ready > 0;
}

void Endpoint::fail(Queue& queue, int error, EndpointOperations& ended) {
  while (EndpointOperation* each = queue.operations.pop()) {
    each->transfer().error = error;
    ended.push(*each);
  }
}

void Endpoint::give_up(Lane lane, EndpointOperation& operation) {
  Queue& queue = queues_[lane];
  std::shared_ptr<Endpoint> keeps;
  {
    const std::lock_guard guard(queue.lock);
    if (!queue.operations.remove(operation)) return;
    operation.transfer().error = ECANCELED;
    if (queue.operations.empty() && queue.waits && readiness_.cancel(queue)) {
      queue.waits = false;
      keeps = std::move(queue.keeps);
    }
  }
  operation.end();
}

// Nobody calls the system for the descriptor once both queues are closed; so it can be closed then.
void Endpoint::close() {
  const std::shared_ptr<Endpoint> keeps = shared_from_this();
  EndpointOperations ended;
  bool was_closed = false;
  for (Queue& queue : queues_) {
    const std::lock_guard guard(queue.lock);
    was_closed = std::exchange(queue.is_closed, true);
    if (queue.lane == kReading) unread = {};
    fail(queue, ECANCELED, ended);
  }
  if (!was_closed) {
    unlink();
    // The descriptor goes in the driver's next turn only; until then a listener would accept.
    ::shutdown(descriptor(), SHUT_RDWR);
    readiness_.close();
  }
  ended.end_all();
}

void Endpoint::do_now(Transfer& transfer) {
  Queue& queue = queues_[kWriting];
  const std::lock_guard guard(queue.lock);
  if (queue.is_closed) {
    transfer.error = ECANCELED;
  } else {
    transfer.advance(*this);
  }
}

ssize_t Endpoint::note(Queue& queue, ssize_t done, size_t asked) {
  queue.is_drained = done < 0 ? errno == EAGAIN : done > 0 && static_cast<size_t>(done) < asked;
  return done;
}

ssize_t Endpoint::receive(void* into, size_t most) {
  Queue& queue = queues_[kReading];
  if (queue.is_drained) return errno = EAGAIN, -1;
  ssize_t got = 0;
  do got = ::recv(descriptor(), into, most, 0);
  while (got < 0 && errno == EINTR);
  return note(queue, got, most);
}

ssize_t Endpoint::send(const void* from, size_t size) {
  Queue& queue = queues_[kWriting];
  if (queue.is_drained) return errno = EAGAIN, -1;
  ssize_t sent = 0;
  do sent = ::send(descriptor(), from, size, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return note(queue, sent, size);
}

ssize_t Endpoint::fill() {
  thread_local std::array<char, size_t{64} << 10> piece;
  const ssize_t got = receive(piece.data(), piece.size());
  if (got > 0) unread.append({piece.data(), static_cast<size_t>(got)});
  return got;
}

EndpointOperation::EndpointOperation(Runtime& runtime, std::shared_ptr<Endpoint> endpoint,
                                     Endpoint::Lane lane, std::unique_ptr<Transfer> transfer)
    : Operation(runtime), endpoint_(std::move(endpoint)), lane_(lane), transfer_(std::move(transfer)) {}

void EndpointOperation::start() {
  hold();
  endpoint_->start(lane_, *this);
}

void EndpointOperation::drop_result() {
  const std::lock_guard guard(endpoint_->queues_[lane_].lock);
  transfer_->take_back(*endpoint_);
}

}  // namespace aspen
