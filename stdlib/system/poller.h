// One thread polls the descriptors of all waits for pipes, terminals and child processes. A wait takes no
// thread of its own, so there may be any number of them.
#pragma once

#include <poll.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "stdlib/native/outside.h"
#include "stdlib/system/descriptor.h"

namespace aspen {

class PolledOperation;

// Work that goes on whenever one of its descriptors is ready.
class Polled {
 public:
  static constexpr size_t kMostDescriptors = 3;
  struct Wanted {
    std::array<pollfd, kMostDescriptors> descriptors;  // negative: none
    uint64_t deadline_ns = UINT64_MAX;                 // monotonic: `advance` is called then in any case
  };

  Polled() = default;
  virtual ~Polled() = default;
  Polled(const Polled&) = delete;
  Polled& operator=(const Polled&) = delete;

  // ---- Called by the polling thread

  // The descriptors to poll. Any thread may close them meanwhile if it calls `ring`.
  virtual Wanted wanted() = 0;
  // Goes on as far as possible without waiting. True: the work is over. `seen` is the result of `wanted`,
  // with the events that poll has found.
  virtual bool advance(const Wanted& seen) = 0;
  // Ends the work with this errno: the system has no more threads, descriptors or memory.
  virtual void fail(int error) = 0;

  // ---- Any thread

  // Asks for a call of `advance` soon.
  void ring();
  // Likewise, and asks the work to end at once.
  void give_up();
  bool is_given_up() const { return is_given_up_.load(std::memory_order_acquire); }

 private:
  friend class Poller;
  friend class PolledOperation;

  void end();
  // Ends the work as there is no memory to go on.
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
  // 0, or an errno if the thread cannot be started.
  int add(std::shared_ptr<Polled> polled);
  void ring();

 private:
  static void* run(void* self);
  int start();
  // The steps of its loop:
  void turn();
  void take_added();
  bool keep(const std::shared_ptr<Polled>& polled);
  void wait();
  bool advance(size_t index, uint64_t now_ns);

  std::mutex lock_;  // guards what follows
  bool is_running_ = false;
  std::vector<std::shared_ptr<Polled>> added_;
  // Written once, before the thread starts.
  Descriptor bell_;
  // For the polling thread only:
  std::vector<std::shared_ptr<Polled>> polled_;
  std::vector<Polled::Wanted> wanted_;
  std::vector<pollfd> descriptors_;
};

// A strand's wait for a Polled.
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

// Returns `finish(polled.result())` when the Polled that `make` gives, which has a result, is over. For
// natives with a write effect, as while_others_run; a cancelled task does not wait.
template <class Make, class Finish>
Value while_polled(Strand& s, Make make, Finish finish) {
  using T = typename std::invoke_result_t<Make&>::element_type;
  return while_going_on<PolledCall<T>>(
      s, UINT32_MAX, [&] { return new PolledCall<T>(*s.machine().runtime(), make()); }, finish);
}

}  // namespace aspen
