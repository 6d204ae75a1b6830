#include "sched/signal_watch.h"

#include <cerrno>

#include "sched/driver_core.h"

namespace aspen::sched {

namespace {

using Slot = WaitSlot<ThreadAtomics>;

}  // namespace

struct SignalWatch::Node : Request {
  Node(int number, std::shared_ptr<DriverCore> in) : Request(kType, std::move(in)), signal(number) {}

  static const RequestType kType;

  int wait(Waiter& waiter);
  void close();
  void cancel_waiter();
  // In the seat.
  void perform();
  void start();

  const int signal;
  Slot arrivals;
  std::atomic<bool> is_closing{false};  // set by the closing thread; acquire-release with `perform`
  // Used in the seat only:
  uv_signal_t handle;
  bool is_in_loop = false;
  int error = 0;  // why the signal is not watched
};

const RequestType SignalWatch::Node::kType = {
    [](Request& request) { static_cast<Node&>(request).perform(); },
    [](Request& request) { static_cast<Node&>(request).cancel_waiter(); },
    [](Request& request) {
      Node& self = static_cast<Node&>(request);
      self.core->wake(self.arrivals.close(), -ECANCELED);
    },
    [](Request& request) { delete static_cast<Node*>(&request); },
};

SignalWatch::SignalWatch(Driver& driver, int signal)
    : node_(new Node(signal, driver.core().shared_from_this())) {
  node_->core->send(*node_);
}

void SignalWatch::Release::operator()(Node* node) const { node->release(); }

int SignalWatch::wait(Waiter& waiter) { return node_->wait(waiter); }
bool SignalWatch::cancel(Waiter& waiter) { return node_->arrivals.withdraw(waiter); }
void SignalWatch::close() { node_->close(); }

int SignalWatch::Node::wait(Waiter& waiter) {
  acquire();  // once placed, the waiter may be woken, and the owner of this may be gone
  const Slot::Placed placed = arrivals.place(waiter);
  if (placed == Slot::Placed::unarmed) core->send(*this);
  release();
  switch (placed) {
    case Slot::Placed::waiting:
    case Slot::Placed::unarmed: return 0;
    case Slot::Placed::ready: return 1;
    case Slot::Placed::closed: return -ECANCELED;
    case Slot::Placed::occupied: return -EBUSY;
  }
  return -EINVAL;
}

void SignalWatch::Node::close() {
  if (is_closing.exchange(true, std::memory_order_acq_rel)) return;
  acquire();
  cancel_waiter();
  core->send(*this);
  release();
}

void SignalWatch::Node::cancel_waiter() {
  if (Waiter* waiter = arrivals.close()) wake_with(*waiter, -ECANCELED);
}

void SignalWatch::Node::perform() {
  if (is_closing.load(std::memory_order_acquire)) {
    if (is_in_loop) core->close_handle(reinterpret_cast<uv_handle_t*>(&handle));
    return;
  }
  if (!is_in_loop) start();
  // Armed stays armed: signals come seldom. If the signal cannot be watched, every waiter gets the error.
  if (error == 0) {
    arrivals.arm();
  } else if (arrivals.arm()) {
    core->wake(arrivals.post(Slot::After::disarm), error);
  }
}

void SignalWatch::Node::start() {
  if (error != 0) return;
  error = uv_signal_init(core->loop(), &handle);
  if (error != 0) return;
  core->adopt(reinterpret_cast<uv_handle_t*>(&handle), *this);
  is_in_loop = true;
  error = uv_signal_start(
      &handle,
      [](uv_signal_t* of, int) {
        Node& self = static_cast<Node&>(*static_cast<Request*>(of->data));
        self.core->wake(self.arrivals.post(Slot::After::stay_armed), 1);
      },
      signal);
}

}  // namespace aspen::sched
