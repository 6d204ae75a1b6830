#include "vm/heap/tracer.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <new>
#include <thread>
#include <utility>

#include "vm/heap/heap.h"
#include "vm/heap/run_kinds.h"
#include "vm/object/dict_objects.h"
#include "vm/object/function.h"
#include "vm/object/future.h"
#include "vm/object/list_objects.h"
#include "vm/object/record_objects.h"

namespace aspen {

namespace {

// Longer arrays are scanned in pieces of this size.
constexpr size_t kPiece = 256;
// A marker with fewer objects on its stack has little work left, and keeps it.
constexpr ptrdiff_t kFewestShared = 16;

}  // namespace

void Heap::mark_lines(Region* region, const Object* object, size_t bytes) {
  size_t first = Region::line_of(object);
  size_t last = Region::line_of(reinterpret_cast<const std::byte*>(object) + bytes - 1);
  for (size_t line = first; line <= last; ++line) {
    std::atomic_ref(region->lines[line]).store(Line::live, std::memory_order_relaxed);
  }
}

// For a root source, draining meanwhile keeps the stack small; while draining, that would recurse.
void Tracer::visit_range(const Value* begin, const Value* end) {
  if (code_ != nullptr) [[unlikely]]
    reach_code(begin, static_cast<size_t>(end - begin));
  while (begin != end) {
    size_t count = std::min(static_cast<size_t>(end - begin), kPiece);
    push_values(begin, count);
    begin += count;
    if (!draining_) drain();
  }
}

// Without a branch for each value, because it would be unpredictable whether one is an object. The first of a
// group tells enough of arrays that hold objects only.
void Tracer::push_values(const Value* begin, size_t count) {
  if (replaces_futures_) [[unlikely]]
    replace_futures(const_cast<Value*>(begin), count);
  if (static_cast<size_t>(stack_end_ - top_) < count && !make_room(count)) return;
  Object** top = top_;
  const Value* end = begin + count;
  const auto push = [&top](Value v) {
    *top = v.as_object();
    top += v.is_object();
  };
  for (; begin + kValueGroup <= end; begin += kValueGroup) {
    if (!begin->is_object() && !group_has_object(begin)) continue;
    for (size_t i = 0; i < kValueGroup; ++i) push(begin[i]);
  }
  for (; begin != end; ++begin) push(*begin);
  top_ = top;
}

// A second reference to the future becomes one to its value. Only one thread traces an object, so no other
// one reads these places.
void Tracer::replace_futures(Value* values, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (values[i].is_object()) __builtin_prefetch(values[i].as_object());
  }
  for (size_t i = 0; i < count; ++i) {
    while (is_future(values[i])) {
      const Future* future = as<Future>(values[i]);
      if (!future->is_resolved()) break;
      if (future->is_shared()) share(future->value());
      values[i] = future->value();
      ++futures_met_;
    }
  }
}

void Tracer::reach_code(const Value* words, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    if (!words[i].is_object()) code_->reach(words[i].bits());
  }
}

void Tracer::reach_function(const void* function) {
  if (std::exchange(last_function_, function) != function)
    code_->reach(reinterpret_cast<uintptr_t>(function));
}

// Whether there is room for `count` more, at most kPiece. A collection manages without memory: while roots
// are traced, the stack is drained instead of grown. While it is drained, objects without room are left out.
// These are always children of a marked object, so that Heap::mark_left_out finds them again.
bool Tracer::make_room(size_t count) {
  static_assert(kPiece <= kFirstSlots);
  try {
    grow_stack(count);
    return true;
  } catch (const std::bad_alloc&) {
    has_left_out_ |= draining_;
    if (draining_) return false;
    drain();
    return true;
  }
}

void Tracer::grow_stack(size_t count) {
  auto used = static_cast<size_t>(top_ - stack_);
  size_t capacity = std::max(2 * static_cast<size_t>(stack_end_ - stack_), used + count + kFirstSlots);
  auto larger = std::make_unique_for_overwrite<Object*[]>(capacity);
  std::copy_n(stack_, used, larger.get());
  more_ = std::move(larger);
  stack_ = more_.get();
  top_ = stack_ + used;
  stack_end_ = stack_ + capacity;
}

inline void Tracer::visit_later(const Value* begin, size_t count) {
  if (count <= kPiece) return push_values(begin, count);
  try {
    runs_.push_back({begin, begin + count});
  } catch (const std::bad_alloc&) {
    for (size_t done = 0; done < count; done += kPiece)
      push_values(begin + done, std::min(kPiece, count - done));
  }
}

void Tracer::drain() {
  if (pool_ == nullptr) {
    drain_own<true>();
  } else {
    drain_own<false>();
  }
}

template <bool kAlone>
void Tracer::drain_own() {
  draining_ = true;
  drain_stack<kAlone>();
  while (!runs_.empty()) {
    // Asked here as well, because an array of numbers puts no objects on the stack.
    if (!kAlone && pool_->hungry()) [[unlikely]]
      give_run();
    MarkRun& run = runs_.back();
    const Value* begin = run.begin;
    size_t count = std::min(static_cast<size_t>(run.end - begin), kPiece);
    run.begin += count;
    if (run.begin == run.end) runs_.pop_back();
    push_values(begin, count);
    drain_stack<kAlone>();
  }
  draining_ = false;
}

