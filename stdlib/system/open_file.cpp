#include "stdlib/system/open_file.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>
#include <utility>

#include "stdlib/system/own_output.h"
#include "stdlib/system/without_sigpipe.h"

namespace aspen {

namespace {

constexpr size_t kBufferBytes = size_t{1} << 16;
constexpr size_t kMostAtOnce = size_t{1} << 20;  // in one system call

constexpr Progress kDone{Progress::done};
constexpr Progress kMore{Progress::more};
Progress failed(int error) { return {Progress::done, -error}; }

std::mutex registering;
std::set<OpenFile*> written_to;  // files that may have unwritten output; guarded by `registering`

}  // namespace

std::shared_ptr<OpenFile> OpenFile::open(std::string path, Descriptor file, int flags) {
  if (!file) return nullptr;
  return std::shared_ptr<OpenFile>(new OpenFile(std::move(path), std::move(file), flags));
}

std::shared_ptr<OpenFile> OpenFile::of_pipe(std::string name, Descriptor end, int flags) {
  std::shared_ptr<OpenFile> file(new OpenFile(std::move(name), std::move(end), flags));
  file->leads_to_program_ = true;
  return file;
}

OpenFile::OpenFile(std::string path, Descriptor file, int flags)
    : path_(std::move(path)), can_write_((flags & O_ACCMODE) != O_RDONLY), file_(std::move(file)) {
  struct stat found {};
  const mode_t mode = ::fstat(file_.number(), &found) == 0 ? found.st_mode : 0;
  is_endless_ = S_ISFIFO(mode) || S_ISCHR(mode) || S_ISSOCK(mode);
  writes_at_once_ = S_ISCHR(mode) && ::isatty(file_.number()) == 1;
  if ((flags & O_APPEND) != 0) ::lseek(file_.number(), 0, SEEK_END);
  if (can_write_) register_output();
}

OpenFile::OpenFile(std::string name, Descriptor socket, std::shared_ptr<const std::atomic<int>> fate)
    : path_(std::move(name)),
      can_write_(true),
      is_endless_(true),
      is_socket_(true),
      fate_(std::move(fate)),
      file_(std::move(socket)) {
  register_output();
}

void OpenFile::register_output() {
  const std::lock_guard hold(registering);
  written_to.insert(this);
}

OpenFile::~OpenFile() {
  if (!can_write_) return;
  {
    const std::lock_guard hold(registering);
    written_to.erase(this);
  }
  while (file_ && flush().kind == Progress::more) {
  }
}

bool OpenFile::is_standard_output() const {
  struct stat found {};
  return can_write_ && ::fstat(file_.number(), &found) == 0 && aspen::is_standard_output(found);
}

// ---- Reading

// A read from a pipe that has had no writer yet would report an end, so poll first.
bool OpenFile::is_readable() const {
  pollfd now{file_.number(), POLLIN, 0};
  return ::poll(&now, 1, 0) > 0;
}

ssize_t OpenFile::read_more(const Portion& wanted) {
  size_t most = kBufferBytes;
  if (!wanted.is_line) most = std::clamp(wanted.bytes - input_.size(), most, kMostAtOnce);
  return input_.add(most, [&](char* place, size_t count) { return ::read(file_.number(), place, count); });
}

Progress OpenFile::fill(const Portion& wanted, size_t most) {
  if (input_.is_ready(wanted)) return kDone;
  if (written_ < output_.size()) {
    const Progress drained = drain();
    if (drained.kind != Progress::done || drained.result < 0) return drained;
  }
  if (input_.size() > most) {
    input_.fail(ENOMEM);
    return kDone;
  }
  if (is_endless_ && !is_readable()) return {Progress::readable};
  const ssize_t count = read_more(wanted);
  if (count < 0 && errno == EINTR) return kMore;
  if (count < 0 && errno == EAGAIN) return {Progress::readable};
  if (count < 0) input_.fail(errno);
  if (count == 0) end_input();
  stir();
  return input_.is_ready(wanted) ? kDone : kMore;
}

void OpenFile::end_input() {
  const int error = fate_ ? fate_->load(std::memory_order_acquire) : 0;
  error != 0 ? input_.fail(error) : input_.end();
}

// ---- Writing

bool OpenFile::is_full() const {
  const size_t waiting = output_.size() - written_;
  return waiting >= (writes_at_once_ ? 1 : kBufferBytes);
}

// On a disk only one of the buffers is in use at a time. Writing begins at the position up to which the
// program has read.
void OpenFile::add(std::string_view bytes) {
  if (input_.size() > 0 && !is_endless_) {
    ::lseek(file_.number(), -static_cast<off_t>(input_.size()), SEEK_CUR);
    input_.clear();
  }
  output_ += bytes;
}

OpenFile::Buffered OpenFile::put_at_once(std::string_view bytes) {
  const std::unique_lock hold(lock_, std::try_to_lock);
  if (!hold || !file_ || !can_write_) return Buffered::none;
  add(bytes);
  return is_full() ? Buffered::too_full : Buffered::all;
}

Progress OpenFile::put(std::string_view bytes) {
  if (!file_ || !can_write_) return failed(EBADF);
  add(bytes);
  return is_full() ? drain() : kDone;
}

// A worker may be what makes the call, and a gigabyte takes the kernel half a second.
ssize_t OpenFile::write_some(const char* place, size_t size) {
  size = std::min(size, kMostAtOnce);
  if (is_socket_) return ::send(file_.number(), place, size, MSG_NOSIGNAL);
  if (!is_endless_) return ::write(file_.number(), place, size);
  const WithoutSigpipe quiet;
  return ::write(file_.number(), place, size);
}

// Makes one system call. Bytes that cannot be written are dropped, as writing them would fail again.
Progress OpenFile::drain() {
  if (written_ == output_.size()) return kDone;
  const ssize_t count = write_some(output_.data() + written_, output_.size() - written_);
  if (count < 0 && errno == EINTR) return kMore;
  if (count < 0 && errno == EAGAIN) return {Progress::writable};
  const int error = count < 0 ? errno : 0;
  written_ += static_cast<size_t>(std::max<ssize_t>(count, 0));
  if (error == 0 && written_ < output_.size()) return kMore;
  output_.clear();
  written_ = 0;
  return failed(error);
}

Progress OpenFile::flush() { return file_ ? drain() : failed(EBADF); }

void OpenFile::finish() {
  const std::lock_guard hold(lock_);
  if (file_) ::shutdown(file_.number(), SHUT_WR);
}

Progress OpenFile::seek(int64_t position) {
  const Progress flushed = flush();
  if (flushed.kind != Progress::done || flushed.result < 0) return flushed;
  if (::lseek(file_.number(), position, position < 0 ? SEEK_END : SEEK_SET) < 0) return failed(errno);
  input_.clear();
  return kDone;
}

Progress OpenFile::tell() {
  const Progress flushed = flush();
  if (flushed.kind != Progress::done || flushed.result < 0) return flushed;
  const off_t position = ::lseek(file_.number(), 0, SEEK_CUR);
  if (position < 0) return failed(errno);
  return {Progress::done, position - static_cast<off_t>(input_.size())};
}

Progress OpenFile::close() {
  if (!file_) return kDone;
  Progress progress = drain();
  if (progress.kind != Progress::done) return progress;
  if (!file_.close()) progress = failed(errno);
  input_.shut(EBADF);
  stir();
  return progress;
}

bool OpenFile::is_closed() {
  const std::lock_guard hold(lock_);
  return !file_;
}

void OpenFile::abandon() {
  const std::lock_guard hold(lock_);
  output_.clear();
  written_ = 0;
  close();
}

std::vector<std::string> flush_open_files() {
  std::vector<std::string> failures;
  const std::lock_guard hold(registering);
  for (OpenFile* file : written_to) {
    const auto flush_all = [&] {
      Progress progress = file->flush();
      while (progress.kind == Progress::more) progress = file->flush();
      return progress;
    };
    const int64_t result = file->attempt(flush_all).value_or(0);
    const int error = static_cast<int>(-std::min<int64_t>(result, 0));
    if (error != 0 && !file->may_lose_text(error))
      failures.push_back(file->path() + ": " + std::strerror(error));
  }
  return failures;
}

}  // namespace aspen
