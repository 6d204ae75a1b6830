#include "vm/run/tasks/deadlock.h"

#include <algorithm>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "vm/object/symbol.h"
#include "vm/run/error_trace.h"
#include "vm/run/machine.h"
#include "vm/run/strand.h"
#include "vm/run/tasks/task.h"
#include "vm/values/bytes.h"

namespace aspen {

namespace {

using Role = TraceEntry::Role;

constexpr size_t kMostShown = 8;

Role role_of(Case::Kind kind) {
  switch (kind) {
    case Case::receive: return Role::waits_to_receive;
    case Case::send: return Role::waits_to_send;
    case Case::end:
    case Case::watch: return Role::waits_for_task;
    case Case::acquire: return Role::waits_for_permit;
    case Case::take: return Role::waits_for_cell;
    case Case::children:
    case Case::outside:  // while an operation is in progress, there is no deadlock
    case Case::time: break;
  }
  return Role::waits_for_several;
}

std::string_view hint_for(Case::Kind kind) {
  switch (kind) {
    case Case::receive:
      return "no task is left that sends: `close` the channel when no more is sent, and `recv` gives None";
    case Case::send:
      return "no task is left that receives: start that task first, or give the channel more room, as in "
             "`channel 16`";
    case Case::acquire:
      return "no task is left that gives a permit back: `semaphore.with s f` does so however f ends; a "
             "transaction has its database to itself, so the tasks that it starts may not use that";
    case Case::take:
      return "while a cell is changed, all other uses of it wait, also those in the function that changes "
             "it; tasks that change several cells must take them in the same order";
    case Case::end:
    case Case::watch:
    case Case::children:
    case Case::outside:
    case Case::time: break;
  }
  return {};
}

std::string_view name_of(Role role) {
  switch (role) {
    case Role::waits_to_receive: return "a value from a channel";
    case Role::waits_to_send: return "room in a channel";
    case Role::waits_for_task: return "the end of a task";
    case Role::waits_for_permit: return "a permit of a semaphore";
    case Role::waits_for_cell: return "the end of a cell's change";
    case Role::waits_for_several: return "one of several things";
    case Role::call:
    case Role::spawned: break;
  }
  return {};
}

// A waiting task; hints consider only the first of several events that it waits for.
struct Blocked {
  Task* task;
  Case::Kind kind;
  Role role;
  const Object* awaited = nullptr;  // the task that it waits for, if `kind` is `end`
  TraceEntry at = {};               // without a proto after the end of its code
};

bool has_code(const Blocked& blocked) { return blocked.at.proto != nullptr; }

}  // namespace

// No strand runs meanwhile, so none of the waits changes.
class Deadlock {
 public:
  Deadlock(Strand& s, Task& program, std::span<const Case> cases) : s_(s) {
    const Case first = cases.empty() ? Case{Case::time} : cases[0];
    const Role role = cases.size() == 1 ? role_of(first.kind) : Role::waits_for_several;
    all_.push_back({&program, first.kind, role, first.source, s.where()});
    find_others(program);
    s.work(all_.size() * kWorkPerTask);  // a program may catch this error again and again
  }

  void raise() {
    const Blocked* told = first_with_code();
    s_.raise(sym::kDeadlock, message(told), hint());
    Trace& trace = s_.error_.trace();
    if (told != nullptr && told != &all_[0]) add(*told);
    for (const Blocked& other : all_) {
      if (trace.entries.size() == kMostShown) break;
      if (&other != told && &other != &all_[0] && has_code(other)) add(other);
    }
  }

 private:
  static constexpr uint64_t kWorkPerTask = 500;

  void find_others(Task& program) {
    std::unordered_map<const WaitQueue*, const Task*> owners;
    std::vector<const WaitQueue*> queues{nullptr};
    std::vector<Task*> open{&program};
    while (!open.empty()) {
      Task& task = *open.back();
      open.pop_back();
      const std::lock_guard guard(task.lock_);
      owners.emplace(&task.awaiting_, &task);
      if (&task != &program && task.head() != nullptr) queues.push_back(add_blocked(task));
      for (Task* child = task.last_child_; child != nullptr; child = child->siblings_.previous)
        open.push_back(child);
    }
    for (size_t i = 1; i < all_.size(); ++i) {
      const auto owner = owners.find(queues[i]);
      if (owner != owners.end()) all_[i].awaited = owner->second;
    }
  }

