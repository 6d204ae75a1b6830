// What tasks read from and write to piece by piece, and may have to wait for: open files, pipes, terminals.
#pragma once

#include <atomic>
#include <cerrno>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "stdlib/descriptor.h"
#include "stdlib/input_buffer.h"
#include "stdlib/line_form.h"
#include "stdlib/outside.h"
#include "stdlib/poller.h"

namespace aspen {

// How far something is that is done with a stream, a system call at a time.
struct Progress {
  enum Kind : uint8_t {
    done,
    more,      // it goes on at once
    readable,  // it goes on when the stream can be read from
    writable,
  };
  Kind kind;
  int64_t result = 0;  // when it is done: not negative, or a negative errno
};
using Step = std::function<Progress()>;

// Hears of a stream that it is to look at it again. Under the stream's lock.
class StreamListener {
 public:
  virtual void on_stir() = 0;

 protected:
  ~StreamListener() = default;
};

class StreamWait;
class StreamStep;

// Shared by the value that a program has of it and those who work on it, which may go on when nobody has it
// any more.
class Stream {
 public:
  Stream() = default;
  virtual ~Stream() = default;
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // Whether others decide how long it takes, as with a pipe or a terminal. Otherwise no step says `readable`
  // or `writable`.
  virtual bool is_endless() const = 0;
  // Whether no step blocks, so that one thread may take the steps of many streams.
  virtual bool can_be_polled() const { return is_endless(); }
  // Under the lock:
  virtual int descriptor() const = 0;
  // Has the buffer filled with what is wanted, but for what memory cannot hold: `most` octets.
  virtual Progress fill(const Portion& wanted, size_t most) = 0;

  // By a step: what is read from now on counts there.
  void count_in(const std::shared_ptr<MemoryAccount>& account) { input_.count_in(account); }
  // Takes what has been read. `nothing` also while somebody else is at it.
  InputBuffer::Found take(const Portion& wanted, std::string& out, int& error);
  // A few steps, as far as it goes without waiting for anything; nothing if that is not enough.
  std::optional<int64_t> attempt(const Step& step);
  // By a thread that may block; -ECANCELED if it is given up.
  int64_t work(const Step& step, StreamWait& wait);
  // One step, or so much time for it. Nothing: it is to be called again.
  std::optional<int64_t> work_for(const Step& step, int milliseconds);

 protected:
  // Under the lock: those who wait are to look again, as there is more in the buffer, or it was closed.
  void stir();
  virtual void before_taking(const Portion&) {}

  std::mutex lock_;  // held for a few steps at most. Guards all there is
  InputBuffer input_;

 private:
  friend class StreamWait;
  friend class StreamStep;
  Progress locked(const Step& step);

  std::vector<StreamListener*> waiting_;
};

// Who waits on a thread, and how others get hold of him.
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
  // By who works: until the stream may be ready. 0, or why it cannot wait: an errno.
  int until(Stream& stream, Progress::Kind what);
  int begin(Stream& stream);
  void ring();

  Stream* stream_ = nullptr;  // among whose waits it is; by who works
  Descriptor bell_;           // readable once it was rung; written before bell_number_ is
  // Written by who works, read by who gives up; the flag the other way round. Each writes its own and reads
  // the other's, so both are in one order: the bell is rung, or the flag seen.
  std::atomic<int> bell_number_{-1};
  std::atomic<bool> is_given_up_{false};
};

// A step after the other, whenever the stream is ready, on the thread that polls.
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
  // By the thread that polls:
  bool is_known_ = false;  // to the stream
  Progress::Kind awaited_ = Progress::more;
};

// A step after the other, on a thread of the pool.
class StreamWork {
 public:
  // `is_patient`: who is cancelled waits for it first, as for any write.
  StreamWork(std::shared_ptr<Stream> stream, Step step, bool is_patient)
      : stream_(std::move(stream)), step_(std::move(step)), is_patient_(is_patient) {}

  int64_t operator()() { return stream_->work(step_, *wait_); }
  void give_up() const { wait_->give_up(); }
  bool can_be_cut_short() const { return !is_patient_; }

 private:
  std::shared_ptr<Stream> stream_;
  Step step_;
  bool is_patient_;
  // Work is copied on its way to the thread.
  std::shared_ptr<StreamWait> wait_ = std::make_shared<StreamWait>();
};

// So long a strand that has no task, and nobody to wake it, waits at most until it looks whether it has to
// stop.
constexpr int kLookMs = 50;

// Calls `work_for(milliseconds)` until it gives something: where no others could run. Before it waits, what
// the program has printed goes out: somebody may answer that.
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

// `finish(result)`, once `step` is done. By natives with a write effect, as for while_others_run.
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

// At least so many bytes more are missing where there is no memory for them.
inline size_t wanted_bytes(const Portion& wanted) {
  constexpr size_t kPieceBytes = size_t{64} << 10;
  return wanted.octets == Portion::kAll ? kPieceBytes : wanted.octets;
}

// `make(found, octets, error)` of what is wanted, once that is there.
template <class S, class Make>
Value take_from(Strand& s, const std::shared_ptr<S>& stream, const Portion& wanted, Make make) {
  std::string octets;
  for (;;) {
    int error = 0;
    if (Operation::kept_by(s) == nullptr) {
      const InputBuffer::Found found = stream->take(wanted, octets, error);
      if (found == InputBuffer::Found::error && error == ENOMEM) return s.memory_error(wanted_bytes(wanted));
      if (found != InputBuffer::Found::nothing) return make(found, octets, error);
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
    if (error > 0) return make(InputBuffer::Found::error, octets, error);
  }
}

// A line as it was read, which came from `place`, without its end; ValueError if it is to be text and is
// none.
Value line_text(Strand& s, std::string_view line, std::string_view place, LineForm form = LineForm::text);

// `Some text` of a text, or the error that it is instead.
inline Value some_text(Strand& s, Value text) { return text.is_exception() ? text : some(s, text); }

// For natives that take_from.
constexpr NativeDescriptor takes_away(NativeDescriptor native) {
  native.takes_away = true;
  return native;
}

}  // namespace aspen
