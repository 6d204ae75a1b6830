// Counts which workers sleep and which search, and decides which one to wake. This protocol keeps a ready
// task from being forgotten (W6). After Tokio's and Go's; tests/models/idle.pml checks it.
//
// Both counts live in one word, and every look at them that decides something is a read-modify-write. So all
// looks have one order. Either an enqueuer's look comes before the last searcher's step to sleep: that
// searcher then sees the enqueued task when it looks at the queues once more. Or the look comes after that
// step and finds that no worker searches.
//
// Enqueuing is frequent and sleeping is rare. So a worker that enqueues begins with a plain load (may_wake).
// A worker that goes to sleep has all other threads pass a fence between its step and its look at the queues.
// If the enqueuer's load precedes that fence, the sleeper sees what it enqueued; otherwise the enqueuer sees
// the sleeper. Where the system has no such fence, the load is a read-modify-write.
//
// A sleeper is woken in two steps: first a count is reserved in the word, then a bit of `sleepers_` is
// claimed. A worker that goes to sleep takes the opposite steps in the opposite order, so there is a bit for
// every reservation.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>
#include <memory>

#include "sched/atomics.h"

namespace aspen::sched {

template <class Atomics>
class IdleSet {
 public:
  static constexpr uint32_t kNoWorker = UINT32_MAX;

  // All workers are awake and none searches.
  explicit IdleSet(uint32_t workers)
      : workers_(workers), words_((workers + 63) / 64), sleepers_(std::make_unique<Word[]>(words_)) {
    counts_.store(pack({0, workers}), std::memory_order_relaxed);
  }

  // Called by a worker that has run out of work. False: half of the workers search already.
  bool begin_search() {
    uint64_t seen = look();
    for (;;) {
      const Counts counts = unpack(seen);
      if (2 * counts.searching >= workers_) return false;
      const uint64_t next = pack({counts.searching + 1, counts.unparked});
      if (counts_.compare_exchange_weak(seen, next, std::memory_order_acq_rel, std::memory_order_relaxed)) {
        note_searchers(counts.searching + 1);
        return true;
      }
    }
  }

  // Called by a searcher that found work. True if no worker searches now: the caller then looks at all queues
  // and, if there is more work, calls wake_one (rule 2).
  bool end_search() { return unpack(counts_.fetch_sub(kSearcher, std::memory_order_acq_rel)).searching == 1; }

  // Called by a worker that goes to sleep, as its first step. Afterwards it looks at all queues once more
  // and, if there is something, calls wake_one, preferring itself (rule 3). The searchers that an enqueuer
  // relied on may have ended their search while this worker still counted as awake.
  void park(uint32_t worker, bool searching) {
    word_of(worker).fetch_or(bit_of(worker), std::memory_order_acq_rel);
    counts_.fetch_sub(searching ? kSearcher + kUnparked : kUnparked, std::memory_order_acq_rel);
    if (fences_) Atomics::fence_others();
  }

  // Called by a worker that has enqueued something: whether it has to call wake_one. False: all workers are
  // awake, or one that is just falling asleep will see what was enqueued.
  bool may_wake() { return (fences_ ? now() : unpack(look())).unparked < workers_; }

  // Called by a thread that has enqueued something (rule 1). Returns the worker that the caller has to wake
  // by giving it its token; that worker starts as a searcher. Returns kNoWorker if a worker searches or none
  // sleeps. Takes `preferred` if that is among the sleepers.
  uint32_t wake_one(uint32_t preferred = kNoWorker) {
    uint64_t seen = look();
    for (;;) {
      const Counts counts = unpack(seen);
      if (counts.searching != 0 || counts.unparked >= workers_) return kNoWorker;
      const uint64_t next = pack({1, counts.unparked + 1});
      if (counts_.compare_exchange_weak(seen, next, std::memory_order_acq_rel, std::memory_order_relaxed)) {
        note_searchers(1);
        return claim(preferred);
      }
    }
  }

