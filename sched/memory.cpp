// Each thread keeps some of the blocks that it frees, by size: a task that ends is mostly followed by one of
// its kind, and mimalloc takes 110 instructions to give up and revive a page with a single block in it.
#include "sched/memory.h"

#include <mimalloc.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace aspen::sched {

namespace {

constexpr size_t kStepBytes = 32;   // between two sizes
constexpr size_t kMostBytes = 512;  // of a block that is kept
constexpr uint32_t kMostKept = 64;  // of one size: at most 0.3 MB a thread in all

struct Block {
  Block* next;
};

struct Shelf {
  Block* first;
  uint32_t kept;
};

// No destructor, which would make every access test whether the object has been constructed.
struct Cache {
  std::array<Shelf, kMostBytes / kStepBytes + 1> shelves;
  uint32_t most_kept;  // 0 before the thread's first miss and after its end
};
constinit thread_local Cache cache{};

// Returns the thread's blocks to mimalloc when the thread ends.
struct Keeper {
  Keeper() { cache.most_kept = kMostKept; }
  ~Keeper() {
    cache.most_kept = 0;
    for (Shelf& shelf : cache.shelves) {
      while (Block* block = shelf.first) {
        shelf.first = block->next;
        mi_free(block);
      }
    }
  }
  void start() {}  // a use of the variable, which makes the compiler construct it
};

size_t steps(size_t bytes) { return (bytes + kStepBytes - 1) / kStepBytes; }

void* checked(void* memory) {
  if (!memory) throw std::bad_alloc();
  return memory;
}

__attribute__((noinline)) void* allocate_new(size_t bytes) {
  thread_local Keeper keeper;
  keeper.start();
  return checked(mi_malloc(steps(bytes) * kStepBytes));
}

}  // namespace

void* allocate(size_t bytes) {
  if (!kUsesMimalloc) return checked(std::malloc(bytes));
  if (bytes > kMostBytes) return allocate_new(bytes);
  Shelf& shelf = cache.shelves[steps(bytes)];
  Block* block = shelf.first;
  if (!block) return allocate_new(bytes);
  shelf.first = block->next;
  --shelf.kept;
  return block;
}

void release(void* memory, size_t bytes) noexcept {
  if (!kUsesMimalloc) return std::free(memory);
  if (bytes > kMostBytes) return mi_free(memory);
  Shelf& shelf = cache.shelves[steps(bytes)];
  if (shelf.kept >= cache.most_kept) return mi_free(memory);
  shelf.first = new (memory) Block{shelf.first};
  ++shelf.kept;
}

}  // namespace aspen::sched
