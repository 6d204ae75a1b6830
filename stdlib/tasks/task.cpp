// Tasks: spawning, awaiting and ending them. Natives that wait use `choose` (vm/run/tasks/choose.h);
// functions with callbacks are in task.asp.
#include <algorithm>
#include <cmath>
#include <mutex>

#include "sched/worker.h"
#include "stdlib/native/error_text.h"
#include "stdlib/native/native.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/waiting.h"
#include "vm/run/operators/show.h"
#include "vm/run/runtime.h"
#include "vm/run/tasks/fiber.h"
#include "vm/run/tasks/task.h"

namespace aspen {

namespace {

Value task_value(Task* task) { return task ? Value::object(task) : Value::exception(); }

Value spawn(Strand& s, Value body) { return task_value(s.machine().runtime()->spawn(s, {body})); }

Value ordered(Strand& s, Value function) {
  return task_value(s.machine().runtime()->spawn_ordered(s, {function, true}));
}

// Waits until fewer than `most` of the caller's own tasks live.
Value has_room(Strand& s, Count most) {
  if (most == 0) return bad_argument(s, 0, "must be at least 1");
  const Value others = Value::small_int(int64_t{most} - 1);
  if (choose_one<Case::children>(s, s.task(), others).is_exception()) return Value::exception();
  return Value::boolean(s.task().accepts_children());
}

Value with_priority(Strand& s, int64_t priority, Value function) {
  if (priority < INT32_MIN || priority > INT32_MAX) return bad_argument(s, 0, "must fit 32 bits");
  return task_value(s.machine().runtime()->spawn_with(s, {function, true}, static_cast<int32_t>(priority)));
}

Value await(Strand& s, Task& task) {
  if (&task == &s.task()) return s.raise(sym::kDeadlock, "await: a task cannot wait for its own end");
  if (!s.is_waiting() && s.machine().runtime()->run_awaited(s, task)) return task.result_for(s);
  return choose_one<Case::end>(s, task).is_exception() ? Value::exception() : task.result_for(s);
}

// A cancel of the caller goes to the task, and the wait goes on.
Value join(Strand& s, Task& task) {
  constexpr uint32_t kPassedOn = Task::kCancelled | Task::kCancelRaised;
  if (&task == &s.task()) return s.raise(sym::kDeadlock, "task.join: a task cannot wait for its own end");
  if (!s.is_waiting() && s.machine().runtime()->run_awaited(s, task)) return task.result_for(s);
  if ((s.task().signals() & kPassedOn) != 0 && !task.has_ended()) task.cancel();
  const Value ended = choose_one<Case::end>(s, task, Value::unit(), ~kPassedOn);
  return ended.is_exception() ? ended : task.result_for(s);
}

Value cancel(Strand&, Task& task) {
  if (!task.has_ended()) task.cancel();
  return Value::unit();
}

Value cancel_spawned(Strand& s, UnitArgument) {
  s.task().signal_children(Task::kCancelled);
  return Value::unit();
}

Value is_done(Strand&, Task& task) { return Value::boolean(task.has_ended_for_parent()); }

Value detach(Strand& s, Task& task) {
  Runtime& runtime = *s.machine().runtime();
  runtime.start_now(s, task);
  if (task.detach()) runtime.report_lost();
  return Value::unit();
}

Value yield_turn(Strand& s, UnitArgument) {
  s.executor().worker->request(sched::Worker::kYield);
  return Value::unit();
}

// Sets `ends` to whether the task ends within so many seconds. Otherwise, with `cancels`, it has been
// cancelled.
bool watch_for(Strand& s, Value seconds, Task& task, bool cancels, bool& ends) {
  constexpr std::string_view kWhat = "task.timeout: seconds";
  uint64_t at_ns;
  if (!is_number(seconds)) return !s.wrong_type(kWhat, seconds, "a number").is_exception();
  if (!deadline(s, kWhat, to_double(seconds), at_ns)) return false;
  const Value cancelled = cancels ? Value::object(&task) : Value::undefined();
  const Case cases[] = {{Case::watch, &task}, {Case::time, nullptr, cancelled, at_ns}};
  Chosen chosen;
  if (!choose(s, cases, chosen)) return false;
  ends = chosen.which == 0;
  if (ends) task.note_watched(s.task());
  return true;
}

Value ends_within(Strand& s, Value seconds, Task& task) {
  bool ends;
  return watch_for(s, seconds, task, false, ends) ? Value::boolean(ends) : Value::exception();
}

Value cancel_after(Strand& s, Value seconds, Task& task) {
  bool ends;
  if (!watch_for(s, seconds, task, true, ends)) return Value::exception();
  if (!ends) cancel(s, task);  // the time may have been over before there was anything to wait for
  return Value::boolean(!ends);
}

bool is_closed(Channel& channel) {
  const std::lock_guard guard(channel.lock);
  return channel.is_closed;
}

// Closes the channel when the timer runs. If that never happens, the task does not wait for it either.
Value limit(Strand& s, Value seconds, Task& task, Channel& gate) {
  const Value was_cancelled = cancel_after(s, seconds, task);
  if (s.is_waiting()) {
    close(gate);
  } else if (was_cancelled.is_exception() && !is_closed(gate)) {
    cancel(s, task);
  }
  return was_cancelled;
}

// Before the first wait. False if a future is missed, or with an error pending.
bool watch_each(Strand& s, List& tasks) {
  if (!KeptCases::make(s, Value::object(&tasks), tasks.length)) return false;
  for (uint32_t i = 0; i < tasks.length; ++i) {
    Value task = tasks.items[i];  // a copy, as other strands may read the list
    if (s.touch(task) && is_kind(task, Kind::Task)) {
      KeptCases::of(s)[i] = {Case::watch, as<Task>(task)};
      continue;
    }
    s.keep(Value::undefined());
    return s.runs_again() ? false : fail_with(wrong_type(s, 0, task, "a List of Tasks"));
  }
  return true;
}

Value first_done(Strand& s, List& tasks) {
  if (tasks.length == 0) return empty_error(s, 0, sym::kValueError);
  if (!s.is_waiting() && !watch_each(s, tasks)) return Value::exception();
  const std::span<const Case> cases = KeptCases::of(s);
  Chosen chosen;
  const bool has_chosen = choose(s, cases, chosen);
  if (!s.gave_up()) s.keep(Value::undefined());
  if (!has_chosen) return Value::exception();
  auto& task = static_cast<Task&>(*cases[chosen.which].source);
  task.note_watched(s.task());
  return Value::object(&task);
}

// The trace of an error that was never raised: the calls that run now.
Trace calls_of(const Strand& s) {
  constexpr size_t kMaxCalls = 32;
  Trace out;
  s.each_call([&](const TraceEntry& entry) {
    out.entries.push_back(entry);
    return out.entries.size() < kMaxCalls;
  });
  return out;
}

constexpr uint64_t kReportWork = 10'000;  // it reads the script's lines, and finds what names are like others

Value report_text(Strand& s, Value error) {
  Trace trace;
  if (!recall_trace(error, trace)) trace = calls_of(s);
  const auto& render = ErrorText::of(s.machine()).render;
  std::string text = render ? render(error, trace) : "error: " + shorten(s, error);
  if (!s.work(kReportWork + text.size() / kBytesCopiedPerWork)) return s.raise_stop();
  text.resize(text.size() - text.ends_with('\n'));
  return text_value(s, text);
}

Value fiber(Strand& s, Value body) { return Value::object(new_fiber(s, body)); }

const NativeDescriptor kTaskNatives[] = {
    in_tasks(row<spawn>("spawn", "body", keeps(0),
                        "Starts a task: written `spawn e`, which evaluates all of e in "
                        "the task. Its value is the task.\nawait (spawn 1 + 1) => 2",
                        Effect::write)),
    in_tasks(row<await>("await", "t", kBorrows,
                        "The value of a task, once it has ended. Its error is raised here.\n"
                        "{ t = spawn [1, 2]; await t } => [1, 2]",
                        Effect::write)),
    in_tasks(
        row<ordered>("task.ordered", "f", keeps(0),
                     "A task that calls `f ()`. When one of its own tasks fails, those that it spawned after "
                     "that one are cancelled at once, and the others run on.",
                     Effect::write)),
    in_tasks(row<has_room>(
        "task.room?", "most", kBorrows,
        "Waits until fewer than `most` of the tasks that the caller has spawned run. Gives whether another "
        "one may start, which is false in `task.ordered` after one has failed. `gather_limit` spawns its "
        "tasks one by one with it.\n{ t = spawn 1; task.room? 1 } => true",
        Effect::write)),
    in_tasks(
        row<with_priority>("task.spawn_with", "priority f", keeps(1),
                           "A task that calls `f ()` with that priority, from -2147483648 to 2147483647; 0 "
                           "is the program's own. Tasks that it spawns have the same priority. Priorities "
                           "apply under `aspen run --priorities`, and where a host asks for them. The ready "
                           "task with the highest priority runs first; of equals, the one that has waited "
                           "longest. Each 100 ms of waiting count as one more, so no task starves.\n"
                           "await (task.spawn_with 1 (() -> 5)) => 5",
                           Effect::write)),
    in_tasks(row<cancel>("task.cancel", "t", kBorrows,
                         "Cancels a task: Cancelled is raised where the task next waits, or soon if it "
                         "computes. Its spawner gets no error; a task that awaits it gets Cancelled.",
                         Effect::write)),
    in_tasks(
        row<join>("task.join", "t", kBorrows,
                  "Like `await t`, but does not leave t behind: if the caller is cancelled meanwhile, t is "
                  "cancelled, and the wait goes on until it has ended. So what `semaphore.with` or "
                  "`cell.change` holds around the call is free only then.\n"
                  "task.join (spawn 5) => 5",
                  Effect::write)),
    in_tasks(
        row<cancel_spawned>("task.cancel_spawned", "unit", kBorrows,
                            "Cancels the tasks that the caller has spawned and that have not ended.\n"
                            "{ t = spawn recv (channel 0); task.cancel_spawned (); (try (await t)) is Err "
                            "(Cancelled _) } => true",
                            Effect::write)),
    in_tasks(row<is_done>("task.done?", "t", kBorrows, "Whether a task has ended.", Effect::write)),
    in_tasks(row<detach>(
        "task.detach", "t", kBorrows,
        "Lets a task run on by itself: no task waits for it. Its error is written to standard error "
        "and stops no other task. It ends with the program. At the REPL each entry is a program.",
        Effect::write)),
    // Reads no values that the program has yet to compute: output has its turn.
    row<report_text>(
        "task.report_text", "e", kBorrows,
        "The text that `task.report` writes: an error that `try` has caught, where it was raised, "
        "and the calls that led there, in several lines. The last one has no end. For a log or an "
        "answer. (Python: `traceback.format_exc`.)\n"
        "first (string.lines (task.report_text (Bad 5))) => \"error: Bad 5\"",
        Effect::output),
    in_tasks(
        row<yield_turn>("task.yield", "()", kBorrows, "Lets other ready tasks run first.", Effect::write)),
    in_tasks(row<ends_within>(
        "task.ends_within?", "seconds t", kBorrows,
        "Waits for the end of a task, for at most so many seconds, and gives whether the task has ended. "
        "That does not count as `await`: an error of a task that the caller has "
        "spawned is raised at the caller's end, unless the task is awaited or detached "
        "first.\ntask.ends_within? 60 (spawn 1) => true",
        Effect::write)),
    in_tasks(row<cancel_after>("task.cancel_after", "seconds t", kBorrows,
                               "Waits for the end of a task, for at most so many seconds, and cancels the "
                               "task then. Gives whether it "
                               "did. On time even if a long call of the library keeps the only worker busy. "
                               "Like `task.ends_within?`, "
                               "that does not count as `await`.\ntask.cancel_after 60 (spawn 1) => false",
                               Effect::write)),
    in_tasks(row<limit>("task.limit", "seconds t gate", kBorrows,
                        "As `task.cancel_after`, and closes the channel `gate` once the time runs. The task "
                        "waits for that, so that nothing of it happens before: what `task.timeout` is made "
                        "of.\n{ gate = channel 0; t = spawn (recv gate); task.limit 60 t gate } => false",
                        Effect::write)),
    in_tasks(row<first_done>(
        "task.first_done", "ts", kBorrows,
        "The task that ends first; the first in the list of those that have ended already. That does not "
        "count as `await`: an error of a task that the caller has spawned is raised at the caller's end, "
        "unless the task is awaited or detached first.",
        Effect::write)),
    in_tasks(
        row<fiber>("fiber", "body", keeps(0),
                   "A coroutine: written `fiber { … yield v … }`. Calling it with () runs it to its next "
                   "`yield`, and gives `Some v`; `None` when it has come to its end.",
                   Effect::write)),
    in_tasks(row<aspen::yield>("yield", "v", keeps(0),
                               "Gives a value to the caller of the fiber, and waits until the fiber is "
                               "called again. The argument of that call is then the value of `yield`.",
                               Effect::write)),
};

}  // namespace

NativeTable task_natives() { return kTaskNatives; }

}  // namespace aspen
