// The C interface for errors, and how the interface reports what it refuses.
#include <cstdio>

#include "stdlib/embed/embed_entry.h"
#include "stdlib/native/valid_text.h"
#include "vm/run/machine.h"

using namespace aspen;

void RaisedValues::keep(aspen_error& error, aspen_vm* vm, Value value) {
  const std::lock_guard guard(lock_);
  errors_.insert(&error);
  error.kept_by = vm->raised;  // from here on, the error's end removes it
  share(value);
  error.value.emplace(vm->machine().heap(), value);
  error.vm = vm;
}

void RaisedValues::forget(aspen_error& error) {
  const std::lock_guard guard(lock_);
  errors_.erase(&error);
  drop(error);
}

void RaisedValues::forget_all() {
  const std::lock_guard guard(lock_);
  for (aspen_error* error : errors_) drop(*error);
  errors_.clear();
}

void RaisedValues::drop(aspen_error& error) {
  error.value.reset();
  error.vm = nullptr;
}

aspen_vm* RaisedValues::vm_of(const aspen_error& error) const {
  const std::lock_guard guard(lock_);
  return error.vm;
}

Value RaisedValues::value_of(const aspen_error& error) const {
  const std::lock_guard guard(lock_);
  return error.value ? error.value->get() : Value::undefined();
}

aspen_error::~aspen_error() {
  if (kept_by != nullptr) kept_by->forget(*this);
}

namespace {

aspen_status status_of(Outcome::End end) {
  switch (end) {
    case Outcome::End::finished: return ASPEN_OK;
    case Outcome::End::failed: return ASPEN_SCRIPT_ERROR;
    case Outcome::End::exited: return ASPEN_EXIT;
    case Outcome::End::interrupted: return ASPEN_INTERRUPTED;
    case Outcome::End::out_of_fuel: return ASPEN_OUT_OF_FUEL;
    case Outcome::End::out_of_memory: return ASPEN_OUT_OF_MEMORY;
    case Outcome::End::out_of_time: return ASPEN_OUT_OF_TIME;
    case Outcome::End::out_of_tasks: return ASPEN_OUT_OF_TASKS;
  }
  return ASPEN_SCRIPT_ERROR;
}

// Of a value that a script has raised; empty if it is no label.
std::string label_of(Machine& machine, Value raised) {
  if (raised.is_bare_label()) return std::string(machine.symbols().name(raised.as_bare_label()));
  return is_kind(raised, Kind::LabelBox) ? std::string(machine.symbols().name(as<LabelBox>(raised)->name()))
                                         : std::string();
}

// Whether the outcome's value is one that a script could have caught.
bool has_raised(const Outcome& outcome) {
  return outcome.end == Outcome::End::failed || outcome.end == Outcome::End::out_of_memory;
}

// With escapes in place of control characters: otherwise a script could forge lines of the host's log.
std::string one_line(std::string_view text) {
  std::string line;
  for (size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const bool is_second_set = byte == 0xc2 && next < 0xa0;  // U+0080 to U+009F
    if (byte >= 0x20 && byte != 0x7f && !is_second_set) {
      line += text[i];
    } else if (const size_t short_form = std::string_view("\n\r\t").find(text[i]);
               short_form != std::string::npos) {
      line.append({'\\', "nrt"[short_form]});
    } else {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u{%x}", is_second_set ? next : byte);
      line += escape;
      i += is_second_set;
    }
  }
  return line;
}

std::unique_ptr<aspen_error> error_of(aspen_vm* vm, const Outcome& outcome) {
  auto made = std::make_unique<aspen_error>(status_of(outcome.end), one_line(vm->engine.headline(outcome)),
                                            vm->engine.report(outcome), outcome.exit_code);
  if (!has_raised(outcome)) return made;
  made->label = label_of(vm->machine(), outcome.value);
  vm->raised->keep(*made, vm, outcome.value);
  return made;
}

}  // namespace

aspen_status aspen::finish_run(aspen_vm* vm, const Outcome& outcome, aspen_error** error) {
  vm->machine().out().flush();
  vm->machine().err().flush();
  if (outcome.finished() || error == nullptr) return status_of(outcome.end);
  try {
    *error = error_of(vm, outcome).release();
  } catch (const std::bad_alloc&) {
    return refuse_for_memory(error);
  }
  return status_of(outcome.end);
}

aspen_status aspen::fail(aspen_status status, std::string message, aspen_error** error) {
  if (error != nullptr) {
    std::string report = message + "\n";
    *error = new aspen_error(status, std::move(message), std::move(report));
  }
  return status;
}

