// Updates of paths.
//
// A path is opened from its root inwards (Path…: each part becomes the variable's own where it is), changed
// at its end, and the last part put back (Set…). A part that is passed to a call that replaces it is taken
// out instead (Take…), if no code can see the hole when the call fails.
#pragma once

#include <vector>

#include "frontend/compile/function_writer.h"
#include "frontend/syntax/ast_pattern.h"

namespace aspen {

struct OpenPath {
  const Path* path = nullptr;
  std::vector<Reg> keys;           // of the steps; unused but for indexes
  std::vector<Reg> containers;     // [0] the root
  std::vector<Reg> reserved = {};  // for containers past the root
  bool late = false;               // opened only when the call that takes the part is ready
  uint32_t begin = 0;              // where the code goes on once it is open
  size_t calls = 0;                // that were written before that
};

class PathWriter {
 public:
  explicit PathWriter(FunctionWriter& to) : to_(to), code_(to.code()) {}

  // Whether a part of the variable may be missing while a call makes the new one.
  bool may_take(const Binding& root) const;
  // The register with the variable's value.
  Reg root(const Path& path);
  // Reserves registers for the containers, which are opened when registers above are in use.
  void reserve(OpenPath& open);
  // Opens the path up to the container of the last step.
  void open(OpenPath& open);
  // The last step: leaves the part where it is, or takes it out.
  void step_out(OpenPath& open, Reg reg, bool take);
  void store(OpenPath& open, Reg value);
  void close(OpenPath& open);
  // Reads the part only.
  void read(OpenPath& open, Reg reg, bool shared);

 private:
  bool may_have_been_split(const OpenPath& open) const;
  void store_step(OpenPath& open, size_t i, Reg value);

  FunctionWriter& to_;
  Assembler& code_;
};

}  // namespace aspen
