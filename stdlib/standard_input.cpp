#include "stdlib/standard_input.h"

#include <poll.h>

#include <cassert>
#include <chrono>
#include <cstdio>
#include <mutex>
#include <string_view>
#include <utility>

#include "stdlib/native.h"

namespace aspen {

namespace {

// So long it takes at most until who reads sees that it has to stop. A descriptor to wake it would have to be
// written to by whatever cancels a task.
constexpr std::chrono::milliseconds kLook{50};

std::timed_mutex reading;
std::string begun;  // of a line, or of all there is; guarded by `reading`

size_t buffered_bytes(const std::FILE& stream) {
  return static_cast<size_t>(stream._IO_read_end - stream._IO_read_ptr);
}

bool is_ready(std::FILE& stream) {
  if (buffered_bytes(stream) > 0 || std::feof(&stream)) return true;
  pollfd event{fileno(&stream), POLLIN, 0};
  return poll(&event, 1, static_cast<int>(kLook.count())) > 0;
}

// What can be had without waiting. Whether that is all.
bool read_ready(std::FILE& stream, bool one_line, std::string& text) {
  const int first = getc_unlocked(&stream);
  if (first == EOF) return true;
  text.push_back(static_cast<char>(first));
  if (one_line && first == '\n') return true;
  const std::string_view buffered(stream._IO_read_ptr, buffered_bytes(stream));
  const size_t end = one_line ? buffered.find('\n') : std::string_view::npos;
  const size_t taken = end == std::string_view::npos ? buffered.size() : end + 1;
  const size_t before = text.size();
  text.resize(before + taken);
  [[maybe_unused]] const size_t got = fread_unlocked(text.data() + before, 1, taken, &stream);
  assert(got == taken && "it was in the buffer");
  return end != std::string_view::npos;
}

}  // namespace

bool read_standard_input(Strand& s, bool one_line, std::string& text) {
  for (;;) {
    bool is_done = false;
    while_outside(s, [&] {
      std::unique_lock hold(reading, std::try_to_lock);
      if (!hold && !hold.try_lock_for(kLook)) return;
      flockfile(stdin);
      is_done = is_ready(*stdin) && read_ready(*stdin, one_line, begun);
      funlockfile(stdin);
      if (is_done) text = std::exchange(begun, {});
    });
    if (is_done) return true;
    if (s.has_to_stop()) return false;
  }
}

}  // namespace aspen