namespace {

// Allocates nothing: the texts are short enough.
aspen_error& memory_error() {
  static aspen_error error(ASPEN_OUT_OF_MEMORY, "no memory", "no memory\n");
  return error;
}

// Reports misuse and does not throw.
aspen_status refuse(std::string (*message)(const char* call, const void* about), const char* call,
                    const void* about, aspen_error** error) {
  try {
    return fail(ASPEN_MISUSE, message(call, about), error);
  } catch (const std::bad_alloc&) {
    return refuse_for_memory(error);
  }
}

// For use in a `catch`.
std::string thrown() {
  try {
    throw;
  } catch (const std::exception& exception) {
    return std::string("code of the host has thrown an exception: ") + exception.what();
  } catch (...) {
    return "code of the host has thrown an exception";
  }
}

std::string thread_complaint(const char* call, const void* about) {
  const auto* vm = static_cast<const aspen_vm*>(about);
  if (vm->is_ending) return std::string(call) + ": the VM is ending, and cannot be used any more";
  if (vm->occupant.is_absent())
    return std::string(call) + ": the VM waits for its loader of modules (`load`), which cannot use it";
  char address[32];
  std::snprintf(address, sizeof address, "%p", about);
  if (vm->occupant.is_here())
    return std::string(call) + ": this thread is inside " + vm->occupant.call() + " of the VM " + address;
  return std::string(call) + ": another thread is inside " + vm->occupant.call() + " of the VM " + address +
         "; one thread at a time uses a VM, and others post what it is to do there (aspen_post, "
         "Mailbox::post)";
}

}  // namespace

aspen_status aspen::refuse_argument(const char* call, const char* argument, aspen_error** error) {
  const auto message = [](const char* name, const void* about) {
    return std::string(name) + ": `" + static_cast<const char*>(about) + "` is null or cannot be used";
  };
  return refuse(message, call, argument, error);
}

aspen_status aspen::refuse_thread(const char* call, const aspen_vm* vm, aspen_error** error) {
  return refuse(thread_complaint, call, vm, error);
}

aspen_status aspen::refuse_for_memory(aspen_error** error) {
  if (error != nullptr) *error = &memory_error();
  return ASPEN_OUT_OF_MEMORY;
}

aspen_status aspen::refuse_exception(const char* call, aspen_error** error) {
  const auto message = [](const char* name, const void*) { return std::string(name) + ": " + thrown(); };
  return refuse(message, call, nullptr, error);
}

void aspen::report_exception() noexcept {
  try {
    std::fprintf(stderr, "aspen: %s\n", thrown().c_str());
  } catch (const std::bad_alloc&) {
    std::fputs("aspen: code of the host has thrown an exception\n", stderr);
  }
}

void aspen::report_misuse(const char* call, const aspen_vm* vm) {
  std::fprintf(stderr, "aspen: %s\n", thread_complaint(call, vm).c_str());
}

void aspen::keep_exception(const aspen_vm* vm) noexcept {
  try {
    vm->thrown = replace_invalid(thrown());
  } catch (const std::bad_alloc&) {
    vm->has_refused_memory = true;
  }
}

aspen_status aspen_error_status(const aspen_error* error) {
  return attempt(ASPEN_OK, error != nullptr, [&] { return error->status; });
}
const char* aspen_error_message(const aspen_error* error) {
  return attempt("", error != nullptr, [&] { return error->message.c_str(); });
}
const char* aspen_error_report(const aspen_error* error) {
  return attempt("", error != nullptr, [&] { return error->report.c_str(); });
}
int aspen_error_exit_code(const aspen_error* error) {
  return attempt(0, error != nullptr, [&] { return error->exit_code; });
}
const char* aspen_error_label(const aspen_error* error) {
  return attempt("", error != nullptr, [&] { return error->label.c_str(); });
}
aspen_vm* aspen_error_vm(const aspen_error* error) {
  return attempt<aspen_vm*>(nullptr, error != nullptr && error->kept_by != nullptr,
                            [&] { return error->kept_by->vm_of(*error); });
}
aspen_value aspen_error_value(const aspen_error* error) {
  return attempt(ASPEN_NO_VALUE, error != nullptr && error->kept_by != nullptr,
                 [&] { return to_raw(error->kept_by->value_of(*error)); });
}
void aspen_error_free(aspen_error* error) {
  attempt(error != &memory_error(), [&] { delete error; });
}
