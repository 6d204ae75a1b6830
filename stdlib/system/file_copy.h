// Copies and moves files, and directories with everything in them.
#pragma once

#include <string>

#include "stdlib/system/place.h"

namespace aspen {

struct Copied {
  int error = 0;        // an errno, 0 if everything was copied
  std::string culprit;  // what could not be copied or renamed
};

// Blocks; any thread. Overwrites existing files; after an error, the part that was copied stays. Follows
// symbolic links, or leaves them out if `reads` is limited. EINVAL if `to` is inside of the source, ELOOP if
// a link leads back to a directory that is being copied, ENOTSUP for what is neither a file nor a directory.
// On an error, `culprit` is the path that it concerns.
Copied copy_files(const FileAccess& reads, const std::string& from, const FileAccess& writes,
                  const std::string& to);

// Blocks; any thread. The culprit of an error is the new path if the error is about what is there, such as a
// directory, or about a directory above it that is missing.
Copied rename_files(const Place& from, const std::string& from_path, const Place& to,
                    const std::string& to_path);

// Blocks; any thread. Renames a file or a directory, or moves it to another device: there it is copied beside
// `to`, renamed when the copy is complete, and only then removed at `from`. Symbolic links stay links
// (ENOTSUP if `makes_links` is false); permissions and modification times stay. After an error `from` is
// unchanged, unless the error was in its removal.
Copied move_files(const Place& from, const std::string& from_path, const Place& to,
                  const std::string& to_path, bool makes_links);

}  // namespace aspen
