#include "stdlib/system/poller.h"

#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <new>

#include "sched/platform.h"
#include "stdlib/system/silent_thread.h"

namespace aspen {

// ---- Polled

void Polled::ring() {
  if (!is_rung_.exchange(true, std::memory_order_acq_rel)) Poller::get().ring();
}

void Polled::give_up() {
  is_given_up_.store(true, std::memory_order_release);
  ring();
}

// The lock ensures that a wait is not woken after its strand has given up.
void Polled::end() {
  const std::lock_guard hold(lock_);
  is_over_ = true;
  if (waiting_ == nullptr) return;
  if (is_refused_) waiting_->refuse();
  std::exchange(waiting_, nullptr)->end_from_outside();
}

void Polled::refuse() {
  fail(ENOMEM);
  const std::lock_guard hold(lock_);
  is_refused_ = true;
}

// ---- Waits of strands

void PolledOperation::start(Strand&) {
  Poller& poller = Poller::get();
  hold();
  {
    const std::lock_guard hold_lock(polled_->lock_);
    polled_->waiting_ = this;
  }
  const int error = poller.add(polled_);
  if (error == 0) return;
  error == ENOMEM ? polled_->refuse() : polled_->fail(error);
  polled_->end();
}

// A wait that is over has been ended already; then this does nothing.
void PolledOperation::give_up() {
  {
    const std::lock_guard hold_lock(polled_->lock_);
    if (polled_->waiting_ != this) return;
    polled_->waiting_ = nullptr;
  }
  polled_->give_up();
  end();
}

// ---- The polling thread

Poller& Poller::get() {
  static auto* const poller = new Poller;
  return *poller;
}

int Poller::start() {
  if (descriptors_.empty()) descriptors_.resize(1);  // so that `wait` allocates nothing
  if (!bell_) bell_ = Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!bell_) return errno;
  pthread_t thread;
  const int error = start_silent_thread(thread, run, this);
  if (error == 0) pthread_detach(thread);
  is_running_ = error == 0;
  return error;
}

int Poller::add(std::shared_ptr<Polled> polled) {
  {
    const std::lock_guard hold(lock_);
    try {
      if (const int error = is_running_ ? 0 : start(); error != 0) return error;
      added_.push_back(std::move(polled));
    } catch (const std::bad_alloc&) {
      return ENOMEM;
    }
  }
  ring();
  return 0;
}

void Poller::ring() {
  if (bell_) ::eventfd_write(bell_.number(), 1);
}

void* Poller::run(void* self) {
  for (;;) static_cast<Poller*>(self)->turn();
  return nullptr;
}

// Rounds up, so that the deadline has passed when poll returns.
int milliseconds_until(uint64_t deadline_ns) {
  constexpr uint64_t kMillisecond = 1'000'000, kLong = 1'000'000'000;
  const uint64_t now = sched::monotonic_ns();
  if (deadline_ns == UINT64_MAX) return -1;
  return now >= deadline_ns ? 0 : static_cast<int>(std::min((deadline_ns - now) / kMillisecond + 1, kLong));
}

void Poller::take_added() {
  std::vector<std::shared_ptr<Polled>> added;
  {
    const std::lock_guard hold(lock_);
    added.swap(added_);
  }
  for (const auto& each : added) {
    if (keep(each)) continue;
    each->refuse();
    each->end();
  }
}

// Makes room for the entries of `wait`, so that `wait` allocates nothing. False if there is no memory.
bool Poller::keep(const std::shared_ptr<Polled>& polled) {
  try {
    const size_t count = polled_.size() + 1;
    wanted_.resize(count);
    descriptors_.resize(1 + count * Polled::kMostDescriptors);
    polled_.push_back(polled);
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

void Poller::wait() {
  descriptors_.assign(1, {bell_.number(), POLLIN, 0});
  wanted_.clear();
  uint64_t deadline_ns = UINT64_MAX;
  for (const auto& each : polled_) {
    const Polled::Wanted& wanted = wanted_.emplace_back(each->wanted());
    descriptors_.insert(descriptors_.end(), wanted.descriptors.begin(), wanted.descriptors.end());
    const bool is_rung = each->is_rung_.load(std::memory_order_acquire);
    deadline_ns = is_rung ? 0 : std::min(deadline_ns, wanted.deadline_ns);
  }
  ::poll(descriptors_.data(), descriptors_.size(), milliseconds_until(deadline_ns));
  eventfd_t rung;
  if (descriptors_[0].revents != 0) ::eventfd_read(bell_.number(), &rung);
}

// Returns whether the work is over.
bool Poller::advance(size_t index, uint64_t now_ns) {
  Polled::Wanted& seen = wanted_[index];
  const auto found = descriptors_.begin() + 1 + static_cast<ptrdiff_t>(index * Polled::kMostDescriptors);
  std::copy_n(found, Polled::kMostDescriptors, seen.descriptors.begin());
  const bool is_ready = std::any_of(seen.descriptors.begin(), seen.descriptors.end(),
                                    [](const pollfd& each) { return each.revents != 0; });
  const bool is_rung = polled_[index]->is_rung_.exchange(false, std::memory_order_acq_rel);
  if (!is_ready && !is_rung && now_ns < seen.deadline_ns) return false;
  try {
    return polled_[index]->advance(seen);
  } catch (const std::bad_alloc&) {
    polled_[index]->refuse();
    return true;
  }
}

void Poller::turn() {
  take_added();
  wait();
  const uint64_t now_ns = sched::monotonic_ns();
  size_t kept = 0;
  for (size_t i = 0; i < polled_.size(); ++i) {
    if (advance(i, now_ns)) {
      polled_[i]->end();
    } else {
      std::swap(polled_[kept++], polled_[i]);
    }
  }
  polled_.resize(kept);
}

}  // namespace aspen
