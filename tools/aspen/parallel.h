// `aspen check --parallel`: which loops and calls of a program overlap, and what keeps the others in order.
#pragma once

#include <string>

#include "stdlib/embed/engine.h"

namespace aspen {

// A line for each loop, and for each call that may overlap with the code after it, by their lines in the
// source: "sum.asp:3: the loop overlaps". Empty for a module of the library. REQUIRES: `engine` has loaded
// the module.
std::string explain_overlap(const Engine& engine, const LoadedModule& module);

}  // namespace aspen
