// One collection: scans the native stacks while the marks of the last collection are still valid; then marks
// everything reachable anew, and frees the rest: native and large objects at once, lines as they are
// allocated again. Stopped threads help to mark (mark_pool.h) but not to sweep: sweeping reads one byte for
// every 128 of the heap, and takes less than a hundredth of the pause.
#include <algorithm>
#include <chrono>
#include <cstring>
#include <new>
#include <utility>

#include "vm/heap/heap.h"
#include "vm/heap/poison.h"
#include "vm/heap/tracer.h"

namespace aspen {

namespace {

// Blocks with fewer free lines are not searched: finding their holes costs more than they provide.
constexpr uint32_t kFewestFreeLines = 16;
// A heap with fewer bytes in use is marked before other threads have woken up to help.
constexpr size_t kWorthHelp = size_t{4} << 20;
// Fewer resolved futures than this are not replaced.
#ifdef ASPEN_STRESS_GC
constexpr size_t kManyFutures = 0;
#else
constexpr size_t kManyFutures = 256;
#endif

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

// A collection that another thread is about to begin also counts: that thread waits for this one to stop.
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
  hold.unlock();  // while finalizers run, which may use Root handles and take long
  for (const Finalization& object : dead) object.type->end(object.state);
  hold.lock();
  note_charges();
  if (--finalizing_ == 0) finalized_.notify_all();
}

void Heap::collect_alone(Mutator& mutator, Hold& hold, std::vector<Finalization>& dead) {
  auto start = std::chrono::steady_clock::now();
  roots_.note_stop();
  stop_others(mutator, hold);
  reuse_epoch.fetch_add(1, std::memory_order_relaxed);
  for (Mutator* each : mutators_) retire(each->allocator_);
  try {
    dead.reserve(finalizable_.size());
    mark_all(hold);
  } catch (const std::bad_alloc&) {  // nothing has changed yet
    roots_.note_resumption();
    resume_others();
    throw;
  }
  roots_.marked();
  take_dead(dead);
  sweep_large();
  note_charges();
  classify_blocks();
  allocated_since_ = 0;
  if (!over(limit() / 2, 0)) is_crowded_.store(false, std::memory_order_relaxed);
  granted_ = kAlwaysGranted;
  auto pause = std::chrono::steady_clock::now() - start;
  auto ns = static_cast<uint64_t>(std::chrono::nanoseconds(pause).count());
  statistics_.pause_ns += ns;
  statistics_.longest_pause_ns = std::max(statistics_.longest_pause_ns, ns);
  ++statistics_.collections;
  roots_.note_resumption();
  resume_others();
}

// Allocates memory before it changes anything; marking then needs no more (Tracer::make_room).
void Heap::mark_all(Hold& hold) {
  std::vector<Object*> conservative;
  scan_native_stacks(conservative);
  clear_marks();
  MarkPool pool;
  bool together = standing_ > 0 && statistics_.bytes_live >= kWorthHelp;
  statistics_.bytes_live = 0;
  replaces_futures_ = std::exchange(futures_met_, 0) >= kManyFutures;
  if (together) open_to_helpers(&pool);
  hold.unlock();
  Tracer tracer(together ? &pool : nullptr, replaces_futures_, roots_.code_values());
  mark_roots(tracer, conservative);
  hold.lock();
  open_to_helpers(nullptr);
  helpers_left_.wait(hold, [this] { return helpers_ == 0; });
  add_up(tracer);
  mark_left_out(hold);
  mark_values_of_code(hold);
}

// What they lead to may use the values of more code.
void Heap::mark_values_of_code(Hold& hold) {
  CodeValues* code = roots_.code_values();
  for (bool goes_on = code != nullptr; goes_on;) {
    hold.unlock();
    Tracer tracer(nullptr, replaces_futures_, code);
    goes_on = code->trace_reached(tracer);
    tracer.drain();
    hold.lock();
    add_up(tracer);
    mark_left_out(hold);
  }
}

// Finds them among the children of all marked objects. A pass leaves out children only of objects that it
// marks itself, so each pass either marks more objects or is the last.
void Heap::mark_left_out(Hold& hold) {
  while (std::exchange(has_left_out_, false)) {
    hold.unlock();
    Tracer tracer(nullptr, replaces_futures_, roots_.code_values());
    trace_marked(tracer);
    hold.lock();
    add_up(tracer);
  }
}

void Heap::trace_marked(Tracer& tracer) const {
  for (Region* region : regions_) {
    for (size_t word = kFirstBlock * (kBlockBytes / 8 / 64); word < std::size(region->marks); ++word) {
      if (!region->in_use[word / (kBlockBytes / 8 / 64)]) continue;
      for (uint64_t bits = region->marks[word]; bits != 0; bits &= bits - 1) {
        const size_t bit = word * 64 + static_cast<size_t>(__builtin_ctzll(bits));
        tracer.trace_again(reinterpret_cast<Object*>(reinterpret_cast<std::byte*>(region) + bit * 8));
      }
    }
  }
  for (LargeHeader* header : large_) {
    if (header->marked) tracer.trace_again(header->object());
  }
}

void Heap::open_to_helpers(MarkPool* pool) {
  pool_.store(pool, std::memory_order_relaxed);
  if (pool != nullptr) over_.notify_all();
}

void Heap::add_up(const Tracer& tracer) {
  statistics_.bytes_live += tracer.live_bytes_;
  futures_met_ += tracer.futures_met_;
  has_left_out_ |= tracer.has_left_out_;
}

// Marks with the collector and other threads until no work is left.
void Heap::help_to_mark(Hold& hold) {
  MarkPool* pool = pool_.load(std::memory_order_relaxed);
  ++helpers_;
  hold.unlock();
  Tracer tracer(pool, replaces_futures_, roots_.code_values());
  if (pool->join()) tracer.drain_with_others();
  hold.lock();
  pool_.store(nullptr, std::memory_order_relaxed);  // no work is left
  add_up(tracer);
  if (--helpers_ == 0) helpers_left_.notify_one();
}

void Heap::clear_marks() {
  for (Region* region : regions_) {
    for (uint32_t i = kFirstBlock; i < kBlocksPerRegion; ++i) {
      if (region->in_use[i]) region->clear_tables(i);
    }
  }
}

void Heap::mark_roots(Tracer& tracer, std::vector<Object*>& conservative) {
  std::vector<Object*>& found = conservative;
  const auto whole =
      std::partition(found.begin(), found.end(), [&](Object* object) { return !tracer.keep_whole(object); });
  std::for_each(found.begin(), whole, [&](Object* object) { tracer.visit(object); });
  std::for_each(whole, found.end(), [&](Object* object) { tracer.visit_whole(object); });
  {
    const std::lock_guard hold(roots_lock_);
    for (RootLink* root = root_list_.next_; root != &root_list_; root = root->next_) {
      tracer.visit(root->value_);
    }
  }
  roots_.trace_roots(tracer);
  tracer.drain_with_others();
}

bool Heap::is_marked(const Object* object) const {
  if (object->is_large()) return LargeHeader::of(object)->marked;
  return Region::of(object)->marked(object);
}

void Heap::take_dead(std::vector<Finalization>& dead) {
  auto is_dead = [&](const NativeObject* object) {
    if (is_marked(object)) {
      statistics_.bytes_live += object->external_bytes.load(std::memory_order_relaxed);
      return false;
    }
    memory_->subtract(object->external_bytes.load(std::memory_order_relaxed));
    dead.push_back({object->type, object->state});
    return true;
  };
  std::erase_if(finalizable_, is_dead);
  if (!dead.empty()) ++finalizing_;
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

// The next collection is due after as much again as is live was allocated. Charges of dead objects count as
// live until their finalizers have run, so this is called again after them.
void Heap::note_charges() {
  charged_then_ = memory_->charged();
  budget_ = std::max(kSmallestBudget, statistics_.bytes_live + charged_then_);
}

void Heap::classify_blocks() {
  free_blocks_.clear();
  recyclable_blocks_.clear();
  size_t blocks_free = regions_.size() * (kBlocksPerRegion - kFirstBlock) - blocks_in_use_;
  // From the highest address down: the lowest blocks are used first, and the highest regions become empty.
  size_t freed = 0;
  for (size_t r = regions_.size(); r-- > 0;) freed += sweep_region(regions_[r]);
  memory_->subtract(freed * kBlockBytes);
  blocks_free += freed;
  // Twice as many as may be allocated before the next collection.
  release_empty_regions(blocks_free, 2 * budget_ / kBlockBytes + kBlocksPerRegion - kFirstBlock);
  for (size_t r = regions_.size(); r-- > 0;) list_free_blocks(regions_[r]);
}

// Free blocks wait for small objects. What is large is allocated beside them: before that, they go back to
// the system as far as all together would take more than the limit and an eighth of it.
void Heap::give_back_free_blocks() {
  if (limit() > SIZE_MAX / 2) return;
  const size_t most = limit() + limit() / 8, used = memory_->used();
  const size_t blocks_kept = used >= most ? 0 : (most - used) / kBlockBytes;
  if (free_blocks_.size() <= blocks_kept) return;
  release_empty_regions(free_blocks_.size(), blocks_kept);
  free_blocks_.clear();
  for (size_t r = regions_.size(); r-- > 0;) list_free_blocks(regions_[r]);
}

// Frees blocks without a live line, and lists partly free ones. Returns the number of freed blocks.
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

void Heap::release_empty_regions(size_t blocks_free, size_t blocks_kept) {
  constexpr size_t kBlocks = kBlocksPerRegion - kFirstBlock;
  for (size_t r = regions_.size(); r-- > 0 && blocks_free > blocks_kept;) {
    Region* region = regions_[r];
    if (std::find(region->in_use, std::end(region->in_use), true) != std::end(region->in_use)) continue;
    free_region(region);
    regions_.erase(regions_.begin() + static_cast<ptrdiff_t>(r));
    blocks_free -= kBlocks;
  }
}

}  // namespace aspen
