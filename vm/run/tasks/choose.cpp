#include "vm/run/tasks/choose.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

#include "sched/platform.h"
#include "sched/worker.h"
#include "vm/run/machine.h"
#include "vm/run/runtime.h"
#include "vm/run/tasks/operation.h"
#include "vm/run/tasks/task.h"
#include "vm/values/bytes.h"

namespace aspen {

namespace {

// The number of places that a channel's ring has at first, if the channel's capacity allows it.
constexpr uint64_t kFirstPlaces = 8;

void fire(sched::Timer& timer) {
  auto& alarm = static_cast<Wait::Alarm&>(timer);
  Strand& strand = *alarm.strand;
  Wait& wait = strand.wait();
  if (wait.take()) {
    const Value cancelled = wait.value.load(std::memory_order_relaxed);
    if (is_kind(cancelled, Kind::Task)) as<Task>(cancelled)->cancel();
    end_wait(strand, alarm.which, Value::unit());
  }
  alarm.has_fired.store(true, std::memory_order_release);
}

}  // namespace

// One execution of a native that waits.
class Choice {
 public:
  Choice(Strand& strand, std::span<const Case> cases, uint32_t heeded)
      : s_(strand), wait_(strand.wait()), cases_(cases), heeded_(strand.is_head() ? heeded : 0) {
    assert(Timeline::allows(strand, effect_of(cases)) && "E2");
  }

  // See choose_one. Does the same as `run` in fewer steps, as long as no signal is set.
  enum class One { chosen, parked, unusual };
  template <Case::Kind kind>
  static One run_one(Strand& strand, Object& source, Value sent, Value& value) {
    assert(Timeline::allows(strand, effect_of(kind)) && "E2");
    if (strand.task().signals() != 0 && strand.is_head()) return One::unusual;
    switch (strand.wait().phase.load(std::memory_order_acquire)) {
      case Wait::none: return begin_one<kind>(strand, source, sent, value);
      case Wait::over: return end_one(strand, value);
      default: return One::parked;  // woken without a result
    }
  }

  bool run(Chosen& chosen) {
    for (;;) {
      if (wait_.phase.load(std::memory_order_acquire) == Wait::none) {
        const Found found = begin(chosen);
        if (found != Found::nothing) return found == Found::chosen;
      }
      if (wait_.phase.load(std::memory_order_acquire) != Wait::over) {
        s_.park();
        return false;
      }
      if (end(chosen)) return true;
      if (raise_signal(heeded_)) return false;
    }
  }

 private:
  enum class Found { chosen, raised, nothing };

  // Signals that are checked before it is known whether the strand would have to wait.
  static constexpr uint32_t kAtOnce = ~(Task::kCancelRaised | Task::kDeadlock);

  // The effect that decides when a strand may wait for this. An operation outside may be a read.
  static constexpr Effect effect_of(Case::Kind kind) {
    return kind == Case::outside ? Effect::read : Effect::write;
  }
  static Effect effect_of(std::span<const Case> cases) {
    const auto is_read = [](const Case& c) { return effect_of(c.kind) == Effect::read; };
    return std::all_of(cases.begin(), cases.end(), is_read) ? Effect::read : Effect::write;
  }

  Task& task() { return s_.task(); }

  bool raise_signal(uint32_t bits) { return task().raise_signal(s_, bits & heeded_, cases_); }

  bool cancel_was_raised() { return (task().signals() & Task::kCancelRaised) != 0; }

  // Does not leave its entries behind if it fails: the next wait would take them for its own.
  Found begin(Chosen& chosen) {
    struct Entries {
      ~Entries() {
        if (wait.phase.load(std::memory_order_relaxed) == Wait::none) wait.several = nullptr;
      }
      Wait& wait;
    } const entries{wait_};
    return attempt_all(chosen);
  }

