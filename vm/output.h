// Buffered text output of a machine: standard output or error, or a function of the host's.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace aspen {

class Output {
 public:
  // `sink` null: the descriptor. Errors of the descriptor are kept for `error()`.
  Output(std::function<void(std::string_view)> sink, int descriptor, bool unbuffered);
  ~Output() { flush(); }
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  void write(std::string_view text) {
    buffer_.append(text);
    if (buffer_.size() >= limit_) flush();
  }
  void flush();
  // errno of the first write that failed (a closed pipe, a full disk), else 0.
  int error() const { return error_; }

 private:
  std::function<void(std::string_view)> sink_;
  int descriptor_;
  size_t limit_;
  std::string buffer_;
  int error_ = 0;
};

}  // namespace aspen
