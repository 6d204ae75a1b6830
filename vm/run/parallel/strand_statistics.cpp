#include "vm/run/parallel/strand_statistics.h"

#include "vm/run/error_trace.h"
#include "vm/run/interpreter.h"

namespace aspen {

StrandNumbers read(const StrandCounters& counters) {
  StrandNumbers numbers;
#define STRAND_COUNTER(name, meaning) numbers.name = counters.name.get();
#include "vm/run/parallel/counters.def"
#undef STRAND_COUNTER
  return numbers;
}

StrandNumbers& StrandNumbers::operator+=(const StrandNumbers& other) {
#define STRAND_COUNTER(name, meaning) name += other.name;
#include "vm/run/parallel/counters.def"
#undef STRAND_COUNTER
  return *this;
}

StrandNumbers StrandStatistics::total() const {
  StrandNumbers total = outside;
  for (const StrandNumbers& worker : workers) total += worker;
  return total;
}

const char* native_called_at(const TraceEntry& entry) {
  const Word* pc = entry.proto->code + entry.word;
  return op_of(pc) == Op::CallEffect ? pointer<const NativeDescriptor>(pc + 1)->name : nullptr;
}

}  // namespace aspen
