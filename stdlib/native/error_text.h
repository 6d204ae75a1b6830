// The text of an error's report, for natives. Only the engine knows the sources that a report quotes, so it
// sets the function that writes the text.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "vm/run/error_trace.h"
#include "vm/run/machine.h"

namespace aspen {

class ErrorText final : public LibraryState {
 public:
  static ErrorText& of(Machine& machine) {
    return static_cast<ErrorText&>(machine.library_state(
        []() -> std::unique_ptr<LibraryState> { return std::make_unique<ErrorText>(); }));
  }

  // Set before programs run; null for a machine without an engine. Several workers call it at once.
  std::function<std::string(Value error, const Trace& trace)> render;
};

}  // namespace aspen
