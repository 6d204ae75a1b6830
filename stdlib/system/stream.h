// Open files, pipes and terminals: tasks read and write them piece by piece, and may have to wait.
#pragma once

#include <atomic>
#include <cerrno>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "stdlib/native/outside.h"
#include "stdlib/system/descriptor.h"
#include "stdlib/system/input_buffer.h"
#include "stdlib/system/line_form.h"
#include "stdlib/system/poller.h"

namespace aspen {

// The state of an action on a stream after a step, which makes one system call at most.
struct Progress {
  enum Kind : uint8_t {
    done,
    more,      // the next step can run at once
    readable,  // the next step can run when the stream can be read from
    writable,
  };
  Kind kind;
  int64_t result = 0;  // when it is done: not negative, or a negative errno
};
using Step = std::function<Progress()>;

// Is notified when a stream's state has changed. Called under the stream's lock.
class StreamListener {
 public:
  virtual void on_stir() = 0;

 protected:
  ~StreamListener() = default;
};

class StreamWait;
class StreamStep;

// Shared by the program's value and by running actions, which may go on when the program has no value of it
// any more.
class Stream {
 public:
  Stream() = default;
  virtual ~Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // Whether other programs or people determine how long a step takes, as with a pipe or terminal. Otherwise
  // no step returns `readable` or `writable`.
  virtual bool is_endless() const = 0;
  // Whether no step blocks, so that one thread can make the steps of many streams.
  virtual bool can_be_polled() const { return is_endless(); }
  // REQUIRES, for these two: lock_ is held.
  virtual int descriptor() const = 0;
  // A step that fills the buffer with what is wanted. An error if that takes more than `most` bytes.
  virtual Progress fill(const Portion& wanted, size_t most) = 0;

  // Charges what is read from then on to the account. REQUIRES: lock_ is held, as in a step.
  void count_in(const std::shared_ptr<MemoryAccount>& account) { input_.count_in(account); }
  // Takes bytes from the buffer. `nothing` also if another thread holds the lock.
  InputBuffer::Found take(const Portion& wanted, std::string& out, int& error);
  // Makes a few steps without waiting; nothing if that is not enough.
  std::optional<int64_t> attempt(const Step& step);
  // For threads that may block. -ECANCELED if the work is given up.
  int64_t work(const Step& step, StreamWait& wait);
  // After this, work that was given up before makes no more steps. For code that reads the descriptor itself.
  void settle() { const std::lock_guard hold(lock_); }
  // Makes one step, and then waits for at most that time. Nothing: the caller has to call it again.
  std::optional<int64_t> work_for(const Step& step, int milliseconds);

 protected:
  // All waits look again, as the buffer has more, or the stream was closed. REQUIRES: lock_ is held.
  void stir();
  virtual void before_taking(const Portion&) {}

  std::mutex lock_;  // held for a few steps at most; guards everything
  InputBuffer input_;

 private:
  friend class StreamWait;
  friend class StreamStep;
  Progress locked(const Step& step, const StreamWait* wait = nullptr);

  std::vector<StreamListener*> waiting_;
};

// The wait of a thread for a stream; other threads end it through this object.
class StreamWait final : public StreamListener {
 public:
  StreamWait() = default;
  ~StreamWait();
  StreamWait(const StreamWait&) = delete;
  StreamWait& operator=(const StreamWait&) = delete;

  // Any thread.
  void give_up();
  bool is_given_up() const { return is_given_up_.load(std::memory_order_seq_cst); }
  void on_stir() override { ring(); }

 private:
  friend class Stream;
  // For the working thread: waits until the stream may be ready. 0, or an errno if it cannot wait.
  int until(Stream& stream, Progress::Kind what);
  int begin(Stream& stream);
  void ring();

  Stream* stream_ = nullptr;  // the stream that lists this wait; for the working thread
  Descriptor bell_;           // readable when it was rung; written before bell_number_ is
  // The working thread writes the number and reads the flag; the thread that gives up does the reverse. Each
  // writes before it reads, in one order (seq_cst): so the bell is rung, or the flag is seen.
  std::atomic<int> bell_number_{-1};
  std::atomic<bool> is_given_up_{false};
};

// Makes one step after the other, whenever the stream is ready, on the polling thread.
class StreamStep final : public Polled, public StreamListener {
 public:
  StreamStep(std::shared_ptr<Stream> stream, Step step)
      : stream_(std::move(stream)), step_(std::move(step)) {}
  ~StreamStep() override;

  Wanted wanted() override;
  bool advance(const Wanted& seen) override;
  void fail(int error) override { result_ = -error; }
  void on_stir() override { ring(); }
  int64_t& result() { return result_; }

