// Natives with effects, which wait for their turn, and natives that cannot use their arguments: they run
// again with arguments that they can read.
#include <algorithm>
#include <cassert>
#include <cstring>
#include <new>
#include <utility>

#include "sched/worker.h"
#include "vm/object/future.h"
#include "vm/run/frame.h"
#include "vm/run/interpreter.h"
#include "vm/run/machine.h"
#include "vm/run/parallel/split.h"
#include "vm/run/parallel/timeline.h"
#include "vm/run/runtime.h"
#include "vm/run/tasks/channel.h"
#include "vm/run/tasks/fiber.h"
#include "vm/run/tasks/operation.h"
#include "vm/values/list.h"

namespace aspen {

namespace {

// The cost of taking an element (Strand::work): that of a loop step.
constexpr uint64_t kElementWork = 16;

// For a single thread. The effect may have made other strands ready.
[[gnu::noinline]] void count_effect(Strand& strand, Executor& executor) {
  if (executor.worker->others_wait()) strand.request_safepoint();
  if (--executor.effects_left != 0) return;
  executor.effects_left = Executor::kEffectsPerTurn;
  executor.worker->request(sched::Worker::kYield);
}

// The elements that the running native has received so far; the strand keeps this list between runs: first
// the arguments that have ended, as a SmallInt with a bit for each, then a List for each argument, and last
// the value that the awaited source keeps meanwhile, or the native itself once it has all elements.
class Received {
 public:
  Received(Strand& s, Value& kept, unsigned arity) : s_(s) {
    if (!is_kind(kept, Kind::List)) kept = empty(arity);
    list_ = as<List>(kept);
  }

  // While `action` runs, the strand keeps the value of `action` instead.
  template <class Action>
  Value keeping_its_own(Action action) const {
    Value& pending = list_->items[list_->length - 1];
    s_.keep(pending);
    const Value result = action();
    pending = s_.kept();
    s_.keep(Value::object(list_));
    return result;
  }
  List& of(unsigned argument) const { return *as<List>(list_->items[1 + argument]); }
  void end(unsigned argument) { list_->items[0] = Value::small_int(ended() | int64_t{1} << argument); }
  // Does nothing after the wait for the element: if that failed, the element would be left to the next wait.
  bool make_room(unsigned argument) const {
    if (!s_.reserve(growth_bytes(&of(argument), ListEnd::back, 1))) return false;
    aspen::reserve(s_.allocator(), &of(argument), 1);
    return true;
  }
  void add(unsigned argument, Value v) { push(s_.allocator(), &of(argument), v); }
  // The argument that needs the next element; -1 if none does.
  int next(const Wanted& wanted, unsigned arity) const {
    int found = -1;
    for (unsigned i = 0; i < arity; ++i) {
      if ((wanted.arguments >> i & 1) == 0 || (!wanted.in_turns && is_complete(i, wanted))) continue;
      const bool is_due =
          wanted.in_turns && found >= 0 && of(i).length < of(static_cast<unsigned>(found)).length;
      if (found < 0 || is_due) found = static_cast<int>(i);
    }
    return found >= 0 && !is_complete(static_cast<unsigned>(found), wanted) ? found : -1;
  }

 private:
  Value empty(unsigned arity) const {
    List* list = new_list(s_.allocator(), 2 + arity);
    push(s_.allocator(), list, Value::small_int(0));
    while (list->length <= arity) push(s_.allocator(), list, Value::object(new_list(s_.allocator())));
    push(s_.allocator(), list, Value::undefined());
    return Value::object(list);
  }
  bool is_complete(unsigned argument, const Wanted& wanted) const {
    return of(argument).length >= wanted.most || (ended() >> argument & 1) != 0;
  }
  int64_t ended() const { return list_->items[0].as_small_int(); }

