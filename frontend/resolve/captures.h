// Which functions capture nothing, and so are known where they are called; what the others capture.
//
// Starts from "no function captures anything" and takes back until nothing changes, so that functions that
// call each other stay known.
#pragma once

#include "frontend/resolve/resolve.h"

namespace aspen {

// Sets FunctionInfo::captures and known, and what each binding is to functions. Reports closures that would
// have to exist before what they capture.
void settle_captures(const ResolveInput& input, Scopes& scopes, Diagnostics& diagnostics);

// The hint for a function literal that changes a variable outside it.
std::string_view capture_hint(const FunctionInfo& function);

}  // namespace aspen
