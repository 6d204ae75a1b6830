// The C interface for functions of the host that end later.
#include "stdlib/embed/embed_entry.h"
#include "stdlib/native/outside.h"
#include "vm/run/runtime.h"

namespace aspen {

namespace {

constexpr std::string_view kDropped = "the host has dropped the call";

// What the host's function gives. What that starts belongs to the call.
Value begins(const HostFunction& host, aspen_context& context, const aspen_value* arguments,
             aspen_completer* call) {
  struct Beginning {
    aspen_completer*& now;
    ~Beginning() { now = nullptr; }
  };
  const Beginning beginning{host.vm->beginning = call};
  return context.result(from_raw(host.begin(&context, host.data, arguments, call)));
}

// The call that the host has begun; null with an error pending, or if the strand has to wait first.
aspen_completer* begin_call(Strand& s, const HostFunction& host, Value* arguments) {
  if (!settle_for_host(s, host, arguments)) return nullptr;
  auto* call = new aspen_completer(*s.machine().runtime(), s.task(), host.vm->pending);
  try {
    s.keep(Operation::wrap(s.allocator(), *call));
    host.vm->pending->add(*call);
    call->keep(host.vm, arguments, host.descriptor.arity);
  } catch (const std::bad_alloc&) {  // the host never sees the call
    call->drop();
    throw;
  }
  aspen_context context(host.vm, s);
  const auto* given = reinterpret_cast<const aspen_value*>(arguments);
  if (!begins(host, context, given, call).is_exception() && !s.gave_up()) return call;
  Operation& refused = Operation::take_kept(s);
  refused.forsake();
  refused.release();
  return nullptr;
}

// A call that this one has started may have failed because the time or the fuel of both is used up. No `try`
// catches that.
Value raise_limit_instead(Strand& s) {
  Run& run = s.task().run();
  const bool is_late = s.machine().runtime()->is_late(run);
  if (!s.is_head() || (!is_late && run.fuel() != 0)) return Value::exception();
  s.take_error();
  return s.raise_uncatchable(Value::label(is_late ? sym::kOutOfTime : sym::kOutOfFuel));
}

}  // namespace

Value call_host_later(Strand& s, Value* arguments) {
  const auto& host = *static_cast<HostFunction*>(s.native()->data);
  Operation* kept = Operation::kept_by(s);
  auto* call = kept != nullptr ? static_cast<aspen_completer*>(kept) : begin_call(s, host, arguments);
  if (call == nullptr) return Value::exception();
  const bool is_over = Operation::await(s, heeded_by(s, *call));
  if (!is_over && s.gave_up()) return Value::exception();
  aspen_context context(host.vm, s);
  Value value = is_over ? call->value(context) : Value::exception();
  if (s.runs_again()) return value;
  if (is_over && value.is_exception() && !s.gave_up()) value = raise_limit_instead(s);
  if (is_over) measure_arguments(s, arguments);
  Operation::take_kept(s);
  if (!is_over) call->forsake();
  call->release();
  return value;
}

}  // namespace aspen

using namespace aspen;

void PendingCalls::add(aspen_completer& call) {
  const std::lock_guard guard(lock);
  calls.insert(&call);
}

aspen_completer* PendingCalls::hold_first() {
  const std::lock_guard guard(lock);
  if (calls.empty()) return nullptr;
  aspen_completer* first = *calls.begin();
  first->hold();
  return first;
}

// One reference for the strand, one until the call ends, and one for the host's holders together.
aspen_completer::aspen_completer(Runtime& runtime, Task& caller, std::shared_ptr<PendingCalls> pending)
    : Operation(runtime), caller_(caller), pending_(std::move(pending)) {
  hold();
  hold();
}

// Wakes the strand under the lock: the VM may be destroyed as soon as another thread gets the lock.
bool aspen_completer::complete(Make make, HostData data, std::string_view error) {
  const std::lock_guard guard(pending_->lock);
  if (has_ended_) return false;
  error_ = error;  // the only step that may fail for lack of memory
  has_ended_ = true;
  make_ = make;
  result_ = std::move(data);
  pending_->calls.erase(this);
  const bool is_awaited = !is_given_up_;
  end();
  return is_awaited;
}

void aspen_completer::on_cancel(void (*cancel)(void* data), HostData data) {
  {
    const std::lock_guard guard(pending_->lock);
    if (std::exchange(has_cancel_, true) || has_ended_) return;
    if (!is_given_up_) {
      cancel_ = cancel;
      cancel_data_ = std::move(data);
      return;
    }
  }
  cancel(data.get());
}