  Found attempt_all(Chosen& chosen) {
    uint32_t at_once = kAtOnce;
    if (cancel_was_raised()) at_once &= ~Task::kCancelled;
    if (raise_signal(at_once)) return Found::raised;
    Waiter* waiters = new_waiters();
    lock_all();
    while (const Case* full = find_full()) {
      unlock_all();
      if (!enlarge(*static_cast<Channel*>(full->source))) return Found::raised;
      lock_all();
    }
    for (uint32_t i = 0; i < cases_.size(); ++i) {
      if (!attempt(s_, cases_[i], chosen.value)) continue;
      chosen.which = i;
      unlock_all();
      return Found::chosen;
    }
    enqueue(waiters);
    unlock_all();
    set_alarm();
    // A signal was set meanwhile: the signalling thread may not have seen the wait. Likewise in begin_one.
    if ((task().signals() & heeded_ & ~Task::kCancelRaised) != 0 && wait_.take())
      end_wait(s_, Wait::kInterrupted, Value::undefined());
    return Found::nothing;
  }

  static Value take_value(Wait& wait) {
    const Value value = wait.value.load(std::memory_order_relaxed);
    wait.value.store(Value::undefined(), std::memory_order_relaxed);
    return value;
  }

  template <Case::Kind kind>
  static One begin_one(Strand& strand, Object& source, Value sent, Value& value) {
    Wait& wait = strand.wait();
    {
      const std::lock_guard guard(lock_of(kind, source));
      if (kind == Case::send && has_full_ring(static_cast<Channel&>(source))) return One::unusual;
      if (attempt<kind>(strand, source, sent, value)) return One::chosen;
      enqueue_at(wait.single, strand, {kind, &source, sent}, 0);
      wait.phase.store(Wait::going_on, std::memory_order_seq_cst);
    }
    if (strand.task().signals() == 0 || !strand.is_head()) return One::parked;
    if (wait.take()) end_wait(strand, Wait::kInterrupted, Value::undefined());
    return One::unusual;
  }

  static One end_one(Strand& strand, Value& value) {
    Wait& wait = strand.wait();
    if (wait.which == Wait::kInterrupted) return One::unusual;
    wait.phase.store(Wait::none, std::memory_order_relaxed);
    value = take_value(wait);
    strand.expect_futures_from_outside();
    return One::chosen;
  }

  // Whether a case has come; if not, a signal has.
  bool end(Chosen& chosen) {
    forget_waiters();
    stop_alarm();
    wait_.phase.store(Wait::none, std::memory_order_relaxed);
    chosen = {wait_.which, take_value(wait_)};
    wait_.several = nullptr;
    if (chosen.which == Wait::kInterrupted) return false;
    s_.expect_futures_from_outside();
    return true;
  }

  // ---- The cases

  static Operation& operation_of(Object& source) {
    return *static_cast<Operation*>(static_cast<NativeObject&>(source).state);
  }
  static OrderedLock& lock_of(Case::Kind kind, Object& source) {
    if (kind == Case::outside) return operation_of(source).lock_;
    if (kind == Case::end || kind == Case::watch || kind == Case::children)
      return static_cast<Task&>(source).lock_;
    return static_cast<Waitable&>(source).lock;
  }
  static OrderedLock& lock_of(const Case& c) { return lock_of(c.kind, *c.source); }

  static WaitQueue& queue_of(const Case& c) {
    switch (c.kind) {
      case Case::receive: return static_cast<Channel*>(c.source)->receivers;
      case Case::send: return static_cast<Channel*>(c.source)->senders;
      case Case::end:
      case Case::watch: return static_cast<Task*>(c.source)->awaiting_;
      case Case::children: return static_cast<Task*>(c.source)->ending_;
      case Case::acquire: return static_cast<Semaphore*>(c.source)->waiting;
      case Case::outside: return operation_of(*c.source).waiting_;
      case Case::take:
      case Case::time: break;
    }
    return static_cast<Cell*>(c.source)->waiting;
  }

