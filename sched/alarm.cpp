#include "sched/alarm.h"

#include <algorithm>
#include <condition_variable>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "sched/parker.h"

namespace aspen::sched {

// The thread that all alarms share. Each alarm is filed under the time at which the thread looks at it next,
// which is never later than the time that the alarm is set to.
class AlarmClock {
 public:
  // Never destroyed, so that nothing depends on the order in which a process destroys its objects.
  static AlarmClock& of_process() {
    static AlarmClock& clock = *new AlarmClock;
    return clock;
  }

  // 0, or a negative errno.
  int add(Alarm& alarm);
  // Of an alarm that was added. Waits until its `ring` has returned.
  void remove(Alarm& alarm);
  // The thread looks at the alarm at that time, if not earlier.
  void look_at(Alarm& alarm, uint64_t at_ns);
  // The thread looks at all alarms now. May be called from signal handlers.
  void look_at_all() {
    looks_at_all_.store(true, std::memory_order_release);
    parker_.give();
  }

 private:
  using Files = std::set<std::pair<uint64_t, Alarm*>>;

  void run();
  void ring_due(std::unique_lock<std::mutex>& hold);
  void look(Alarm& alarm, std::unique_lock<std::mutex>& hold);
  void file(Alarm& alarm, uint64_t at_ns);
  void file_all(uint64_t at_ns);

  // Held while the thread starts or ends; taken before lock_.
  std::mutex users_lock_;
  std::thread thread_;  // guarded by users_lock_
  std::mutex lock_;
  // All below are guarded by lock_.
  Files filed_;
  uint64_t waits_until_ns_ = 0;  // written by the thread; 0: it is about to look
  Alarm* ringing_ = nullptr;
  std::condition_variable silent_;  // ringing_ has changed
  bool is_ending_ = false;

  // Set by look_at_all before it gives the token; taken by the alarms' thread. Release and acquire.
  std::atomic<bool> looks_at_all_{false};
  Parker parker_;
};

int AlarmClock::add(Alarm& alarm) {
  const std::lock_guard users(users_lock_);
  Files fresh{{alarm.filed_ns_, &alarm}};  // the one allocation, before anything has changed
  if (!thread_.joinable()) {
    std::error_code refused;
    thread_ = start_thread([this] { run(); }, refused);
    if (refused) return -refused.value();
  }
  const std::lock_guard guard(lock_);
  filed_.merge(fresh);
  return 0;
}

void AlarmClock::remove(Alarm& alarm) {
  const std::lock_guard users(users_lock_);
  std::unique_lock hold(lock_);
  silent_.wait(hold, [&] { return ringing_ != &alarm; });
  filed_.erase({alarm.filed_ns_, &alarm});
  if (!filed_.empty()) return;
  is_ending_ = true;
  hold.unlock();
  parker_.give();
  thread_.join();
  hold.lock();
  is_ending_ = false;
}

void AlarmClock::look_at(Alarm& alarm, uint64_t at_ns) {
  {
    const std::lock_guard guard(lock_);
    if (at_ns < alarm.filed_ns_) file(alarm, at_ns);
    if (at_ns >= waits_until_ns_) return;
  }
  parker_.give();
}

// Moves the node that `add` has made, since the thread could not report that memory has run out.
void AlarmClock::file(Alarm& alarm, uint64_t at_ns) {
  auto node = filed_.extract({alarm.filed_ns_, &alarm});
  alarm.filed_ns_ = at_ns;
  node.value().first = at_ns;
  filed_.insert(std::move(node));
}

void AlarmClock::file_all(uint64_t at_ns) {
  Files all;
  while (!filed_.empty()) {
    auto node = filed_.extract(filed_.begin());
    node.value().first = node.value().second->filed_ns_ = at_ns;
    all.insert(std::move(node));
  }
  filed_.swap(all);
}

void AlarmClock::run() {
  end_timeouts_exactly();
  std::unique_lock hold(lock_);
  while (!is_ending_) {
    if (looks_at_all_.exchange(false, std::memory_order_acq_rel)) file_all(0);
    ring_due(hold);
    const uint64_t until = filed_.empty() ? kForever : filed_.begin()->first;
    waits_until_ns_ = until;
    hold.unlock();
    const uint64_t now = monotonic_ns();
    if (until > now) parker_.wait(until == kForever ? kForever : until - now);
    hold.lock();
    waits_until_ns_ = 0;
  }
}

// Rings each due alarm at most once, so that one that is always due does not hold up the others.
void AlarmClock::ring_due(std::unique_lock<std::mutex>& hold) {
  const uint64_t now = monotonic_ns();
  for (size_t left = filed_.size(); left > 0 && !filed_.empty() && filed_.begin()->first <= now; --left)
    look(*filed_.begin()->second, hold);
}

void AlarmClock::look(Alarm& alarm, std::unique_lock<std::mutex>& hold) {
  file(alarm, kForever);
  ringing_ = &alarm;
  hold.unlock();
  const uint64_t until = alarm.ring_if_due();
  hold.lock();
  // It may have been set meanwhile.
  if (until < alarm.filed_ns_) file(alarm, until);
  ringing_ = nullptr;
  silent_.notify_all();
}

// --- Alarm ---

std::unique_ptr<Alarm> Alarm::start(std::function<void()> ring, int& error) {
  std::unique_ptr<Alarm> made(new Alarm(std::move(ring)));
  error = AlarmClock::of_process().add(*made);
  made->is_added_ = error == 0;
  return made->is_added_ ? std::move(made) : nullptr;
}

void Alarm::end() {
  if (std::exchange(is_added_, false)) AlarmClock::of_process().remove(*this);
}

// A thread that looks too early finds the later time by itself, so nearly all calls are a few instructions.
void Alarm::set(uint64_t at_ns, uint64_t again_after_ns) {
  {
    const std::lock_guard guard(lock_);
    at_ns_ = at_ns;
    again_after_ns_ = again_after_ns;
    if (at_ns >= looked_at_ns_) return;
    looked_at_ns_ = at_ns;
  }
  AlarmClock::of_process().look_at(*this, at_ns);
}

void Alarm::ring_now() {
  rings_now_.store(true, std::memory_order_release);
  AlarmClock::of_process().look_at_all();
}

uint64_t Alarm::ring_if_due() {
  const bool at_once = rings_now_.exchange(false, std::memory_order_acq_rel);
  const uint64_t now = monotonic_ns();
  {
    const std::lock_guard guard(lock_);
    const bool has_come = at_ns_ <= now;
    if (has_come) at_ns_ = again_after_ns_ == kForever ? kForever : now + again_after_ns_;
    looked_at_ns_ = at_ns_;
    if (!at_once && !has_come) return at_ns_;
  }
  ring_();
  const std::lock_guard guard(lock_);
  looked_at_ns_ = at_ns_;  // it may have been set meanwhile
  return at_ns_;
}

}  // namespace aspen::sched