void aspen_completer::give_up() {
  void (*cancel)(void* data) = nullptr;
  HostData data;
  {
    const std::lock_guard guard(pending_->lock);
    is_given_up_ = true;
    cancel = std::exchange(cancel_, nullptr);
    data = std::move(cancel_data_);
  }
  // No caller could handle its exception, and the call ends all the same.
  attempt(cancel != nullptr, [&] { cancel(data.get()); });
  for (const aspen_future* each = started_; each != nullptr; each = each->next)
    attempt(true, [&] { each->cancel(); });
}

void aspen_completer::add(aspen_future& started) {
  started.next = started_;
  started.link = &started_;
  if (started_ != nullptr) started_->link = &started.next;
  started_ = &started;
  hold();
  bool is_given_up = false, has_ended = false;
  {
    const std::lock_guard guard(pending_->lock);
    is_given_up = is_given_up_;
    has_ended = has_ended_;
  }
  if (is_given_up) return started.cancel();
  // A cancel that the call did not heed, because nothing could cut it short.
  if (!has_ended && caller_.signals() != 0) caller_.look_at_signals();
}

void aspen_completer::remove(aspen_future& started) {
  *started.link = started.next;
  if (started.next != nullptr) started.next->link = started.link;
  release();
}

void aspen_completer::drop() {
  if (holders_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
  fail(kDropped);
  {
    const std::lock_guard guard(pending_->lock);
    if (pending_->keepers.erase(this) != 0) kept_.clear();
  }
  release();
}

// A value has a second owner then, so that scripts change a copy of it.
void aspen_completer::keep(aspen_vm* vm, const Value* arguments, size_t count) {
  std::vector<Root<>> kept;
  for (size_t i = 0; i < count; ++i) {
    if (host_type(arguments[i]) == nullptr) continue;
    share(arguments[i]);
    kept.emplace_back(vm->machine().heap(), arguments[i]);
  }
  if (kept.empty()) return;
  const std::lock_guard guard(pending_->lock);
  pending_->keepers.insert(this);
  kept_ = std::move(kept);
}

void aspen_completer::end_with_vm() {
  give_up();
  fail(kDropped);
}

// Fails without the text if there is no memory for it.
void aspen_completer::fail(std::string_view error) {
  try {
    complete(nullptr, {}, error);
  } catch (const std::bad_alloc&) {
    complete(nullptr, {}, {});
  }
}

Value aspen_completer::value(aspen_context& context) const {
  if (make_ == nullptr) return from_raw(aspen_raise(&context, error_.data(), error_.size()));
  return context.result(from_raw(make_(&context, result_.get())));
}

bool aspen_completer::can_be_cut_short() const {
  if (waits_for_started()) return true;
  const std::lock_guard guard(pending_->lock);
  return has_cancel_;
}

bool aspen_completer::waits_for_started() const {
  const aspen_future* each = started_;
  while (each != nullptr && each->has_ended()) each = each->next;
  return each != nullptr;
}

// Calls that have not ended are cancelled; the host may still hold their completers.
aspen_vm::~aspen_vm() {
  raised->forget_all();
  if (mailbox != nullptr) {
    mailbox->close();
    mailbox->release();
  }
  while (aspen_completer* call = pending->hold_first()) {
    call->end_with_vm();
    call->release();
  }
  if (Runtime* runtime = machine().runtime()) {
    last_acts.acts = runtime->take_acts_of_runs();
    uncalled = runtime->take_posted();
  }
  // A thread that has just ended a call may still be waking its strand.
  const std::lock_guard guard(pending->lock);
  for (aspen_completer* keeper : pending->keepers) keeper->forget_arguments();
  pending->keepers.clear();
}

int aspen_resolve(aspen_completer* completer, aspen_value (*make)(aspen_context* context, void* data),
                  void* data, void (*free_data)(void* data)) {
  HostData held(data, free_data);
  return attempt(0, completer != nullptr && make != nullptr,
                 [&] { return completer->complete(make, std::move(held), {}) ? 1 : 0; });
}

int aspen_fail(aspen_completer* completer, const char* text, size_t size) {
  return attempt(0, completer != nullptr && (text != nullptr || size == 0), [&] {
    return completer->complete(nullptr, {}, {text, size}) ? 1 : 0;
  });
}

void aspen_on_cancel(aspen_completer* completer, void (*cancel)(void* data), void* data,
                     void (*free_data)(void* data)) {
  HostData held(data, free_data);
  attempt(completer != nullptr && cancel != nullptr, [&] { completer->on_cancel(cancel, std::move(held)); });
}

void aspen_completer_retain(aspen_completer* completer) {
  attempt(completer != nullptr, [&] { completer->retain(); });
}
void aspen_completer_release(aspen_completer* completer) {
  attempt(completer != nullptr, [&] { completer->drop(); });
}