  // Performs the case if it is possible; returns whether it did. REQUIRES: the source's lock is held.
  template <Case::Kind kind>
  static bool attempt(Strand& strand, Object& source, Value sent, Value& value) {
    if constexpr (kind == Case::receive) {
      return receive(strand, static_cast<Channel&>(source), value);
    } else if constexpr (kind == Case::send) {
      return send(static_cast<Channel&>(source), sent, value);
    } else if constexpr (kind == Case::end || kind == Case::watch) {
      return static_cast<Task&>(source).has_ended();
    } else if constexpr (kind == Case::children) {
      return static_cast<Task&>(source).children_are_over(static_cast<uint32_t>(sent.as_small_int()));
    } else if constexpr (kind == Case::acquire) {
      auto& semaphore = static_cast<Semaphore&>(source);
      return semaphore.free > 0 && semaphore.free-- > 0;
    } else if constexpr (kind == Case::outside) {
      return operation_of(source).has_ended_;
    } else {
      static_assert(kind == Case::take);
      if (!static_cast<Cell&>(source).give(as_cell_use(sent), value)) return false;
      strand.expect_futures_from_outside();
      return true;
    }
  }
  static bool attempt(Strand& strand, const Case& c, Value& value) {
    switch (c.kind) {
      case Case::receive: return attempt<Case::receive>(strand, *c.source, c.value, value);
      case Case::send: return attempt<Case::send>(strand, *c.source, c.value, value);
      case Case::end:
      case Case::watch: return attempt<Case::end>(strand, *c.source, c.value, value);
      case Case::acquire: return attempt<Case::acquire>(strand, *c.source, c.value, value);
      case Case::take: return attempt<Case::take>(strand, *c.source, c.value, value);
      case Case::children: return attempt<Case::children>(strand, *c.source, c.value, value);
      case Case::outside: return attempt<Case::outside>(strand, *c.source, c.value, value);
      case Case::time: break;
    }
    return c.at_ns <= strand.scheduler->now();
  }

  static bool receive(Strand& strand, Channel& channel, Value& value) {
    if (channel.count > 0) {
      value = channel.take();
      if (Waiter* sender = channel.senders.take_first()) {
        channel.put(sender->value);
        end_wait(*sender->strand, sender->which, Value::unit());
      }
    } else if (Waiter* sender = channel.senders.take_first()) {
      value = sender->value;
      end_wait(*sender->strand, sender->which, Value::unit());
    } else if (channel.is_closed) {
      value = Value::undefined();
    } else {
      return false;
    }
    strand.expect_futures_from_outside();
    return true;
  }

  static bool send(Channel& channel, Value sent, Value& value) {
    value = channel.is_closed ? Value::undefined() : Value::unit();
    if (channel.is_closed) return true;
    if (Waiter* receiver = channel.receivers.take_first()) {
      end_wait(*receiver->strand, receiver->which, sent);
      return true;
    }
    if (channel.count == channel.capacity) return false;
    channel.put(sent);
    return true;
  }

  // ---- Room in rings, which is allocated while no lock is held

  // Whether it sends to a channel with a full ring that is smaller than the capacity.
  static bool has_full_ring(const Channel& channel) {
    return channel.count == channel.places() && channel.count < channel.capacity;
  }
  static bool is_full(const Case& c) {
    return c.kind == Case::send && has_full_ring(*static_cast<Channel*>(c.source));
  }
  const Case* find_full() const {
    const auto found = std::find_if(cases_.begin(), cases_.end(), is_full);
    return found == cases_.end() ? nullptr : &*found;
  }

  bool enlarge(Channel& channel) {
    channel.lock.lock();
    const uint64_t places = std::min(channel.capacity, std::max(kFirstPlaces, 2 * channel.places()));
    channel.lock.unlock();
    if (!s_.reserve(places * sizeof(Value))) return false;
    Tuple* ring = s_.allocator().make<Tuple>(places * sizeof(Value), static_cast<uint32_t>(places));
    std::fill_n(ring->items(), places, Value::undefined());
    channel.lock.lock();
    if (channel.places() < places) channel.move_to(*ring);
    channel.lock.unlock();
    return true;
  }

  // ---- Locks, in the order of their addresses, each once

  void find_locks() {
    for (const Case& c : cases_) {
      if (c.source != nullptr) locks_.push_back(&lock_of(c));
    }
    std::sort(locks_.begin(), locks_.end(), std::less<>());
    locks_.erase(std::unique(locks_.begin(), locks_.end()), locks_.end());
  }
  bool is_single() const { return cases_.size() == 1 && cases_[0].source != nullptr; }
  void lock_all() {
    if (is_single()) return lock_of(cases_[0]).lock();
    if (locks_.empty()) find_locks();
    for (OrderedLock* lock : locks_) lock->lock();
  }
  void unlock_all() {
    if (is_single()) return lock_of(cases_[0]).unlock();
    for (OrderedLock* lock : locks_) lock->unlock();
  }