  // Called by a sleeper that has a reason of its own to get up: a timer, an event. It does not search then.
  // False: another thread is waking it, so its token is coming, and with it the right to search.
  bool get_up(uint32_t worker) {
    uint64_t seen = look();
    for (;;) {
      if (!(word_of(worker).load(std::memory_order_acquire) & bit_of(worker))) return false;
      const Counts counts = unpack(seen);
      if (counts.unparked >= workers_) {  // the last sleeper is reserved, or that will be undone
        seen = look();
        continue;
      }
      const uint64_t next = pack({counts.searching, counts.unparked + 1});
      if (counts_.compare_exchange_weak(seen, next, std::memory_order_acq_rel, std::memory_order_relaxed))
        break;
    }
    if (try_claim(worker)) return true;
    counts_.fetch_sub(kUnparked, std::memory_order_acq_rel);
    return false;
  }

  // For the watchdog before it sleeps: a worker woken after this look sees what the caller wrote before it.
  bool none_is_awake() { return unpack(look()).unparked == 0; }

  // A snapshot, for decisions where a mistake costs only time.
  bool all_are_awake() const { return now().unparked >= workers_; }
  bool would_wake() const {
    const Counts counts = now();
    return counts.searching == 0 && counts.unparked < workers_;
  }
  bool is_asleep(uint32_t worker) const {
    return (sleepers_[worker / 64].load(std::memory_order_relaxed) & bit_of(worker)) != 0;
  }
  uint32_t searching() const { return now().searching; }
  uint32_t unparked() const { return now().unparked; }
  uint32_t most_searching() const { return most_searching_.load(std::memory_order_relaxed); }

 private:
  using Word = typename Atomics::template Atomic<uint64_t>;
  struct Counts {
    uint32_t searching, unparked;
  };
  static constexpr uint64_t kSearcher = uint64_t{1} << 32, kUnparked = 1;

  static uint64_t pack(Counts counts) { return uint64_t{counts.searching} << 32 | counts.unparked; }
  static Counts unpack(uint64_t word) {
    return {static_cast<uint32_t>(word >> 32), static_cast<uint32_t>(word)};
  }
  Counts now() const { return unpack(counts_.load(std::memory_order_relaxed)); }
  uint64_t look() { return counts_.fetch_add(0, std::memory_order_acq_rel); }

  Word& word_of(uint32_t worker) { return sleepers_[worker / 64]; }
  static uint64_t bit_of(uint32_t worker) { return uint64_t{1} << (worker % 64); }

  bool try_claim(uint32_t worker) {
    return word_of(worker).fetch_and(~bit_of(worker), std::memory_order_acq_rel) & bit_of(worker);
  }

  // There is a bit for the caller's reservation, though finding it may take several passes.
  uint32_t claim(uint32_t preferred) {
    if (preferred != kNoWorker && try_claim(preferred)) return preferred;
    for (uint32_t at = 0;; at = at + 1 == words_ ? 0 : at + 1) {
      const uint64_t word = sleepers_[at].load(std::memory_order_acquire);
      if (word == 0) continue;
      const uint32_t worker = at * 64 + static_cast<uint32_t>(std::countr_zero(word));
      if (try_claim(worker)) return worker;
    }
  }

  void note_searchers(uint32_t count) {
    if (count > most_searching_.load(std::memory_order_relaxed))
      most_searching_.store(count, std::memory_order_relaxed);
  }

  const uint32_t workers_;
  const uint32_t words_;
  const bool fences_ = Atomics::can_fence_others();
  // Written by every worker and every thread that enqueues, by read-modify-write only.
  alignas(kLineBytes) Word counts_{0};
  // Set by the worker that goes to sleep, cleared by the thread that claims it.
  const std::unique_ptr<Word[]> sleepers_;
  // For statistics. The worker that raises the count writes it with a plain store, so a lower mark may
  // overwrite a higher one that was written at the same time.
  typename Atomics::template Atomic<uint32_t> most_searching_{0};
};

}  // namespace aspen::sched
