// The calls that the running task of a worker has forked (fork.h) and not joined. They stay on the stack of
// their owner, in a list that only the owner's thread uses, so that a fork costs no more than a few stores.
// When other workers have nothing to do, the owner gives the oldest call away: that is the largest part of
// what is left. For this it makes a task, which goes into its ring, or into the mailbox of a worker that
// waits for a call of its own.
//
// A worker that waits for a call that another worker runs asks only that one for work meanwhile (Wagner and
// Calder's leapfrogging, 1993). So it runs only parts of what it waits for: its stack grows no
// deeper than in one thread.
#pragma once

#include <atomic>
#include <cstdint>

namespace aspen::sched {

class ForkList;
class Worker;
struct GivenFork;

// A forked call, without its type. Its owner joins it on the thread that made it.
class ForkBase {
 public:
  ForkBase(const ForkBase&) = delete;
  ForkBase& operator=(const ForkBase&) = delete;

 protected:
  // Makes the call, and keeps its result; does not throw.
  using Call = void (*)(ForkBase&);

  explicit ForkBase(Call call) : call_(call) {}
  ~ForkBase() = default;

  // The call may be made from now on, on any worker.
  void enter();
  // The call has been made when this returns, here or elsewhere.
  void finish();
  // No thread makes the call when this returns; it may have been made.
  void abandon();
  bool is_pending() const { return is_pending_; }

 private:
  friend class ForkList;
  friend struct GivenFork;

  // The owner's alone.
  const Call call_;
  ForkList* list_ = nullptr;  // null: there is no worker to share with
  ForkBase *older_ = nullptr, *newer_ = nullptr;
  GivenFork* given_ = nullptr;  // null: it is in the list
  bool is_pending_ = false;     // entered, and neither finished nor abandoned
};

// Belongs to a worker.
class ForkList {
 public:
  explicit ForkList(Worker& worker) : worker_(worker) {}
  ~ForkList();
  ForkList(const ForkList&) = delete;
  ForkList& operator=(const ForkList&) = delete;

  bool is_empty() const { return newest_ == nullptr; }

 private:
  friend class ForkBase;
  friend struct GivenFork;

  void add(ForkBase& fork);
  void remove(ForkBase& fork);
  void give_at_request();
  void give_oldest();
  bool send(GivenFork& given);
  bool is_back(ForkBase& fork);
  void wait_for(GivenFork& given);
  void run_answer(GivenFork& given);

  Worker& worker_;
  // The owner's alone.
  ForkBase *newest_ = nullptr, *oldest_ = nullptr;
  // A worker that waits for a call that this one runs. Written by that worker, taken by the owner. Release
  // and acquire: a worker stays in memory, so that only the address counts.
  std::atomic<Worker*> asker_{nullptr};
  // A call for this worker, while it waits. Put by the worker that it asked, taken by the owner. Release and
  // acquire: what it refers to.
  std::atomic<GivenFork*> mailbox_{nullptr};
};

}  // namespace aspen::sched