  // ---- Entries in queues

  Waiter* waiters() {
    return wait_.several ? reinterpret_cast<Waiter*>(static_cast<Bytes*>(wait_.several)->data())
                         : &wait_.single;
  }

  Waiter* new_waiters() {
    if (cases_.size() > 1)
      wait_.several = new_bytes(s_.allocator(), static_cast<uint32_t>(cases_.size() * sizeof(Waiter)));
    return waiters();
  }

  void enqueue(Waiter* waiters) {
    for (uint32_t i = 0; i < cases_.size(); ++i) {
      const Case& c = cases_[i];
      if (c.source != nullptr)
        enqueue_at(waiters[i], s_, c, i);
      else
        wait_.value.store(c.value, std::memory_order_relaxed);
    }
    wait_.phase.store(Wait::going_on, std::memory_order_seq_cst);
  }
  static void enqueue_at(Waiter& place, Strand& strand, const Case& c, uint32_t which) {
    Waiter& waiter = *new (&place) Waiter;
    waiter.strand = &strand;
    waiter.which = which;
    waiter.kind = c.kind;
    waiter.value = c.value;
    queue_of(c).push(waiter);
  }

  void forget_waiters() {
    Waiter* entries = waiters();
    for (uint32_t i = 0; i < cases_.size(); ++i) {
      // The thread that ended the wait has already removed the entry of its case.
      if (i == wait_.which || cases_[i].source == nullptr) continue;
      lock_of(cases_[i]).lock();
      WaitQueue::remove(entries[i]);
      lock_of(cases_[i]).unlock();
    }
  }

  // ---- The time

  void set_alarm() {
    const Case* earliest = nullptr;
    for (const Case& c : cases_) {
      if (c.kind == Case::time && (earliest == nullptr || c.at_ns < earliest->at_ns)) earliest = &c;
    }
    if (earliest == nullptr) return;
    Wait::Alarm& alarm = *new (&wait_.alarm) Wait::Alarm;
    alarm.strand = &s_;
    alarm.which = static_cast<uint32_t>(earliest - cases_.data());
    alarm.deadline_ns = earliest->at_ns;
    alarm.fire = fire;
    alarm.timers = &s_.executor().worker->timers();
    wait_.has_alarm = true;
    (void)alarm.timers->add(alarm);  // this worker checks its timers before it sleeps
  }

  void stop_alarm() {
    if (!std::exchange(wait_.has_alarm, false) || wait_.alarm.timers->remove(wait_.alarm)) return;
    sched::spin_until([this] { return wait_.alarm.has_fired.load(std::memory_order_acquire); });
  }

  Strand& s_;
  Wait& wait_;
  std::span<const Case> cases_;
  const uint32_t heeded_;            // 0 for all but the head: signals are handled in program order
  std::vector<OrderedLock*> locks_;  // used if there are several cases
};

bool choose(Strand& strand, std::span<const Case> cases, Chosen& chosen, uint32_t heeded) {
  return Choice(strand, cases, heeded).run(chosen);
}

template <Case::Kind kind>
Value choose_one(Strand& strand, Object& source, Value sent, uint32_t heeded) {
  Value value = Value::unit();
  const Choice::One found = Choice::run_one<kind>(strand, source, sent, value);
  if (found == Choice::One::chosen) {
    strand.executor().worker->note_operation();
    return value;
  }
  if (found == Choice::One::parked) {
    strand.park();
    return Value::exception();
  }
  const Case one{kind, &source, sent};
  Chosen chosen;
  return Choice(strand, {&one, 1}, heeded).run(chosen) ? chosen.value : Value::exception();
}

template Value choose_one<Case::receive>(Strand&, Object&, Value, uint32_t);
template Value choose_one<Case::send>(Strand&, Object&, Value, uint32_t);
template Value choose_one<Case::end>(Strand&, Object&, Value, uint32_t);
template Value choose_one<Case::acquire>(Strand&, Object&, Value, uint32_t);
template Value choose_one<Case::take>(Strand&, Object&, Value, uint32_t);
template Value choose_one<Case::children>(Strand&, Object&, Value, uint32_t);
template Value choose_one<Case::outside>(Strand&, Object&, Value, uint32_t);

}  // namespace aspen
