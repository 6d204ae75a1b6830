// What the compiler knows about the standard library. The library implements this interface (stdlib/); the
// compiler only calls it.
#pragma once

#include <functional>
#include <string_view>

#include "vm/object/effect.h"
#include "vm/object/function.h"

namespace aspen {

struct BuiltinInfo {
  enum class Kind : uint8_t {
    native,    // written in C++
    function,  // written in Aspen, captures nothing
    value,     // "math.pi", "args"
    module,    // "string": a value; its members are known under "string.NAME"
  };
  Kind kind;
  uint16_t arity = 0;  // natives and functions
  ConsumeMask consumes = 0;
  Effect effect = Effect::pure;
  std::string_view parameters = {};  // "n xs"; may be empty
  std::string_view converter =
      {};            // modules: full name of the function that calling the module means, or empty
  Reach reach = {};  // natives and functions
};

class BuiltinCatalogue {
 public:
  virtual ~BuiltinCatalogue() = default;
  // By full name: "map", "string.upper", "string". Null if there is no such name. The answer lives as long as
  // the catalogue.
  virtual const BuiltinInfo* find(std::string_view full_name) const = 0;
  // Every full name, for suggestions. In any order.
  virtual void each_name(const std::function<void(std::string_view)>& visit) const = 0;
};

}  // namespace aspen