  Strand& s_;
  List* list_;
};

[[gnu::noinline]] Value refuse_alone(Strand& s, const NativeDescriptor& native) {
  return s.value_error(std::string(native.name) + ": there is no runtime for tasks here");
}

// Otherwise the next native would take the operation for its own.
[[gnu::noinline]] void forget_operation(Strand& s) {
  if (Operation::kept_by(s) == nullptr) return;
  Operation::forget_wait(s);
  Operation::take_kept(s).release();
}

}  // namespace

Value Interpreter::run_native(Strand& s, const NativeDescriptor& native, Value* arguments) {
  s.native_.descriptor = &native;
  if (native.uses_tasks && s.timeline_ == nullptr) [[unlikely]]
    return refuse_alone(s, native);
  assert(Timeline::allows(s, native.effect) && "E2");
  const bool has_begun = !s.native_.kept.is_undefined();
  Value result = native.code(s, arguments);
  // It failed before it came to its wait: something that it checks first had changed meanwhile.
  if (!s.native_.kept.is_undefined() && !s.runs_again() && !s.wants_elements()) [[unlikely]]
    forget_operation(s);
  if (native.effect != Effect::pure && s.executor_ != nullptr) {
    if (s.executor_->effects_left != 0) [[unlikely]]
      count_effect(s, *s.executor_);
    if (s.executor_->worker->is_tracing()) [[unlikely]]
      Runtime::note_effect(s, native);
  }
  assert(result.is_exception() || !s.wants_elements());
  // It had read its arguments before it waited, and now fails with the result of the wait.
  if (has_begun && !s.wants_elements()) return result;
  return result.is_exception() ? run_again_if_refused(s, native, arguments) : result;
}

// The native waits for an event outside, but the code after it need not wait: the call gets a frame of its
// own, so it can be split off like any call and continue there. A native waiting for its turn has not begun.
// The operation is under way: without memory, the code after it waits, too.
void Interpreter::overlap(Strand& s, const NativeDescriptor& native) try {
  const Runtime& runtime = *s.machine().runtime();
  if (runtime.policy() == SplitPolicy::never || Operation::kept_by(s) == nullptr) return;
  const Word* next = s.pc_ + info(op_of(s.pc_)).words();
  const CallSite* site = running(s.base_)->call_site(next);
  if (site != nullptr && (site->flags & CallSite::kPromotable) != 0) {
    const unsigned window = a_of(s.pc_);
    const Proto& stub = s.machine().call_stub(native.arity);
    const Value function = Value::object(s.allocator().make<NativeFunction>(0, &native));
    if (!ensure_stack(s, s.base_ + window + 3 + stub.frame_size)) return (void)s.take_error();
    Value* frame = s.base_ + window + 3;
    std::memmove(static_cast<void*>(frame + 3), frame, native.arity * sizeof(Value));
    function_of(frame) = raw_slot(&stub);
    link_frame(frame, next, window);
    frame[0] = function;
    save(s, stub.code, frame);
  }
  split_all(s);
} catch (const std::bad_alloc&) {
}

const Word* Interpreter::slow_CallEffect(Strand& s, const Word* pc, Value* base) {
  save(s, pc, base);
  const auto* native = pointer<const NativeDescriptor>(pc + 1);
  if (!s.is_head()) {
    if (const Word* left = wait_for_turn(s, pc, native->effect)) return left;
  }
  Value* window = base + a_of(pc);
  Value result = run_native(s, *native, window + 3);
  if (s.native_.is_parking && native->effect == Effect::read) overlap(s, *native);
  if (s.gave_up()) return unwind(s);
  window = s.base_ + a_of(pc);
  window[0] = result;
  if (result.is_exception()) return unwind(s);
  const Word* next = pc + words_of(Op::CallEffect);
  if (s.passes(keeps_result(*native))) return next;
  const Word* left = keeps_result(*native) ? attend(s, next) : poll(s, next);
  return left ? left : next;
}

// A native that refuses its arguments may have met a future that it did not touch: it then runs again without
// futures. Also if none is left now, because a collection or another worker may have replaced it meanwhile.
// What a signal has raised in it is no refusal, and would not be raised a second time. A native that writes
// touches everything that it reads, and may have had its effect before it refused. A host's native (`data`)
// only gets values, and may have changed an object that it owns.
Value Interpreter::run_again_if_refused(Strand& s, const NativeDescriptor& native, Value* arguments) {
  if (s.wants_elements()) return run_on_elements(s, native, arguments);
  const bool refused = s.holds_futures_ && !s.gave_up() && !s.error_.uncatchable && !s.error_.is_stop &&
                       native.data == nullptr;
  if (!refused || native.effect >= Effect::output) return Value::exception();
  if (std::none_of(arguments, arguments + native.arity, holds_values)) return Value::exception();
  for (unsigned i = 0; i < native.arity; ++i) {
    if (!s.settle(arguments[i])) return Value::exception();
  }
  s.error_.value = Value::undefined();
  return native.code(s, arguments);
}

// Taking an element writes to the channel, fiber or file, so it waits for its turn.
Value Interpreter::run_on_elements(Strand& s, const NativeDescriptor& native, const Value* arguments) {
  constexpr unsigned kMostArguments = 8;
  assert(native.arity <= kMostArguments);
  const Wanted wanted = std::exchange(s.native_.wanted, {});
  if (!s.is_head() && s.timeline_->waits_for_turn(s, Effect::write)) {
    s.park();
    return Value::exception();
  }
  if (!receive_elements(s, wanted, arguments, native.arity)) {
    if (!s.runs_again()) s.native_.kept = Value::undefined();
    return Value::exception();
  }
  Value given[kMostArguments] = {};
  const Received received(s, s.native_.kept, native.arity);
  for (unsigned i = 0; i < native.arity; ++i) {
    const bool has_come = (wanted.arguments >> i & 1) != 0;
    given[i] = has_come ? Value::object(&received.of(i)) : arguments[i];
    if (has_come) share(given[i]);
  }
  // A native that waits itself keeps an operation, and has to find it when it runs again.
  const Value result = received.keeping_its_own([&] {
    const bool has_begun = !s.native_.kept.is_undefined();
    const Value got = native.code(s, given);
    if (!s.native_.kept.is_undefined() && !s.runs_again()) forget_operation(s);
    return got.is_exception() && !has_begun ? run_again_if_refused(s, native, given) : got;
  });
  if (!s.runs_again()) s.native_.kept = Value::undefined();
  return result;
}

// False as for `choose`. It waits for one source at a time, and returns to the same one when it runs again.
bool Interpreter::receive_elements(Strand& s, const Wanted& wanted, const Value* sources, unsigned arity) {
  Received received(s, s.native_.kept, arity);
  for (int next; (next = received.next(wanted, arity)) >= 0;) {
    const auto argument = static_cast<unsigned>(next);
    if (!received.make_room(argument)) return false;
    const Value v = received.keeping_its_own([&] { return next_from_outside(s, sources[argument]); });
    if (v.is_exception()) return false;
    if (!s.work(kElementWork)) {
      s.raise_stop();
      return false;
    }
    v.is_undefined() ? received.end(argument) : received.add(argument, v);
  }
  return true;
}

}  // namespace aspen
