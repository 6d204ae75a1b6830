// How natives call what may block without holding a worker: on a thread of the scheduler's pool, while their
// strand waits and others run. Natives whose effect is `read` may be in flight together, and what comes after
// them in the program goes on.
#pragma once

#include <new>
#include <optional>
#include <type_traits>
#include <utility>

#include "sched/blocking_pool.h"
#include "stdlib/native.h"
#include "vm/heap.h"
#include "vm/operation.h"
#include "vm/runtime.h"
#include "vm/task.h"

namespace aspen {

// A result that says how much of it there is beside the heap: as much as others like.
template <class Result>
concept Sized = requires(const Result& result) {
  result.bytes();
};

// Before work that grows a Charge on another thread, which cannot collect garbage: near the limit garbage
// goes now.
inline void prepare_charges(Strand& s) {
  constexpr size_t kShare = 8;
  const size_t wanted = s.machine().heap().limit() / kShare;
  if (!s.machine().heap().memory()->has_room(wanted)) s.allocator().can_allocate(wanted);
}

// Runs `work` on a thread of the pool. It owns what it works on: it may go on after whoever wanted its result
// has been cancelled (README.md, "Owned work").
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
    // The scheduler shuts down: nobody looks for the result any more.
    drop = [](sched::Job& job) { static_cast<BlockingOperation&>(job).end(); };
  }

  // By a strand; if the pool refuses, on its thread.
  void start(Strand& s) {
    sched::BlockingPool& pool = s.machine().runtime()->scheduler().blocking_pool();
    hold();
    if (pool.submit(*this) != 0) while_outside(s, [this] { run(*this); });
  }
  // Once it is over.
  Result& result() { return *result_; }
  void drop_result() override {
    if constexpr (Sized<Result>) {
      if (result_) ahead_.take(result_->bytes());
    }
    result_.reset();
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
  // Work that can be cut short says how: on any thread, perhaps when it is over.
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

template <class Work>
bool can_be_cut_short(const Work& work) {
  if constexpr (requires { work.can_be_cut_short(); }) return work.can_be_cut_short();
  return requires(Work & any) { any.give_up(); };
}

// The signals that may end the wait of the native that runs. A write that was begun is not taken back: what
// follows it would come before it. So a cancelled task ends it first; so does one that cleans up.
template <class Work>
uint32_t heeded_by(Strand& s, const Work& work) {
  constexpr uint32_t kPatient =
      Task::kCancelled | Task::kCancelRaised | Task::kChildFailed | Task::kChildExited;
  return !can_be_cut_short(work) && s.native()->effect == Effect::write ? ~kPatient : UINT32_MAX;
}

// What is kept for a call that is over; MemoryLimit if there was no memory for its result.
template <class Call, class Finish>
Value finish_call(Strand& s, Call& call, Finish& finish) {
  return call.was_refused() ? s.memory_exhausted() : finish(call.result());
}

// `finish(call.result())`, once the call that `make` gives is over: an Operation with a result. `heeded` are
// the signals that may end the wait.
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

// `finish(work())`, where `work` may block: it touches no objects, and owns what it looks at. `finish` makes
// the native's value. The native runs again when the work is done, with the same arguments, and gets here
// again: before this it changes nothing (README.md, "Nothing twice"). Alone, a strand runs `work` here.
//
// `finish` may find that it has to wait for its turn (Strand::reserve): it is called again then, so it leaves
// the result as it is.
//
// Work that can be cut short has a member `give_up`, for any thread. If that is so only now and then, its
// member `can_be_cut_short` says when.
template <class Work, class Finish>
Value while_others_run(Strand& s, Work work, Finish finish) {
  if (!s.has_task()) return in_place(s, work, finish);
  using Call = BlockingOperation<Work>;
  const uint32_t heeded = heeded_by(s, work);
  const auto make = [&] { return new Call(*s.machine().runtime(), std::move(work)); };
  return while_going_on<Call>(s, heeded, make, finish);
}

// The same of work that is over at once, usually: a look at a file system that answers from memory. Handing
// that to another thread takes longer than doing it, so as long as such calls are quick, `attempt` is made in
// place. It gives nothing if it would take long after all.
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
