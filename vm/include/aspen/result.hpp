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
  script = ASPEN_SCRIPT_ERROR,      // the script did not catch it
  type = ASPEN_TYPE_ERROR,          // a value that the C++ type cannot hold, or a name that is not there
  misuse = ASPEN_MISUSE,            // the host broke a rule
  exit = ASPEN_EXIT,                // the script called `exit`
  interrupted = ASPEN_INTERRUPTED,  // Vm::interrupt
  out_of_fuel = ASPEN_OUT_OF_FUEL,
  out_of_memory = ASPEN_OUT_OF_MEMORY,
  out_of_time = ASPEN_OUT_OF_TIME,
  out_of_tasks = ASPEN_OUT_OF_TASKS,
};

class Error {
 public:
  // What a host's function returns: an error that the script may catch.
  explicit Error(std::string message, ErrorKind kind = ErrorKind::script)
      : kind_(kind), message_(std::move(message)), report_(message_ + "\n") {}

  // Takes the error of the C interface over.
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
  // One line.
  const std::string& message() const { return message_; }
  // For people: the source quoted, hints, and the calls that led there. Ends in a newline.
  const std::string& render() const { return report_; }
  // Of ErrorKind::exit.
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
  // Preconditions: there is a value; there is an error.
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
