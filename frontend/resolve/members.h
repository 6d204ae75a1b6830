// Members of modules: `string.upper` of a standard one, `geometry.area` of an imported one.
#pragma once

#include "frontend/resolve/resolve.h"

namespace aspen {

// Reports a member that the module does not have or does not export, and any field of a label. The name
// before the dot is resolved.
void check_member(const FieldExpr* expr, const ResolveInput& input, Diagnostics& diagnostics);

// For a name that is bound to nothing: the members of standard modules that are called so. Empty if there are
// none.
std::string members_hint(std::string_view name, const BuiltinCatalogue& builtins);

// What to write instead of a name of another language: `printf`, `json.dumps`. Empty: it is none.
std::string_view foreign_name_hint(std::string_view name);

}  // namespace aspen
