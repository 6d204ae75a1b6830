// One thread polls the descriptors of all waits for pipes, terminals and other programs. A wait takes no
// thread of its own, so any number of them may go on at once.
#pragma once

#include <poll.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "stdlib/descriptor.h"
#include "stdlib/outside.h"

namespace aspen {

class PolledOperation;

// Something that goes on whenever one of its descriptors is ready.
class Polled {
 public:
  static constexpr size_t kMostDescriptors = 3;
  struct Wanted {
    std::array<pollfd, kMostDescriptors> descriptors;  // below 0: none
    uint64_t deadline_ns = UINT64_MAX;                 // monotonic: it is to go on then in any case
  };

  Polled() = default;
  virtual ~Polled() = default;
  Polled(const Polled&) = delete;
  Polled& operator=(const Polled&) = delete;

  // ---- By the thread that polls

  // What it waits for; any thread may close these descriptors meanwhile if it rings.
  virtual Wanted wanted() = 0;
  // Goes as far as it can without waiting. True: it is over. `seen` is what `wanted` gave, with what poll
  // found.
  virtual bool advance(const Wanted& seen) = 0;
  // The system has no more threads, descriptors or memory: it is over, with this errno.
  virtual void fail(int error) = 0;

  // ---- Any thread

  // It is to go on soon.
  void ring();
  // The same, and it is to end at once.
  void give_up();
  bool is_given_up() const { return is_given_up_.load(std::memory_order_acquire); }

 private:
  friend class Poller;
  friend class PolledOperation;

  void end();
  // It is over, as there is no memory to go on.
  void refuse();

  std::atomic<bool> is_rung_{true};       // written by any thread, taken by the poller; acquire-release
  std::atomic<bool> is_given_up_{false};  // written by any thread, read by the poller; release, acquire
  std::mutex lock_;                       // guards what follows
  bool is_over_ = false, is_refused_ = false;
  PolledOperation* waiting_ = nullptr;
};

// For poll(2): -1 for UINT64_MAX.
int milliseconds_until(uint64_t deadline_ns);

class Poller {
 public:
  // Lives to the end of the process, as its thread does.
  static Poller& get();
  // An errno: the thread cannot be started.
  int add(std::shared_ptr<Polled> polled);
  void ring();

 private:
  static void* run(void* self);
  int start();
  // Its parts:
  void turn();
  void take_added();
  bool keep(const std::shared_ptr<Polled>& polled);
  void wait();
  bool advance(size_t index, uint64_t now_ns);

  std::mutex lock_;  // guards what follows
  bool is_running_ = false;
  std::vector<std::shared_ptr<Polled>> added_;
  // Written once, before the thread is there.
  Descriptor bell_;
  // The thread's alone:
  std::vector<std::shared_ptr<Polled>> polled_;
  std::vector<Polled::Wanted> wanted_;
  std::vector<pollfd> descriptors_;
};

// A strand's wait for it.
class PolledOperation : public Operation {
 public:
  PolledOperation(Runtime& runtime, std::shared_ptr<Polled> polled)
      : Operation(runtime), polled_(std::move(polled)) {}

  void start(Strand& s);

 private:
  friend class Polled;
  void give_up() override;

  const std::shared_ptr<Polled> polled_;
};

template <class T>
class PolledCall final : public PolledOperation {
 public:
  using Result = std::remove_cvref_t<decltype(std::declval<T&>().result())>;

  PolledCall(Runtime& runtime, std::shared_ptr<T> polled)
      : PolledOperation(runtime, polled), polled_(std::move(polled)) {}
  Result& result() { return polled_->result(); }

 private:
  const std::shared_ptr<T> polled_;
};

// `finish(polled.result())` once what `make` gives, a shared Polled with a result, is over. By natives with a
// write effect, as for while_others_run; a cancelled task leaves at once.
template <class Make, class Finish>
Value while_polled(Strand& s, Make make, Finish finish) {
  using T = typename std::invoke_result_t<Make&>::element_type;
  return while_going_on<PolledCall<T>>(
      s, UINT32_MAX, [&] { return new PolledCall<T>(*s.machine().runtime(), make()); }, finish);
}

}  // namespace aspen
