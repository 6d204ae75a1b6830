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

// Blocks; any thread. Another name for a file or a directory with everything in it, also on another device:
// it is copied beside `to`, takes that name when it is whole, and only then is removed at `from`. Symbolic
// links stay links, ENOTSUP if `makes_links` is false; permissions and times of change stay. After an error
// `from` is as it was, unless it could not be removed.
Copied move_files(const Place& from, const std::string& from_path, const Place& to,
                  const std::string& to_path, bool makes_links);

}  // namespace aspen