void Tracer::drain_with_others() {
  drain();
  if (pool_ == nullptr) return;
  std::vector<Object*> objects;
  while (pool_->take(objects, runs_)) {
    for (Object* object : objects) push(object);
    drain();
  }
}

void Tracer::trace_again(Object* object) {
  trace_children<true>(object);
  drain();
}

inline bool Tracer::can_give() const { return top_ - stack_ >= kFewestShared || !runs_.empty(); }

// Runs first: they lead to the most work.
void Tracer::give_some() {
  if (give_run()) return;
  auto count = top_ - stack_;
  if (count < kFewestShared) return;
  if (!pool_->give(stack_, static_cast<size_t>(count / 2))) return;
  top_ = std::copy(stack_ + count / 2, top_, stack_);
}

bool Tracer::give_run() {
  if (runs_.empty()) return false;
  MarkRun& oldest = runs_.front();
  if (runs_.size() > 1) {
    if (!pool_->give(oldest)) return false;
    runs_.erase(runs_.begin());
    return true;
  }
  auto count = static_cast<size_t>(oldest.end - oldest.begin);
  if (count <= kPiece) return false;
  if (!pool_->give({oldest.begin + count / 2, oldest.end})) return false;
  oldest.end = oldest.begin + count / 2;
  return true;
}

template <bool kAlone>
inline bool Tracer::mark(Object* object) {
  if (!object->is_large()) [[likely]]
    return kAlone ? Region::of(object)->mark(object) : Region::of(object)->mark_among_others(object);
  LargeHeader* header = LargeHeader::of(object);
  return kAlone ? !std::exchange(header->marked, true)
                : !std::atomic_ref(header->marked).exchange(true, std::memory_order_relaxed);
}

template <bool kAlone>
inline void Tracer::process(Object* object) {
  if (!mark<kAlone>(object)) return;
  size_t bytes = trace_children<kAlone>(object);
  live_bytes_ += bytes;
  if (!object->is_large()) Heap::mark_lines(Region::of(object), object, bytes);
}

// Objects stay in a short queue between their prefetch and their scan, so that their headers have arrived by
// then.
template <bool kAlone>
void Tracer::drain_stack() {
  constexpr unsigned kAhead = 32;
  Object* queue[kAhead];
  unsigned first = 0, waiting = 0;
  for (;;) {
    for (; waiting < kAhead && top_ != stack_; ++waiting) {
      if (!kAlone && pool_->hungry() && can_give()) [[unlikely]]
        give_some();
      Object* next = *--top_;
      __builtin_prefetch(next);
      queue[(first + waiting) % kAhead] = next;
    }
    if (waiting == 0) return;
    Object* object = queue[first];
    first = (first + 1) % kAhead;
    --waiting;
    process<kAlone>(object);
  }
}

// Visits the object's children; returns its size, as Heap::object_size does.
template <bool kAlone>
inline size_t Tracer::trace_children(Object* object) {
  switch (object->kind) {
    case Kind::Tuple:
      visit_later(static_cast<Tuple*>(object)->items(), object->length);
      return sizeof(Tuple) + object->length * sizeof(Value);
    case Kind::Record:
      visit_later(static_cast<Record*>(object)->slots(), object->extra);
      if (object->has(flag::kTraced)) [[unlikely]]
        break;
      return sizeof(Record) + object->extra * sizeof(Value);
    case Kind::LabelBox:
      visit_later(&static_cast<LabelBox*>(object)->payload, 1);
      if (object->has(flag::kTraced)) [[unlikely]]
        break;
      return sizeof(LabelBox);
    case Kind::List: trace_list<kAlone>(static_cast<List*>(object)); return sizeof(List);
    case Kind::Dict: {
      auto* dict = static_cast<Dict*>(object);
      if (dict->has_versions()) [[unlikely]]
        trace_version<kAlone>(dict);
      else
        visit(dict->table);
      return sizeof(Dict);
    }
    case Kind::Closure:
      if (code_ != nullptr) [[unlikely]]
        reach_function(static_cast<Closure*>(object)->proto);
      visit_later(static_cast<Closure*>(object)->captures(), object->length);
      return sizeof(Closure) + object->length * sizeof(Value);
    case Kind::Array:
    case Kind::DictTable:
    case Kind::Range:
    case Kind::Partial:
    case Kind::Module:
    case Kind::NativeObject:
    case Kind::Future:
    case Kind::Segment: trace_rare(object); break;
    case Kind::Task:
    case Kind::Channel:
    case Kind::Cell:
    case Kind::Semaphore:
    case Kind::Fiber:
      if (auto* trace = run_kind(object->kind).trace) trace(object, *this);
      break;
    case Kind::String:
    case Kind::Bytes:
    case Kind::Int64:
    case Kind::BigInt:
    case Kind::NativeFunction: break;
  }
  if (object->has(flag::kTraced)) [[unlikely]]
    visit(trace_slot(object));
  return Heap::object_size(object);
}

