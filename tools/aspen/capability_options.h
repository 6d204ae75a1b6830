// What --allow and --deny say.
#pragma once

#include <string>
#include <vector>

#include "vm/permissions.h"

namespace aspen {

// With --allow, what that names and nothing else; then without what --deny names. Each text is a list like
// "net,time", "all", or "fs_read=DIRECTORY". False, with a message in `error`, if one is none.
bool read_permissions(const std::vector<std::string>& allow, const std::vector<std::string>& deny,
                      Permissions& permissions, std::string& error);
// "env, fs_read, …"
std::string capability_names();

}  // namespace aspen
