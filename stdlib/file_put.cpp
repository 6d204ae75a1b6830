#include "stdlib/file_put.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <utility>

#include "stdlib/stream.h"
#include "stdlib/without_sigpipe.h"

namespace aspen {

struct FilePut::State {
  const FileAccess access;
  const std::string path;
  const int flags;
  const std::string octets;
  // Written by the thread that gives up, read by the one that writes; relaxed: nothing else goes along.
  std::atomic<bool> is_given_up{false};
  // The writing thread's:
  Descriptor file;
  size_t written = 0;

  std::optional<int> open(int milliseconds);
  std::optional<int> write(int milliseconds);
};

namespace {

// Whether others decide how long a write takes.
bool is_endless(const Place& place) {
  struct stat found {};
  return place.look(found) && (S_ISFIFO(found.st_mode) || S_ISCHR(found.st_mode));
}

}  // namespace

std::optional<int> FilePut::State::open(int milliseconds) {
  const Place place = access.to(path);
  file = place.open(O_WRONLY | O_CREAT | O_NONBLOCK | flags);
  if (file) return 0;
  const int error = errno;
  if (error != ENXIO || !is_endless(place)) return error;
  ::poll(nullptr, 0, milliseconds);
  return std::nullopt;
}

std::optional<int> FilePut::State::write(int milliseconds) {
  const WithoutSigpipe quiet;
  while (written < octets.size()) {
    if (is_given_up.load(std::memory_order_relaxed)) return ECANCELED;
    const ssize_t count = ::write(file.number(), octets.data() + written, octets.size() - written);
    if (count < 0 && errno == EAGAIN) {
      pollfd waiting{file.number(), POLLOUT, 0};
      ::poll(&waiting, 1, milliseconds);
      return std::nullopt;
    }
    if (count < 0 && errno != EINTR) return errno;
    written += static_cast<size_t>(std::max<ssize_t>(count, 0));
  }
  return file.close() ? 0 : errno;
}

FilePut::FilePut(FileAccess access, std::string path, int flags, std::string octets)
    : state_(new State{access, std::move(path), flags, std::move(octets), {}, {}, 0}) {}

std::optional<int> FilePut::go_on_for(int milliseconds) const {
  if (!state_->file) {
    const std::optional<int> opened = state_->open(milliseconds);
    if (opened != 0) return opened;
  }
  return state_->write(milliseconds);
}

int FilePut::operator()() const {
  constexpr int kFirstMs = 1;
  for (int pause = kFirstMs; !state_->is_given_up.load(std::memory_order_relaxed);
       pause = std::min(2 * pause, kLookMs)) {
    if (const std::optional<int> done = go_on_for(pause)) return *done;
  }
  return ECANCELED;
}

void FilePut::give_up() const { state_->is_given_up.store(true, std::memory_order_relaxed); }

bool FilePut::can_be_cut_short() const { return is_endless(state_->access.to(state_->path)); }

}  // namespace aspen
