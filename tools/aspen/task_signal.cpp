#include "tools/aspen/task_signal.h"

#include <poll.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <new>
#include <string>
#include <string_view>

#include "tools/aspen/top_frame.h"
#include "tools/aspen/top_request.h"

namespace aspen {

namespace {

// All these are lock-free, for the handler, and in one total order: of a signal that comes as a program
// begins, the handler sees the machine, or the machine's thread sees what was asked for.

// Written around the program's run, read by the handler.
std::atomic<Machine*> told_machine = nullptr;
// What was asked for. Written by the handler, taken by the thread that answers. What has no room is asked for
// again.
std::atomic<bool> wants_list = false;
constexpr size_t kMostWatchers = 8;
std::array<std::atomic<uint64_t>, kMostWatchers> wanted_frames = {};  // packed; 0: none

void note_watcher(uint64_t packed) {
  for (std::atomic<uint64_t>& place : wanted_frames) {
    uint64_t none = 0;
    if (place.compare_exchange_strong(none, packed, std::memory_order_seq_cst)) return;
  }
}

void request(int, siginfo_t* signal, void*) {
  const int before = errno;
  const auto value = reinterpret_cast<uintptr_t>(signal->si_value.sival_ptr);
  if (signal->si_code == SI_QUEUE && value != 0) {
    TopRequest watcher = TopRequest::unpack(value);
    watcher.process = signal->si_pid;
    note_watcher(watcher.packed());
  } else {
    wants_list.store(true, std::memory_order_seq_cst);
  }
  if (Machine* machine = told_machine.load(std::memory_order_seq_cst)) machine->request_tasks();
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

// What runs in these two must not throw.
void write_tasks(Engine& engine, Mutator& mutator) {
  try {
    write_error("aspen: " + engine.tasks(mutator));
  } catch (const std::bad_alloc&) {
    write_error("aspen: there is no memory to list the tasks\n");
  }
}

void give_frame(Engine& engine, Mutator& mutator, const TopRequest& watcher) {
  try {
    answer_top(watcher, write_frame(engine, mutator));
  } catch (const std::bad_alloc&) {
    answer_top(watcher, {});  // an answer that is not whole: `aspen top` asks again
  }
}

void answer(Engine& engine, Mutator& mutator) {
  if (wants_list.exchange(false, std::memory_order_seq_cst)) write_tasks(engine, mutator);
  for (std::atomic<uint64_t>& place : wanted_frames) {
    const uint64_t packed = place.exchange(0, std::memory_order_seq_cst);
    if (packed != 0) give_frame(engine, mutator, TopRequest::unpack(packed));
  }
}

bool is_anything_wanted() {
  bool is_wanted = wants_list.load(std::memory_order_seq_cst);
  for (const std::atomic<uint64_t>& place : wanted_frames)
    is_wanted |= place.load(std::memory_order_seq_cst) != 0;
  return is_wanted;
}

}  // namespace

// A shell has what it starts in the background ignore the signal; to answer it ends nothing.
void TaskSignal::heed() {
  struct sigaction action {};
  action.sa_sigaction = request;
  action.sa_flags = SA_SIGINFO | SA_RESTART;
  ::sigaction(SIGQUIT, &action, nullptr);
}

TaskSignal::TaskSignal(Engine& engine) : engine_(engine) {
  engine.machine().set_task_observer([&engine](Mutator& mutator) { answer(engine, mutator); });
  told_machine.store(&engine.machine(), std::memory_order_seq_cst);
  if (is_anything_wanted()) engine.machine().request_tasks();
}

// The handler stays, and does nothing: the program may have ended just before the signal came.
TaskSignal::~TaskSignal() {
  told_machine.store(nullptr, std::memory_order_seq_cst);
  engine_.machine().set_task_observer({});
}

}  // namespace aspen
