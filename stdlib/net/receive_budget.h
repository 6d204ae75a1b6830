// What the connections of one server may hold together, beside a limit for each.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <utility>

#include "vm/heap/memory_account.h"

namespace aspen {

// Limits the memory of all that several connections are receiving, such as bodies, and charges it to their
// machine. Any thread.
class ReceiveBudget {
 public:
  // Without an account only the sum is limited.
  explicit ReceiveBudget(size_t most_bytes, std::shared_ptr<MemoryAccount> account = nullptr)
      : most_(most_bytes), account_(std::move(account)) {}
  // False if the sum or the account has no room.
  bool take(size_t bytes) {
    const bool fits = used_.fetch_add(bytes, std::memory_order_relaxed) + bytes <= most_;
    if (fits && (account_ == nullptr || account_->take_charged(bytes))) return true;
    used_.fetch_sub(bytes, std::memory_order_relaxed);
    return false;
  }
  void give_back(size_t bytes) {
    used_.fetch_sub(bytes, std::memory_order_relaxed);
    give_back_head(bytes);
  }
  // Heads count in the account, but not in the sum.
  bool take_head(size_t bytes) { return account_ == nullptr || account_->take_charged(bytes); }
  void give_back_head(size_t bytes) {
    if (account_ != nullptr) account_->give_back(bytes);
  }

 private:
  const size_t most_;
  const std::shared_ptr<MemoryAccount> account_;
  std::atomic<size_t> used_{0};  // relaxed: a sum, on which nothing else depends
};

}  // namespace aspen
