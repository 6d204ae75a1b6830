// Reading source files, with the messages that the command prints.
#pragma once

#include <string>

namespace aspen {

struct FileText {
  std::string text;
  std::string error;  // "path: No such file or directory"; empty if the file was read
  bool ok() const { return error.empty(); }
};

// "-" reads standard input to its end.
FileText read_file(const std::string& path);

// After a failed read or write: whether to try again. Waits until a descriptor that does not block is ready;
// `event` is POLLIN or POLLOUT.
bool may_be_repeated(int descriptor, short event);

}  // namespace aspen
