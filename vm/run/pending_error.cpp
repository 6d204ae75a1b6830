#include "vm/run/pending_error.h"

#include <new>
#include <utility>

#include "vm/heap/tracer.h"
#include "vm/object/object.h"

namespace aspen {

namespace {

// A trace keeps this many frames at each end.
constexpr size_t kTraceEnds = 16;

}  // namespace

void PendingError::set(Value error) {
  share(error);
  value = error;
  uncatchable = false;
  is_stop = false;
  try {
    if (!recall_trace(error, trace())) trace() = {};
  } catch (const std::bad_alloc&) {
    trace_.reset();  // the error is more important than its trace
  }
}

void PendingError::drop() {
  value = Value::undefined();
  uncatchable = false;
}

Value PendingError::take() { return std::exchange(value, Value::undefined()); }

Value PendingError::take_caught(Allocator& allocator) {
  Value caught = value;
  try {
    caught = with_trace(allocator, value, trace());
  } catch (const std::bad_alloc&) {
    trace_.reset();
  }
  value = Value::undefined();
  return caught;
}

void PendingError::reset() {
  drop();
  has_failed = false;
  trace_.reset();
}

Trace& PendingError::trace() {
  if (!trace_) trace_ = std::make_unique<Trace>();
  return *trace_;
}

void PendingError::add_to_trace(const Proto* proto, uint32_t word) {
  if (is_left_out(proto)) return;
  try {
    trace().entries.push_back({proto, word, TraceEntry::Role::call});
  } catch (const std::bad_alloc&) {
    return;  // the error continues, and the frame is missing in its trace
  }
  Trace& trace = this->trace();
  if (trace.entries.size() <= 2 * kTraceEnds) return;
  trace.entries.erase(trace.entries.begin() + kTraceEnds);
  trace.omitted_at = kTraceEnds;
  ++trace.omitted;
}

void PendingError::visit(Tracer& tracer) { tracer.visit(value); }

}  // namespace aspen