void Tracer::trace_rare(Object* object) {
  if (object->kind == Kind::Array) {
    trace_array(static_cast<Array*>(object));
  } else if (object->kind == Kind::DictTable) {
    trace_table(static_cast<DictTable*>(object));
  } else if (object->kind == Kind::Range) {
    visit_later(&static_cast<Range*>(object)->start, 3);
  } else if (object->kind == Kind::Partial) {
    auto* partial = static_cast<Partial*>(object);
    visit(partial->function);
    visit_later(partial->arguments(), object->length);
  } else if (object->kind == Kind::Module) {
    visit_later(&static_cast<Module*>(object)->fields, 2);
  } else if (object->kind == Kind::Future) {
    Value value = static_cast<Future*>(object)->value();
    futures_met_ += !value.is_undefined();
    visit(value);
  } else if (object->kind == Kind::Segment) {
    auto* segment = static_cast<Segment*>(object);
    visit(segment->parent);
    visit(segment->future);
    visit(segment->kept);
    if (code_ != nullptr) reach_code(segment->slots(), segment->length);
    visit_later(segment->slots(), segment->length);
  } else {
    assert(object->kind == Kind::NativeObject);
    auto* native = static_cast<NativeObject*>(object);
    if (native->type->trace) native->type->trace(native->state, *this);
  }
}

void Tracer::trace_table(DictTable* table) {
  const uint32_t used = table->has_versions() ? table->live : table->used;
  visit_later(&table->entries()[table->first].key, size_t{2} * (used - table->first));
}

// Found on the native stack: its owner knows which elements are live. Or traced again (trace_again).
void Tracer::trace_array(Array* array) {
  if (array->is_shared_array()) {
    auto [begin, end] = array->used();
    visit_later(array->slots() + begin, end - begin);
  } else if (!array->is_crowded()) {
    visit(array->owner);
  }
}

// While it exists, no other marker looks at what is live of the store, or changes that.
template <bool kAlone>
class Tracer::Hold {
 public:
  explicit Hold(Object* store) : store_(store) {
    if (kAlone) return;
    while ((store_->flag_bits.fetch_or(flag::kBusy, std::memory_order_acquire) & flag::kBusy) != 0)
      std::this_thread::yield();
  }
  ~Hold() {
    if (!kAlone) store_->flag_bits.fetch_and(static_cast<uint8_t>(~flag::kBusy), std::memory_order_release);
  }
  Hold(const Hold&) = delete;
  Hold& operator=(const Hold&) = delete;

 private:
  Object* store_;
};

template <bool kAlone>
bool Tracer::mark_store(Object* store) {
  if (!mark<kAlone>(store)) return false;
  const size_t bytes = Heap::object_size(store);
  live_bytes_ += bytes;
  if (!store->is_large()) Heap::mark_lines(Region::of(store), store, bytes);
  return true;
}

// What a list sees of a shared array, as far as no list before it has visited it. In the end the window has
// what any of them sees: the places behind that are free again.
template <bool kAlone>
void Tracer::trace_window(const List* list) {
  Array* array = list->array;
  const auto end = static_cast<uint32_t>(list->items - array->slots()) + list->length;
  uint32_t from;
  {
    const Hold<kAlone> hold(array);
    const Array::Window window = array->used();
    const bool is_first = mark_store<kAlone>(array);
    from = is_first ? window.begin : window.end;
    if (is_first || end > from) array->end_window(end);
  }
  if (end > from) visit_later(array->slots() + from, end - from);
}

// Likewise for a dict with versions. The places behind are not used again, as the index refers to them.
template <bool kAlone>
void Tracer::trace_version(const Dict* dict) {
  DictTable* table = dict->table;
  uint32_t from;
  {
    const Hold<kAlone> hold(table);
    const bool is_first = mark_store<kAlone>(table);
    from = is_first ? 0 : table->live;
    if (is_first || dict->used > from) table->live = dict->used;
  }
  if (dict->used > from) visit_later(&table->entries()[from].key, size_t{2} * (dict->used - from));
}

// The list determines the live part of its own array, or of its part of a crowded one.
template <bool kAlone>
void Tracer::trace_list(List* list) {
  if (!list->array) return;
  if (list->on_shared_array()) return trace_window<kAlone>(list);
  assert(!list->array->is_shared_array());
  mark_store<kAlone>(list->array);
  visit_later(list->items, list->length);
}

bool Tracer::keep_whole(Object* store) {
  const bool is_array = store->kind == Kind::Array && static_cast<Array*>(store)->is_shared_array();
  const bool is_table = store->kind == Kind::DictTable && static_cast<DictTable*>(store)->has_versions();
  if (is_array || is_table) mark_store<false>(store);
  return is_array || is_table;
}

void Tracer::visit_whole(Object* store) {
  if (store->kind == Kind::Array) {
    trace_array(static_cast<Array*>(store));
  } else {
    trace_table(static_cast<DictTable*>(store));
  }
}

}  // namespace aspen
