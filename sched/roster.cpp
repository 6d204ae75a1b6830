#include "sched/roster.h"

namespace aspen::sched {

void Roster::add(Task& task) {
  const std::lock_guard guard(lock_);
  task.roster = this;
  task.roster_next = first_;
  if (first_) first_->roster_previous = &task;
  first_ = &task;
}

void Roster::remove(Task& task) {
  const std::lock_guard guard(lock_);
  unlink(task);
}

Task* Roster::take() {
  const std::lock_guard guard(lock_);
  Task* task = first_;
  if (task) unlink(*task);
  return task;
}

void Roster::unlink(Task& task) {
  (task.roster_previous ? task.roster_previous->roster_next : first_) = task.roster_next;
  if (task.roster_next) task.roster_next->roster_previous = task.roster_previous;
  task.roster = nullptr;
  task.roster_previous = task.roster_next = nullptr;
}

}  // namespace aspen::sched
