// One collection: what the native stack holds is found while the marks of the last collection still stand;
// then everything reachable is marked anew, and what is not is given back, native objects and large ones at
// once, lines as allocation comes by.
#include <algorithm>
#include <chrono>
#include <cstring>

#include "vm/dict_objects.h"
#include "vm/future.h"
#include "vm/heap.h"
#include "vm/list_objects.h"
#include "vm/poison.h"
#include "vm/record.h"
#include "vm/string.h"

namespace aspen {

namespace {

// A block with fewer free lines is left alone: finding its holes costs more than they give.
constexpr uint32_t kFewestFreeLines = 16;
// Arrays longer than this are scanned in pieces of as much.
constexpr size_t kPiece = 256;

uint32_t count_live_lines(const Line* lines) {
  static_assert(static_cast<int>(Line::live) == 1 && sizeof(Line) == 1);
  uint64_t sum = 0;
  for (uint32_t i = 0; i < kLinesPerBlock; i += 8) {
    uint64_t eight;
    std::memcpy(&eight, lines + i, sizeof eight);
    sum += static_cast<uint64_t>(__builtin_popcountll(eight));
  }
  return static_cast<uint32_t>(sum);
}

}  // namespace

void Heap::collect(Mutator& mutator) {
  Hold hold(lock_);
  collect(mutator, hold);
}

// A collection that somebody else is about to begin counts: it waits for this thread.
void Heap::collect(Mutator& mutator, Hold& hold) {
  assert(collector_ != &mutator && "a collection does not allocate");
  std::vector<Finalization> dead;
  mutator.expose_stack([&] {
    if (collector_ != nullptr) {
      stand_still(mutator, Mutator::State::stopped, hold);
    } else {
      collect_alone(mutator, hold, dead);
    }
  });
  if (dead.empty()) return;
  hold.unlock();  // while finalizers do what they like with Root handles and time
  for (const Finalization& object : dead) object.type->finalize(object.state);
  hold.lock();
}

void Heap::collect_alone(Mutator& mutator, Hold& hold, std::vector<Finalization>& dead) {
  auto start = std::chrono::steady_clock::now();
  stop_others(mutator, hold);
  forget_text_positions();
  for (Mutator* each : mutators_) retire(each->allocator_);
  mark_all(hold);
  take_dead(dead);
  sweep_large();
  set_budget();
  classify_blocks();
  allocated_since_ = 0;
  granted_ = kAlwaysGranted;
  auto pause = std::chrono::steady_clock::now() - start;
  auto ns = static_cast<uint64_t>(std::chrono::nanoseconds(pause).count());
  statistics_.pause_ns += ns;
  statistics_.longest_pause_ns = std::max(statistics_.longest_pause_ns, ns);
  ++statistics_.collections;
  resume_others();
}

void Heap::mark_all(Hold& hold) {
  std::vector<Object*> conservative;
  scan_native_stacks(conservative);
  hold.unlock();
  clear_marks();
  Tracer tracer;
  mark_roots(tracer, conservative);
  hold.lock();
  statistics_.bytes_live = tracer.live_bytes_;
}

void Heap::clear_marks() {
  for (Region* region : regions_) {
    for (uint32_t i = kFirstBlock; i < kBlocksPerRegion; ++i) {
      if (region->in_use[i]) region->clear_tables(i);
    }
  }
}

void Heap::mark_roots(Tracer& tracer, const std::vector<Object*>& conservative) {
  for (Object* object : conservative) tracer.visit(object);
  {
    const std::lock_guard hold(roots_lock_);
    for (RootLink* root = root_list_.next_; root != &root_list_; root = root->next_) {
      tracer.visit(root->value_);
    }
  }
  roots_.trace_roots(tracer);
  tracer.drain();
}

bool Heap::is_marked(const Object* object) const {
  if (object->is_large()) return LargeHeader::of(object)->marked;
  return Region::of(object)->marked(object);
}

void Heap::take_dead(std::vector<Finalization>& dead) {
  auto is_dead = [&](const NativeObject* object) {
    if (is_marked(object)) return false;
    dead.push_back({object->type, object->state});
    return true;
  };
  std::erase_if(finalizable_, is_dead);
}

void Heap::sweep_large() {
  for (size_t i = 0; i < large_.size();) {
    LargeHeader* header = large_[i];
    if (header->marked) {
      header->marked = false;
      ++i;
    } else {
      release_large(header->object());
    }
  }
}

// As much again as is alive may be allocated before the next collection.
void Heap::set_budget() { budget_ = std::max(kSmallestBudget, statistics_.bytes_live); }

void Heap::classify_blocks() {
  free_blocks_.clear();
  recyclable_blocks_.clear();
  size_t blocks_free = regions_.size() * (kBlocksPerRegion - kFirstBlock) - blocks_in_use_;
  // From the highest address down, so that the lowest are used first and the highest regions fall empty.
  for (size_t r = regions_.size(); r-- > 0;) {
    blocks_free += sweep_region(regions_[r]);
  }
  release_empty_regions(blocks_free);
  for (size_t r = regions_.size(); r-- > 0;) list_free_blocks(regions_[r]);
}

// Gives back blocks without a live line, and lists those that are partly free. Returns how many it gave back.
size_t Heap::sweep_region(Region* region) {
  size_t freed = 0;
  for (uint32_t i = kBlocksPerRegion; i-- > kFirstBlock;) {
    if (!region->in_use[i]) continue;
    uint32_t live = count_live_lines(region->block_lines(i));
    if (live == 0) {
      region->in_use[i] = false;
      --blocks_in_use_;
      ++freed;
    } else if (kLinesPerBlock - live >= kFewestFreeLines) {
      recyclable_blocks_.push_back(region->block(i));
    }
    poison_free_lines(region, i);
  }
  return freed;
}

void Heap::poison_free_lines([[maybe_unused]] Region* region, [[maybe_unused]] uint32_t block) {
#if defined(ASPEN_STRESS_GC) || defined(ASPEN_HAS_ASAN)
  for (uint32_t line = 0; line < kLinesPerBlock; ++line) {
    if (region->block_lines(block)[line] == Line::free)
      poison(region->block(block) + line * kLineBytes, kLineBytes);
  }
#endif
}

void Heap::list_free_blocks(Region* region) {
  for (uint32_t i = kBlocksPerRegion; i-- > kFirstBlock;) {
    if (!region->in_use[i]) free_blocks_.push_back(region->block(i));
  }
}

// Keeps twice what may be allocated until the next collection.
void Heap::release_empty_regions(size_t blocks_free) {
  constexpr size_t kBlocks = kBlocksPerRegion - kFirstBlock;
  size_t blocks_kept = 2 * budget_ / kBlockBytes + kBlocks;
  for (size_t r = regions_.size(); r-- > 0 && blocks_free > blocks_kept;) {
    Region* region = regions_[r];
    if (std::find(region->in_use, std::end(region->in_use), true) != std::end(region->in_use)) continue;
    free_region(region);
    regions_.erase(regions_.begin() + static_cast<ptrdiff_t>(r));
    blocks_free -= kBlocks;
  }
}

void Heap::mark_lines(Region* region, const Object* object, size_t bytes) {
  size_t first = Region::line_of(object);
  size_t last = Region::line_of(reinterpret_cast<const std::byte*>(object) + bytes - 1);
  region->lines[first] = Line::live;
  for (size_t line = first + 1; line <= last; ++line) region->lines[line] = Line::live;
}

// From a root source, draining as it goes keeps the stack small; while draining, that would recurse.
void Tracer::visit_range(const Value* begin, const Value* end) {
  while (begin != end) {
    size_t count = std::min(static_cast<size_t>(end - begin), kPiece);
    push_values(begin, count);
    begin += count;
    if (!draining_) drain();
  }
}

// Without a branch for each value: whether one is an object is anybody's guess.
void Tracer::push_values(const Value* begin, size_t count) {
  if (static_cast<size_t>(stack_end_ - top_) < count) grow_stack(count);
  Object** top = top_;
  for (size_t i = 0; i < count; ++i) {
    *top = begin[i].as_object();
    top += begin[i].is_object();
  }
  top_ = top;
}

void Tracer::grow_stack(size_t count) {
  auto used = static_cast<size_t>(top_ - stack_.get());
  size_t capacity = std::max(2 * static_cast<size_t>(stack_end_ - stack_.get()), used + count + 1024);
  auto larger = std::make_unique_for_overwrite<Object*[]>(capacity);
  std::copy_n(stack_.get(), used, larger.get());
  stack_ = std::move(larger);
  top_ = stack_.get() + used;
  stack_end_ = stack_.get() + capacity;
}

inline void Tracer::visit_later(const Value* begin, size_t count) {
  if (count <= kPiece) {
    push_values(begin, count);
  } else {
    runs_.push_back({begin, begin + count});
  }
}

void Tracer::drain() {
  draining_ = true;
  drain_stack();
  while (!runs_.empty()) {
    Run& run = runs_.back();
    const Value* begin = run.begin;
    size_t count = std::min(static_cast<size_t>(run.end - begin), kPiece);
    run.begin += count;
    if (run.begin == run.end) runs_.pop_back();
    push_values(begin, count);
    drain_stack();
  }
  draining_ = false;
}

inline bool Tracer::mark(Object* object) {
  if (!object->is_large()) [[likely]]
    return Region::of(object)->mark(object);
  LargeHeader* header = LargeHeader::of(object);
  if (header->marked) return false;
  header->marked = true;
  return true;
}

inline void Tracer::process(Object* object) {
  if (!mark(object)) return;
  size_t bytes = trace_children(object);
  live_bytes_ += bytes;
  if (!object->is_large()) Heap::mark_lines(Region::of(object), object, bytes);
}

// Objects wait in a short queue between being prefetched and being looked at, so that their headers have
// arrived by then.
void Tracer::drain_stack() {
  constexpr unsigned kAhead = 8;
  Object* queue[kAhead] = {};
  for (unsigned at = 0, idle = 0; idle < kAhead || top_ != stack_.get(); at = (at + 1) % kAhead) {
    Object* next = nullptr;
    if (top_ == stack_.get()) {
      ++idle;
    } else {
      next = *--top_;
      __builtin_prefetch(next);
      idle = 0;
    }
    std::swap(next, queue[at]);
    if (next) process(next);
  }
}

// Visits what the object refers to; returns its size, as Heap::object_size would.
inline size_t Tracer::trace_children(Object* object) {
  switch (object->kind) {
    case Kind::Tuple:
      visit_later(static_cast<Tuple*>(object)->items(), object->length);
      return sizeof(Tuple) + object->length * sizeof(Value);
    case Kind::Record:
      visit_later(static_cast<Record*>(object)->slots(), object->extra);
      return sizeof(Record) + object->extra * sizeof(Value);
    case Kind::LabelBox: visit(static_cast<LabelBox*>(object)->payload); return sizeof(LabelBox);
    case Kind::List: trace_list(static_cast<List*>(object)); return sizeof(List);
    case Kind::Dict: visit(static_cast<Dict*>(object)->table); return sizeof(Dict);
    case Kind::Closure:
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
    case Kind::String:
    case Kind::Bytes:
    case Kind::Int64:
    case Kind::BigInt:
    case Kind::NativeFunction: break;
  }
  return Heap::object_size(object);
}

void Tracer::trace_rare(Object* object) {
  if (object->kind == Kind::Array) {
    trace_array(static_cast<Array*>(object));
  } else if (object->kind == Kind::DictTable) {
    auto* table = static_cast<DictTable*>(object);
    visit_later(&table->entries()[table->first].key, size_t{2} * (table->used - table->first));
  } else if (object->kind == Kind::Range) {
    visit_later(&static_cast<Range*>(object)->start, 3);
  } else if (object->kind == Kind::Partial) {
    auto* partial = static_cast<Partial*>(object);
    visit(partial->function);
    visit_later(partial->arguments(), object->length);
  } else if (object->kind == Kind::Module) {
    visit_later(&static_cast<Module*>(object)->fields, 2);
  } else if (object->kind == Kind::Future) {
    visit(static_cast<Future*>(object)->value());
  } else if (object->kind == Kind::Segment) {
    auto* segment = static_cast<Segment*>(object);
    visit(segment->parent);
    visit(segment->future);
    visit_later(segment->slots(), segment->length);
  } else {
    auto* native = static_cast<NativeObject*>(object);
    if (native->type->trace) native->type->trace(native->state, *this);
  }
}

// Pushed by the lists that share it, or found on the native stack; then its owner knows which elements are
// alive.
void Tracer::trace_array(Array* array) {
  if (array->is_shared_array()) {
    auto [begin, end] = array->used();
    visit_later(array->slots() + begin, end - begin);
  } else {
    visit(array->owner);
  }
}

// An array to itself is alive where the list looks at it; one that lists share says what is alive.
void Tracer::trace_list(List* list) {
  if (!list->array) return;
  if (list->on_shared_array()) {
    push(list->array);
    return;
  }
  if (mark(list->array)) {
    size_t bytes = Heap::object_size(list->array);
    live_bytes_ += bytes;
    if (!list->array->is_large()) Heap::mark_lines(Region::of(list->array), list->array, bytes);
  }
  visit_later(list->items, list->length);
}

}  // namespace aspen
