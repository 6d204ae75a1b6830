#include "tools/aspen/task_signal.h"

#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <new>
#include <string>
#include <string_view>

namespace aspen {

namespace {

// Written around the program's run, read by the handler. Lock-free.
std::atomic<Machine*> told_machine = nullptr;
// Written by the handler while no program runs, read when one begins.
std::atomic<bool> has_asked_early = false;

void request(int) {
  const int before = errno;
  if (Machine* machine = told_machine.load(std::memory_order_relaxed))
    machine->request_tasks();
  else
    has_asked_early.store(true, std::memory_order_relaxed);
  errno = before;
}

// Of a descriptor that does not block, as of a terminal that another program shares.
bool wait_for_room(int descriptor) {
  pollfd room{descriptor, POLLOUT, 0};
  return poll(&room, 1, -1) >= 0 || errno == EINTR;
}

// At once, whatever the program has written and not flushed.
void write_error(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(STDERR_FILENO, text.data(), text.size());
    if (count >= 0)
      text.remove_prefix(static_cast<size_t>(count));
    else if (errno != EINTR && (errno != EAGAIN || !wait_for_room(STDERR_FILENO)))
      return;
  }
}

// What runs here must not throw.
void write_tasks(Engine& engine, Mutator& mutator) {
  try {
    write_error("aspen: " + engine.tasks(mutator));
  } catch (const std::bad_alloc&) {
    write_error("aspen: there is no memory to list the tasks\n");
  }
}

}  // namespace

// A shell has what it starts in the background ignore the signal; to answer it ends nothing.
void TaskSignal::heed() { std::signal(SIGQUIT, request); }

TaskSignal::TaskSignal(Engine& engine) : engine_(engine) {
  engine.machine().set_task_observer([&engine](Mutator& mutator) { write_tasks(engine, mutator); });
  told_machine.store(&engine.machine(), std::memory_order_relaxed);
  if (has_asked_early.exchange(false, std::memory_order_relaxed)) engine.machine().request_tasks();
}

// The handler stays, and does nothing: the program may have ended just before the signal came.
TaskSignal::~TaskSignal() {
  told_machine.store(nullptr, std::memory_order_relaxed);
  engine_.machine().set_task_observer({});
}

}  // namespace aspen
