#include "vm/values/string.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "vm/heap/copy_memory.h"
#include "vm/heap/heap.h"

namespace aspen {

namespace {

String* allocate_string(Allocator& allocator, size_t length, size_t capacity, bool ascii) {
  assert(length <= capacity && capacity <= kMostTextBytes);
  capacity = (capacity + 7) & ~size_t{7};
  return allocator.make<String>(capacity, static_cast<uint32_t>(length), static_cast<uint32_t>(capacity),
                                ascii);
}

void copy(char* to, std::string_view text) { copy_memory(to, text.data(), text.size()); }

// `text` and `tail` in a new string with room for more.
String* join_with_room(Allocator& allocator, const String* text, std::string_view tail, bool ascii) {
  size_t length = size_t{text->length} + tail.size();
  String* joined = allocate_string(allocator, length, grown_capacity(length), text->ascii() && ascii);
  copy(joined->data(), text->view());
  copy(joined->data() + text->length, tail);
  return joined;
}

// Cached positions of a long text that is not ASCII. Appending to it in place keeps them valid.
struct TextPosition {
  const String* string = nullptr;
  uint64_t epoch = 0;
  uint32_t index = 0;  // of the last code point that was looked up
  uint32_t offset = 0;
  uint32_t counted_bytes = 0;  // the length for which `count` is valid
  uint32_t count = 0;
  std::vector<uint32_t> crumbs;  // offsets of code points 0, kStride, 2 * kStride …, as far as visited
};
constexpr uint32_t kStride = 256;

// The cached positions of the texts used most recently.
TextPosition& remembered_position(const String* string) {
  thread_local TextPosition positions[4];
  thread_local unsigned oldest = 0;
  uint64_t epoch = reuse_epoch.load(std::memory_order_relaxed);
  for (TextPosition& position : positions) {
    if (position.string == string && position.epoch == epoch) return position;
  }
  TextPosition& position = positions[oldest++ % std::size(positions)];
  position = {string, epoch, 0, 0, 0, 0, {}};
  return position;
}

// Adds crumbs until `found` is true for the number of crumbs and the last one, or the text ends.
template <class Found>
void follow(TextPosition& position, std::string_view text, Found found) {
  std::vector<uint32_t>& crumbs = position.crumbs;
  if (crumbs.empty()) crumbs.push_back(0);
  while (!found(crumbs.size(), crumbs.back())) {
    size_t next = skip_characters(text, crumbs.back(), kStride);
    if (next == text.size()) return;  // the last stride may be incomplete
    crumbs.push_back(static_cast<uint32_t>(next));
  }
}

// `index` is less than the number of code points of the text.
void step_to(TextPosition& position, std::string_view text, uint32_t index) {
  uint32_t distance = index > position.index ? index - position.index : position.index - index;
  if (distance > kStride) {
    uint32_t crumb = index / kStride;
    follow(position, text, [crumb](size_t count, uint32_t) { return count > crumb; });
    position.index = crumb * kStride;
    position.offset = position.crumbs[crumb];
  }
  if (index >= position.index) {
    position.offset = static_cast<uint32_t>(skip_characters(text, position.offset, index - position.index));
    position.index = index;
  }
  for (; position.index > index; --position.index) {
    position.offset = static_cast<uint32_t>(previous_character(text, position.offset));
  }
}

// Shorter texts are counted again each time.
constexpr uint32_t kWorthRemembering = 64;

}  // namespace

String* make_string(Allocator& allocator, std::string_view text) {
  return make_string(allocator, text, is_ascii(text));
}

String* make_string(Allocator& allocator, std::string_view text, bool ascii) {
  String* string = allocate_string(allocator, text.size(), text.size(), ascii);
  copy(string->data(), text);
  return string;
}

String* new_string(Allocator& allocator, uint32_t bytes, bool ascii) {
  return allocate_string(allocator, bytes, bytes, ascii);
}

String* make_character(Allocator& allocator, uint32_t code) {
  char bytes[4];
  return make_string(allocator, {bytes, encode_character(code, bytes)}, code < 0x80);
}

String* concat(Allocator& allocator, const String* a, const String* b) {
  size_t length = size_t{a->length} + b->length;
  String* joined = allocate_string(allocator, length, length, a->ascii() && b->ascii());
  copy(joined->data(), a->view());
  copy(joined->data() + a->length, b->view());
  return joined;
}

String* concat(Allocator& allocator, std::span<const String* const> pieces) {
  size_t length = 0;
  bool ascii = true;
  for (const String* piece : pieces) length += piece->length, ascii &= piece->ascii();
  String* joined = allocate_string(allocator, length, length, ascii);
  char* to = joined->data();
  for (const String* piece : pieces) {
    copy(to, piece->view());
    to += piece->length;
  }
  return joined;
}

String* concat(Allocator& allocator, std::span<const std::string_view> pieces) {
  size_t length = 0;
  bool ascii = true;
  for (std::string_view piece : pieces) length += piece.size(), ascii = ascii && is_ascii(piece);
  String* joined = allocate_string(allocator, length, length, ascii);
  char* to = joined->data();
  for (std::string_view piece : pieces) {
    copy(to, piece);
    to += piece.size();
  }
  return joined;
}

String* repeat(Allocator& allocator, const String* text, uint32_t count) {
  size_t length = size_t{text->length} * count;
  String* repeated = allocate_string(allocator, length, length, text->ascii());
  copy(repeated->data(), count ? text->view() : std::string_view());
  // Doubles the part that is already there.
  for (size_t done = text->length; done < length;) {
    size_t more = std::min(done, length - done);
    copy_memory(repeated->data() + done, repeated->data(), more);
    done += more;
  }
  return repeated;
}

String* append_in_place(Allocator& allocator, String* string, std::string_view tail, bool ascii) {
  assert(!string->is_shared());
  if (tail.size() > string->capacity - string->length) return join_with_room(allocator, string, tail, ascii);
  copy(string->data() + string->length, tail);
  string->length += static_cast<uint32_t>(tail.size());
  string->hash.store(0, std::memory_order_relaxed);
  if (!ascii) string->clear(flag::kAscii);
  return string;
}

String* append(Allocator& allocator, String* string, const String* tail) {
  if (!string->is_shared()) return append_in_place(allocator, string, tail);
  return join_with_room(allocator, string, tail->view(), tail->ascii());
}

uint32_t hash_text(std::string_view text, uint64_t seed) {
  uint64_t h = XXH3_64bits_withSeed(text.data(), text.size(), seed);
  auto folded = static_cast<uint32_t>(h ^ h >> 32);
  return folded ? folded : 1;
}

uint32_t compute_hash(String* string, uint64_t seed) {
  uint32_t hash = hash_text(string->view(), seed);
  string->hash.store(hash, std::memory_order_relaxed);
  return hash;
}

uint32_t code_points(const String* string) {
  if (string->ascii()) return string->length;
  if (string->length < kWorthRemembering) return static_cast<uint32_t>(count_code_points(string->view()));
  TextPosition& position = remembered_position(string);
  if (position.counted_bytes != string->length) {
    position.count = static_cast<uint32_t>(count_code_points(string->view()));
    position.counted_bytes = string->length;
  }
  return position.count;
}

uint32_t byte_offset(const String* string, uint32_t index) {
  if (string->ascii()) return std::min(index, string->length);
  if (string->length < kWorthRemembering)
    return static_cast<uint32_t>(skip_characters(string->view(), 0, index));
  if (index >= code_points(string)) return string->length;
  TextPosition& position = remembered_position(string);
  step_to(position, string->view(), index);
  return position.offset;
}

uint32_t code_point_index(const String* string, uint32_t offset) {
  if (string->ascii()) return offset;
  std::string_view before = string->view().substr(0, offset);
  if (offset < kWorthRemembering) return static_cast<uint32_t>(count_code_points(before));
  TextPosition& position = remembered_position(string);
  follow(position, string->view(), [offset](size_t, uint32_t last) { return last >= offset; });
  const std::vector<uint32_t>& crumbs = position.crumbs;
  auto crumb = std::upper_bound(crumbs.begin(), crumbs.end(), offset) - crumbs.begin() - 1;
  before.remove_prefix(crumbs[static_cast<size_t>(crumb)]);
  return static_cast<uint32_t>(crumb) * kStride + static_cast<uint32_t>(count_code_points(before));
}

String* slice(Allocator& allocator, const String* string, uint32_t begin, uint32_t end) {
  uint32_t from = byte_offset(string, begin);
  uint32_t to = end <= begin ? from : byte_offset(string, end);
  std::string_view part = string->view().substr(from, to - from);
  String* fresh = make_string(allocator, part, string->ascii() || is_ascii(part));
  if (!fresh->ascii() && fresh->length >= kWorthRemembering) {
    const uint32_t count = std::min(end, code_points(string)) - begin;
    TextPosition& position = remembered_position(fresh);
    position.count = count;
    position.counted_bytes = fresh->length;
  }
  return fresh;
}

}  // namespace aspen
