// The standard library: what is there without `use`. A name is "map" in the prelude or "string.upper" in a
// module.
//
// What does not belong to one machine (compiled code, names, documentation) is made at the first question and
// lives as long as the process; any thread may ask.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "frontend/builtins.h"
#include "vm/machine.h"

namespace aspen {

// Gives a machine the names of the library, each defined when code first needs it. Once each.
void define_stdlib(Machine& machine);

// What the compiler asks.
const BuiltinCatalogue& standard_catalogue();

struct Entry {
  enum class Kind : uint8_t { native, function, value, module };
  Kind kind;
  std::string name;        // "string.upper"
  std::string parameters;  // "s"; "" for values and modules
  // One paragraph, then lines `expression => result`, the result as `show` writes it.
  std::string text;
  Effect effect = Effect::pure;

  // As it is called: "string.upper s".
  std::string signature() const { return parameters.empty() ? name : name + " " + parameters; }
  // "string" for "string.upper", "" for names of the prelude and for modules.
  std::string_view module() const;
};

// Made at the first question: programs that only run never ask.
class Documentation {
 public:
  Documentation();
  // Null if there is no such name.
  const Entry* find(std::string_view name) const;
  // In the order of the sources: the prelude, then module by module, each behind its own entry.
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
