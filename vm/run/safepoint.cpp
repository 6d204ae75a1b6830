// How a strand pays for its work and its memory, and why it stops.
#include <algorithm>

#include "sched/worker.h"
#include "vm/heap/memory_account.h"
#include "vm/run/machine.h"
#include "vm/run/runtime.h"
#include "vm/run/strand.h"
#include "vm/run/tasks/fiber.h"
#include "vm/run/tasks/task.h"

namespace aspen {

// ---- Memory

bool Strand::reserve(size_t bytes) {
  // Asking takes a lock that all workers share. A small object may therefore exceed the limit; the next
  // safepoint then raises.
  if (bytes <= Allocator::kLargestInBlock) return true;
  if (!is_head() && !allocator_->has_room_ahead(bytes) && !take_turn()) return false;
  bool has_room = allocator_->can_allocate(bytes);
  if (!has_room) {
    // A register keeps what was in it until it is written again, for example a list that a function has used.
    forget_dead_registers();
    has_room = allocator_->can_allocate(bytes);
  }
  if (!has_room) memory_error(bytes);
  return has_room;
}

bool Strand::charge(Charge& charge, size_t bytes) {
  if (bytes <= charge.bytes()) return true;
  const size_t more = bytes - charge.bytes();
  // As for `reserve`, small amounts take no lock.
  if (more <= Allocator::kLargestInBlock && charge.grow_to(bytes)) return true;
  if (!is_head() && !allocator_->has_room_ahead(more) && !take_turn()) return false;
  if (machine_.heap().charge(allocator_->mutator(), charge, bytes)) return true;
  forget_dead_registers();
  if (machine_.heap().charge(allocator_->mutator(), charge, bytes)) return true;
  memory_error(more);
  return false;
}

// The message needs memory, too, and that is not refused.
Value Strand::memory_exhausted() {
  const RefusalScope goes_beyond(*allocator_, false);
  if (gave_up() || error_.has_value()) return Value::exception();
  raise_memory_limit(kTooLittleMemory);
  machine_.heap().clear_limit_reached();  // perhaps set again by the message: this error reports that, too
  return Value::exception();
}

Value Strand::memory_error(size_t bytes) {
  return raise_memory_limit("not enough memory for " + std::to_string(bytes) + " bytes more");
}

// ---- Reasons to stop

// Limits and interrupts are raised in program order, so only the head stops for them.
bool Strand::must_stop() const {
  if (native_.missed != nullptr || error_.has_failed || is_squashed()) return true;
  const bool stops = (fueled_ && fuel_ == 0) || machine_.heap().limit_reached();
  if (!is_head()) return false;
  return stops || (timeline_ ? signals_to_raise() != 0 || is_late() : machine_.is_interrupted());
}

// A task that runs inside of another one's native, or in a long native, does not get signals in time.
bool Strand::is_late() const { return machine_.runtime()->is_late(task().run()); }

bool Strand::must_wait_for_room() const { return !is_head() && machine_.heap().is_crowded(); }

// Other strands may have reached the limit. Strands that run ahead of this one, the head, wait now, so the
// memory that they have freed may suffice. If another task reached the limit, it may have caught its
// MemoryLimit or ended. More memory has to be free then: otherwise, when many tasks use all memory, each
// would collect in turn, and none would raise. A strand that ends anyway does not check.
void Strand::make_room() {
  Heap& heap = machine_.heap();
  if (!heap.limit_reached() || timeline_ == nullptr) return;
  if (timeline_->runs_ahead())
    heap.find_room(allocator_->mutator(), 0);
  else if (signals_to_raise() == 0)
    heap.find_room(allocator_->mutator(), heap.least_room());
}

uint32_t Strand::signals_to_raise() const {
  const uint32_t seen = timeline_->signals();
  const uint32_t cancelled = (seen & TaskSignals::kCancelRaised) ? 0 : TaskSignals::kCancelled;
  return seen & (TaskSignals::kEnding | cancelled);
}

// A strand that runs a fiber or a task inside, which it waits for, cannot give up waiting before that leaves.
// Giving up would end the fiber, and a child whatever it waits for, unless the strand catches its cancel; so
// they end here.
void Strand::end_what_is_given_up() {
  Strand* inner = this;
  for (sched::Task* outer = executor().worker->outer(); outer != nullptr; outer = outer->next) {
    auto& around = static_cast<Strand&>(*outer);
    aspen::Task& task = inner->task();
    if (around.signals_to_raise() != 0) {
      if (task.fiber() != nullptr)
        task.signal(signal_to_fiber(around.task(), UINT32_MAX));
      else if (task.ends_with(around.task()) && !around.may_catch())
        task.cancel();
    }
    inner = &around;
  }
}

// If natives keep all workers busy, nothing else fires the timer that is to cancel one of them.
bool Strand::settle_work(uint64_t amount) {
  uint64_t done = kWorkPerCheck - work_left_ + amount;
  work_left_ = kWorkPerCheck;
  if (base_ == nullptr && native_.missed == nullptr) return true;  // a host's doing
  if (timeline_ != nullptr) {
    executor().worker->fire_own_timers();
    end_what_is_given_up();
  }
  end_turn();
  machine_.heap().safepoint(allocator_->mutator());
  if (fueled_) fuel_ -= std::min(fuel_, done / kWorkPerFuel);
  if (is_head()) make_room();
  if (!must_stop()) return true;
  native_.stops_for_memory = machine_.heap().limit_reached();
  work_left_ = 0;
  request_safepoint();
  return false;
}

void Strand::pay_for_failure() {
  const uint64_t cost = work_left_ == 0 ? 0 : (kWorkPerCheck - work_left_) / kWorkPerFuel;
  work_left_ = kWorkPerCheck;
  if (cost == 0 || !fueled_) return;
  end_turn();
  fuel_ -= std::min(fuel_, cost);
}

// With a single thread, no other thread sees an interrupt. And the program's own task may have started this
// one inside its `await`, where it cannot end before this one does. So each waiting task ends itself, and
// leaves the interrupt set for the others.
bool Strand::has_to_stop() {
  if (!settle_work(0)) return true;
  if (timeline_ == nullptr || !machine_.is_interrupted()) return false;
  if (machine_.runtime()->pass_on_interrupt(*this)) return !settle_work(0);
  native_.stops_for_memory = false;
  work_left_ = 0;
  request_safepoint();
  return true;
}

// The reason why a native gave up may be gone by now: another strand has raised MemoryLimit, or the host has
// cleared an interrupt. But the native has done only a part of its work.
bool Strand::safepoint() {
  const bool has_given_up = work_left_ == 0;
  const uint64_t cost = has_given_up ? 1 : step_cost();  // what has given up has paid, or is dropped
  end_turn();
  if (!eager_) reset_limit();  // else it never has another value
  work_left_ = kWorkPerCheck;
  machine_.heap().safepoint(allocator_->mutator());
  const Runtime* runtime = machine_.runtime();
  if (runtime == nullptr || !runtime->has_workers()) machine_.answer_task_request(allocator_->mutator());
  if (!is_head()) return true;
  make_room();
  if (timeline_ != nullptr) {
    const uint32_t signals = signals_to_raise();
    if (signals != 0 && task().raise_signal(*this, signals)) return false;
    if (is_late()) {
      raise_uncatchable(Value::label(sym::kOutOfTime));
      return false;
    }
  } else if (machine_.take_interrupt()) {
    raise_uncatchable(Value::label(sym::kInterrupted));
    return false;
  }
  if (fueled_) {
    const bool has_enough = fuel_ >= cost;
    fuel_ -= std::min(fuel_, cost);
    if (!has_enough) {
      raise_uncatchable(Value::label(sym::kOutOfFuel));
      return false;
    }
  }
  if (machine_.heap().limit_reached() || (has_given_up && native_.stops_for_memory)) {
    machine_.heap().clear_limit_reached();
    raise_memory_limit(kTooLittleMemory);
    return false;
  }
  if (has_given_up) raise_uncatchable(Value::label(sym::kInterrupted));
  return !has_given_up;
}

// For the collection that came before. However long that took, the price is the same, so that a program uses
// the same fuel in each run.
constexpr uint64_t kFuelPerRefusal = 5'000;

// If such errors do not help, because new tasks use the memory that others free, the program has to end.
Value Strand::raise_memory_limit(std::string_view message) {
  if (adds_apart()) return park(), Value::exception();
  if (fueled_) {
    end_turn();
    fuel_ -= std::min(fuel_, kFuelPerRefusal);
  }
  const bool is_hopeless = is_head() && machine_.heap().take_hopeless();
  raise(sym::kMemoryLimit, message);
  if (!is_hopeless) return Value::exception();
  error_.uncatchable = true;
  if (timeline_ != nullptr) task().run().task->end_program(aspen::Task::kOutOfMemory);
  return Value::exception();
}

void Strand::give_up() {
  if (base_ == nullptr) return (void)take_error();
  error_.has_failed = true;
  work_left_ = 0;
  request_safepoint();
}

Value Strand::raise_stop() {
  if (gave_up() || is_squashed()) return Value::exception();
  [[maybe_unused]] const bool goes_on = safepoint();
  assert(!goes_on && "no work has been refused");
  error_.is_stop = true;
  return Value::exception();
}

// ---- Steps in turns

// Of a strand that is asked for something the limit stays 0.
void Strand::begin_turn(uint32_t steps) {
  Turn& turn = executor_->turn;
  turn.strand = this;
  turn.steps = static_cast<uint32_t>(std::min<uint64_t>(fuel_, steps));
  turn.fuel_beside = fuel_ - turn.steps;
  fuel_ = turn.steps;
  uintptr_t usual = reinterpret_cast<uintptr_t>(stack_.end);
  if (!fueled_) limit_.compare_exchange_strong(usual, kCounting, std::memory_order_seq_cst);
}

void Strand::end_turn() {
  if (!has_turn()) return;
  Turn& turn = executor_->turn;
  executor_->steps_left -= turn.steps - static_cast<uint32_t>(fuel_);
  fuel_ += turn.fuel_beside;
  turn.strand = nullptr;
  request_safepoint();
}

bool Strand::has_turn() const { return executor_ != nullptr && executor_->turn.strand == this; }

bool Strand::passes(bool is_free) {
  const uintptr_t limit = limit_.load(std::memory_order_relaxed);
  if (limit > kCounting) return true;
  return is_free ? limit == kCounting && !has_turn() : pay_step(limit);
}

void Strand::renew_limit() {
  end_turn();
  reset_limit();
  if (executor_ != nullptr ? Runtime::is_asked_for(*this, *executor_) : must_stop()) request_safepoint();
}

}  // namespace aspen
