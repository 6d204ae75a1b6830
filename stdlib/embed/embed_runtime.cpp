// The C interface for hosts with their own loop: calls that run during polls.
#include "stdlib/embed/embed_entry.h"
#include "vm/heap/native_stack.h"
#include "vm/run/runtime.h"

using namespace aspen;

namespace {

aspen_status prepare(aspen_vm* vm, aspen_error** error) {
  std::string refused;
  return vm->machine().prepare_polling(refused) ? ASPEN_OK : fail(ASPEN_OUT_OF_MEMORY, refused, error);
}

bool are_usable(const aspen_call_options* options) {
  return options != nullptr && options->struct_size >= sizeof(aspen_call_options);
}

RunTerms terms_of(const aspen_call_options& from) {
  RunTerms terms;
  if (from.wall_ns != 0) terms.wall_ns = from.wall_ns;
  terms.priority = from.priority;
  return terms;
}

aspen_status start_call(aspen_vm* vm, aspen_value function, const aspen_value* arguments, size_t count,
                        RunTerms terms, aspen_future** future, aspen_error** error) {
  const aspen_status status = prepare(vm, error);
  if (status != ASPEN_OK) return status;
  const Caller caller = vm->caller();
  terms.payer = caller.payer;
  terms.ends_by_ns = caller.ends_by_ns;
  NativeStackScope scope(vm->mutator());
  // Allocated before the call begins, as a call that has begun cannot be taken back.
  std::unique_ptr<void, void (*)(void*)> memory(::operator new(sizeof(aspen_future)), ::operator delete);
  Run& run = vm->engine.start(from_raw(function), reinterpret_cast<const Value*>(arguments),
                              static_cast<unsigned>(count), terms);
  *future = new (memory.release()) aspen_future(vm, run, caller);
  return ASPEN_OK;
}

// An act of the host that waits for a call.
class ReadyAct {
 public:
  ReadyAct(aspen_future& future, void (*ready)(void* data), HostData data)
      : future_(&future), ready_(ready), data_(std::move(data)) {
    ++future.owners;
  }
  ReadyAct(const ReadyAct&) = delete;
  ReadyAct& operator=(const ReadyAct&) = delete;
  ~ReadyAct() { aspen_future_release(future_); }

  // No caller could handle its exception.
  void operator()() const {
    if (!future_->task.attached()) return attempt(true, [&] { ready_(data_.get()); });
    aspen_vm* vm = future_->vm;
    const Caller before = std::exchange(vm->acts_for, future_->caller);
    attempt(true, [&] { ready_(data_.get()); });
    vm->acts_for = before;
  }

 private:
  aspen_future* future_;
  void (*ready_)(void* data);
  HostData data_;
};

bool is_cancel(Value error) {
  if (is_kind(error, Kind::LabelBox)) return as<LabelBox>(error)->name() == sym::kCancelled;
  return error == Value::label(sym::kCancelled);
}

// Writes the error of a call that has ended without a request for its result, like that of a detached task.
void tell_unread(const aspen_future& future) {
  aspen_vm* vm = future.vm;
  NativeStackScope scope(vm->mutator());
  const Outcome outcome = vm->engine.finish(future.run);
  if (outcome.end != Outcome::End::failed || is_cancel(outcome.value)) return;
  Output& err = vm->machine().err();
  err.write("error of a call that nothing has asked for: " + vm->engine.report(outcome));
  err.flush();
}

// The future is released again when the call has ended. False: there is no memory for that.
bool waits_for_its_end(aspen_future& future) {
  try {
    future.vm->machine().runtime()->call_when_ended(future.run, [&future] { aspen_future_release(&future); });
  } catch (const std::bad_alloc&) {
    return false;
  }
  future.owners = 1;
  return true;
}

// Its last owner has gone.
void end_future(aspen_future* future) {
  const bool is_unread = future->task.attached() && !future->is_read;
  const bool is_first = !std::exchange(future->is_left, true);
  if (is_unread && is_first && !future->has_ended() && waits_for_its_end(*future)) return;
  const std::unique_ptr<aspen_future> last(future);
  if (is_unread && future->has_ended()) tell_unread(*future);
  if (future->task.attached()) future->vm->machine().runtime()->release(future->run);
}

}  // namespace

aspen_future::aspen_future(aspen_vm* of, Run& started, const Caller& by)
    : task(of->machine().heap(), started.task), vm(of), run(started), caller(by) {
  if (caller.completer != nullptr) caller.completer->add(*this);
}

aspen_future::~aspen_future() {
  if (caller.completer != nullptr) caller.completer->remove(*this);
}

Caller aspen_vm::caller() {
  Strand& strand = machine().running_strand();
  if (!strand.has_task()) {
    Run* payer = machine().payer_for_main();
    return payer != nullptr ? Caller{payer, sched::kForever, nullptr} : acts_for;
  }
  Run& run = strand.task().run();
  return {&run, run.ends_by_ns, beginning};
}

aspen_status aspen_start(aspen_vm* vm, aspen_value function, const aspen_value* arguments, size_t count,
                         aspen_future** future, aspen_error** error) {
  const auto start = [&] { return start_call(vm, function, arguments, count, {}, future, error); };
  return enter(__func__, vm, error, start, Needed("function", is_value(function)),
               Needed("arguments", are_arguments(arguments, count)), Needed("future", future));
}

aspen_status aspen_start_with(aspen_vm* vm, aspen_value function, const aspen_value* arguments, size_t count,
                              const aspen_call_options* options, aspen_future** future, aspen_error** error) {
  const auto start = [&] {
    return start_call(vm, function, arguments, count, terms_of(*options), future, error);
  };
  return enter(__func__, vm, error, start, Needed("function", is_value(function)),
               Needed("arguments", are_arguments(arguments, count)), Needed("options", are_usable(options)),
               Needed("future", future));
}

