// A value or an error.
#pragma once

#include <cassert>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "aspen/aspen.h"

namespace aspen {
inline namespace v1 {

class Value;

enum class ErrorKind {
  compile = ASPEN_COMPILE_ERROR,    // the source has mistakes; nothing ran
  script = ASPEN_SCRIPT_ERROR,      // an error that the script did not catch
  type = ASPEN_TYPE_ERROR,          // a value does not fit the C++ type, or there is no such name
  misuse = ASPEN_MISUSE,            // the host broke a rule of this interface
  exit = ASPEN_EXIT,                // the script called `exit`
  interrupted = ASPEN_INTERRUPTED,  // by Vm::interrupt
  out_of_fuel = ASPEN_OUT_OF_FUEL,
  out_of_memory = ASPEN_OUT_OF_MEMORY,
  out_of_time = ASPEN_OUT_OF_TIME,
  out_of_tasks = ASPEN_OUT_OF_TASKS,
};

// May outlive its VM. Any thread may copy, read and destroy it, except for value().
class Error {
 public:
  // A host's function returns this to raise an error that the script may catch: the String `message`.
  explicit Error(std::string message, ErrorKind kind = ErrorKind::script)
      : kind_(kind), message_(std::move(message)), report_(message_ + "\n") {}

  // Likewise, but raises a label with the message, as the library does: labelled("NotFound", "no such file")
  // raises `NotFound { message: "no such file" }`. A label begins with a capital letter.
  static Error labelled(std::string label, std::string_view message) {
    Error made(label + ": " + std::string(message));
    made.label_ = std::move(label);
    return made;
  }

  // Takes over an error of the C interface.
  static Error take(aspen_status status, aspen_error* error) {
    const std::shared_ptr<aspen_error> held(error, &aspen_error_free);
    Error taken(error ? aspen_error_message(error) : "no memory", static_cast<ErrorKind>(status));
    if (error) {
      taken.report_ = aspen_error_report(error);
      taken.exit_code_ = aspen_error_exit_code(error);
      taken.label_ = aspen_error_label(error);
    }
    if (aspen_error_vm(error)) taken.raised_ = held;
    return taken;
  }

  ErrorKind kind() const { return kind_; }
  // One line, such as "TypeError: …" or "error: …".
  const std::string& message() const { return message_; }
  // For people: the quoted source, hints, and the chain of calls. Ends in a newline.
  const std::string& render() const { return report_; }
  // The exit code, for ErrorKind::exit.
  int exit_code() const { return exit_code_; }

  // The name of the label that the script has raised: "TypeError", or "Denied" after `error (Denied 5)`. ""
  // if the script has raised something else, such as a String, and for kinds other than script and
  // out_of_memory.
  const std::string& label() const { return label_; }
  // The value that the script has raised, which `try` would have caught. It counts for heap_bytes as long as
  // a copy of the error lives. By the thread that uses the VM. Empty if the script has raised nothing, and
  // once the VM is gone.
  Value value() const;

 private:
  ErrorKind kind_;
  std::string message_;
  std::string report_;
  int exit_code_ = 0;
  std::string label_;
  std::shared_ptr<const aspen_error> raised_;  // shared by copies; null: the error has no value
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  // Precondition of * and ->: there is a value. Of error(): there is an error.
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(value()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const {
    assert(state_.index() == 1);
    return *std::get_if<1>(&state_);
  }
  T value_or(T other) const { return *this ? value() : std::move(other); }

 private:
  T& value() {
    assert(state_.index() == 0);
    return *std::get_if<0>(&state_);
  }
  const T& value() const { return const_cast<Result*>(this)->value(); }
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : state_(std::move(error)) {}
  explicit operator bool() const { return state_.index() == 0; }
  const Error& error() const {
    assert(state_.index() == 1);
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<std::monostate, Error> state_;
};

}  // namespace v1
}  // namespace aspen
