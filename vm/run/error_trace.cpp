#include "vm/run/error_trace.h"

#include <algorithm>
#include <cstring>

#include "vm/heap/heap.h"
#include "vm/values/bytes.h"
#include "vm/values/record.h"
#include "vm/values/string.h"

namespace aspen {

namespace {

struct Gap {
  uint32_t omitted, omitted_at;
};

Value shared_part(Value part) {
  share(part);
  return part;
}

// Copies have room for a trace after them.
constexpr size_t kRoom = sizeof(Value);

Object* roomy_copy(Allocator& allocator, const LabelBox& box) {
  return allocator.make<LabelBox>(kRoom, box.name(), shared_part(box.payload));
}

Object* roomy_copy(Allocator& allocator, const Record& record) {
  auto* copy = allocator.make<Record>(record.extra * sizeof(Value) + kRoom, record.shape(), record.extra);
  std::transform(record.slots(), record.slots() + record.extra, copy->slots(), shared_part);
  return copy;
}

Object* roomy_copy(Allocator& allocator, const String& text) {
  auto capacity = (text.length + 7) & ~uint32_t{7};
  auto* copy = allocator.make<String>(capacity + kRoom, text.length, capacity, text.ascii());
  std::memcpy(copy->data(), text.data(), text.length);
  return copy;
}

bool keeps_traces(Value error) {
  if (!is_kind(error, Kind::LabelBox) && !is_kind(error, Kind::Record) && !is_kind(error, Kind::String))
    return false;
  return Heap::object_size(error.as_object()) + kRoom <= Allocator::kLargestInBlock;
}

// The caller must fill that room before it allocates.
Object* roomy_copy(Allocator& allocator, Value error) {
  if (is_kind(error, Kind::LabelBox)) return roomy_copy(allocator, *as<LabelBox>(error));
  if (is_kind(error, Kind::Record)) return roomy_copy(allocator, *as<Record>(error));
  return roomy_copy(allocator, *as<String>(error));
}

}  // namespace

Bytes* save_trace(Allocator& allocator, const Trace& trace) {
  size_t entries = trace.entries.size() * sizeof(TraceEntry);
  Bytes* bytes = new_bytes(allocator, static_cast<uint32_t>(sizeof(Gap) + entries));
  Gap gap{trace.omitted, trace.omitted_at};
  std::memcpy(bytes->data(), &gap, sizeof gap);
  if (entries != 0) std::memcpy(bytes->data() + sizeof gap, trace.entries.data(), entries);
  return bytes;
}

void restore_trace(const Bytes& saved, Trace& out) {
  Gap gap;
  std::memcpy(&gap, saved.data(), sizeof gap);
  out.omitted = gap.omitted;
  out.omitted_at = gap.omitted_at;
  out.entries.resize((saved.length - sizeof gap) / sizeof(TraceEntry));
  if (out.entries.empty()) return;
  std::memcpy(out.entries.data(), saved.data() + sizeof gap, saved.length - sizeof gap);
}

Value with_trace(Allocator& allocator, Value error, const Trace& trace) {
  if (trace.entries.empty() || !keeps_traces(error)) return error;
  Value kept = Value::object(save_trace(allocator, trace));
  Object* copy = roomy_copy(allocator, error);
  copy->set(flag::kTraced);
  trace_slot(copy) = kept;
  return Value::object(copy);
}

bool recall_trace(Value error, Trace& out) {
  if (!error.is_object() || !error.as_object()->has(flag::kTraced)) return false;
  restore_trace(*as<Bytes>(trace_slot(error.as_object())), out);
  return true;
}

}  // namespace aspen
