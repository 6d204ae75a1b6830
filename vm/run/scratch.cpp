#include "vm/run/scratch.h"

#include <algorithm>

#include "vm/heap/allocator.h"
#include "vm/heap/heap.h"
#include "vm/run/machine.h"
#include "vm/run/strand.h"

namespace aspen {

void take_scratch(Strand& strand, size_t bytes) {
  const std::shared_ptr<MemoryAccount>& account = strand.machine().heap().memory();
  if (bytes <= Allocator::kLargestInBlock && account->take_charged(bytes)) return;
  if (!strand.allocator().may_refuse()) return account->add_charged(bytes);
  Charge charge(account);
  if (!strand.charge(charge, bytes)) throw HeapExhausted{};
  charge.detach();
}

void give_back_scratch(Strand& strand, size_t bytes) { strand.machine().heap().memory()->give_back(bytes); }

void give_back_scratch(Strand& strand, void* memory, size_t bytes) {
  ::operator delete(memory);
  give_back_scratch(strand, bytes);
}

// Grows by half if doubling is refused, so that a text may use all available memory.
bool TextRoom::grow(std::string& text, size_t more) {
  constexpr size_t kShort = 4096;
  const size_t needed = text.size() + more;
  if (needed <= kShort) {
    text.reserve(kShort);
    return true;
  }
  const std::shared_ptr<MemoryAccount>& account = strand_.machine().heap().memory();
  if (charge_.bytes() == 0) charge_ = Charge(account);
  size_t wanted = std::max(needed, 2 * text.capacity());
  if (!account->has_room(wanted)) wanted = needed + needed / 8;
  if (!strand_.charge(charge_, text.capacity() + wanted)) return false;
  text.reserve(wanted);
  charge_.shrink_to(text.capacity());
  return true;
}

}  // namespace aspen
