#include "vm/run/tasks/task_list.h"

#include <mutex>
#include <unordered_map>
#include <utility>

#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/runtime.h"
#include "vm/run/strand.h"
#include "vm/run/tasks/task.h"
#include "vm/values/bytes.h"

namespace aspen {

using State = TaskView::State;

// No strand runs meanwhile. Threads outside of the machine may end operations and timers: so a wait for one
// of those is known by its kind alone, and what else is read is guarded by a task's lock.
class TaskLister {
 public:
  explicit TaskLister(Machine& machine)
      : machine_(machine), now_ns_(sched::monotonic_ns()), main_(machine.main_strand()) {}

  TaskList list() {
    Runtime* runtime = machine_.runtime();
    if (runtime == nullptr) return list_alone();
    runtime->strands().each([&](Strand& strand) { note_fiber(strand); });
    runtime->each_program([&](Task& program) { walk(program, TaskView::Kind::program); });
    for (Task* fiber : fibers_) {
      ++fiber_;
      walk(*fiber, TaskView::Kind::fiber);
    }
    find_awaited();
    return std::move(list_);
  }

 private:
  struct Place {
    Task* task;
    uint32_t depth;
    TaskView::Kind kind;
  };

  // Without tasks there is one strand, on the thread that asks.
  TaskList list_alone() {
    if (main_.base_ == nullptr) return {};
    TaskView view;
    view.kind = TaskView::Kind::program;
    view.state = State::running;
    view.strands = 1;
    describe_place(view, main_);
    list_.shown.push_back(view);
    list_.tasks = 1;
    return std::move(list_);
  }

  static bool is_alive(const Strand& strand) {
    const Strand::Life life = strand.links_.life.load(std::memory_order_relaxed);
    return strand.has_task() && (life == Strand::Life::started || life == Strand::Life::unstarted);
  }

  void note_fiber(Strand& strand) {
    if (!is_alive(strand) || !strand.is_head()) return;
    Fiber* fiber = strand.task().fiber();
    if (fiber == nullptr) return;
    fibers_.push_back(&strand.task());
    yields_.emplace(&fiber->yielded->receivers, fibers_.size());
  }

  // Depth first, in the order in which tasks were spawned.
  void walk(Task& root, TaskView::Kind kind) {
    std::vector<Place> open{{&root, 0, kind}};
    while (!open.empty()) {
      const Place place = open.back();
      open.pop_back();
      const std::lock_guard guard(place.task->lock_);
      add(place);
      for (Task* child = place.task->last_child_; child != nullptr; child = child->siblings_.previous)
        open.push_back({child, place.depth + 1, TaskView::Kind::task});
    }
  }

  void add(const Place& place) {
    ++list_.tasks;
    owners_.emplace(&place.task->awaiting_, place.task->number());
    if (list_.left_out != 0) return void(++list_.left_out);
    const TaskView view = describe(place);
    const bool is_leaf = place.task->first_child_ == nullptr;
    const WaitQueue* queue = std::exchange(queue_, nullptr);
    if (is_leaf && last_is_leaf_ && !list_.shown.empty() && are_equal(list_.shown.back(), view) &&
        (queue == nullptr || view.shared != 0)) {
      ++list_.shown.back().equal;
      return;
    }
    if (list_.shown.size() == TaskList::kMostShown) return void(++list_.left_out);
    last_is_leaf_ = is_leaf;
    list_.shown.push_back(view);
    queues_.push_back(queue);
  }

  static bool are_equal(const TaskView& a, const TaskView& b) {
    return a.kind == b.kind && a.state == b.state && a.is_detached == b.is_detached && a.depth == b.depth &&
           a.shared == b.shared && a.strands == b.strands && a.function == b.function &&
           a.native == b.native && a.at.proto == b.at.proto && a.at.word == b.at.word &&
           a.spawned_at.proto == b.spawned_at.proto && a.spawned_at.word == b.spawned_at.word;
  }

  TaskView describe(const Place& place) {
    Task& task = *place.task;
    TaskView view;
    view.kind = place.kind;
    view.depth = place.depth;
    view.is_detached = task.is_detached_;
    view.spawned_at = task.spawned_at_;
    if (place.kind == TaskView::Kind::task) view.number = task.number();
    if (place.kind == TaskView::Kind::fiber) view.number = fiber_;
    Strand* head = task.head();
    if (head == nullptr) return describe_without_strand(view, task);
    for (const Strand* strand = head; strand != nullptr; strand = strand->links_.later) ++view.strands;
    describe_place(view, *head);
    describe_state(view, *head);
    return view;
  }

  static TaskView describe_without_strand(TaskView view, const Task& task) {
    const bool is_unstarted = task.is_unstarted_.load(std::memory_order_relaxed);
    view.state = is_unstarted ? State::unstarted : task.has_failed_ ? State::failed : State::ready;
    if (is_unstarted) view.function = proto_of(task.value_);
    return view;
  }

  static const Proto* proto_of(Value function) {
    if (is_kind(function, Kind::Partial)) function = as<Partial>(function)->function;
    return is_kind(function, Kind::Closure) ? as<Closure>(function)->proto : nullptr;
  }