  // Returns the queue that holds its first entry; null: none.
  const WaitQueue* add_blocked(Task& task) {
    Strand& strand = *task.head();
    const Waiter* only = strand.wait().only();
    const Waiter* first = only != nullptr ? only : first_of_several(strand.wait());
    const bool stands = first != nullptr && first->queue != nullptr;
    const Case::Kind kind = stands ? static_cast<Case::Kind>(first->kind) : Case::time;
    const Role role = only != nullptr ? role_of(kind) : Role::waits_for_several;
    TraceEntry at = place_in_text(strand, task);
    at.role = role;
    places_.emplace(&task, all_.size());
    all_.push_back({&task, kind, role, nullptr, at});
    return stands ? first->queue : nullptr;
  }

  // Outside of the library if there is such a call, or else where the task was spawned.
  static TraceEntry place_in_text(const Strand& strand, const Task& task) {
    TraceEntry at = strand.where();
    const Proto* spawner = task.spawned_at_.proto;
    if (at.proto != nullptr && spawner != nullptr && !spawner->module->in_library) at = task.spawned_at_;
    strand.each_call([&](const TraceEntry& entry) {
      if (entry.proto->module->in_library) return true;
      at = entry;
      return false;
    });
    return at;
  }

  static const Waiter* first_of_several(const Wait& wait) {
    const auto* entries = static_cast<const Bytes*>(wait.several);
    return entries != nullptr ? reinterpret_cast<const Waiter*>(entries->data()) : nullptr;
  }

  void add(const Blocked& blocked) { s_.error_.trace().entries.push_back(blocked.at); }

  // For a task after the end of its code: a child that it waits for.
  const Blocked* child_of(const Task& task) const {
    for (const Task* child = task.first_child_; child != nullptr; child = child->siblings_.next) {
      const auto found = places_.find(child);
      if (found != places_.end() && !child->is_detached_) return &all_[found->second];
    }
    return nullptr;
  }

  // The program, or after the end of its code, a task that keeps it from ending.
  const Blocked* first_with_code() const {
    const Blocked* blocked = &all_[0];
    while (blocked != nullptr && !has_code(*blocked)) blocked = child_of(*blocked->task);
    return blocked;
  }

  std::string message(const Blocked* told) const {
    std::string text = has_code(all_[0]) ? "this waits" : "the program cannot end: a task waits";
    text += " for what can never come";
    if (told != nullptr) text.append(", ").append(name_of(told->role));
    const auto with_code = static_cast<size_t>(std::count_if(all_.begin(), all_.end(), has_code));
    const size_t others = with_code - (told != nullptr ? 1 : 0);
    if (others == 0) return text;
    return text + "; " + std::to_string(others) + (others == 1 ? " other task waits" : " other tasks wait") +
           " as well";
  }

  // Chosen by what the last task in the program's chain of waits waits for.
  std::string_view hint() const {
    std::unordered_set<const Blocked*> seen;
    const Blocked* last = &all_[0];
    for (const Blocked* next = last; next != nullptr; next = next_of(*last)) {
      last = next;
      if (!seen.insert(last).second) return "each of these tasks waits for the end of another one";
    }
    const bool others_send = std::any_of(all_.begin(), all_.end(), [](const Blocked& blocked) {
      return blocked.kind == Case::send && has_code(blocked);
    });
    if (last->kind == Case::receive && others_send)
      return "no task is left that sends, but one waits for room in a channel: if it sends here afterwards, "
             "receive from that channel first, or give it more room, as in `channel 16`";
    return hint_for(last->kind);
  }

  const Blocked* next_of(const Blocked& blocked) const {
    if (blocked.kind == Case::children) return child_of(*blocked.task);
    const bool waits_for_end = blocked.kind == Case::end || blocked.kind == Case::watch;
    if (!waits_for_end || blocked.awaited == nullptr) return nullptr;
    const auto found = places_.find(blocked.awaited);
    return found == places_.end() ? nullptr : &all_[found->second];
  }

  Strand& s_;
  std::vector<Blocked> all_;                          // the program comes first
  std::unordered_map<const Object*, size_t> places_;  // of the other tasks, as indexes into `all_`
};

void raise_deadlock(Strand& strand, Task& program, std::span<const Case> cases) {
  Deadlock(strand, program, cases).raise();
}

}  // namespace aspen
