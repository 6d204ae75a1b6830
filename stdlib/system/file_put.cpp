#include "stdlib/system/file_put.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "stdlib/system/give_up.h"
#include "stdlib/system/own_output.h"
#include "stdlib/system/stream.h"
#include "stdlib/system/without_sigpipe.h"

namespace aspen {

struct FilePut::State {
  const FileAccess access;
  const std::string path;
  const int flags;
  const std::string bytes;
  const Charge charge;
  GiveUp stop;
  // Used under the lock of `stop`, except for files on a disk:
  Descriptor file;
  bool is_endless = false;
  size_t written = 0;

  std::optional<int> open(int milliseconds);
  std::optional<int> write(int milliseconds);
  int write_file();
};

namespace {

// Whether another program or a device determines how long a write takes.
bool leads_to_others(const struct stat& found) { return S_ISFIFO(found.st_mode) || S_ISCHR(found.st_mode); }
bool leads_to_others(const Place& place) {
  struct stat found {};
  return place.look(found) && leads_to_others(found);
}
bool leads_to_others(const Descriptor& file) {
  struct stat found {};
  return ::fstat(file.number(), &found) == 0 && leads_to_others(found);
}

}  // namespace

std::optional<int> FilePut::State::open(int milliseconds) {
  const Place place = access.to(path);
  file = open_to_write(place, path, O_WRONLY | O_CREAT | O_NONBLOCK | flags);
  const int error = errno;
  is_endless = file && leads_to_others(file);
  if (file) return 0;
  if (error != ENXIO || !leads_to_others(place)) return error;
  stop.wait({-1, 0, 0}, milliseconds);
  return std::nullopt;
}

// A write to a disk that has begun is not cut short.
int FilePut::State::write_file() { return write_all(file, bytes) && file.close() ? 0 : errno; }

std::optional<int> FilePut::State::write(int milliseconds) {
  const WithoutSigpipe quiet;
  while (written < bytes.size()) {
    if (stop.is_given_up()) return ECANCELED;
    const ssize_t count = ::write(file.number(), bytes.data() + written, bytes.size() - written);
    if (count < 0 && errno == EAGAIN) {
      stop.wait({file.number(), POLLOUT, 0}, milliseconds);
      return std::nullopt;
    }
    if (count < 0 && errno != EINTR) return errno;
    written += static_cast<size_t>(std::max<ssize_t>(count, 0));
  }
  return file.close() ? 0 : errno;
}

FilePut::FilePut(FileAccess access, std::string path, int flags, std::string bytes, Charge charge)
    : state_(
          new State{access, std::move(path), flags, std::move(bytes), std::move(charge), {}, {}, false, 0}) {}

std::optional<int> FilePut::go_on_for(int milliseconds) const {
  auto inside = state_->stop.enter();
  if (state_->stop.is_given_up()) return ECANCELED;
  if (!state_->file) {
    const std::optional<int> opened = state_->open(milliseconds);
    if (opened != 0) return opened;
  }
  if (state_->is_endless) return state_->write(milliseconds);
  inside.unlock();
  return state_->write_file();
}

int FilePut::operator()() const {
  constexpr int kFirstMs = 1;
  for (int pause = kFirstMs; !state_->stop.is_given_up(); pause = std::min(2 * pause, kLookMs)) {
    if (const std::optional<int> done = go_on_for(pause)) return *done;
  }
  return ECANCELED;
}

void FilePut::give_up() const {
  const auto outside = state_->stop.give_up();
  if (state_->is_endless) state_->file = Descriptor();
}

bool FilePut::can_be_cut_short() const { return leads_to_others(state_->access.to(state_->path)); }

}  // namespace aspen