 private:
  const std::shared_ptr<Stream> stream_;
  const Step step_;
  int64_t result_ = -ECANCELED;
  // For the polling thread:
  bool is_known_ = false;  // the stream lists this
  Progress::Kind awaited_ = Progress::more;
};

// Makes one step after the other on a thread of the pool.
class StreamWork {
 public:
  // `is_patient`: a cancelled task waits for the work first, as for any write.
  StreamWork(std::shared_ptr<Stream> stream, Step step, bool is_patient)
      : stream_(std::move(stream)), step_(std::move(step)), is_patient_(is_patient) {}

  int64_t operator()() { return stream_->work(step_, *wait_); }
  void give_up() const { wait_->give_up(); }
  bool can_be_cut_short() const { return !is_patient_; }

 private:
  std::shared_ptr<Stream> stream_;
  Step step_;
  bool is_patient_;
  // Shared, as the work is copied on its way to the thread.
  std::shared_ptr<StreamWait> wait_ = std::make_shared<StreamWait>();
};

// A strand without a task has no other thread to wake it. It waits for at most this time before it checks
// whether it has to stop.
constexpr int kLookMs = 50;

// For strands without a task: calls `work_for(milliseconds)` until it returns a result. Before the first
// wait, printed output is flushed, as the other side may answer it.
template <class WorkFor, class Finish>
Value alone(Strand& s, WorkFor work_for, Finish finish) {
  for (int milliseconds = 0;; milliseconds = kLookMs) {
    std::optional<std::invoke_result_t<WorkFor&, int>> result;
    while_outside(s, [&] { result = work_for(milliseconds); });
    if (result->has_value()) return finish(**result);
    if (milliseconds == 0) s.machine().out().flush();
    if (s.has_to_stop()) return s.raise_stop();
  }
}

// Returns `finish(result)` when the step is done. For natives with a write effect, as while_others_run.
template <class Finish>
Value with_stream(Strand& s, const std::shared_ptr<Stream>& stream, const Step& step, bool is_patient,
                  Finish finish) {
  if (!s.has_task())
    return alone(
        s, [&](int ms) { return stream->work_for(step, ms); }, finish);
  const auto attempt = [&] { return stream->attempt(step); };
  if (!stream->can_be_polled()) return quickly(s, attempt, StreamWork(stream, step, is_patient), finish);
  if (Operation::kept_by(s) == nullptr) {
    std::optional<int64_t> result;
    while_outside(s, [&] { result = attempt(); });
    if (result) return finish(*result);
  }
  return while_polled(
      s, [&] { return std::make_shared<StreamStep>(stream, step); }, finish);
}

// At least so many more bytes are needed if there is no memory for what is wanted.
inline size_t wanted_bytes(const Portion& wanted) {
  constexpr size_t kPieceBytes = size_t{64} << 10;
  return wanted.bytes == Portion::kAll ? kPieceBytes : wanted.bytes;
}

// Waits for the wanted bytes, and returns what `make` gives for them.
template <class S, class Make>
Value take_from(Strand& s, const std::shared_ptr<S>& stream, const Portion& wanted, Make make) {
  std::string bytes;
  for (;;) {
    int error = 0;
    if (Operation::kept_by(s) == nullptr) {
      const InputBuffer::Found found = stream->take(wanted, bytes, error);
      if (found == InputBuffer::Found::error && error == ENOMEM) return s.memory_error(wanted_bytes(wanted));
      if (found != InputBuffer::Found::nothing) return make(found, bytes, error);
      prepare_charges(s);
    }
    const size_t most = s.machine().heap().limit();
    const Step step = [stream, wanted, most, account = s.machine().heap().memory()] {
      stream->count_in(account);
      return stream->fill(wanted, most);
    };
    const Value filled = with_stream(s, stream, step, false, [&](int64_t result) {
      error = static_cast<int>(-result);
      return Value::unit();
    });
    if (filled.is_exception()) return filled;
    if (error > 0) return make(InputBuffer::Found::error, bytes, error);
  }
}

// Makes a value of a line that was read from `place`, without its end. ValueError if the line has to be text
// and is not UTF-8.
Value line_text(Strand& s, std::string_view line, std::string_view place, LineForm form = LineForm::text);

// `Some text`, or the error in place of the text.
inline Value some_text(Strand& s, Value text) { return text.is_exception() ? text : some(s, text); }

// For natives that use take_from.
constexpr NativeDescriptor takes_away(NativeDescriptor native) {
  native.takes_away = true;
  return native;
}

}  // namespace aspen
