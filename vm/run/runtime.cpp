#include "vm/run/runtime.h"

#include <semaphore.h>

#include <cerrno>
#include <ctime>
#include <memory>
#include <new>
#include <utility>

#include "sched/worker.h"
#include "vm/heap/native_stack.h"
#include "vm/heap/tracer.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/tasks/operation.h"

namespace aspen {

const sched::TaskType Runtime::kStarterType = {"starter", &Runtime::run_starter, &Runtime::cancel_starter};
const sched::TaskType Runtime::kStrandType = {"strand", &Runtime::run_task, &Runtime::cancel_task, true};

Runtime::Runtime(Machine& machine, RuntimeOptions options)
    : machine_(machine), options_(options), strands_(machine, kStrandType) {
  [[maybe_unused]] const int refused = sem_init(&news_, 0, 0);
  assert(refused == 0);
}

static sched::Config config_of(const RuntimeOptions& options) {
  const SchedulerOptions& scheduler = options.scheduler;
  sched::Config config;
  config.workers = options.workers;
  config.seed = options.seed;
  config.ordered = options.by_priority;
  config.trace_events = options.trace_events;
  config.ring_capacity = config.ordered_capacity = scheduler.queue_capacity;
  config.steals = scheduler.steals;
  config.steal_sweeps = scheduler.steal_tries;
  config.blocking_threads = scheduler.blocking_threads;
  config.shutdown_deadline_ns = scheduler.shutdown_deadline_ns;
  config.on_overdue = scheduler.on_overdue;
  return config;
}

std::unique_ptr<Runtime> Runtime::start(Machine& machine, RuntimeOptions options, std::string& error) {
  if (options.workers == sched::Config::kOnePerCore) options.workers = sched::cores();
  if (options.seed == 0) options.seed = sched::monotonic_ns() | 1;
  std::unique_ptr<Runtime> runtime(new Runtime(machine, options));
  sched::Config config = config_of(options);
  config.on_pause = [runtime = runtime.get()](sched::Worker& worker) {
    runtime->executors_[worker.index()]->mutator.rest();
  };
  config.on_workers_ended = [runtime = runtime.get()] { runtime->end_operations(); };
  if (options.workers == 0) {
    config.io = false;
    config.on_wakeup = [runtime = runtime.get()] { runtime->note_work(); };
  } else {
    // Printed text must not stay in the buffer while the program waits: another program may wait for it.
    config.on_idle = [runtime = runtime.get()] {
      runtime->machine_.out().flush();
      runtime->look_for_deadlock();
    };
  }
  for (uint32_t i = 0; i < std::max(1u, options.workers); ++i) {
    runtime->executors_.push_back(std::make_unique<Executor>(machine.heap(), options.seed, i));
  }
  if (options.workers == 0) runtime->executors_[0]->effects_left = Executor::kEffectsPerTurn;
  runtime->scheduler_ = sched::Scheduler::start(std::move(config), error);
  return runtime->scheduler_ ? std::move(runtime) : nullptr;
}

// Executors and strands are used until the workers have ended.
Runtime::~Runtime() {
  if (scheduler_) shut_down();
  machine_.heap().memory()->remove_stack(starters_.bytes());
  sem_destroy(&news_);
}

sched::Driver* Runtime::driver(int& error) {
  if (options_.workers != 0) return &scheduler_->driver();
  if (!driver_thread_) driver_thread_ = sched::DriverThread::start(error);
  return driver_thread_ ? &driver_thread_->driver() : nullptr;
}

void Runtime::end_workers() {
  scheduler_->end_workers();
  for (auto& executor : executors_) executor->mutator.rest();
}

// The scheduler ends strands that the driver's thread wakes. The alarm is last: the others may ring it.
void Runtime::shut_down() {
  driver_thread_.reset();
  scheduler_->shutdown();
  end_workers();
  operations_.wait_for_outside_ends();
  rings_.store(nullptr, std::memory_order_release);
  alarm_.reset();
  assert(counts_add_up());
}

// Otherwise a call that reads a named pipe would keep shutdown waiting until another program writes to it,
// and threads that are not the runtime's would wake strands that it has destroyed.
void Runtime::end_operations() {
  strands_.each([](Strand& strand) {
    if (strand.links_.life.load(std::memory_order_acquire) != Strand::Life::started) return;
    if (Operation* operation = Operation::kept_by(strand)) operation->end_soon();
  });
}

// --- Programs ---

// The worker that finds the queued strand runs it.
void Runtime::begin(Strand& strand, Task& task, StrandCounters& counters) {
  counters.begun.add();
  task.add_first(strand);
  strand.eager_ = is_eager();
  strand.links_.life.store(Strand::Life::unstarted, std::memory_order_release);
}

void Runtime::tell_lost() {
  if (!has_lost_.exchange(false, std::memory_order_acq_rel)) return;
  const auto& tell = machine_.options().lost_error;
  for (const Run& run : runs_) {
    while (const Task* task = run.task != nullptr ? run.task->take_lost() : nullptr) {
      if (tell) tell(task->ending());
    }
  }
}

bool Runtime::wait_for_news(const Run& run) {
  while (!run.has_ended.load(std::memory_order_acquire)) {
    if (machine_.is_interrupted()) run.task->signal(Task::kInterrupted);
    machine_.answer_task_request(machine_.mutator());
    if (has_lost_.load(std::memory_order_acquire)) return true;
    wait_for_post(sched::kForever);
  }
  return false;
}

// A second call, after the end of those that the first has found, finds none.
bool Runtime::end_detached(Task& root) {
  const uint32_t living = root.kill_detached();
  detached_ended_ += living;
  return living != 0;
}

void Runtime::interrupt() {
  poke_all();
  sem_post(&news_);
  if (sched::Alarm* alarm = rings_.load(std::memory_order_acquire)) alarm->ring_now();
}

// Signals the interrupt to the program's task. `wait_for_news` does so on the thread that waits for the end,
// but that thread may be the one that runs this strand.
bool Runtime::pass_on_interrupt(Strand& strand) {
  Task* root = root_.load(std::memory_order_acquire);
  if (root == nullptr && options_.workers == 0) {
    stop_all();
    return true;
  }
  if (root != nullptr) root->signal(Task::kInterrupted);
  return &strand.task() == root;
}

// A strand that waits for a time counts as a timer. A strand that an operation has woken is queued before the
// operation is no longer counted. The worker that calls this may be late: the program may have started since,
// or may go on after another worker has reported a deadlock. The conditions are therefore tested here, under
// the lock.
void Runtime::look_for_deadlock() {
  const std::lock_guard guard(deadlock_lock_);
  Task* root = root_.load(std::memory_order_acquire);
  if (root == nullptr) return;
  root->report_deadlock([this] {
    return !operations_.are_awaited() && scheduler_->timers() == 0 &&
           (options_.workers == 0 ? !scheduler_->something_is_queued() : scheduler_->is_at_rest());
  });
}

// While an operation is awaited, no worker looks for a deadlock. When the last one ends, all other strands
// may have waited for each other for long, and the woken strand may already wait again. So this looks.
void Runtime::note_operation_awaited() {
  if (!operations_.end_wait()) return;
  options_.workers == 0 ? report_news() : look_for_deadlock();
}

// --- Running a strand ---

sched::Outcome Runtime::run_task(sched::Task& task, sched::Worker& worker) {
  auto& strand = static_cast<Strand&>(task);
  return strand.machine().runtime()->run_strand(strand, worker);
}

sched::Outcome Runtime::run_strand(Strand& strand, sched::Worker& worker) {
  Executor& executor = *executors_[worker.index()];
  executor.worker = &worker;
  // First of all: a collection looks at every strand, in use or not.
  executor.mutator.stay(__builtin_frame_address(0));
  if (strand.links_.life.load(std::memory_order_acquire) != Strand::Life::started) {
    if (!claim(strand)) return release_entry(strand, executor);
    executor.counters.started.add();
  }
  return run_claimed(strand, executor);
}

sched::Outcome Runtime::run_claimed(Strand& strand, Executor& executor) {
  switch (resume(strand, executor)) {
    case Exit::parked: note_parking(strand, executor); return sched::Outcome::parked;
    case Exit::yielded: executor.counters.yields.add(); return sched::Outcome::yielded;
    case Exit::finished: break;
  }
  drop(strand, executor);
  return sched::Outcome::done;
}

// Whether the strand, which was queued for its first run, is to be run now. False if it was withdrawn.
bool Runtime::claim(Strand& strand) {
  auto expected = Strand::Life::unstarted;
  return strand.links_.life.compare_exchange_strong(expected, Strand::Life::started,
                                                    std::memory_order_acq_rel);
}

// The queued strand was withdrawn. Its entry is queued again if another thread is about to reuse it.
sched::Outcome Runtime::release_entry(Strand& strand, Executor& executor) {
  auto expected = Strand::Life::withdrawn;
  if (!strand.links_.life.compare_exchange_strong(expected, Strand::Life::unused,
                                                  std::memory_order_acq_rel)) {
    executor.worker->trace(sched::TraceKind::entry, &strand);
    executor.mutator.check_in();  // this may be all that the worker does meanwhile
    return sched::Outcome::yielded;
  }
  executor.worker->trace(sched::TraceKind::entry, &strand);
  scheduler_->retire(strand, sched::TaskState<sched::ThreadAtomics>::kDone);
  strands_.recycle(executor, strand);
  return sched::Outcome::done;
}

Exit Runtime::resume(Strand& strand, Executor& executor) {
  strand.executor_ = &executor;
  strand.allocator_ = &executor.mutator.allocator();
  if (strand.fueled_) strand.fuel_ = strand.task().run().fuel();
  strand.forget_requests();
  enter(strand, executor);
  if (strand.is_squashed()) {
    stop(executor);
    return Exit::finished;
  }
  if (is_asked_for(strand, executor)) strand.request_safepoint();
  if (options_.observer != nullptr && strand.parked_ns_ != 0) tell_wait(strand);
  strand.wait_cause_ = WaitCause::other;
  if (strand.base_ == nullptr) begin_continuing(strand, *strand.links_.continues);
  if (executor.worker->is_tracing()) [[unlikely]]
    trace_place(strand, executor);
  if ((strand.timeline_->signals() & TaskSignals::kDeadlock) != 0)
    clear_stack_ahead();  // frees_by_collection
  Interpreter::execute(strand);
  strand.end_turn();
  if (strand.fueled_) strand.task().run().fuel() = strand.fuel_;
  stop(executor);
  return strand.exit_;
}

// Without memory for its frames, the strand waits for its turn to end the program. To try again later would
// be to try for ever if it is the only strand that is left.
void Runtime::begin_continuing(Strand& strand, Segment& segment) {
  if (!strand.finds_room_for(segment)) return Interpreter::begin_end_for_memory(strand);
  strand.adopt(segment, Value::object(segment.future));
  if (segment.loop == nullptr || segment.is_half) return;
  segment.begun_ns = scheduler_->now();
  strand.request_safepoint();  // see offer_iterations
}

// With the following load of the request, sequentially consistent: either a requesting thread finds the
// strand here, or the strand sees the request.
void Runtime::enter(Strand& strand, Executor& executor) {
  executor.running.store(&strand, std::memory_order_seq_cst);
  executor.mutator.check_in();
  executor.worker->set_poll_word(&strand.limit_);
}

bool Runtime::is_asked_for(const Strand& strand, Executor& executor) {
  return strand.must_stop() || strand.must_wait_for_room() || strand.machine_.is_interrupted() ||
         strand.machine_.has_task_request() ||
         (executor.effects_left != 0 && executor.worker->others_wait()) ||
         executor.worker->requests().load(std::memory_order_relaxed) != 0;
}

// In the machine's own code, the only place of interest is the function that it calls.
void Runtime::trace_place(Strand& strand, Executor& executor) {
  const Proto* proto = Interpreter::running(strand.base_);
  const Value callee = strand.base_[0];
  if (proto->module == nullptr && is_kind(callee, Kind::Closure)) proto = as<Closure>(callee)->proto;
  const auto word = static_cast<uint32_t>(strand.pc_ - 1 - proto->code);
  executor.worker->trace_detail(sched::TraceKind::place, &strand, nullptr, {proto, word});
}

void Runtime::note_effect(const Strand& strand, const NativeDescriptor& native) {
  if (strand.gave_up()) return;
  const Proto* proto = Interpreter::running(strand.base_);
  const auto word = static_cast<uint32_t>(strand.pc_ - proto->code);
  strand.executor_->worker->trace_detail(sched::TraceKind::effect, &strand, native.name, {proto, word});
}

void Runtime::note_parking(Strand& strand, Executor& executor) {
  switch (strand.wait_cause_) {
    case WaitCause::other:
    case WaitCause::channel:
    case WaitCause::semaphore:
    case WaitCause::cell: executor.counters.other_waits.add(); break;
    case WaitCause::value: executor.counters.value_waits.add(); break;
    case WaitCause::base: executor.counters.base_waits.add(); break;
    case WaitCause::turn: executor.counters.turn_waits.add(); break;
  }
  if (executor.worker->is_tracing()) [[unlikely]]
    trace_parking(strand, executor);
  strand.parked_ns_ = options_.observer != nullptr ? scheduler_->now() : executor.worker->recent_ns();
}

void Runtime::trace_parking(Strand& strand, Executor& executor) {
  const bool is_over = strand.pc_ == kEndCode;
  const char* what = is_over || strand.native_.descriptor == nullptr ? "waits for its tasks"
                                                                     : strand.native_.descriptor->name;
  switch (strand.wait_cause_) {
    case WaitCause::other:
    case WaitCause::channel:
    case WaitCause::semaphore:
    case WaitCause::cell: break;
    case WaitCause::value: what = "waits for a value"; break;
    case WaitCause::base: what = "waits for the calls before its end"; break;
    case WaitCause::turn: what = "waits for its turn"; break;
  }
  executor.worker->trace_detail(sched::TraceKind::wait, &strand, what, {});
}

// For a wait outside of the timeline.
static WaitCause cause_of(const Wait& wait) {
  const Waiter* only = wait.phase.load(std::memory_order_relaxed) != Wait::none ? wait.only() : nullptr;
  if (only == nullptr) return WaitCause::other;
  switch (static_cast<Case::Kind>(only->kind)) {
    case Case::receive:
    case Case::send: return WaitCause::channel;
    case Case::acquire: return WaitCause::semaphore;
    case Case::take: return WaitCause::cell;
    case Case::end:
    case Case::watch:
    case Case::children:
    case Case::outside:
    case Case::time: break;
  }
  return WaitCause::other;
}

void Runtime::tell_wait(Strand& strand) {
  const uint64_t since = std::exchange(strand.parked_ns_, 0);
  const WaitCause cause =
      strand.wait_cause_ == WaitCause::other ? cause_of(strand.wait_) : strand.wait_cause_;
  options_.observer->waited(strand, cause, scheduler_->now() - since);
}

void Runtime::stop(Executor& executor) {
  executor.worker->set_poll_word(nullptr);
  executor.running.store(nullptr, std::memory_order_release);
}

void Runtime::drop(Strand& strand, Executor& executor) {
  if (!strand.is_squashed()) executor.counters.ended.add();
  if (strand.is_squashed()) Operation::forget_wait(strand);
  const bool is_over = strand.timeline_->drop();
  Run* ended = is_over && strand.task().is_program() ? &strand.task().run() : nullptr;
  strand.links_.life.store(Strand::Life::unused, std::memory_order_relaxed);
  scheduler_->retire(strand, sched::TaskState<sched::ThreadAtomics>::kDone);
  strands_.recycle(executor, strand);
  if (ended != nullptr) note_ended(*ended);
}

void Runtime::cancel_task(sched::Task& task) {
  auto& strand = static_cast<Strand&>(task);
  const Strand::Life life = strand.links_.life.load(std::memory_order_acquire);
  const bool is_there = life == Strand::Life::started || life == Strand::Life::unstarted;
  if (is_there && !strand.is_squashed()) strand.machine().runtime()->outside_.abandoned.add();
  strand.machine().runtime()->scheduler_->retire(task, sched::TaskState<sched::ThreadAtomics>::kCancelled);
}

// --- For all workers and strands ---

// With priorities, an entry in a queue keeps the place of the strand that it was made for.
StrandStore::Taken Runtime::take_strand(Executor& executor) {
  if (scheduler_->is_ordered()) return {strands_.fresh(executor), false};
  return strands_.take(executor);
}

void Runtime::enqueue(Executor& executor, StrandStore::Taken taken) {
  if (!taken.is_queued) executor.worker->submit_last(taken.strand);
}

void Runtime::poke_all() {
  for (auto& executor : executors_) {
    if (Strand* strand = executor->running.load(std::memory_order_seq_cst)) strand->request_safepoint();
  }
}

Executor* Runtime::executor_here() {
  sched::Worker* worker = sched::Worker::current();
  const bool mine = worker != nullptr && &worker->scheduler() == scheduler_.get();
  return mine ? executors_[worker->index()].get() : nullptr;
}

void Runtime::note_stop() {
  Executor* executor = executor_here();
  if (executor == nullptr) return;
  executor->stopped_ns = scheduler_->now();
  executor->worker->trace_detail(sched::TraceKind::stop, nullptr, "collection", {});
}

void Runtime::note_resumption() {
  Executor* executor = executor_here();
  if (executor == nullptr) return;
  executor->counters.collecting_ns.add(scheduler_->now() - executor->stopped_ns);
  executor->worker->trace(sched::TraceKind::go_on, nullptr);
}

StrandStatistics Runtime::statistics() const {
  StrandStatistics statistics;
  for (const auto& executor : executors_) statistics.workers.push_back(read(executor->counters));
  statistics.outside = read(outside_);
  return statistics;
}

// Without memory, of which there may be none at the end.
bool Runtime::counts_add_up() const {
  StrandNumbers total = read(outside_);
  for (const auto& executor : executors_) total += read(executor->counters);
  return total.add_up();
}

void Runtime::each_program(const std::function<void(Task&)>& visit) {
  for (const Run& run : runs_) {
    if (run.task != nullptr && !run.has_ended.load(std::memory_order_acquire)) visit(*run.task);
  }
}

void Runtime::trace_roots(Tracer& tracer) {
  strands_.each([&](Strand& strand) {
    if (strand.suspended_fiber() == nullptr) strand.trace_roots(tracer);
  });
  starters_.trace_roots(tracer);
  tracer.visit(ending_.value);
  tracer.visit(ending_.error);
  for (const Run& run : runs_) tracer.visit(run.task);
}

// The stacks of these strands were not marked; dead values there would later be taken for live ones.
void Runtime::drop_abandoned() {
  strands_.each([&](Strand& strand) {
    const Fiber* fiber = strand.suspended_fiber();
    if (fiber == nullptr || machine_.heap().is_marked(fiber)) return;
    outside_.abandoned.add();  // only the collecting thread counts here
    if (fiber->task->give_up_owned()) ++abandoned_owners_;
    scheduler_->retire(strand, sched::TaskState<sched::ThreadAtomics>::kDone);
    strand.links_.life.store(Strand::Life::unused, std::memory_order_relaxed);
    StrandStack::clear(strand.stack_.begin, strand.stack_.end);
    strands_.recycle(*executors_[0], strand);
  });
}

bool Runtime::collects_exactly(const Strand& strand) const {
  const Strand* asking = collects_for_.load(std::memory_order_relaxed);
  const bool is_parked = strand.state.life() == sched::TaskState<sched::ThreadAtomics>::kIdle;
  return asking != nullptr && (asking == &strand || is_parked);
}

bool Runtime::frees_by_collection(Strand& strand) {
  const size_t before = abandoned_owners_;
  collects_for_.store(&strand, std::memory_order_relaxed);
  machine_.heap().collect(strand.allocator().mutator());
  collects_for_.store(nullptr, std::memory_order_relaxed);
  return abandoned_owners_ != before;
}

}  // namespace aspen
