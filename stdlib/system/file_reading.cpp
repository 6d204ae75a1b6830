#include "stdlib/system/file_reading.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "stdlib/system/stream.h"
#include "stdlib/system/uninterrupted.h"

namespace aspen {

namespace {

Answer<Contents> contents(std::string data, bool is_text) {
  const size_t wrong = is_text ? find_invalid_utf8(data) : kValidUtf8;
  return {0, {std::move(data), wrong}};
}

// Makes room for `more` bytes, which are charged first. False with ENOMEM, which reading a file never gives.
bool make_room(std::string& data, Charge& charge, size_t more, bool is_ahead) {
  const size_t needed = data.size() + more;
  if (needed <= data.capacity()) return true;
  const size_t wanted = std::max(2 * data.capacity(), needed);
  const size_t both = data.capacity() + wanted;
  if (!(is_ahead ? charge.grow_ahead_to(both) : charge.grow_to(both))) {
    errno = ENOMEM;
    return false;
  }
  data.reserve(wanted);
  charge.shrink_to(wanted);
  return true;
}

}  // namespace

Answer<Contents> FileReading::operator()() const {
  auto inside = stop_->enter();
  if (stop_->is_given_up()) return {ECANCELED, {}};
  const Descriptor file = access_.to(path_).open(O_RDONLY | O_NONBLOCK);
  struct stat found {};
  if (!file || ::fstat(file.number(), &found) != 0) return {errno, {}};
  std::string data;
  Charge charge(account_);
  const bool is_regular = S_ISREG(found.st_mode);
  if (is_regular) inside.unlock();
  const bool is_done = is_regular ? make_room(data, charge, static_cast<size_t>(found.st_size), is_ahead_) &&
                                        read_file(file, data, charge)
                                  : read_stream(file, data, charge);
  if (!is_done) {
    Answer<Contents> out{errno, {}};
    out.value.is_refused_ahead = is_ahead_ && out.error == ENOMEM;
    return out;
  }
  Answer<Contents> out = contents(std::move(data), is_text_);
  out.value.charge = std::move(charge);
  return out;
}

bool FileReading::read_file(const Descriptor& file, std::string& data, Charge& charge) const {
  for (;;) {
    if (stop_->is_given_up()) {
      errno = ECANCELED;
      return false;
    }
    char piece[kFilePieceBytes];
    const ssize_t n = uninterrupted([&] { return ::read(file.number(), piece, sizeof piece); });
    if (n <= 0) return n == 0;
    if (!make_room(data, charge, static_cast<size_t>(n), is_ahead_)) return false;
    data.append(piece, static_cast<size_t>(n));
  }
}

bool FileReading::read_stream(const Descriptor& file, std::string& data, Charge& charge) const {
  // Before a program has written to the pipe, a read would report an end that is none; so poll first.
  for (;;) {
    const bool is_ready = stop_->wait({file.number(), POLLIN, 0}, kLookMs);
    if (stop_->is_given_up()) {
      errno = ECANCELED;
      return false;
    }
    if (!is_ready) continue;
    char piece[kFilePieceBytes];
    const ssize_t n = ::read(file.number(), piece, sizeof piece);
    if (n == 0) return true;
    if (n < 0 && errno != EINTR && errno != EAGAIN) return false;
    if (n > 0 && !make_room(data, charge, static_cast<size_t>(n), is_ahead_)) return false;
    if (n > 0) data.append(piece, static_cast<size_t>(n));
  }
}

std::optional<Answer<Contents>> read_small_file(const Place& place, bool is_text) {
  struct stat found {};
  if (!place.look(found)) return Answer<Contents>{errno, {}};
  if (!S_ISREG(found.st_mode) || static_cast<size_t>(found.st_size) >= kLargeFile) return std::nullopt;
  const Descriptor file = place.open(O_RDONLY | O_NONBLOCK);
  std::string data;
  if (!file) return Answer<Contents>{errno, {}};
  if (!read_all(file, data, kLargeFile)) {
    if (errno == EFBIG) return std::nullopt;
    return Answer<Contents>{errno, {}};
  }
  return contents(std::move(data), is_text);
}

}  // namespace aspen
