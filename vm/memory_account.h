// The memory of one machine, counted: its heap, the stacks of its strands, and whatever C++ code holds for
// its scripts beside them (databases, compiled patterns, bodies that arrive, output of processes). One limit
// bounds the sum.
//
// Code that holds memory for a script owns a Charge and grows it *before* it allocates the memory:
//
//   Charge charge(heap.memory());
//   if (!charge.grow_to(bytes)) …    // any thread: refuses, and nothing has changed
//   if (!strand.charge(charge, bytes)) return Value::exception();   // natives: collects first, then raises
//
// Any thread may use an account. A Charge is used by one thread at a time.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

namespace aspen {

class Heap;

// A shared_ptr owns it: threads of a pool and completers of hosts may hold a Charge longer than the machine
// lives.
class MemoryAccount {
 public:
  explicit MemoryAccount(size_t limit_bytes) : limit_(limit_bytes) {}
  MemoryAccount(const MemoryAccount&) = delete;
  MemoryAccount& operator=(const MemoryAccount&) = delete;

  size_t limit() const { return limit_.load(std::memory_order_relaxed); }
  // All bytes in use, and the part of them that Charges hold.
  size_t used() const { return used_.load(std::memory_order_relaxed); }
  size_t charged() const { return charged_.load(std::memory_order_relaxed); }
  // The most that was ever in use at one time; exact.
  size_t peak() const { return peak_.load(std::memory_order_relaxed); }
  bool has_room(size_t bytes) const { return fits(used(), bytes); }

  // What Charge::grow_to and shrink_to do, for owners that remember the number themselves (scratch.h).
  bool take_charged(size_t bytes) { return take_charged(bytes, limit()); }
  // The same for what runs ahead of the program, which leaves that half of the limit.
  bool take_charged_ahead(size_t bytes) { return take_charged(bytes, limit() / 2); }
  void add_charged(size_t bytes) {
    charged_.fetch_add(bytes, std::memory_order_relaxed);
    add(bytes);
  }
  void give_back(size_t bytes) {
    charged_.fetch_sub(bytes, std::memory_order_relaxed);
    subtract(bytes);
  }

  // A strand is made or ends, or its stack grows or shrinks. The limit does not stop this: a stack has a
  // limit of its own, and its owner looks at has_room first.
  void add_stack(size_t bytes) { add(bytes); }
  void remove_stack(size_t bytes) { subtract(bytes); }

 private:
  friend class Heap;

  bool take_charged(size_t bytes, size_t most) {
    if (!take(bytes, most)) return false;
    charged_.fetch_add(bytes, std::memory_order_relaxed);
    return true;
  }
  bool take(size_t bytes) { return take(bytes, limit()); }
  // No race can pass the limit by `take`: of two threads that want the last bytes one is refused.
  bool take(size_t bytes, size_t most) {
    size_t used = used_.load(std::memory_order_relaxed);
    do {
      if (used > most || bytes > most - used) return false;
    } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
    note_peak(used + bytes);
    return true;
  }
  // Counts what cannot be refused.
  void add(size_t bytes) { note_peak(used_.fetch_add(bytes, std::memory_order_relaxed) + bytes); }
  void subtract(size_t bytes) { used_.fetch_sub(bytes, std::memory_order_relaxed); }
  void set_limit(size_t bytes) { limit_.store(bytes, std::memory_order_relaxed); }
  bool fits(size_t used, size_t bytes) const {
    const size_t limit = this->limit();
    return used <= limit && bytes <= limit - used;
  }
  void note_peak(size_t used) {
    size_t peak = peak_.load(std::memory_order_relaxed);
    while (used > peak && !peak_.compare_exchange_weak(peak, used, std::memory_order_relaxed)) {
    }
  }

  // Any thread writes and reads these. Relaxed: they are numbers, and order nothing else.
  std::atomic<size_t> limit_;
  std::atomic<size_t> used_{0};
  std::atomic<size_t> charged_{0};
  std::atomic<size_t> peak_{0};
};

// A number of bytes that its owner has of an account, and gives back when it ends.
class Charge {
 public:
  // Without an account nothing is counted, and nothing is refused.
  Charge() = default;
  explicit Charge(std::shared_ptr<MemoryAccount> account) : account_(std::move(account)) {}
  Charge(Charge&& other) noexcept
      : account_(std::move(other.account_)), bytes_(std::exchange(other.bytes_, 0)) {}
  Charge& operator=(Charge&& other) noexcept {
    if (this == &other) return *this;
    shrink_to(0);
    account_ = std::move(other.account_);
    bytes_ = std::exchange(other.bytes_, 0);
    return *this;
  }
  ~Charge() { shrink_to(0); }

  size_t bytes() const { return bytes_; }
  // Has at least `bytes` afterwards. False if the limit forbids that; then nothing has changed. It does not
  // collect garbage: Strand::charge does.
  bool grow_to(size_t bytes) {
    if (bytes <= bytes_) return true;
    if (account_ != nullptr && !account_->take_charged(bytes - bytes_)) return false;
    bytes_ = bytes;
    return true;
  }
  // The same, and refuses what would leave less than half of the limit: for what runs ahead of the program.
  bool grow_ahead_to(size_t bytes) {
    if (bytes <= bytes_) return true;
    if (account_ != nullptr && !account_->take_charged_ahead(bytes - bytes_)) return false;
    bytes_ = bytes;
    return true;
  }
  // Has at most `bytes` afterwards.
  void shrink_to(size_t bytes) {
    if (bytes >= bytes_) return;
    if (account_ != nullptr) account_->give_back(bytes_ - bytes);
    bytes_ = bytes;
  }
  // Has none afterwards; whoever calls this owes MemoryAccount::give_back for them.
  size_t detach() { return std::exchange(bytes_, 0); }

 private:
  std::shared_ptr<MemoryAccount> account_;
  size_t bytes_ = 0;
};

}  // namespace aspen
