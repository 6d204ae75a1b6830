// Module signals.
#include <csignal>

#include "stdlib/native/elements.h"
#include "stdlib/native/native_state.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/waiting.h"
#include "stdlib/system/signal_listener.h"
#include "stdlib/system/signal_names.h"
#include "vm/run/runtime.h"

namespace aspen {

namespace {

using Listener = std::shared_ptr<SignalListener>;

Value next_name(Strand& s, const Listener& listener);

Value next_element(Strand& s, void* state) { return next_name(s, *static_cast<Listener*>(state)); }

// With its place among the listeners of the process.
constexpr size_t kListenerBytes = sizeof(SignalListener) + 64;
const NativeType kSignalsType{"signals", drop_state<Listener>, nullptr, true, next_element,
                              nullptr,   kListenerBytes};

}  // namespace

template <>
struct Argument<Listener> {
  static Listener read(Strand& s, Value* args, unsigned i, bool& ok) {
    return state_reference<Listener>(s, args, i, ok, kSignalsType, "what signals.listen gives");
  }
};

namespace {

// The signal's number; 0, with an error pending, if no program can listen for it.
int listened_for(Strand& s, Value name) {
  if (!is_kind(name, Kind::String)) {
    wrong_type(s, 0, name, "strings");
    return 0;
  }
  const String& text = *as<String>(name);
  const int number = signal_number(text.view());
  if (number == 0) {
    bad_argument(s, 0, "has " + no_signal(s, text));
    return 0;
  }
  if (can_listen_for(number)) return number;
  bad_argument(s, 0, "has \"" + std::string(text.view()) + "\", which no program can listen for");
  return 0;
}

bool read_names(Strand& s, Iterable names, SignalSet& out) {
  Elements elements(s, names);
  for (Value v; elements.next(v);) {
    const int number = listened_for(s, v);
    if (number == 0) return false;
    out.add(number);
  }
  if (!s.work(1)) return fail_with(s.raise_stop());  // the names may have ended early
  if (out.empty()) return fail_with(bad_argument(s, 0, "is empty"));
  return true;
}

Value listen(Strand& s, Iterable names) {
  SignalSet signals;
  if (!read_names(s, names, signals)) return Value::exception();
  auto listener = std::make_shared<SignalListener>(signals);
  if (const int error = listener->open()) return s.io_error(error, "signals");
  return state_value(s, kSignalsType, std::make_unique<Listener>(std::move(listener)));
}

// True: there may be a signal to take. False: the native returns Value::exception().
bool wait_for_signal(Strand& s, const Listener& listener) {
  if (Operation::kept_by(s) == nullptr) {
    auto* wait = new SignalWait(*s.machine().runtime(), listener);
    s.keep(Operation::wrap(s.allocator(), *wait));
    wait->start();
  }
  const bool is_over = Operation::await(s);
  if (!is_over && s.gave_up()) return false;
  Operation& wait = Operation::take_kept(s);
  if (!is_over) wait.forsake();
  wait.release();
  return is_over;
}

// Undefined when the listener is closed. If several strands wait for one signal, all wake and one takes it.
Value next_name(Strand& s, const Listener& listener) {
  for (;;) {
    const bool has_waited = Operation::kept_by(s) != nullptr;
    if (!has_waited) {
      if (const int signal = listener->take()) return text_value(s, signal_name(signal));
      if (listener->is_closed()) return Value::undefined();
    }
    if (!wait_for_signal(s, listener)) return Value::exception();
  }
}

Value next_signal(Strand& s, Listener listener) {
  const Value name = next_name(s, listener);
  if (name.is_exception()) return name;
  return name.is_undefined() ? none() : some(s, name);
}

Value close(Strand&, Listener listener) {
  listener->close();
  return Value::unit();
}

Value send(Strand& s, const String& name, int64_t process) {
  const int number = signal_number(name.view());
  if (number == 0) return bad_argument(s, 0, "is " + no_signal(s, name));
  // Zero and negative numbers would mean a group of processes, or all processes.
  if (process <= 0 || process > INT32_MAX) return bad_argument(s, 1, "is not the number of a process");
  if (::kill(static_cast<pid_t>(process), number) == 0) return Value::unit();
  return s.io_error(errno, "process " + std::to_string(process));
}

const NativeDescriptor kRows[] = {
    outside(row<listen>("signals.listen", "names", kBorrows,
                        "Listens for signals, like [\"TERM\", \"INT\"], from now on. They no longer end the "
                        "program, but come from the listener, by `signals.next` or a `for` loop. Each "
                        "listener gets each signal. A signal that comes again before it was taken counts "
                        "once. A listener that nothing refers to any more is closed. ValueError for names of "
                        "no signal, and for signals that no program can listen for, such as KILL and STOP.")),
    outside(row<next_signal>(
        "signals.next", "listener", kBorrows,
        "Waits for the next signal and gives its name, as `Some \"TERM\"`; `None` once the listener is "
        "closed. To wait for a limited time, use `task.timeout 5 (() -> signals.next listener)`, which loses "
        "no signal.")),
    outside(row<close>("signals.close", "listener", kBorrows,
                       "Stops listening; no error if it is closed already. When no listener is left for a "
                       "signal, it does what it did before.")),
    row<send>("signals.send", "name pid", kBorrows,
              "Sends a signal, like \"TERM\", to the process of a number; `process.pid` is this one.",
              Effect::write),
};

}  // namespace

NativeTable signals_natives() { return kRows; }

}  // namespace aspen
