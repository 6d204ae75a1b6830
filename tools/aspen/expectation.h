// What a test script expects, by its comments, and whether a run of it met that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/aspen/child.h"

namespace aspen {

struct ExpectedError {
  uint32_t line;     // the line that the report must name
  std::string text;  // what the report must contain; may be empty
};

struct Expectations {
  std::string out;                     // from the `# expect: …` lines
  std::vector<ExpectedError> errors;   // `# expect error: …`
  std::optional<int> exit_code;        // `# exit: …`
  std::vector<std::string> arguments;  // `# args: …`, split at white space
  std::string input;                   // `# stdin: …`, a line each
  std::optional<std::string> skip;     // `# skip: reason`
  bool is_test = false;                // whether it has an expectation that can fail
};

Expectations read_expectations(std::string_view script);

// The differences, as lines to show below the script's name; empty if all is as expected. `path` is the
// script's name in reports.
std::string judge(const Expectations& expected, std::string_view path, const ChildOutcome& outcome);

}  // namespace aspen
