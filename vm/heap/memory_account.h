// Counts the memory of one machine: its heap, the stacks of its strands, and memory that C++ code holds for
// its scripts (databases, compiled patterns, incoming bodies, output of processes). One limit bounds the
// sum.
//
// Code that holds memory for a script owns a Charge and grows it *before* it allocates the memory:
//
//   Charge charge(heap.memory());
//   if (!charge.grow_to(bytes)) …    // any thread: if refused, nothing has changed
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

// Owned by shared_ptr, because pool threads and completers of hosts may hold a Charge after the machine has
// ended.
class MemoryAccount {
 public:
  explicit MemoryAccount(size_t limit_bytes) : limit_(limit_bytes) {}
  MemoryAccount(const MemoryAccount&) = delete;
  MemoryAccount& operator=(const MemoryAccount&) = delete;

  size_t limit() const { return limit_.load(std::memory_order_relaxed); }
  // All bytes in use; the part of them that Charges hold.
  size_t used() const { return used_.load(std::memory_order_relaxed); }
  size_t charged() const { return charged_.load(std::memory_order_relaxed); }
  // The maximum that was ever in use at one time; exact.
  size_t peak() const { return peak_.load(std::memory_order_relaxed); }
  bool has_room(size_t bytes) const { return fits(used(), bytes); }

  // The work of Charge::grow_to and shrink_to, for owners that store the number themselves (scratch.h).
  bool take_charged(size_t bytes) { return take_charged(bytes, limit()); }
  // Likewise for work ahead of the program, which may only use half of the limit.
  bool take_charged_ahead(size_t bytes) { return take_charged(bytes, limit() / 2); }
  void add_charged(size_t bytes) {
    charged_.fetch_add(bytes, std::memory_order_relaxed);
    add(bytes);
  }
  void give_back(size_t bytes) {
    charged_.fetch_sub(bytes, std::memory_order_relaxed);
    subtract(bytes);
  }

  // A strand begins or ends, or its stack grows or shrinks. The limit does not refuse this: a stack has its
  // own limit, and its owner checks has_room first.
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
  // `take` never exceeds the limit: if two threads race for the last bytes, one of them is refused.
  bool take(size_t bytes, size_t most) {
    size_t used = used_.load(std::memory_order_relaxed);
    do {
      if (used > most || bytes > most - used) return false;
    } while (!used_.compare_exchange_weak(used, used + bytes, std::memory_order_relaxed));
    note_peak(used + bytes);
    return true;
  }
  // Counts bytes that cannot be refused.
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

  // Any thread writes and reads these. Relaxed: they are only numbers, and order no other data.
  std::atomic<size_t> limit_;
  std::atomic<size_t> used_{0};
  std::atomic<size_t> charged_{0};
  std::atomic<size_t> peak_{0};
};

// A number of bytes that the Charge's owner holds from an account; the destructor gives them back.
class Charge {
 public:
  // Without an account, no bytes are counted and none are refused.
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
  // Grows to at least `bytes`. False if the limit refuses that; then nothing has changed. It does not collect
  // garbage: Strand::charge does.
  bool grow_to(size_t bytes) {
    if (bytes <= bytes_) return true;
    if (account_ != nullptr && !account_->take_charged(bytes - bytes_)) return false;
    bytes_ = bytes;
    return true;
  }
  // Likewise for work ahead of the program: also refused if less than half of the limit would stay free.
  bool grow_ahead_to(size_t bytes) {
    if (bytes <= bytes_) return true;
    if (account_ != nullptr && !account_->take_charged_ahead(bytes - bytes_)) return false;
    bytes_ = bytes;
    return true;
  }
  // Shrinks to at most `bytes`.
  void shrink_to(size_t bytes) {
    if (bytes >= bytes_) return;
    if (account_ != nullptr) account_->give_back(bytes_ - bytes);
    bytes_ = bytes;
  }
  // Sets the charge to 0 without giving the bytes back: the caller must call MemoryAccount::give_back.
  size_t detach() { return std::exchange(bytes_, 0); }

 private:
  std::shared_ptr<MemoryAccount> account_;
  size_t bytes_ = 0;
};

}  // namespace aspen
