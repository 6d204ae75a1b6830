#include "vm/output.h"

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace aspen {

constexpr size_t kBufferBytes = 1 << 16;

Output::Output(std::function<void(std::string_view)> sink, int descriptor, bool unbuffered)
    : sink_(std::move(sink)), descriptor_(descriptor), limit_(unbuffered ? 1 : kBufferBytes) {}

void Output::flush() {
  std::string text;
  text.swap(buffer_);
  if (sink_) {
    if (!text.empty()) sink_(text);
    return;
  }
  const char* at = text.data();
  size_t left = text.size();
  while (left > 0 && error_ == 0) {
    ssize_t written = ::write(descriptor_, at, left);
    if (written < 0) {
      if (errno != EINTR) error_ = errno;
      continue;
    }
    at += written;
    left -= static_cast<size_t>(written);
  }
  text.clear();
  if (buffer_.empty()) buffer_.swap(text);  // keeps the capacity
}

}  // namespace aspen
