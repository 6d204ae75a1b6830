#include "sched/fork.h"

#include <cassert>
#include <new>

#include "sched/fork_cell.h"
#include "sched/worker.h"

namespace aspen::sched {

// A call that was given away. Freed by the last of its two holders: the owner of the call, and the queue or
// mailbox.
struct GivenFork : Task {
  GivenFork(ForkBase& of) : Task(kType), fork(of) {}

  // Makes the call here, unless its owner has taken it back.
  void run_on(Worker& worker);
  void drop() {
    if (holders.fetch_sub(1, std::memory_order_acq_rel) == 1) delete this;
  }

  ForkBase& fork;  // exists until the owner has joined: until the call is taken back or done
  ForkCell<ThreadAtomics> cell;
  // That makes the call. Written by it, read by the owner: release and acquire, see ForkList::asker_.
  std::atomic<Worker*> taker{nullptr};
  std::atomic<uint32_t> holders{2};

 private:
  static Outcome run(Task& task, Worker& worker);
  static void cancel(Task& task);
  static constexpr TaskType kType{"fork", run, cancel};
};

void GivenFork::run_on(Worker& worker) {
  if (!cell.take()) return;
  taker.store(&worker, std::memory_order_release);
  fork.call_(fork);
  if (cell.finish()) wake_word(cell.word());
}

Outcome GivenFork::run(Task& task, Worker& worker) {
  auto& self = static_cast<GivenFork&>(task);
  self.run_on(worker);
  task.scheduler->retire(task, TaskState<ThreadAtomics>::kDone);
  self.drop();
  return Outcome::done;
}

// At shutdown, when no worker runs: the owner has taken the call back.
void GivenFork::cancel(Task& task) {
  task.scheduler->retire(task, TaskState<ThreadAtomics>::kCancelled);
  static_cast<GivenFork&>(task).drop();
}

// --- The owner's side ---

void ForkBase::enter() {
  is_pending_ = true;
  Worker* worker = Worker::current();
  if (worker == nullptr) return;
  list_ = &worker->forks();
  list_->add(*this);
}

void ForkBase::finish() {
  assert(is_pending_ && "a fork is joined once");
  is_pending_ = false;
  if (list_ == nullptr || list_->is_back(*this)) call_(*this);
}

void ForkBase::abandon() {
  is_pending_ = false;
  if (list_ != nullptr) (void)list_->is_back(*this);
}

ForkList::~ForkList() {
  if (GivenFork* left = mailbox_.load(std::memory_order_acquire)) left->drop();
}

// The first fork of a task shows others that it can be asked. Some may be idle already.
inline void ForkList::add(ForkBase& fork) {
  fork.older_ = newest_;
  (newest_ ? newest_->newer_ : oldest_) = &fork;
  newest_ = &fork;
  if (fork.older_ == nullptr) {
    worker_.begin_splitting();
    if (worker_.others_are_hungry()) give_oldest();
  } else if ((worker_.requests().load(std::memory_order_relaxed) & Worker::kSplit) != 0) {
    give_at_request();
  }
}

inline void ForkList::remove(ForkBase& fork) {
  (fork.newer_ ? fork.newer_->older_ : newest_) = fork.older_;
  (fork.older_ ? fork.older_->newer_ : oldest_) = fork.newer_;
}

// True: the owner has the call for itself. False: another worker has made it.
inline bool ForkList::is_back(ForkBase& fork) {
  GivenFork* given = fork.given_;
  if (given == nullptr) {
    remove(fork);
    return true;
  }
  const bool is_back = given->cell.take_back();
  if (!is_back) wait_for(*given);
  given->drop();
  return is_back;
}

void ForkList::give_at_request() {
  worker_.forget_requests(Worker::kSplit);
  give_oldest();
}

// Without memory for it, the owner keeps the call.
void ForkList::give_oldest() {
  ForkBase& fork = *oldest_;
  auto* given = new (std::nothrow) GivenFork(fork);
  if (given == nullptr) return;
  remove(fork);
  fork.given_ = given;
  worker_.note_split();
  if (!send(*given)) worker_.submit_last(*given);
}

// To the worker that waits for this one, if there is one.
bool ForkList::send(GivenFork& given) {
  Worker* asker = asker_.exchange(nullptr, std::memory_order_acq_rel);
  GivenFork* none = nullptr;
  return asker != nullptr && asker->forks().mailbox_.compare_exchange_strong(
                                 none, &given, std::memory_order_acq_rel, std::memory_order_relaxed);
}

void ForkList::wait_for(GivenFork& given) {
  while (!given.cell.is_done()) {
    run_answer(given);
    if (given.cell.wait()) wait_word(given.cell.word(), ForkCell<ThreadAtomics>::kWaited, kNapNs);
  }
}

// Asks the worker that makes the call for another one, and makes those that it sends. Returns when there was
// none for kSpinNs, or when the call is done.
void ForkList::run_answer(GivenFork& given) {
  const auto ask = [&] {
    Worker* taker = given.taker.load(std::memory_order_acquire);
    if (taker == nullptr) return;
    taker->forks().asker_.store(&worker_, std::memory_order_release);
    taker->request(Worker::kSplit);
  };
  ask();
  for (uint64_t until = monotonic_ns() + kSpinNs; !given.cell.is_done() && monotonic_ns() < until;
       spin_pause()) {
    GivenFork* other = mailbox_.load(std::memory_order_relaxed) == nullptr
                           ? nullptr
                           : mailbox_.exchange(nullptr, std::memory_order_acq_rel);
    if (other == nullptr) continue;
    other->run_on(worker_);
    other->drop();
    ask();
    until = monotonic_ns() + kSpinNs;
  }
}

}  // namespace aspen::sched