int aspen_poll(aspen_vm* vm, uint64_t budget_ns) {
  bool goes_on = false;
  const auto poll = [&] {
    Machine& machine = vm->machine();
    if (vm->engine.running() || machine.runtime() == nullptr || !machine.runtime()->can_poll())
      return ASPEN_OK;
    goes_on = true;  // the result if there is no memory for the poll
    goes_on = vm->engine.poll(budget_ns);
    machine.out().flush();
    machine.err().flush();
    return ASPEN_OK;
  };
  return enter(__func__, vm, nullptr, poll), goes_on ? 1 : 0;
}

void aspen_wait(aspen_vm* vm, uint64_t timeout_ns) {
  const auto wait = [&] {
    Runtime* runtime = vm->machine().runtime();
    if (!vm->engine.running() && runtime != nullptr && runtime->can_poll()) runtime->wait(timeout_ns);
    return ASPEN_OK;
  };
  enter(__func__, vm, nullptr, wait);
}

aspen_status aspen_on_wakeup(aspen_vm* vm, void (*wake)(void* data), void* data,
                             void (*free_data)(void* data)) {
  HostData held(data, free_data);
  const auto set = [&] {
    const aspen_status status = prepare(vm, nullptr);
    if (status != ASPEN_OK) return status;
    std::function<void()> call;
    if (wake != nullptr)
      call = [wake, kept = std::make_shared<HostData>(std::move(held))] {
        attempt(true, [&] { wake(kept->get()); });
      };
    vm->machine().runtime()->wake_up().set(std::move(call));
    return ASPEN_OK;
  };
  return enter(__func__, vm, nullptr, set);
}

int aspen_future_ready(const aspen_future* future) {
  return attempt(0, future != nullptr,
                 [&] { return !future->task.attached() || future->has_ended() ? 1 : 0; });
}

aspen_status aspen_future_on_ready(aspen_future* future, void (*ready)(void* data), void* data,
                                   void (*free_data)(void* data), aspen_error** error) {
  HostData held(data, free_data);
  const auto note = [&] {
    auto act = std::make_shared<ReadyAct>(*future, ready, std::move(held));
    future->vm->machine().runtime()->call_when_ended(future->run, [act] { (*act)(); });
    return ASPEN_OK;
  };
  const auto note_inside = [&, call = __func__] {
    if (future->task.attached() && !future->has_ended()) return enter(call, future->vm, error, note);
    attempt(true, [&] { ready(held.get()); });
    return ASPEN_OK;
  };
  return attempt_status(__func__, error, note_inside, Needed("future", future),
                        Needed("ready", ready != nullptr));
}

aspen_status aspen_future_get(aspen_future* future, aspen_value* result, aspen_error** error) {
  const auto get = [&] {
    aspen_vm* vm = future->vm;
    if (vm->engine.running() && !future->has_ended())
      return fail(ASPEN_MISUSE, "a function that a script called cannot wait for a call that has not ended",
                  error);
    NativeStackScope scope(vm->mutator());
    future->is_read = true;
    const Outcome outcome = vm->engine.finish(future->run);
    if (outcome.finished()) *result = to_raw(outcome.value);
    return finish_run(vm, outcome, error);
  };
  const auto get_inside = [&, call = __func__] {
    if (!future->task.attached()) return fail(ASPEN_MISUSE, "the VM of the call is gone", error);
    return enter(call, future->vm, error, get);
  };
  return attempt_status(__func__, error, get_inside, Needed("future", future), Needed("result", result));
}

void aspen_future_cancel(aspen_future* future) {
  attempt(future != nullptr, [&] { future->cancel(); });
}

aspen_vm* aspen_future_vm(const aspen_future* future) {
  return attempt<aspen_vm*>(nullptr, future != nullptr,
                            [&] { return future->task.attached() ? future->vm : nullptr; });
}

void aspen_future_retain(aspen_future* future) {
  attempt(future != nullptr, [&] { ++future->owners; });
}

void aspen_future_release(aspen_future* future) {
  attempt(future != nullptr, [&] {
    if (--future->owners == 0) end_future(future);
  });
}

aspen_mailbox* aspen_mailbox_new(aspen_vm* vm) {
  aspen_mailbox* mailbox = nullptr;
  const auto make = [&] {
    const aspen_status prepared = prepare(vm, nullptr);
    if (prepared != ASPEN_OK) return prepared;
    if (vm->mailbox == nullptr) vm->mailbox = new aspen_mailbox(*vm->machine().runtime());
    mailbox = vm->mailbox;
    mailbox->retain();
    return ASPEN_OK;
  };
  return enter(__func__, vm, nullptr, make), mailbox;
}

int aspen_post(aspen_mailbox* mailbox, void (*act)(void* data), void* data, void (*free_data)(void* data)) {
  HostData held(data, free_data);
  return attempt(0, mailbox != nullptr && act != nullptr, [&] {
    std::function<void()> call = [act, kept = std::make_shared<HostData>(std::move(held))] {
      attempt(true, [&] { act(kept->get()); });
    };
    const std::lock_guard guard(mailbox->lock);
    if (mailbox->runtime == nullptr) return 0;
    mailbox->runtime->post(std::move(call));
    return 1;
  });
}

void aspen_mailbox_retain(aspen_mailbox* mailbox) {
  attempt(mailbox != nullptr, [&] { mailbox->retain(); });
}

void aspen_mailbox_release(aspen_mailbox* mailbox) {
  attempt(mailbox != nullptr, [&] { mailbox->release(); });
}
