#include "sched/child.h"

#include <bit>
#include <cerrno>
#include <utility>

#include "sched/driver_core.h"

namespace aspen::sched {

namespace {

using Slot = WaitSlot<ThreadAtomics>;

// An array of pointers that ends in null, as exec requires. The strings must stay where they are.
std::vector<char*> pointers_to(std::vector<std::string>& strings) {
  std::vector<char*> pointers;
  for (std::string& string : strings) pointers.push_back(string.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::vector<uv_stdio_container_t> streams_of(const std::vector<int>& descriptors) {
  std::vector<uv_stdio_container_t> streams;
  for (const int descriptor : descriptors) {
    uv_stdio_container_t stream{};
    stream.flags = descriptor < 0 ? UV_IGNORE : UV_INHERIT_FD;
    stream.data.fd = descriptor;
    streams.push_back(stream);
  }
  return streams;
}

}  // namespace

struct Child::Node : Request {
  Node(Command what, Waiter& by, std::shared_ptr<DriverCore> in)
      : Request(kType, std::move(in)), command(std::move(what)), started(&by) {}

  static const RequestType kType;

  void abandon();
  // In the seat.
  void perform();
  void start();
  void send_signals();
  void end(ExitStatus how);
  void cancel();

  Command command;
  std::atomic<Waiter*> started;        // taken by the thread that wakes it
  Slot ended;                          // closed when the process has ended, or never will
  ExitStatus status;                   // written before has_ended, read after it
  std::atomic<bool> has_ended{false};  // written in the seat, with release, before the slot is closed
  std::atomic<uint64_t> signals{0};    // to send, a bit each; set by any thread, taken in the seat
  // Used in the seat only:
  uv_process_t process;
  bool is_running = false;
};

const RequestType Child::Node::kType = {
    [](Request& request) { static_cast<Node&>(request).perform(); },
    [](Request& request) { static_cast<Node&>(request).abandon(); },
    [](Request& request) { static_cast<Node&>(request).cancel(); },
    [](Request& request) { delete static_cast<Node*>(&request); },
};

Child::Child(Driver& driver, Command command, Waiter& started)
    : node_(new Node(std::move(command), started, driver.core().shared_from_this())) {
  node_->core->send(*node_);
}

Child::~Child() = default;

void Child::Release::operator()(Node* node) const { node->release(); }

int Child::wait(Waiter& waiter) {
  switch (node_->ended.place(waiter)) {
    case Slot::Placed::waiting:
    case Slot::Placed::unarmed: return 0;  // the driver always watches for the end
    case Slot::Placed::ready: break;       // never: its end closes the slot
    case Slot::Placed::closed: return node_->has_ended.load(std::memory_order_acquire) ? 1 : -ECANCELED;
    case Slot::Placed::occupied: return -EBUSY;
  }
  return -EINVAL;
}

bool Child::cancel(Waiter& waiter) { return node_->ended.withdraw(waiter); }

ExitStatus Child::status() const { return node_->status; }

void Child::kill(int signal) {
  if (signal < 1 || signal > 64) return;
  node_->signals.fetch_or(uint64_t{1} << (signal - 1), std::memory_order_acq_rel);
  node_->core->send(*node_);
}

// The driver is shut down. On the thread that sent the request, or on the one that shuts down.
void Child::Node::abandon() {
  if (Waiter* waiter = started.exchange(nullptr, std::memory_order_acq_rel)) wake_with(*waiter, -ECANCELED);
  if (Waiter* waiter = ended.close()) wake_with(*waiter, -ECANCELED);
}

void Child::Node::perform() {
  if (started.load(std::memory_order_acquire)) start();
  send_signals();
}

void Child::Node::start() {
  std::vector<char*> arguments = pointers_to(command.arguments);
  std::vector<char*> environment;
  if (command.environment) environment = pointers_to(*command.environment);
  std::vector<uv_stdio_container_t> streams = streams_of(command.descriptors);
  uv_process_options_t options{};
  options.file = command.file.c_str();
  options.args = arguments.data();
  options.env = command.environment ? environment.data() : nullptr;
  options.cwd = command.directory.empty() ? nullptr : command.directory.c_str();
  options.stdio = streams.data();
  options.stdio_count = static_cast<int>(streams.size());
  if (command.is_detached) options.flags = UV_PROCESS_DETACHED;
  options.exit_cb = [](uv_process_t* of, int64_t code, int signal) {
    static_cast<Node&>(*static_cast<Request*>(of->data)).end({code, signal});
  };
  const int error = uv_spawn(core->loop(), &process, &options);
  // Also after an error: the handle is in the loop in either case.
  core->adopt(reinterpret_cast<uv_handle_t*>(&process), *this);
  is_running = error == 0;
  if (error != 0) {
    core->close_handle(reinterpret_cast<uv_handle_t*>(&process));
    core->wake(ended.close(), -ECANCELED);
  }
  core->wake(started.exchange(nullptr, std::memory_order_acq_rel), error != 0 ? error : process.pid);
}

void Child::Node::send_signals() {
  uint64_t left = signals.exchange(0, std::memory_order_acq_rel);
  for (; is_running && left != 0; left &= left - 1) uv_process_kill(&process, std::countr_zero(left) + 1);
}

void Child::Node::end(ExitStatus how) {
  is_running = false;
  status = how;
  has_ended.store(true, std::memory_order_release);
  core->wake(ended.close(), 1);
  core->close_handle(reinterpret_cast<uv_handle_t*>(&process));
}

void Child::Node::cancel() {
  if (is_running) core->wake(ended.close(), -ECANCELED);
}

}  // namespace aspen::sched
