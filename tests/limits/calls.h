// The calls that the sweep tries: of each native of the library, and of operators.
#pragma once

#include <string>
#include <vector>

namespace aspen::limits {

struct Call {
  std::string of;          // the native's name, or the operation's
  std::string expression;  // uses names of values.def
};

// The calls that are tried for a native or an operation. `excuse` says why no large call exists; then there
// are no calls.
struct Subject {
  std::string name;
  std::string excuse;
  std::vector<Call> calls;
  bool is_generated = false;  // from the names of parameters: some combinations may be refused
};

std::vector<Subject> all_subjects();
// Names in the tables that belong to no native.
std::vector<std::string> unknown_names();

// A program that sets up what the call uses, `elements` for each value, and then defines `call`.
std::string program_of(const Call& call, size_t elements);

}  // namespace aspen::limits
