// Text output of a machine: standard output or error, or a function of the host. Several workers may write at
// once: each text stays in one piece, and texts are output in the order in which they were written.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace aspen {

class Output {
 public:
  // `unbuffered`: each text is output when it is written. `sink` null: writes to the descriptor, and keeps
  // its errors for `error()`. One worker at a time calls the sink, which must not write to this Output.
  Output(std::function<void(std::string_view)> sink, int descriptor, bool unbuffered);
  ~Output() { flush(); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(std::string_view text) {
    if (append(text)) flush();
  }
  void flush();
  bool is_buffered() const { return limit_ > 1; }
  // errno of the first write that failed (a closed pipe, a full disk), else 0.
  int error() const { return error_.load(std::memory_order_relaxed); }

 private:
  // Whether the buffer is full. Long texts do not go there.
  bool append(std::string_view text);
  void deliver(std::string_view text);

  std::function<void(std::string_view)> sink_;
  int descriptor_;
  size_t limit_;
  // Two locks, so that workers that only fill the buffer do not wait for I/O. Taken in this order.
  std::mutex delivery_lock_;  // held while text is output
  std::mutex buffer_lock_;    // guards buffer_
  std::string buffer_;
  // Written under delivery_lock_; read by any thread, relaxed, since no other data depends on it.
  std::atomic<int> error_ = 0;
};

}  // namespace aspen
