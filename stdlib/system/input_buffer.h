// Bytes that have been read from a stream and that no task has taken. The thread that fills the buffer does
// not take: bytes that came for a cancelled task stay for the next (README.md, "Fill, then take").
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "stdlib/native/charged_text.h"

namespace aspen {

// A line with its end, or so many bytes; fewer only at the end or, with `is_some`, as soon as there are any.
struct Portion {
  static constexpr size_t kAll = SIZE_MAX;
  bool is_line;
  size_t bytes;
  bool is_some = false;
};
inline constexpr Portion kLine{true, Portion::kAll};

class InputBuffer {
 public:
  enum class Found { nothing, bytes, end, error };

  // The end and an error are reported once; the next call tries again. `nothing`: the buffer has to be filled
  // first.
  Found take(const Portion& wanted, std::string& out, int& error);
  // Whether `take` returns something else than `nothing`.
  bool is_ready(const Portion& wanted) { return size_of(wanted) != kMissing || has_ended_ || error_ != 0; }
  size_t size() const { return bytes_.size() - begin_; }

  // Charges the buffer to the account from now on, if that has room.
  void count_in(const std::shared_ptr<MemoryAccount>& account);
  // Appends the bytes that `read(place, most)` puts at `place`, and returns its result, which is like that of
  // ::read. ENOMEM if there is no memory.
  template <class Read>
  ssize_t add(size_t most, Read read) {
    bytes_.erase(0, begin_);
    searched_ -= begin_;
    begin_ = 0;
    if (!make_charged_room(bytes_, charge_, most)) {
      errno = ENOMEM;
      return -1;
    }
    const size_t before = bytes_.size();
    bytes_.resize(before + most);
    const ssize_t count = read(bytes_.data() + before, most);
    bytes_.resize(before + static_cast<size_t>(std::max<ssize_t>(count, 0)));
    return count;
  }
  void end() { has_ended_ = true; }
  void fail(int error) { error_ = error; }
  void clear();
  // From now on every call gives this error.
  void shut(int error);

 private:
  static constexpr size_t kMissing = SIZE_MAX;
  size_t size_of(const Portion& wanted);

  std::string bytes_;
  std::shared_ptr<MemoryAccount> account_;
  Charge charge_;        // for its capacity
  size_t begin_ = 0;     // of the bytes that have not been taken
  size_t searched_ = 0;  // no line ends between begin_ and here
  int error_ = 0;
  bool has_ended_ = false;
  bool is_shut_ = false;
};

}  // namespace aspen
