// One pass over an iterable, as a `for` loop makes it.
#pragma once

#include "stdlib/native/native.h"

namespace aspen {

// The source must stay reachable meanwhile, as arguments are. Elements are borrowed: share those that are
// kept. Each element is paid for (Strand::work). The pass ends early if the strand has to stop, and if a
// future is missed.
class Elements {
 public:
  // Precondition: is_iterable(source).
  Elements(Strand& strand, Value source);
  Elements(Strand& strand, Iterable source) : Elements(strand, source.value) {}

  // The next element, a value, to be read only. False at the end; `out` is unchanged then.
  bool next(Value& out) {
    if (!plain_) return next_untouched(out) && strand_.touch(out);
    if (position_ == part_end_ && !next_part()) return false;
    out = plain_->items[position_++];
    return true;
  }
  // The next element, which may be a future, ready to be stored in a new object.
  bool take(Value& out) {
    if (!next_untouched(out)) return false;
    share(out);
    return true;
  }

 private:
  bool next_part();
  bool next_untouched(Value& out) { return list_ ? next_in_list(out) : next_other(out); }
  bool next_in_list(Value& out) {
    if (position_ == part_end_ && !next_part()) return false;
    out = list_->items[position_++];
    return true;
  }
  bool next_other(Value& out);
  bool next_in_range(Value& out);
  bool next_in_text(Value& out);
  bool next_entry_pair(Value& out);

  Strand& strand_;
  Value source_;
  const List* list_ = nullptr;
  const List* plain_ = nullptr;  // the list, if no element can be a future
  uint32_t position_ = 0;        // element, byte or entry
  uint32_t part_end_ = 0;        // elements of the list below this position are paid for
  Value current_;                // of a Range
};

// The number of elements; exact for ranges of any length, so it is a Value.
Value length_value(Strand& s, Value iterable);
// Likewise, but at most 2^63 - 1.
uint64_t length_hint(Strand& s, Value iterable);
Value range_length(Strand& s, const Range& range);

// Whether there is room for the results that a native makes of the elements, `bytes_each` for each. A range
// may be longer than any memory. False with MemoryLimit pending.
bool reserve_for_each(Strand& s, Value iterable, size_t bytes_each);
constexpr size_t kPairBytes = sizeof(Tuple) + 3 * sizeof(Value);

// The elements of a list as values. If the list holds futures, a new list with their results; otherwise the
// list itself. Null if a future is missed, or with MemoryLimit pending.
const List* touched_elements(Strand& s, const List& list);

// A new list of the elements, which are shared. Null with MemoryLimit pending if it would be too long.
List* list_of(Strand& s, Value iterable);

}  // namespace aspen
