#include "stdlib/native/pieces.h"

#include <cstring>

namespace aspen {

bool fill_repeated(Strand& strand, char* to, size_t bytes, std::string_view unit) {
  constexpr size_t kBytesFilledPerWork = 2;  // the first access to each page takes most of it
  size_t period = unit.size();               // filled bytes repeat with this period
  for (size_t done = 0; done < bytes;) {
    const bool is_first = done < unit.size();
    const size_t there = is_first ? unit.size() - done : period;
    const size_t more = std::min({there, bytes - done, kBytesPerPiece});
    if (!strand.work(more / kBytesFilledPerWork)) return false;
    std::memcpy(to + done, is_first ? unit.data() + done : to + done - period, more);
    done += more;
    if (done % unit.size() == 0 && done <= kBytesPerPiece) period = done;
  }
  return true;
}

}  // namespace aspen
