// Calls that may block run on a thread of the scheduler's pool, while their strand waits and the worker runs
// other strands. Natives with the effect `read` may run at the same time; meanwhile the program goes on with
// what comes after them.
#pragma once

#include <new>
#include <optional>
#include <type_traits>
#include <utility>

#include "sched/blocking_pool.h"
#include "stdlib/native/native.h"
#include "vm/heap/heap.h"
#include "vm/run/runtime.h"
#include "vm/run/tasks/operation.h"
#include "vm/run/tasks/task.h"

namespace aspen {

// A result that knows how many bytes it holds outside of the heap.
template <class Result>
concept Sized = requires(const Result& result) {
  result.bytes();
};

// Call it before work that grows a Charge on another thread, which cannot collect garbage. Near the memory
// limit, this collects.
inline void prepare_charges(Strand& s) {
  constexpr size_t kShare = 8;
  const size_t wanted = s.machine().heap().limit() / kShare;
  if (!s.machine().heap().memory()->has_room(wanted)) s.allocator().can_allocate(wanted);
}

template <class Work>
bool can_be_cut_short(const Work& work) {
  if constexpr (requires { work.can_be_cut_short(); }) return work.can_be_cut_short();
  return requires(Work & any) { any.give_up(); };
}

// Runs `work` on a thread of the pool. The work must own what it uses, as it may go on after the task that
// waits for its result has been cancelled (README.md, "Owned work").
template <class Work>
class BlockingOperation final : public Operation, private sched::Job {
 public:
  using Result = std::invoke_result_t<Work&>;

  BlockingOperation(Runtime& runtime, Work work)
      : Operation(runtime), ahead_(runtime.read_ahead()), work_(std::move(work)) {
    if constexpr (Sized<Result>) ahead_.begin();
    run = [](sched::Job& job) {
      auto& self = static_cast<BlockingOperation&>(job);
      self.work();
      self.end();
    };
    // The scheduler shuts down: no task will look for the result.
    drop = [](sched::Job& job) { static_cast<BlockingOperation&>(job).end(); };
  }

  // Called by the strand. If the pool refuses the job, it runs on the calling thread.
  void start(Strand& s) {
    sched::BlockingPool& pool = s.machine().runtime()->scheduler().blocking_pool();
    hold();
    if (pool.submit(*this) != 0) while_outside(s, [this] { run(*this); });
  }
  // Precondition: the operation is over.
  Result& result() { return *result_; }
  void drop_result() override {
    if constexpr (Sized<Result>) {
      if (result_) ahead_.take(result_->bytes());
    }
    result_.reset();
  }
  void end_soon() override {
    if (can_be_cut_short(work_)) give_up();
  }

 private:
  // No exception may leave a thread of the pool.
  void work() {
    try {
      result_.emplace(work_());
    } catch (const std::bad_alloc&) {
      refuse();
    }
    if constexpr (Sized<Result>) ahead_.end(result_ ? result_->bytes() : 0);
  }
  // Called on any thread, perhaps after the work has ended. Work that can be cut short has `give_up`.
  void give_up() override {
    if constexpr (requires(Work & work) { work.give_up(); }) work_.give_up();
  }

  ReadAhead& ahead_;
  Work work_;
  std::optional<Result> result_;
};

template <class Work, class Finish>
Value in_place(Strand& s, Work& work, Finish& finish) {
  std::optional<std::invoke_result_t<Work&>> result;
  while_outside(s, [&] { result.emplace(work()); });
  return finish(*result);
}

// The signals that may end the wait of the running native. A write that has begun cannot be undone, and
// code after it must not run before it has ended. So a task that is cancelled, or cleans up, waits for its
// write.
template <class Work>
uint32_t heeded_by(Strand& s, const Work& work) {
  constexpr uint32_t kPatient =
      Task::kCancelled | Task::kCancelRaised | Task::kChildFailed | Task::kChildExited;
  return !can_be_cut_short(work) && s.native()->effect == Effect::write ? ~kPatient : UINT32_MAX;
}

// The native's result for a finished call; MemoryLimit if there was no memory for the call's result.
template <class Call, class Finish>
Value finish_call(Strand& s, Call& call, Finish& finish) {
  return call.was_refused() ? s.memory_exhausted() : finish(call.result());
}

// Starts the call that `make` gives, an Operation with a result, and returns `finish(call.result())` when it
// is over. `heeded` are the signals that may end the wait.
template <class Call, class Make, class Finish>
Value while_going_on(Strand& s, uint32_t heeded, Make make, Finish finish) {
  Runtime* runtime = s.machine().runtime();
  if (Operation::kept_by(s) == nullptr) {
    if (Sized<typename Call::Result> && !runtime->read_ahead().has_room(s.machine().heap().limit()) &&
        !s.take_turn())
      return Value::exception();
    Call* call = make();
    s.keep(Operation::wrap(s.allocator(), *call));
    call->start(s);
  }
  const bool is_over = Operation::await(s, heeded);
  if (!is_over && s.gave_up()) return Value::exception();
  auto& call = static_cast<Call&>(*Operation::kept_by(s));
  const Value value = is_over ? finish_call(s, call, finish) : Value::exception();
  if (s.gave_up()) return value;
  Operation::take_kept(s);
  is_over ? call.drop_result() : call.forsake();
  call.release();
  return value;
}

// Returns `finish(work())`. `work` may block; it must touch no objects, and own what it uses. `finish` makes
// the native's value. When the work is done, the native runs again with the same arguments and gets here
// again: before this it changes nothing (README.md, "Nothing twice"). Without a task, `work` runs in place.
//
// If `finish` has to wait for its turn (Strand::reserve), it is called again, so it must leave the result
// unchanged.
//
// Work that can be cut short has a member `give_up`, which any thread may call. If that holds at times only,
// its member `can_be_cut_short` says when.
template <class Work, class Finish>
Value while_others_run(Strand& s, Work work, Finish finish) {
  if (!s.has_task()) return in_place(s, work, finish);
  using Call = BlockingOperation<Work>;
  const uint32_t heeded = heeded_by(s, work);
  const auto make = [&] { return new Call(*s.machine().runtime(), std::move(work)); };
  return while_going_on<Call>(s, heeded, make, finish);
}

// Likewise for work that is usually over at once, such as a look at a file system that answers from memory.
// Giving that to another thread takes longer than doing it. As long as such calls are quick, `attempt` runs
// in place. It returns nothing if it would take long after all.
template <class Attempt, class Work, class Finish>
Value quickly(Strand& s, Attempt attempt, Work work, Finish finish) {
  if (!s.has_task()) return in_place(s, work, finish);
  QuickCalls& calls = s.machine().runtime()->quick_calls();
  if (Operation::kept_by(s) == nullptr && calls.may_try()) {
    std::optional<std::invoke_result_t<Work&>> result;
    const uint64_t begin = sched::monotonic_ns();
    while_outside(s, [&] { result = attempt(); });
    calls.note(sched::monotonic_ns() - begin);
    if (result) return finish(*result);
  }
  return while_others_run(s, std::move(work), std::move(finish));
}

}  // namespace aspen
