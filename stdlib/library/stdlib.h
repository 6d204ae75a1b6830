// The standard library: the names that exist without `use`. A name is "map" in the prelude, or "string.upper"
// in a module.
//
// The part that is the same for all machines (compiled code, names, documentation) is made when it is first
// needed, and lives as long as the process. Any thread may use it.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/resolve/builtins.h"
#include "vm/run/machine.h"

namespace aspen {

// Gives a machine the names of the library, each of which is defined when code first needs it. Call it once.
void define_stdlib(Machine& machine);

// The catalogue of the library's names for the compiler.
const BuiltinCatalogue& standard_catalogue();

struct Entry {
  enum class Kind : uint8_t { native, function, value, module };
  Kind kind;
  std::string name;        // "string.upper"
  std::string parameters;  // "s"; "" for values and modules
  // One paragraph, then lines `expression => result`, the result as `show` writes it.
  std::string text;
  Effect effect = Effect::pure;

  // The form of a call: "string.upper s".
  std::string signature() const { return parameters.empty() ? name : name + " " + parameters; }
  // "string" for "string.upper", "" for names of the prelude and for modules.
  std::string_view module() const;
};

// Made when it is first needed: programs that only run do not need it.
class Documentation {
 public:
  Documentation();
  // Null if there is no such name.
  const Entry* find(std::string_view name) const;
  // In the order of the sources: the prelude, then each module, its own entry first.
  const std::deque<Entry>& entries() const { return entries_; }
  // The members of a module; of the prelude for "".
  std::vector<const Entry*> members(std::string_view module) const;
  std::vector<std::string_view> modules() const;

 private:
  void add(Entry entry);
  void add_members(std::string_view module);
  std::deque<Entry> entries_;
  std::unordered_map<std::string_view, const Entry*> index_;
};

const Documentation& standard_documentation();

}  // namespace aspen
