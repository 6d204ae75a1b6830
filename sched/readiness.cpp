#include "sched/readiness.h"

#include <unistd.h>

#include <cerrno>

#include "sched/driver_core.h"

namespace aspen::sched {

namespace {

using Slot = WaitSlot<ThreadAtomics>;

// Data is mostly read before the next turn, so the driver watches for it until some arrives while no waiter
// waits for it. Room to write mostly stays, so it would be reported again at once.
constexpr Slot::After kAfterReadable = Slot::After::disarm_if_unawaited;
constexpr Slot::After kAfterWritable = Slot::After::disarm;

}  // namespace

struct Readiness::Node : Request {
  Node(int of, std::shared_ptr<DriverCore> in) : Request(kType, std::move(in)), descriptor(of) {}

  static const RequestType kType;

  static void on_event(uv_poll_t* poll, int status, int events);

  int wait(Slot& slot, Waiter& waiter, int bit);
  void ask();
  void close();
  void close_descriptor();

  // In the seat.
  void perform();
  void arm();
  void watch(int events);
  void fail(int64_t result);
  void cancel();

  // Whether the driver knows of the descriptor. The first thread that asks for it, or the one that closes,
  // finds `unknown`.
  enum class Stage : uint8_t { unknown, asked, closing };

  // In an order that leaves no gaps, since there may be very many idle nodes.
  std::atomic<Stage> stage{Stage::unknown};  // written when asking and closing; acquire-release: see close
  bool is_in_loop = false;                   // used in the seat only, as the next one
  uint8_t watched = 0;                       // UV_READABLE, UV_WRITABLE
  Slot reader, writer;
  uv_poll_t poll;               // used in the seat only
  std::atomic<int> descriptor;  // -1 once closed; written by the thread that closes it
};

const RequestType Readiness::Node::kType = {
    [](Request& request) { static_cast<Node&>(request).perform(); },
    [](Request& request) { static_cast<Node&>(request).close_descriptor(); },
    [](Request& request) { static_cast<Node&>(request).cancel(); },
    [](Request& request) { delete static_cast<Node*>(&request); },
};

Readiness::Readiness(Driver& driver, int descriptor)
    : descriptor_(descriptor), node_(new Node(descriptor, driver.core().shared_from_this())) {}

void Readiness::Release::operator()(Node* node) const { node->release(); }

int Readiness::wait_readable(Waiter& waiter) { return node_->wait(node_->reader, waiter, kReadable); }
int Readiness::wait_writable(Waiter& waiter) { return node_->wait(node_->writer, waiter, kWritable); }
bool Readiness::cancel(Waiter& waiter) {
  return node_->reader.withdraw(waiter) || node_->writer.withdraw(waiter);
}
void Readiness::close() { node_->close(); }

int Readiness::Node::wait(Slot& slot, Waiter& waiter, int bit) {
  // Once placed, the waiter may be woken, and the owner of this may be gone: hence the reference.
  acquire();
  const Slot::Placed placed = slot.place(waiter);
  if (placed == Slot::Placed::unarmed) ask();
  release();
  switch (placed) {
    case Slot::Placed::waiting:
    case Slot::Placed::unarmed: return 0;
    case Slot::Placed::ready: return bit;
    case Slot::Placed::closed: return -ECANCELED;
    case Slot::Placed::occupied: return -EBUSY;
  }
  return -EINVAL;
}

void Readiness::Node::ask() {
  Stage seen = Stage::unknown;
  stage.compare_exchange_strong(seen, Stage::asked, std::memory_order_acq_rel, std::memory_order_acquire);
  // The thread that closes has taken the waiter out, or is about to.
  if (seen != Stage::closing) core->send(*this);
}

void Readiness::Node::close() {
  // First the stage: a waiter that is placed after the slots were closed is refused, and one that was placed
  // before is taken out here, whether its thread has asked the driver or not.
  const Stage before = stage.exchange(Stage::closing, std::memory_order_acq_rel);
  if (before == Stage::closing) return;
  acquire();
  for (Slot* slot : {&reader, &writer}) {
    if (Waiter* waiter = slot->close()) wake_with(*waiter, -ECANCELED);
  }
  before == Stage::unknown ? close_descriptor() : core->send(*this);
  release();
}

// The driver is shut down, or never knew the descriptor, or does not know it any more.
void Readiness::Node::close_descriptor() {
  for (Slot* slot : {&reader, &writer}) {
    if (Waiter* waiter = slot->close()) wake_with(*waiter, -ECANCELED);
  }
  if (stage.load(std::memory_order_acquire) != Stage::closing) return;
  const int owned = descriptor.exchange(-1, std::memory_order_acq_rel);
  if (owned >= 0) ::close(owned);
}

void Readiness::Node::perform() {
  if (stage.load(std::memory_order_acquire) != Stage::closing) return arm();
  // libuv requires that its handle is closed before the descriptor.
  if (is_in_loop) core->close_handle(reinterpret_cast<uv_handle_t*>(&poll));
  is_in_loop = false;
  close_descriptor();
}

void Readiness::Node::arm() {
  if (!is_in_loop) {
    if (const int error = uv_poll_init(core->loop(), &poll, descriptor.load(std::memory_order_relaxed)))
      return fail(error);
    core->adopt(reinterpret_cast<uv_handle_t*>(&poll), *this);
    is_in_loop = true;
  }
  int wanted = watched;
  if (reader.arm()) wanted |= UV_READABLE;
  if (writer.arm()) wanted |= UV_WRITABLE;
  watch(wanted);
}

void Readiness::Node::watch(int events) {
  if (events == watched) return;
  watched = static_cast<uint8_t>(events);
  if (events == 0) {
    uv_poll_stop(&poll);
    return;
  }
  const int with_hang_up = events & UV_READABLE ? events | UV_DISCONNECT : events;
  if (const int error = uv_poll_start(&poll, with_hang_up, on_event)) fail(error);
}

// Wakes all waiters, and leaves the slots unarmed.
void Readiness::Node::fail(int64_t result) {
  if (is_in_loop) watch(0);
  for (Slot* slot : {&reader, &writer}) core->wake(slot->post(Slot::After::disarm), result);
}

void Readiness::Node::cancel() {
  for (Slot* slot : {&reader, &writer}) core->wake(slot->close(), -ECANCELED);
}

void Readiness::Node::on_event(uv_poll_t* poll, int status, int events) {
  Node& self = static_cast<Node&>(*static_cast<Request*>(poll->data));
  // libuv reports a descriptor in error as a bad one, and stops watching it.
  if (status < 0) return self.fail(kFailed | kReadable | kWritable);
  const bool can_read = events & (UV_READABLE | UV_DISCONNECT);
  const bool can_write = events & UV_WRITABLE;
  const int result =
      (can_read ? kReadable : 0) | (can_write ? kWritable : 0) | (events & UV_DISCONNECT ? kHungUp : 0);
  int wanted = self.watched;
  if (can_read) {
    Waiter* waiter = self.reader.post(kAfterReadable);
    if (!waiter) wanted &= ~UV_READABLE;
    self.core->wake(waiter, result);
  }
  if (can_write) {
    wanted &= ~UV_WRITABLE;
    self.core->wake(self.writer.post(kAfterWritable), result);
  }
  self.watch(wanted);
}

}  // namespace aspen::sched
