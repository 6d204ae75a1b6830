#pragma once
// The report of an uncaught error: its kind and message, where it happened, a hint, and the calls that led
// there.

#include <functional>
#include <optional>
#include <string>

#include "frontend/diagnostics/diagnostic.h"
#include "frontend/diagnostics/source.h"
#include "vm/run/machine.h"
#include "vm/run/strand.h"

namespace aspen {

// The source of a module, or null for one that cannot be quoted: the standard library. Its functions appear
// in the list of calls by name only. An error inside one of them is placed at the call that led into the
// library.
using SourceLookup = std::function<const Source*(const LoadedModule& module)>;

// The source text that the instruction belongs to; none for code without positions.
std::optional<Span> span_of(const TraceEntry& entry);

// "error: text" for a string, "TypeError: message" for an error of the runtime, else "error: " and the value.
// Cut when very long.
std::string error_headline(Machine& machine, Value error);

// What a report says of the library.
struct LibraryNames {
  // Whether the library has such a name, as `url.parse`.
  std::function<bool(std::string_view name)> has;
  // How the function is called, as "fold init f xs"; empty for other names.
  std::function<std::string(std::string_view name)> usage;
};

// The headline, the excerpt, the hint, how the library's function is called that got values of the wrong
// type, and the calls, innermost first; long lists of calls are cut. Ends in a newline. A variable that hides
// a module of the library is named where an error is about its field.
std::string render_error(Machine& machine, Value error, const Trace& trace, const SourceLookup& find_source,
                         const LibraryNames& library, const RenderOptions& options = {});

// Likewise for a strand, on the thread that runs it.
std::string render_error_of_strand(Machine& machine, Value error, const Trace& trace,
                                   const SourceLookup& find_source, const LibraryNames& library);

}  // namespace aspen
