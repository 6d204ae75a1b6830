// Where a forked call that was given away is claimed once: by the worker that takes it, or by its owner,
// which takes it back. The protocol is modelled in tests/models/fork.pml (W2, W6).
//
//     offered --take--> taken --finish--> done          offered --take_back--> back
//                       taken --wait--> waited --finish--> done
#pragma once

#include <atomic>
#include <cstdint>

namespace aspen::sched {

template <class Atomics>
class ForkCell {
 public:
  static constexpr uint32_t kOffered = 0, kTaken = 1, kWaited = 2, kDone = 3, kBack = 4;

  // Another worker. True: the caller runs the call, and calls finish. Acquire: what the owner wrote before.
  bool take() { return claim(kTaken); }
  // The worker that took it. Release: the result. True: the owner waits for a change of the word.
  bool finish() { return word_.exchange(kDone, std::memory_order_acq_rel) == kWaited; }

  // The owner. True: no other worker runs the call, or ever will.
  bool take_back() { return claim(kBack); }
  // The owner, after take_back has failed. Acquire: the result.
  bool is_done() const { return word_.load(std::memory_order_acquire) == kDone; }
  // Likewise. False: it is done. True: the word is kWaited until it is done.
  bool wait() {
    uint32_t seen = kTaken;
    word_.compare_exchange_strong(seen, kWaited, std::memory_order_acq_rel, std::memory_order_acquire);
    return seen != kDone;
  }
  typename Atomics::template Atomic<uint32_t>& word() { return word_; }

 private:
  bool claim(uint32_t as) {
    uint32_t seen = kOffered;
    return word_.compare_exchange_strong(seen, as, std::memory_order_acq_rel, std::memory_order_acquire);
  }

  // Written by the owner and by those that claim the call.
  typename Atomics::template Atomic<uint32_t> word_{kOffered};
};

}  // namespace aspen::sched
