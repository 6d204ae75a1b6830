// The part of the C interface for hosts with a loop of their own: calls that go on in polls.
#include "stdlib/embed.h"
#include "vm/native_stack.h"
#include "vm/runtime.h"

using namespace aspen;

namespace {

aspen_status prepare(aspen_vm* vm, aspen_error** error) {
  std::string refused;
  return vm->machine().prepare_polling(refused) ? ASPEN_OK : fail(ASPEN_OUT_OF_MEMORY, refused, error);
}

bool has_ended(const aspen_future& future) { return future.run.has_ended.load(std::memory_order_relaxed); }

}  // namespace

aspen_status aspen_start(aspen_vm* vm, aspen_value function, const aspen_value* arguments, size_t count,
                         aspen_future** future, aspen_error** error) {
  return guarded(error, [&] {
    const aspen_status status = prepare(vm, error);
    if (status != ASPEN_OK) return status;
    NativeStackScope scope(vm->mutator());
    Run& run = vm->engine.start(from_raw(function), reinterpret_cast<const Value*>(arguments),
                                static_cast<unsigned>(count));
    *future = new aspen_future{Root<Task>(vm->machine().heap(), run.task), vm, run};
    return ASPEN_OK;
  });
}

int aspen_poll(aspen_vm* vm, uint64_t budget_ns) {
  Machine& machine = vm->machine();
  if (vm->engine.running() || machine.runtime() == nullptr || !machine.runtime()->can_poll()) return 0;
  bool goes_on = true;
  guarded(nullptr, [&] {
    goes_on = vm->engine.poll(budget_ns);
    machine.out().flush();
    machine.err().flush();
    return ASPEN_OK;
  });
  return goes_on ? 1 : 0;
}

void aspen_wait(aspen_vm* vm, uint64_t timeout_ns) {
  Runtime* runtime = vm->machine().runtime();
  if (!vm->engine.running() && runtime != nullptr && runtime->can_poll()) runtime->wait(timeout_ns);
}

aspen_status aspen_on_wakeup(aspen_vm* vm, void (*wake)(void* data), void* data,
                             void (*free_data)(void* data)) {
  HostData held(data, free_data);
  return guarded(nullptr, [&] {
    const aspen_status status = prepare(vm, nullptr);
    if (status != ASPEN_OK) return status;
    std::function<void()> call;
    if (wake != nullptr)
      call = [wake, kept = std::make_shared<HostData>(std::move(held))] { wake(kept->get()); };
    vm->machine().runtime()->wake_up().set(std::move(call));
    return ASPEN_OK;
  });
}

int aspen_future_ready(const aspen_future* future) {
  return !future->task.attached() || has_ended(*future) ? 1 : 0;
}

aspen_status aspen_future_get(aspen_future* future, aspen_value* result, aspen_error** error) {
  return guarded(error, [&] {
    if (!future->task.attached()) return fail(ASPEN_MISUSE, "the VM of the call is gone", error);
    aspen_vm* vm = future->vm;
    if (vm->engine.running() && !has_ended(*future))
      return fail(ASPEN_MISUSE, "a function that a script called cannot wait for a call", error);
    NativeStackScope scope(vm->mutator());
    const Outcome outcome = vm->engine.finish(future->run);
    if (outcome.finished()) *result = to_raw(outcome.value);
    return finish_run(vm, outcome, error);
  });
}

void aspen_future_cancel(aspen_future* future) {
  if (future->task.attached() && !has_ended(*future)) future->run.task->cancel();
}

aspen_vm* aspen_future_vm(const aspen_future* future) {
  return future->task.attached() ? future->vm : nullptr;
}

void aspen_future_retain(aspen_future* future) { ++future->owners; }

void aspen_future_release(aspen_future* future) {
  if (--future->owners != 0) return;
  if (future->task.attached()) future->vm->machine().runtime()->release(future->run);
  delete future;
}

aspen_mailbox* aspen_mailbox_new(aspen_vm* vm) {
  const aspen_status status = guarded(nullptr, [&] {
    const aspen_status prepared = prepare(vm, nullptr);
    if (prepared == ASPEN_OK && vm->mailbox == nullptr)
      vm->mailbox = new aspen_mailbox(*vm->machine().runtime());
    return prepared;
  });
  if (status != ASPEN_OK) return nullptr;
  aspen_mailbox_retain(vm->mailbox);
  return vm->mailbox;
}

int aspen_post(aspen_mailbox* mailbox, void (*act)(void* data), void* data, void (*free_data)(void* data)) {
  HostData held(data, free_data);
  int is_posted = 0;
  guarded(nullptr, [&] {
    std::function<void()> call = [act, kept = std::make_shared<HostData>(std::move(held))] {
      act(kept->get());
    };
    const std::lock_guard guard(mailbox->lock);
    if (mailbox->runtime != nullptr) {
      mailbox->runtime->post(std::move(call));
      is_posted = 1;
    }
    return ASPEN_OK;
  });
  return is_posted;
}

void aspen_mailbox_retain(aspen_mailbox* mailbox) { mailbox->owners.fetch_add(1, std::memory_order_relaxed); }

void aspen_mailbox_release(aspen_mailbox* mailbox) { mailbox->release(); }
