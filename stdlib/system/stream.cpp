#include "stdlib/system/stream.h"

#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>

#include "vm/object/utf8.h"

namespace aspen {

namespace {

short event_of(Progress::Kind kind) { return kind == Progress::readable ? POLLIN : POLLOUT; }

bool is_waiting(Progress::Kind kind) { return kind == Progress::readable || kind == Progress::writable; }

}  // namespace

InputBuffer::Found Stream::take(const Portion& wanted, std::string& out, int& error) {
  const std::unique_lock hold(lock_, std::try_to_lock);
  if (!hold) return InputBuffer::Found::nothing;
  before_taking(wanted);
  return input_.take(wanted, out, error);
}

// Under the lock, so that a thread that has been slow to get here takes nothing that came after the end of
// its wait.
Progress Stream::locked(const Step& step, const StreamWait* wait) {
  const std::lock_guard hold(lock_);
  if (wait != nullptr && wait->is_given_up()) return {Progress::done, -ECANCELED};
  return step();
}

std::optional<int64_t> Stream::attempt(const Step& step) {
  constexpr int kSteps = 4;
  const std::unique_lock hold(lock_, std::try_to_lock);
  if (!hold) return std::nullopt;
  for (int i = 0; i < kSteps; ++i) {
    const Progress progress = step();
    if (progress.kind == Progress::done) return progress.result;
    if (progress.kind != Progress::more) return std::nullopt;
  }
  return std::nullopt;
}

int64_t Stream::work(const Step& step, StreamWait& wait) {
  for (;;) {
    const Progress progress = locked(step, &wait);
    if (progress.kind == Progress::done) return progress.result;
    if (!is_waiting(progress.kind)) continue;
    if (const int error = wait.until(*this, progress.kind)) return -error;
  }
}

std::optional<int64_t> Stream::work_for(const Step& step, int milliseconds) {
  const Progress progress = locked(step);
  if (progress.kind == Progress::done) return progress.result;
  if (!is_waiting(progress.kind)) return std::nullopt;
  pollfd waiting{descriptor(), event_of(progress.kind), 0};
  ::poll(&waiting, 1, milliseconds);
  return std::nullopt;
}

void Stream::stir() {
  for (StreamListener* listener : waiting_) listener->on_stir();
}

StreamWait::~StreamWait() {
  if (stream_ == nullptr) return;
  const std::lock_guard hold(stream_->lock_);
  std::erase(stream_->waiting_, this);
}

// The wait may be over already; then ringing has no effect.
void StreamWait::give_up() {
  is_given_up_.store(true, std::memory_order_seq_cst);
  if (bell_number_.load(std::memory_order_seq_cst) >= 0) ring();
}

void StreamWait::ring() { ::eventfd_write(bell_number_.load(std::memory_order_seq_cst), 1); }

// Misses nothing that happened before it was registered, as the caller makes another step next.
int StreamWait::begin(Stream& stream) {
  bell_ = Descriptor(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!bell_) return errno;
  bell_number_.store(bell_.number(), std::memory_order_seq_cst);
  const std::lock_guard hold(stream.lock_);
  stream_ = &stream;
  stream.waiting_.push_back(this);
  return 0;
}

int StreamWait::until(Stream& stream, Progress::Kind what) {
  if (stream_ == nullptr) return begin(stream);
  int descriptor = 0;
  {
    const std::lock_guard hold(stream.lock_);
    descriptor = stream.descriptor();
  }
  // The descriptor may have been closed and its number reused by now; then the bell was rung.
  pollfd waiting[] = {{descriptor, event_of(what), 0}, {bell_.number(), POLLIN, 0}};
  if (::poll(waiting, 2, -1) < 0 && errno != EINTR) return errno;
  eventfd_t rung;
  if (waiting[1].revents != 0) ::eventfd_read(bell_.number(), &rung);
  return 0;
}

// ---- On the polling thread

StreamStep::~StreamStep() {
  if (!is_known_) return;
  const std::lock_guard hold(stream_->lock_);
  std::erase(stream_->waiting_, this);
}

Polled::Wanted StreamStep::wanted() {
  constexpr pollfd kNone = {-1, 0, 0};
  if (!is_waiting(awaited_)) return {{kNone, kNone, kNone}};
  const std::lock_guard hold(stream_->lock_);
  return {{pollfd{stream_->descriptor(), event_of(awaited_), 0}, kNone, kNone}};
}

// Registered before the first step, so that later changes of the stream ring.
bool StreamStep::advance(const Wanted&) {
  constexpr int kSteps = 4;
  const std::lock_guard hold(stream_->lock_);
  if (is_given_up()) return true;
  if (!is_known_) stream_->waiting_.push_back(this);
  is_known_ = true;
  for (int i = 0; i < kSteps; ++i) {
    const Progress progress = step_();
    awaited_ = progress.kind;
    if (progress.kind == Progress::done) {
      result_ = progress.result;
      return true;
    }
    if (is_waiting(progress.kind)) return false;
  }
  ring();
  return false;
}

Value line_text(Strand& s, std::string_view line, std::string_view place, LineForm form) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (form == LineForm::text && !valid_utf8(line))
    return s.value_error(std::string(place) + ": the line is not UTF-8 text");
  return line_value(s, form, line);
}

}  // namespace aspen
