// Compiled code as plain data: what the compiler produces, and what is verified, saved and loaded. It has no
// pointers into a heap; every operand that will be one is a relocation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "vm/code/instructions.h"
#include "vm/object/effect.h"
#include "vm/object/function.h"

namespace aspen {

// A constant that becomes a heap object when loaded. Floats, 48-bit integers, unit and booleans are written
// directly into the code.
struct Constant {
  enum class Kind : uint8_t { String, Bytes, Integer } kind;
  std::string text;  // Integer: decimal digits with an optional minus
};

// The tail at `word` of a function's code receives the address or number of the entry at `index`.
struct Relocation {
  enum class Target : uint8_t {
    constant,       // value: constants[index]
    label,          // value: the bare label symbols[index]
    symbol,         // symbol: symbols[index]
    shape,          // shape: shapes[index]
    function,       // proto: functions[index]
    builtin,        // proto or native: the standard function named symbols[index], "map" or "string.upper"
    builtin_value,  // value: the standard value named symbols[index]: "math.pi", "args", a module
    slot,           // slot: module variable `index`
    module,         // module: imports[index]
  };
  uint32_t word;
  Target target;
  uint32_t index;
};

struct FunctionCode {
  std::string name;  // "" for an unnamed literal
  uint16_t arity = 0;
  uint16_t captures = 0;
  uint32_t frame_size =
      0;  // registers, call windows and what callees' frames are reached through included; at most 256
  ConsumeMask consumes = 0;
  Effect effect = Effect::write;
  Reach reach;
  std::vector<Word> code;
  std::vector<Relocation> relocations;  // ascending by word
  std::vector<Handler> handlers;        // innermost first
  std::vector<Location> locations;      // ascending by word
  std::vector<CallSite> calls;          // ascending by word
  std::vector<LoopSite> loops;          // ascending by their beginnings
  std::vector<LoopVariable> loop_variables;
};

struct Chunk {
  std::string path;  // of the source text, as shown in diagnostics
  std::vector<Constant> constants;
  std::vector<std::string> symbols;
  std::vector<std::vector<uint32_t>> shapes;  // field names as indexes into symbols
  std::vector<FunctionCode>
      functions;  // the first is the module's own body: arity 0, ends in ReturnModule (Return at the REPL)
  std::vector<std::string> slots;    // names of the module variables
  std::vector<std::string> imports;  // canonical paths
  // Whether it was read from untrusted bytes. The ownership in such code (moves, lends, shares) is not
  // checked, so a machine that loads it runs everything on one thread (Machine::load).
  bool is_from_outside = false;
};

}  // namespace aspen
