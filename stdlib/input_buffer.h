// What has been read and nobody has taken yet. Who fills it does not take: so what came for somebody who has
// left stays for the next one (README.md, "Fill, then take").
#pragma once

#include <sys/types.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "stdlib/charged_text.h"

namespace aspen {

// A line with its end, or so many octets; less at the end only, or, of `is_some`, whenever there are any.
struct Portion {
  static constexpr size_t kAll = SIZE_MAX;
  bool is_line;
  size_t octets;
  bool is_some = false;
};
inline constexpr Portion kLine{true, Portion::kAll};

class InputBuffer {
 public:
  enum class Found { nothing, octets, end, error };

  // The end and an error are told once; who asks again has it tried again. `nothing`: it is to be filled
  // first.
  Found take(const Portion& wanted, std::string& out, int& error);
  // Whether `take` finds something.
  bool is_ready(const Portion& wanted) { return size_of(wanted) != kMissing || has_ended_ || error_ != 0; }
  size_t size() const { return octets_.size() - begin_; }

  // What the buffer takes counts there from now on, if there is room.
  void count_in(const std::shared_ptr<MemoryAccount>& account);
  // Adds what `read(place, most)` puts there; gives what that gives, which is what ::read would. ENOMEM if
  // the memory is not to be had.
  template <class Read>
  ssize_t add(size_t most, Read read) {
    octets_.erase(0, begin_);
    searched_ -= begin_;
    begin_ = 0;
    if (!make_charged_room(octets_, charge_, most)) return errno = ENOMEM, -1;
    const size_t before = octets_.size();
    octets_.resize(before + most);
    const ssize_t count = read(octets_.data() + before, most);
    octets_.resize(before + static_cast<size_t>(std::max<ssize_t>(count, 0)));
    return count;
  }
  void end() { has_ended_ = true; }
  void fail(int error) { error_ = error; }
  void clear();
  // From now on there is nothing but this error.
  void shut(int error);

 private:
  static constexpr size_t kMissing = SIZE_MAX;
  size_t size_of(const Portion& wanted);

  std::string octets_;
  std::shared_ptr<MemoryAccount> account_;
  Charge charge_;        // for its capacity
  size_t begin_ = 0;     // of what has not been taken
  size_t searched_ = 0;  // from there to here no line ends
  int error_ = 0;
  bool has_ended_ = false;
  bool is_shut_ = false;
};

}  // namespace aspen
