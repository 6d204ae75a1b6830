// A value or an error.
#pragma once

#include <cassert>
#include <string>
#include <utility>
#include <variant>

#include "aspen/aspen.h"

namespace aspen {
inline namespace v1 {

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

class Error {
 public:
  // A host's function returns this to raise an error that the script may catch.
  explicit Error(std::string message, ErrorKind kind = ErrorKind::script)
      : kind_(kind), message_(std::move(message)), report_(message_ + "\n") {}

  // Takes over an error of the C interface.
  static Error take(aspen_status status, aspen_error* error) {
    Error taken(error ? aspen_error_message(error) : "no memory", static_cast<ErrorKind>(status));
    if (error) {
      taken.report_ = aspen_error_report(error);
      taken.exit_code_ = aspen_error_exit_code(error);
      aspen_error_free(error);
    }
    return taken;
  }

  ErrorKind kind() const { return kind_; }
  // One line, such as "TypeError: …" or "error: …".
  const std::string& message() const { return message_; }
  // For people: the quoted source, hints, and the chain of calls. Ends in a newline.
  const std::string& render() const { return report_; }
  // The exit code, for ErrorKind::exit.
  int exit_code() const { return exit_code_; }

 private:
  ErrorKind kind_;
  std::string message_;
  std::string report_;
  int exit_code_ = 0;
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
