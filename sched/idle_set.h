// Who sleeps, who searches, and whom to wake: the protocol that no ready task is forgotten by. After Tokio's
// and Go's; tests/models/idle.pml checks it.
//
// Both counts live in one word, and every look at them that decides something is a read-modify-write. So
// looks are ordered among each other: either an enqueuer's look comes before the last searcher's step to
// sleep, which then sees what was enqueued when it looks at the queues once more, or it comes after it and
// finds that nobody searches.
//
// Enqueuing is frequent and sleeping is not, so a worker that enqueues begins with a plain load (may_wake),
// and the worker that goes to sleep has all others pass a fence between its step and its look at the queues.
// The load of an enqueuer comes before that fence, and then the sleeper sees what it enqueued, or after it,
// and then it sees the sleeper. Where the system has no such fence, the load is a read-modify-write.
//
// A sleeper is woken in two steps: first a count is reserved in the word, then a bit of `sleepers_` is
// claimed. A worker that goes to sleep does the opposite in the opposite order, so there is a bit for every
// reservation.
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
  static constexpr uint32_t kNobody = UINT32_MAX;

  // All workers are awake and none searches.
  explicit IdleSet(uint32_t workers)
      : workers_(workers), words_((workers + 63) / 64), sleepers_(std::make_unique<Word[]>(words_)) {
    counts_.store(pack({0, workers}), std::memory_order_relaxed);
  }

  // By a worker that has run out of work. False: half of the workers search already.
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

  // By a searcher that found work. True if nobody searches now: the caller looks at all queues, and if there
  // is more, calls reserve and so on (rule 2).
  bool end_search() { return unpack(counts_.fetch_sub(kSearcher, std::memory_order_acq_rel)).searching == 1; }

  // By a worker that goes to sleep, as the first thing. Afterwards it looks at all queues once more, and if
  // there is something, calls wake_one, preferring itself (rule 3): the searchers whom an enqueuer relied on
  // may have ended their search while this worker was still counted awake.
  void park(uint32_t worker, bool searching) {
    word_of(worker).fetch_or(bit_of(worker), std::memory_order_acq_rel);
    counts_.fetch_sub(searching ? kSearcher + kUnparked : kUnparked, std::memory_order_acq_rel);
    if (fences_) Atomics::fence_others();
  }

  // By a worker that has enqueued something: whether it calls wake_one then. False: all are awake, or the one
  // that just falls asleep sees what was enqueued.
  bool may_wake() { return (fences_ ? now() : unpack(look())).unparked < workers_; }

  // By whoever has enqueued something (rule 1). The worker that the caller has to wake, with its token; it
  // starts as a searcher. kNobody if somebody searches or nobody sleeps. `preferred`, if it is among the
  // sleepers.
  uint32_t wake_one(uint32_t preferred = kNobody) {
    uint64_t seen = look();
    for (;;) {
      const Counts counts = unpack(seen);
      if (counts.searching != 0 || counts.unparked >= workers_) return kNobody;
      const uint64_t next = pack({1, counts.unparked + 1});
      if (counts_.compare_exchange_weak(seen, next, std::memory_order_acq_rel, std::memory_order_relaxed)) {
        note_searchers(1);
        return claim(preferred);
      }
    }
  }

  // By a sleeper that has a reason of its own to get up: a timer, an event. It does not search then. False:
  // somebody wakes it just now, so its token is coming, and with it the right to search.
  bool get_up(uint32_t worker) {
    uint64_t seen = look();
    for (;;) {
      if (!(word_of(worker).load(std::memory_order_acquire) & bit_of(worker))) return false;
      const Counts counts = unpack(seen);
      if (counts.unparked >= workers_) {  // somebody has reserved the last sleeper, or will take that back
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

  // By the watchdog, before it sleeps: a worker woken after this look sees what the caller wrote before it.
  bool nobody_is_awake() { return unpack(look()).unparked == 0; }

  // A moment's truth, for decisions where a mistake costs time only.
  bool everybody_is_awake() const { return now().unparked >= workers_; }
  bool would_wake() const {
    const Counts counts = now();
    return counts.searching == 0 && counts.unparked < workers_;
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

  // There is a bit for the caller's reservation, though it may have to look twice for it.
  uint32_t claim(uint32_t preferred) {
    if (preferred != kNobody && try_claim(preferred)) return preferred;
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
  // Written by every worker and whoever enqueues, by read-modify-write only.
  alignas(kLineBytes) Word counts_{0};
  // Set by the worker that goes to sleep, cleared by who wakes it.
  const std::unique_ptr<Word[]> sleepers_;
  // For statistics: who raises the count writes it, so a lower mark may overwrite a higher one that is as
  // old.
  typename Atomics::template Atomic<uint32_t> most_searching_{0};
};

}  // namespace aspen::sched
