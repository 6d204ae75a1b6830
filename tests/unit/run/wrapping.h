// Programs in which values come as futures: pieces of a source text become arguments of a function that
// returns them as futures.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/diagnostics/source.h"
#include "frontend/frontend.h"
#include "frontend/resolve/builtins.h"

namespace aspen {

// The pieces that may be expressions: literals, names, brackets with their content, and what follows those up
// to a field or an index. Later pieces lie within earlier ones, or after them.
std::vector<Span> expressions_in(std::string_view text);

// The text with `function` called on each of the pieces.
std::string wrapped(std::string_view text, const std::vector<Span>& pieces, std::string_view function);

// Likewise with as many of the expressions as leave it a program; false if it is none without any.
bool wrap_all(const std::string& name, const std::string& text, std::string_view function,
              const BuiltinCatalogue& builtins, CompileResult& out, size_t& count);

}  // namespace aspen
