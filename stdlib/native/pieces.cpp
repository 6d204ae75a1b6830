#include "stdlib/native/pieces.h"

#include <cstring>

#include "stdlib/native/native.h"
#include "vm/values/string.h"

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

namespace {

// Whether each part is ASCII, as far as the strand does not have to stop.
bool are_ascii(Strand& strand, std::initializer_list<std::string_view> parts) {
  constexpr uint64_t kBytesReadPerWork = 8;
  bool out = true;
  for (std::string_view part : parts) {
    while (out && !part.empty() && strand.work(std::min(part.size(), kBytesPerPiece) / kBytesReadPerWork)) {
      out = is_ascii(part.substr(0, kBytesPerPiece));
      part.remove_prefix(std::min(part.size(), kBytesPerPiece));
    }
  }
  return out;
}

bool copy_paid(Strand& strand, char*& to, std::string_view text) {
  Pieces pieces(strand, text, 1);  // as append_paid
  for (std::string_view piece; pieces.next(piece);) to = std::copy_n(piece.data(), piece.size(), to);
  return !pieces.has_stopped();
}

}  // namespace

Value text_of_parts(Strand& strand, std::initializer_list<std::string_view> parts) {
  size_t bytes = 0;
  for (const std::string_view part : parts) bytes += part.size();
  if (!reserve_text(strand, bytes)) return Value::exception();
  const bool ascii = are_ascii(strand, parts);
  String* out = new_string(strand.allocator(), static_cast<uint32_t>(bytes), ascii);
  char* to = out->data();
  for (const std::string_view part : parts) {
    if (!copy_paid(strand, to, part)) return strand.raise_stop();
  }
  return Value::object(out);
}

}  // namespace aspen
