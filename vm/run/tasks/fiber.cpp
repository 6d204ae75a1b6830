#include "vm/run/tasks/fiber.h"

#include <cassert>
#include <mutex>
#include <new>
#include <optional>
#include <utility>

#include "sched/worker.h"
#include "vm/run/machine.h"
#include "vm/run/runtime.h"
#include "vm/run/tasks/choose.h"
#include "vm/run/tasks/task.h"

namespace aspen {

namespace {

// Puts the value into the channel, unless a strand waits for it: the caller then has to end that wait.
Waiter* put_or_take_receiver(Channel& channel, Value value) {
  const std::lock_guard guard(channel.lock);
  Waiter* receiver = channel.receivers.take_first();
  if (receiver == nullptr) channel.put(value);
  return receiver;
}

Channel* new_hand(Strand& s) {
  Channel* channel = s.allocator().make<Channel>(0, 1u);
  Tuple* ring = s.allocator().make<Tuple>(sizeof(Value), 1u);
  ring->items()[0] = Value::undefined();
  channel->ring = ring;
  return channel;
}

bool start(Strand& s, Fiber& fiber) { return s.machine().runtime()->spawn_fiber(s, fiber) != nullptr; }

// Returns the previous state. A fiber that can run is running for `resumer` from now on.
Fiber::State begin_run(Fiber& fiber, Task& resumer) {
  const std::lock_guard guard(fiber.lock);
  if (fiber.state == Fiber::State::over || fiber.state == Fiber::State::running) return fiber.state;
  fiber.resumer = &resumer;
  return std::exchange(fiber.state, Fiber::State::running);
}

// For the strand that has it running, unless `give_up` came first.
void end_run(Fiber& fiber, Fiber::State state) {
  const std::lock_guard guard(fiber.lock);
  if (fiber.state == Fiber::State::over) return;
  assert(fiber.state == Fiber::State::running);
  fiber.state = state;
  fiber.resumer = nullptr;
}

// Ends the fiber, and those that it waits for. It would end them itself, but later: until then, other tasks
// that resume them would be told that they are running. `signal`: see signal_to_fiber.
void give_up(Fiber& fiber, uint32_t signal) {
  for (Fiber* each = &fiber; each != nullptr;) {
    each->lock.lock();
    each->state = Fiber::State::over;
    each->resumer = nullptr;
    Task* task = each->task;
    Fiber* next = each->inner;
    each->lock.unlock();
    if (task != nullptr) task->signal(signal);
    each = next;
  }
}

// Under the lock, so that a thread that finds the inner fiber here sees all of it.
void note_inner(Strand& s, Fiber* inner) {
  Fiber* own = s.task().fiber();
  if (own == nullptr) return;
  const std::lock_guard guard(own->lock);
  own->inner = inner;
}

void end_unstarted(Strand& s, Fiber& fiber) {
  note_inner(s, nullptr);
  end_run(fiber, Fiber::State::over);
}

// False with an error pending; the fiber is then over.
bool start_or_end(Strand& s, Fiber& fiber) {
  note_inner(s, &fiber);
  bool has_started = false;
  try {
    has_started = start(s, fiber);
  } catch (const std::bad_alloc&) {  // execute() turns it into an error
    end_unstarted(s, fiber);
    throw;
  }
  if (!has_started) end_unstarted(s, fiber);
  return has_started;
}

// The first step of a resume. Returns the result if no value is to come from the fiber; else nothing.
std::optional<Value> set_going(Strand& s, Fiber& fiber, Value argument) {
  switch (begin_run(fiber, s.task())) {
    case Fiber::State::over: return Value::undefined();
    case Fiber::State::running:
      return s.value_error("the fiber is running already",
                           "a fiber cannot resume itself, nor can two tasks resume it at once");
    case Fiber::State::fresh:
      if (start_or_end(s, fiber)) return std::nullopt;
      return Value::exception();
    case Fiber::State::suspended: break;
  }
  fiber.run = &s.task().run();
  note_inner(s, &fiber);
  if (Waiter* receiver = put_or_take_receiver(*fiber.resumed, argument))
    s.machine().runtime()->run_fiber(s, fiber, *receiver, argument);
  return std::nullopt;
}

// Which signals end the wait of `task` for the fiber. That ends the fiber. While the fiber changes a cell,
// signals that can wait therefore wait until the change is over. Without a signal it is not worth a look.
uint32_t heeded_for(const Task& task, Fiber& fiber) {
  if (task.signals() == 0) return ~Task::kCanWait;
  if (task.admits_signals()) return UINT32_MAX;
  for (Fiber* each = &fiber; each != nullptr;) {
    const std::lock_guard guard(each->lock);
    if (each->task != nullptr && each->task->holds_off_signals()) return ~Task::kCanWait;
    each = each->inner;
  }
  return UINT32_MAX;
}

}  // namespace

// The fiber may begin a change after its resumer has looked, and may complete it, unless the change is what
// the resumer cannot wait for.
uint32_t signal_to_fiber(const Task& task, uint32_t heeded) {
  const bool has_to_end = (task.signals() & Task::kEnding & ~Task::kGivenUp) != 0;
  return has_to_end || heeded != UINT32_MAX || task.admits_signals() ? Task::kKilled : Task::kGivenUp;
}

// Any of them may be about to wait: it then looks again at what this fiber does, under the lock that is taken
// here, when its wait can be found (`resume`).
void wake_resumers(Strand& s) {
  for (Fiber* each = s.task().fiber(); each != nullptr;) {
    each->lock.lock();
    Task* resumer = each->resumer;
    each->lock.unlock();
    if (resumer == nullptr) return;
    if (resumer->signals() != 0) resumer->look_at_signals();
    each = resumer->fiber();
  }
}

// Runs again from the start after the wait. If the strand gives up waiting, the fiber ends, because no strand
// would take its next value.
Value resume(Strand& s, Fiber& fiber, Value argument) {
  if (!s.is_waiting()) {
    if (const std::optional<Value> at_once = set_going(s, fiber, argument)) return *at_once;
  }
  const uint32_t heeded = heeded_for(s.task(), fiber);
  const Value next = choose_one<Case::receive>(s, *fiber.yielded, Value::unit(), heeded);
  if (s.gave_up() && next.is_exception()) {
    const bool heeds_more = heeded != UINT32_MAX && s.task().signals() != 0 && s.is_head() &&
                            heeded_for(s.task(), fiber) == UINT32_MAX;
    if (heeds_more && s.wait().take()) end_wait(s, Wait::kInterrupted, Value::undefined());
    return next;
  }
  note_inner(s, nullptr);
  if (next.is_exception()) {
    give_up(fiber, signal_to_fiber(s.task(), heeded));
    return next;
  }
  end_run(fiber, next.is_undefined() ? Fiber::State::over : Fiber::State::suspended);
  if (!next.is_undefined()) return next;
  // The fiber may have ended because of a signal to this task (Strand::end_what_is_given_up).
  if (s.task().raise_signal(s, s.signals_to_raise())) return Value::exception();
  return fiber.task->result_for(s).is_exception() ? Value::exception() : Value::undefined();
}

Fiber* new_fiber(Strand& s, Value function) {
  Channel* resumed = new_hand(s);
  Channel* yielded = new_hand(s);
  return s.allocator().make<Fiber>(0, function, resumed, yielded);
}

// Compiled code calls this only in the body of a fiber; other bytecode may call it anywhere.
//
// Errors that the fiber could catch are raised after it has been resumed. If one were raised during the wait,
// the fiber would continue without having been resumed, and its next value would find the last one there.
Value yield(Strand& s, Value value) {
  constexpr uint32_t kRaisedAfterwards = Task::kChildFailed | Task::kChildExited | Task::kCancelled;
  Fiber* fiber = s.task().fiber();
  if (fiber == nullptr) return s.value_error("yield: this task runs no fiber");
  if (!s.is_waiting()) {
    if (Waiter* receiver = put_or_take_receiver(*fiber->yielded, value))
      end_wait(*receiver->strand, receiver->which, value);
  }
  const Value given = choose_one<Case::receive>(s, *fiber->resumed, Value::unit(), ~kRaisedAfterwards);
  if (given.is_exception()) return given;
  s.task().go_on_in(s, *fiber->run);
  return s.task().raise_signal(s, kRaisedAfterwards) ? Value::exception() : given;
}

}  // namespace aspen
