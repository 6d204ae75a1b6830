// Copies of files, and of directories with everything in them.
#pragma once

#include <string>

#include "stdlib/place.h"

namespace aspen {

struct Copied {
  int error = 0;        // an errno, 0 if all is done
  std::string culprit;  // what could not be copied
};

// Blocks; any thread. Files that are there already are overwritten; what has been copied before an error
// stays. What symbolic links lead to is copied, or nothing in their place if `reads` is limited. EINVAL where
// `to` is inside of what would be copied, ELOOP where a link leads back to a directory that the copy is in,
// ENOTSUP for what is neither a file nor a directory.
Copied copy_files(const FileAccess& reads, const std::string& from, const FileAccess& writes,
                  const std::string& to);

}  // namespace aspen
