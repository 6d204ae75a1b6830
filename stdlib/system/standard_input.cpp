#include "stdlib/system/standard_input.h"

#include <poll.h>

#include <cassert>
#include <cerrno>
#include <cstdio>
#include <string_view>

namespace aspen {

namespace {

class LockedInput {
 public:
  LockedInput() { ::flockfile(stdin); }
  ~LockedInput() { ::funlockfile(stdin); }
  LockedInput(const LockedInput&) = delete;
  LockedInput& operator=(const LockedInput&) = delete;
};

std::string_view buffered() {
  return {stdin->_IO_read_ptr, static_cast<size_t>(stdin->_IO_read_end - stdin->_IO_read_ptr)};
}

void take_buffered(const Portion& wanted, InputBuffer& out) {
  const std::string_view there = buffered();
  const size_t end = wanted.is_line ? there.find('\n') : std::string_view::npos;
  const size_t taken = end == std::string_view::npos ? there.size() : end + 1;
  const ssize_t got = out.add(taken, [](char* place, size_t most) {
    return static_cast<ssize_t>(::fread_unlocked(place, 1, most, stdin));
  });
  assert((got < 0 || static_cast<size_t>(got) == taken) && "it was in the buffer");
  if (got < 0) out.fail(ENOMEM);
}

bool is_readable() {
  pollfd now{fileno(stdin), POLLIN, 0};
  return std::feof(stdin) || ::poll(&now, 1, 0) > 0;
}

// Whether stdio's buffer holds something now. At a terminal, the end of input is only the end of what was
// typed so far, and the next call reads on.
bool fill_stdio(InputBuffer& out) {
  const int first = ::getc_unlocked(stdin);
  if (first != EOF) return std::ungetc(first, stdin) != EOF;
  const int error = std::ferror(stdin) ? errno : 0;
  std::clearerr(stdin);
  if (error == 0) out.end();
  if (error != 0 && error != EINTR && error != EAGAIN) out.fail(error);
  return false;
}

}  // namespace

int StandardInput::descriptor() const { return fileno(stdin); }

void StandardInput::before_taking(const Portion& wanted) {
  if (input_.is_ready(wanted)) return;
  const LockedInput locked;
  if (!buffered().empty()) take_buffered(wanted, input_);
}

// Another process may have read the input since `poll`. Then this waits in the system call, as any read from
// a blocking descriptor does.
Progress StandardInput::fill(const Portion& wanted, size_t most) {
  if (input_.is_ready(wanted)) return {Progress::done};
  if (input_.size() > most) {
    input_.fail(ENOMEM);
    return {Progress::done};
  }
  const LockedInput locked;
  if (buffered().empty() && !is_readable()) return {Progress::readable};
  if (!buffered().empty() || fill_stdio(input_)) take_buffered(wanted, input_);
  stir();
  return {input_.is_ready(wanted) ? Progress::done : Progress::more};
}

const std::shared_ptr<StandardInput>& standard_input() {
  static const auto input = std::make_shared<StandardInput>();
  return input;
}

}  // namespace aspen
