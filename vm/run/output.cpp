#include "vm/run/output.h"

#include <unistd.h>

#include <cerrno>
#include <utility>

namespace aspen {

constexpr size_t kBufferBytes = 1 << 16;

Output::Output(std::function<void(std::string_view)> sink, int descriptor, bool unbuffered)
    : sink_(std::move(sink)), descriptor_(descriptor), limit_(unbuffered ? 1 : kBufferBytes) {}

// A long text is not copied: it is output after what the buffer has.
bool Output::append(std::string_view text) {
  if (text.size() >= limit_) {
    std::lock_guard delivering(delivery_lock_);
    std::string before;
    {
      std::lock_guard hold(buffer_lock_);
      before.swap(buffer_);
    }
    if (!before.empty()) deliver(before);
    deliver(text);
    return false;
  }
  std::lock_guard hold(buffer_lock_);
  buffer_.append(text);
  return buffer_.size() >= limit_;
}

void Output::flush() {
  std::lock_guard delivering(delivery_lock_);
  std::string text;
  {
    std::lock_guard hold(buffer_lock_);
    text.swap(buffer_);
  }
  if (!text.empty()) deliver(text);
  text.clear();
  std::lock_guard hold(buffer_lock_);
  if (buffer_.empty()) buffer_.swap(text);  // keeps the capacity
}

void Output::deliver(std::string_view text) {
  if (sink_) return sink_(text);
  while (!text.empty() && error() == 0) {
    ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<size_t>(written));
    } else if (errno != EINTR) {
      error_.store(errno, std::memory_order_relaxed);
    }
  }
}

}  // namespace aspen
