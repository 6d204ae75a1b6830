// One pass over an iterable, as a `for` loop makes it.
#pragma once

#include "stdlib/native.h"

namespace aspen {

// The source must stay reachable meanwhile, as arguments are. Its elements come lent: share those that are
// kept. Each is paid for (Strand::work), and the pass ends early if the strand has to stop.
class Elements {
 public:
  // Precondition: is_iterable(source).
  Elements(Strand& strand, Value source);
  Elements(Strand& strand, Iterable source) : Elements(strand, source.value) {}

  // False at the end; then `out` is unchanged.
  bool next(Value& out) {
    if (!list_) return next_other(out);
    if (position_ == part_end_ && !next_part()) return false;
    out = list_->items[position_++];
    return true;
  }
  // The next element, ready to be put into something that is new.
  bool take(Value& out) {
    if (!next(out)) return false;
    share(out);
    return true;
  }

 private:
  bool next_part();
  bool next_other(Value& out);
  bool next_in_range(Value& out);
  bool next_in_text(Value& out);
  bool next_entry_pair(Value& out);

  Strand& strand_;
  Value source_;
  const List* list_ = nullptr;
  uint32_t position_ = 0;  // element, byte or entry
  uint32_t part_end_ = 0;  // of the elements of a list that are paid for
  Value current_;          // of a Range
};

// The number of elements; exact for ranges of any length, hence a Value.
Value length_value(Strand& s, Value iterable);
// The same, cut to 2^63 - 1.
uint64_t length_hint(Strand& s, Value iterable);
Value range_length(Strand& s, const Range& range);

// Whether there is room for what a native makes of each element: `bytes_each` for all of them. A range may be
// longer than any memory. False with MemoryLimit pending.
bool reserve_for_each(Strand& s, Value iterable, size_t bytes_each);
constexpr size_t kPairBytes = sizeof(Tuple) + 3 * sizeof(Value);
constexpr size_t kEntryBytes = 2 * (sizeof(DictEntry) + 3 * sizeof(uint32_t));

// A list of the elements, shared; a fresh one. Null with MemoryLimit pending if it would be too long.
List* list_of(Strand& s, Value iterable);

}  // namespace aspen
