#include "vm/run/strand_store.h"

#include <cstddef>
#include <new>
#include <span>
#include <utility>

#include "vm/run/machine.h"
#include "vm/run/strand.h"

namespace aspen {

namespace {

// Withdrawn strands that may be used again in their places in a queue.
constexpr size_t kMostWithdrawn = 64;
constexpr size_t kSlabBytes = size_t{16} << 10;
constexpr size_t kStrandsPerSlab = kSlabBytes / sizeof(Strand);

}  // namespace

struct StrandStore::Slab {
  // If a stack is refused, destroys the strands that were made.
  Slab(Machine& machine, const sched::TaskType& type) : Slab(machine.heap().memory().get()) {
    for (; made_ < kStrandsPerSlab; ++made_) new (memory_ + made_ * sizeof(Strand)) Strand(machine, type);
  }
  ~Slab() {
    std::destroy_n(strands().data(), made_);
    account_->remove_stack(sizeof(Slab));
  }
  Slab(const Slab&) = delete;
  Slab& operator=(const Slab&) = delete;

  std::span<Strand> strands() { return {std::launder(reinterpret_cast<Strand*>(memory_)), made_}; }

 private:
  explicit Slab(MemoryAccount* account) : account_(account) { account->add_stack(sizeof(Slab)); }
  MemoryAccount* const account_;
  size_t made_ = 0;
  alignas(Strand) std::byte memory_[kStrandsPerSlab * sizeof(Strand)];
  static_assert(kStrandsPerSlab * sizeof(Strand) + sizeof(size_t) <= kSlabBytes);
};

StrandStore::StrandStore(Machine& machine, const sched::TaskType& type) : machine_(machine), type_(type) {}
StrandStore::~StrandStore() = default;

void StrandStore::reserve(StrandPool& pool) {
  if (pool.unused.first == nullptr) recycle(pool, fresh(pool));
}

Strand& StrandStore::fresh(StrandPool& pool) {
  for (;;) {
    if (Strand* strand = unused_.take(pool.unused)) return *strand;
    add_slab(pool);
  }
}

StrandStore::Taken StrandStore::take(StrandPool& pool) {
  while (!pool.withdrawn.empty()) {
    Strand& strand = *pool.withdrawn.back();
    pool.withdrawn.pop_back();
    auto expected = Strand::Life::withdrawn;
    if (strand.links_.life.compare_exchange_strong(expected, Strand::Life::preparing,
                                                   std::memory_order_acq_rel)) {
      strand.reset();
      return {strand, true};
    }
  }
  return {fresh(pool), false};
}

void StrandStore::give_back(StrandPool& pool, Taken taken) {
  if (!taken.is_queued) return recycle(pool, taken.strand);
  taken.strand.links_.life.store(Strand::Life::withdrawn, std::memory_order_release);
  keep_withdrawn(pool, taken.strand);
}

void StrandStore::recycle(StrandPool& pool, Strand& strand) {
  strand.reset();
  unused_.put(pool.unused, strand);
}

void StrandStore::keep_withdrawn(StrandPool& pool, Strand& strand) {
  try {
    if (pool.withdrawn.size() < kMostWithdrawn) pool.withdrawn.push_back(&strand);
  } catch (const std::bad_alloc&) {  // a worker frees it in its queue
  }
}

void StrandStore::add_slab(StrandPool& pool) {
  auto made = std::make_unique<Slab>(machine_, type_);
  Slab& slab = *made;
  {
    const std::lock_guard guard(lock_);
    unused_.reserve((slabs_.size() + 1) * kStrandsPerSlab);
    slabs_.push_back(std::move(made));
  }
  for (Strand& strand : slab.strands()) recycle(pool, strand);
}

void StrandStore::each(const std::function<void(Strand&)>& visit) {
  for (auto& slab : slabs_) {
    for (Strand& strand : slab->strands()) visit(strand);
  }
}

}  // namespace aspen
