// Channels, `select`, cells, semaphores, and sleeping. The functions that call other functions are in
// prelude.asp, cell.asp and semaphore.asp.
#include "vm/run/tasks/channel.h"

#include <algorithm>
#include <ctime>

#include "sched/scheduler.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/waiting.h"
#include "vm/run/tasks/fiber.h"

namespace aspen {

bool deadline(Strand& s, std::string_view what, double seconds, uint64_t& at_ns) {
  if (!(seconds >= 0)) return fail_with(s.value_error(std::string(what) + " must not be negative"));
  at_ns = s.scheduler->now() + static_cast<uint64_t>(std::min(seconds, kLongestWait) * 1e9);
  return true;
}

namespace {

// ---- Channels

Value new_channel(Strand& s, Count capacity) {
  return Value::object(s.allocator().make<Channel>(0, uint64_t{capacity}));
}

Value closed_error(Strand& s) { return s.raise(sym::kClosed, "send: the channel is closed"); }

Value send(Strand& s, Channel& channel, Value value) {
  const Value sent = choose_one<Case::send>(s, channel, value);
  return sent.is_undefined() ? closed_error(s) : sent;
}

Value option(Strand& s, Value received) { return received.is_undefined() ? none() : some(s, received); }

Value receive(Strand& s, Channel& channel) {
  const Value received = choose_one<Case::receive>(s, channel);
  return received.is_exception() ? received : option(s, received);
}

Value close_channel(Strand&, Channel& channel) {
  close(channel);
  return Value::unit();
}

// ---- Select

Value wrong_case(Strand& s, Value v) {
  return s.wrong_type("select: cases", v, "a List of cases (on, sending, after)");
}

// The payload of a case from `on`, `sending` or `after`; null if the value is not such a case.
Tuple* case_parts(const Machine& machine, Value v, std::string_view& name) {
  if (!is_kind(v, Kind::LabelBox)) return nullptr;
  name = const_cast<Machine&>(machine).symbols().name(as<LabelBox>(v)->name());
  if (name != "On" && name != "Sending" && name != "After") return nullptr;
  Value payload = as<LabelBox>(v)->payload;
  const uint32_t parts = name == "Sending" ? 3 : 2;
  return is_kind(payload, Kind::Tuple) && as<Tuple>(payload)->length == parts ? as<Tuple>(payload) : nullptr;
}

// False with an error pending about the arguments of the function that made the case.
bool read_case(Strand& s, Value v, Case& out) {
  std::string_view name;
  Tuple* parts = case_parts(s.machine(), v, name);
  if (parts == nullptr) return fail_with(wrong_case(s, v));
  const Value* items = parts->items();
  if (name == "After") {
    out.kind = Case::time;
    if (!is_number(items[0])) return fail_with(s.wrong_type("after: seconds", items[0], "a number"));
    return deadline(s, "after: seconds", to_double(items[0]), out.at_ns);
  }
  const bool is_receiving = name == "On";
  if (!is_kind(items[0], Kind::Channel))
    return fail_with(s.wrong_type(is_receiving ? "on: ch" : "sending: ch", items[0], "a Channel"));
  out.kind = is_receiving ? Case::receive : Case::send;
  out.source = as<Channel>(items[0]);
  if (!is_receiving) out.value = shared(items[1]);
  return true;
}

// Likewise for all of them, before the first wait.
bool read_cases(Strand& s, Value cases) {
  if (!is_kind(cases, Kind::List)) return fail_with(wrong_case(s, cases));
  if (!s.settle(cases)) return false;
  const List& list = *as<List>(cases);
  if (!KeptCases::make(s, cases, list.length)) return false;
  for (uint32_t i = 0; i < list.length; ++i) {
    if (!read_case(s, list.items[i], KeptCases::of(s)[i])) return s.keep(Value::undefined()), false;
  }
  return true;
}

Value choose_case(Strand& s, Value cases) {
  if (!s.is_waiting() && !read_cases(s, cases)) return Value::exception();
  const std::span<const Case> read = KeptCases::of(s);
  const List& list = *as<List>(KeptCases::source(s));
  Chosen chosen;
  const bool has_chosen = choose(s, read, chosen);
  if (!s.gave_up()) s.keep(Value::undefined());
  if (!has_chosen) return Value::exception();
  const bool received = read[chosen.which].kind == Case::receive;
  if (!received && chosen.value.is_undefined()) return closed_error(s);
  const Tuple& parts = *as<Tuple>(as<LabelBox>(list.items[chosen.which])->payload);
  const Value function = shared(parts.items()[parts.length - 1]);
  return pair(s, function, received ? option(s, chosen.value) : Value::unit());
}

// ---- Cells and semaphores

Value new_cell(Strand& s, Value value) { return Value::object(s.allocator().make<Cell>(0, value)); }

template <CellUse use>
Value use_cell(Strand& s, Cell& cell) {
  const Value value = choose_one<Case::take>(s, cell, as_value(use));
  if (!value.is_undefined()) return value;
  return s.raise(sym::kBroken, "the cell has no value, because a `cell.change` of it has failed",
                 "`cell.set` gives it a value again");
}

Value put(Strand& s, Value value, Cell& cell) {
  if (put_back(cell, value, s.task(), false)) return Value::unit();
  return s.value_error("cell.put: no `cell.take` has taken the value of this cell");
}

Value set(Strand& s, Value value, Cell& cell) {
  if (choose_one<Case::take>(s, cell, as_value(CellUse::replace)).is_exception()) return Value::exception();
  return put(s, value, cell);
}

Value hold(Strand& s, Cell& cell) {
  const Value value = use_cell<CellUse::update>(s, cell);
  if (!value.is_exception()) own(cell, s.task());
  return value;
}

Value begin_change(Strand& s, Cell& cell) {
  const Value value = use_cell<CellUse::change>(s, cell);
  if (value.is_exception()) return value;
  own(cell, s.task());
  s.task().hold_off_signals();
  return value;
}

Value end_change(Strand& s, Value value, Cell& cell) {
  Task& task = s.task();
  if (!put_back(cell, value, task, true))
    return s.value_error("cell.end: this task has begun no change of the cell");
  task.admit_signals(s);
  wake_resumers(s);
  return Value::unit();
}

Value lose(Strand& s, Cell& cell) { return end_change(s, Value::undefined(), cell); }

Value new_semaphore(Strand& s, Count permits) {
  return Value::object(s.allocator().make<Semaphore>(0, uint64_t{permits}));
}

Value acquire(Strand& s, Semaphore& semaphore) { return choose_one<Case::acquire>(s, semaphore); }

Value give_back(Strand&, Semaphore& semaphore) {
  release(semaphore);
  return Value::unit();
}

Value hold_permit(Strand& s, Semaphore& semaphore) {
  const Value place = pair(s, Value::undefined(), Value::undefined());
  if (acquire(s, semaphore).is_exception()) return Value::exception();
  own(semaphore, *as<Tuple>(place), s.task());
  return Value::unit();
}

Value let_go(Strand& s, Semaphore& semaphore) {
  if (give_back(semaphore, s)) return Value::unit();
  return s.value_error("semaphore.let_go: this task holds no permit of the semaphore");
}

// ---- Time

// How often it looks whether it has to stop.
constexpr uint64_t kLookNs = 20'000'000;

Value sleep_alone(Strand& s, double seconds) {
  const uint64_t end_ns = sched::monotonic_ns() + static_cast<uint64_t>(seconds * 1e9);
  for (uint64_t now; (now = sched::monotonic_ns()) < end_ns;) {
    if (s.has_to_stop()) return s.raise_stop();
    const uint64_t pause_ns = std::min<uint64_t>(end_ns - now, kLookNs);
    const timespec pause{0, static_cast<long>(pause_ns)};
    while_outside(s, [&] { ::nanosleep(&pause, nullptr); });
  }
  return Value::unit();
}

Value sleep(Strand& s, double seconds) {
  if (!(seconds >= 0)) return bad_argument(s, 0, "must not be negative");
  s.machine().out().flush();
  if (!s.has_task()) return sleep_alone(s, std::min(seconds, kLongestWait));
  Case time{Case::time};
  if (!deadline(s, "sleep: seconds", seconds, time.at_ns)) return Value::exception();
  Chosen chosen;
  return choose(s, {&time, 1}, chosen) ? Value::unit() : Value::exception();
}

const NativeDescriptor kChannelNatives[] = {
    in_tasks(
        row<new_channel>("channel", "n", kBorrows,
                         "A channel in which n values may wait; `channel 0` hands each value over directly.\n"
                         "{ ch = channel 1; send ch 5; recv ch } => Some 5",
                         Effect::write)),
    in_tasks(
        row<send>("send", "ch v", keeps(1),
                  "Gives a value to a channel; waits until there is room, or a task takes it. Raises Closed "
                  "if the channel is closed.",
                  Effect::write)),
    in_tasks(
        row<receive>("recv", "ch", kBorrows,
                     "The next value from a channel, as `Some v`; waits for one. `None` if the channel is "
                     "closed and empty.\n{ ch = channel 0; close ch; recv ch } => None",
                     Effect::write)),
    in_tasks(row<close_channel>("close", "ch", kBorrows,
                                "Closes a channel: what waits in it can still be received, then there is "
                                "None. No error if it is closed already.\nclose (channel 0) => ()",
                                Effect::write)),
    in_tasks(row<choose_case>(
        "task.choose", "cases", kBorrows,
        "What `select` waits for: the function of the case that is possible first, and what it "
        "is called with.",
        Effect::write)),
    in_tasks(row<new_cell>("cell.new", "v", keeps(0),
                           "A cell that holds v: `cell v`.\n{ c = cell 5; cell.get c } => 5", Effect::write)),
    in_tasks(row<use_cell<CellUse::look>>("cell.get", "c", kBorrows,
                                          "The value of a cell. During a `cell.update`, the value before it. "
                                          "Waits for the end of a `cell.change`.\ncell.get (cell 1) => 1",
                                          Effect::write)),
    in_tasks(row<set>(
        "cell.set", "v c", keeps(0),
        "Sets the value of a cell to v. Waits for the end of a change. Also gives a value to a cell that has "
        "lost its own, because a `cell.change` has failed.\n{ c = cell 1; cell.set 2 c; cell.get c } => 2",
        Effect::write)),
    in_tasks(row<use_cell<CellUse::take>>(
        "cell.take", "c", kBorrows,
        "Takes the value out of a cell, so that updates of the value happen in place. Other uses of the cell "
        "wait until `cell.put` has put a value back. See also `cell.change`, which does both.\n"
        "{ c = cell 1; cell.put (cell.take c + 1) c; cell.get c } => 2",
        Effect::write)),
    in_tasks(row<put>("cell.put", "v c", keeps(0), "Ends what `cell.take` has begun: the cell holds v.",
                      Effect::write)),
    in_tasks(row<hold>(
        "cell.hold", "c", kBorrows,
        "As `cell.take`, but `cell.get` sees the value until `cell.put`, which has to come from the same "
        "task: what `cell.update` is made of.\n"
        "{ c = cell 1; cell.put (cell.hold c + cell.get c) c; cell.get c } => 2",
        Effect::write)),
    in_tasks(row<begin_change>("cell.begin", "c", kBorrows,
                               "As `cell.take`; a cancel of the task waits until `cell.end` or `cell.lose`. "
                               "`cell.change` is made of these three.\n"
                               "{ c = cell 1; cell.end (cell.begin c + 1) c; cell.get c } => 2",
                               Effect::write)),
    in_tasks(row<end_change>("cell.end", "v c", keeps(0),
                             "Ends what `cell.begin` has begun: the cell holds v.", Effect::write)),
    in_tasks(
        row<lose>("cell.lose", "c", kBorrows,
                  "Ends what `cell.begin` has begun, without a value: uses of the cell raise Broken until "
                  "`cell.set`.\n"
                  "{ c = cell 1; cell.begin c; cell.lose c; cell.set 2 c; cell.get c } => 2",
                  Effect::write)),
    in_tasks(row<new_semaphore>("semaphore.new", "n", kBorrows,
                                "A semaphore with n permits: `semaphore n`.\n"
                                "{ s = semaphore 2; semaphore.with s (() -> 5) } => 5",
                                Effect::write)),
    in_tasks(row<acquire>("semaphore.acquire", "s", kBorrows,
                          "Takes a permit; waits until there is one.\n"
                          "semaphore.acquire (semaphore 1) => ()",
                          Effect::write)),
    in_tasks(row<give_back>("semaphore.release", "s", kBorrows,
                            "Gives a permit back.\n"
                            "semaphore.release (semaphore 0) => ()",
                            Effect::write)),
    in_tasks(row<hold_permit>(
        "semaphore.hold", "s", kBorrows,
        "As `semaphore.acquire`, but the permit belongs to the task, and the end of the task gives it back: "
        "what `semaphore.with` is made of.\n"
        "{ s = semaphore 1; semaphore.hold s; semaphore.let_go s } => ()",
        Effect::write)),
    in_tasks(row<let_go>("semaphore.let_go", "s", kBorrows,
                         "Ends what `semaphore.hold` has begun, in the same task.\n"
                         "{ s = semaphore 1; semaphore.hold s; semaphore.let_go s } => ()",
                         Effect::write)),
    row<sleep>("sleep", "seconds", kBorrows,
               "Waits for that many seconds. Other tasks run meanwhile.\nsleep 0 => ()", Effect::write),
};

}  // namespace

NativeTable channel_natives() { return kChannelNatives; }

}  // namespace aspen