  // The innermost call that is not in the library, and the outermost of all.
  static void describe_place(TaskView& view, const Strand& strand) {
    strand.each_call([&](const TraceEntry& entry) {
      view.function = entry.proto;
      if (view.at.proto == nullptr && !entry.proto->module->in_library) view.at = entry;
      return true;
    });
    const bool begins = view.function == nullptr && strand.base_ != nullptr &&
                        strand.links_.life.load(std::memory_order_relaxed) == Strand::Life::unstarted;
    if (begins) view.function = proto_of(strand.base_[0]);
  }

  void describe_state(TaskView& view, Strand& strand) {
    using Scheduled = sched::TaskState<sched::ThreadAtomics>;
    const uint32_t life = strand.state.life();
    if (strand.links_.life.load(std::memory_order_relaxed) == Strand::Life::unstarted) {
      view.state = State::unstarted;
    } else if (is_running(strand) || life == Scheduled::kRunning || life == Scheduled::kNotified) {
      view.state = State::running;
    } else if (life == Scheduled::kIdle) {
      describe_wait(view, strand);
    }
  }

  bool is_running(const Strand& strand) const {
    return strand.executor_ != nullptr &&
           strand.executor_->running.load(std::memory_order_relaxed) == &strand;
  }

  void describe_wait(TaskView& view, Strand& strand) {
    if (strand.parked_ns_ != 0 && now_ns_ > strand.parked_ns_) view.since_ns = now_ns_ - strand.parked_ns_;
    switch (strand.wait_cause_) {
      case WaitCause::value: view.state = State::value; return;
      case WaitCause::base: view.state = State::base; return;
      case WaitCause::turn: view.state = State::turn; return;
      case WaitCause::other:
      case WaitCause::channel:
      case WaitCause::semaphore:
      case WaitCause::cell: break;
    }
    if (strand.wait_.phase.load(std::memory_order_acquire) != Wait::going_on) return;  // woken just now
    describe_cases(view, strand);
    // Instructions wait for the others, too, and say in no native where.
    if (view.state == State::outside || view.state == State::time) view.native = strand.native_.descriptor;
  }

  void describe_cases(TaskView& view, Strand& strand) {
    const Wait& wait = strand.wait_;
    if (wait.several != nullptr) {
      view.state = State::several;
    } else if (wait.has_alarm) {
      view.state = State::time;
      const uint64_t deadline_ns = wait.alarm.deadline_ns;
      if (deadline_ns > now_ns_) view.left_ns = deadline_ns - now_ns_;
    } else {
      describe_entry(view, strand, wait.single);
    }
  }

  void describe_entry(TaskView& view, Strand& strand, const Waiter& entry) {
    view.state = state_of(static_cast<Case::Kind>(entry.kind));
    if (view.state == State::outside || view.state == State::ending) return;
    queue_ = entry.queue;
    if (view.state == State::task_end) return;
    const Fiber* fiber = strand.task().fiber();
    if (fiber != nullptr && queue_ == &fiber->resumed->receivers) {
      view.state = State::suspended;
      queue_ = nullptr;
    } else if (yields_.contains(queue_)) {
      view.state = State::resumed;
    } else {
      view.shared = number_of(queue_, view.state);
    }
  }

  static State state_of(Case::Kind kind) {
    switch (kind) {
      case Case::receive: return State::receive;
      case Case::send: return State::send;
      case Case::end:
      case Case::watch: return State::task_end;
      case Case::acquire: return State::permit;
      case Case::take: return State::cell;
      case Case::children: return State::ending;
      case Case::outside: return State::outside;
      case Case::time: break;
    }
    return State::time;
  }

  // Both queues of a channel have its number.
  uint32_t number_of(const WaitQueue* queue, State state) {
    const void* thing = queue;
    if (state == State::send) {
      const Channel any(0);
      const auto apart =
          reinterpret_cast<uintptr_t>(&any.senders) - reinterpret_cast<uintptr_t>(&any.receivers);
      thing = reinterpret_cast<const void*>(reinterpret_cast<uintptr_t>(queue) - apart);
    }
    return things_.emplace(thing, static_cast<uint32_t>(things_.size() + 1)).first->second;
  }

  void find_awaited() {
    for (size_t i = 0; i < list_.shown.size(); ++i) {
      const auto owner = owners_.find(queues_[i]);
      if (owner != owners_.end()) list_.shown[i].awaited = owner->second;
      const auto fiber = yields_.find(queues_[i]);
      if (fiber != yields_.end()) list_.shown[i].awaited = fiber->second;
    }
  }

  Machine& machine_;
  const uint64_t now_ns_;
  const Strand& main_;
  TaskList list_;
  std::vector<Task*> fibers_;
  std::unordered_map<const WaitQueue*, uint64_t> yields_;  // numbers of fibers, by where their resumers wait
  std::unordered_map<const WaitQueue*, uint64_t> owners_;  // numbers of tasks, by their queues of waiters
  std::unordered_map<const void*, uint32_t> things_;       // channels, semaphores and cells
  std::vector<const WaitQueue*> queues_;                   // of what is shown: where it waits
  const WaitQueue* queue_ = nullptr;                       // of the task that is being described
  uint64_t fiber_ = 0;                                     // the number of the one that is listed
  bool last_is_leaf_ = false;
};

TaskList list_tasks(Machine& machine, Mutator& mutator) {
  TaskList list;
  machine.heap().while_others_stand(mutator, [&] { list = TaskLister(machine).list(); });
  return list;
}

}  // namespace aspen
