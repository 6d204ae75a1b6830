// Parses --allow and --deny.
#pragma once

#include <string>
#include <vector>

#include "vm/run/permissions.h"

namespace aspen {

// With --allow, the capabilities in it and no others; then those in --deny are removed. Each text is a list
// like "net,time", "all", or "fs_read=DIRECTORY". False, with a message in `error`, for anything else.
bool read_permissions(const std::vector<std::string>& allow, const std::vector<std::string>& deny,
                      Permissions& permissions, std::string& error);
// "env, fs_read, …"
std::string capability_names();

}  // namespace aspen
