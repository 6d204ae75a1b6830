// Counts a program's allocations, and refuses chosen ones. For one host program: it replaces C++'s operators
// and what the library uses of mimalloc.
#pragma once

#include <dlfcn.h>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace {

// The number of the allocation that fails, counted from when it was set; 0: none.
std::atomic<long> failing{0};
std::atomic<bool> all_that_follow{false};
std::atomic<long> asked{0};
// Blocks that C++'s operators and mimalloc's functions have given out.
std::atomic<long> living{0}, living_below{0};

bool is_refused() {
  const long which = failing.load();
  if (which == 0) return false;
  const long now = ++asked;
  return now == which || (now > which && all_that_follow);
}

void* allocate(size_t bytes, size_t alignment) {
  if (is_refused()) return nullptr;
  const size_t whole = (bytes + alignment - 1) / alignment * alignment;
  void* memory = alignment <= alignof(std::max_align_t) ? std::malloc(bytes == 0 ? 1 : bytes)
                                                        : std::aligned_alloc(alignment, whole);
  if (memory != nullptr) ++living;
  return memory;
}

void* allocate_or_throw(size_t bytes, size_t alignment) {
  if (void* memory = allocate(bytes, alignment)) return memory;
  throw std::bad_alloc();
}

void give_back(void* memory) {
  if (memory != nullptr) --living;
  std::free(memory);
}

constexpr size_t kPlain = alignof(std::max_align_t);

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

void* counted(void* memory) {
  if (memory != nullptr) ++living_below;
  return memory;
}

}  // namespace

void* operator new(size_t bytes) { return allocate_or_throw(bytes, kPlain); }
void* operator new[](size_t bytes) { return allocate_or_throw(bytes, kPlain); }
void* operator new(size_t bytes, std::align_val_t a) { return allocate_or_throw(bytes, size_t(a)); }
void* operator new[](size_t bytes, std::align_val_t a) { return allocate_or_throw(bytes, size_t(a)); }
void* operator new(size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, kPlain); }
void* operator new[](size_t bytes, const std::nothrow_t&) noexcept { return allocate(bytes, kPlain); }
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete[](void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, size_t) noexcept { give_back(memory); }
void operator delete[](void* memory, size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, size_t, std::align_val_t) noexcept { give_back(memory); }
void operator delete[](void* memory, size_t, std::align_val_t) noexcept { give_back(memory); }

// Memory of the heap, stacks and tasks. The library's references resolve to these before mimalloc's.
extern "C" {
void* mi_malloc(size_t bytes) {
  static auto* const real = next<void*(size_t)>("mi_malloc");
  return is_refused() ? nullptr : counted(real(bytes));
}
void* mi_zalloc(size_t bytes) {
  static auto* const real = next<void*(size_t)>("mi_zalloc");
  return is_refused() ? nullptr : counted(real(bytes));
}
void* mi_malloc_aligned(size_t bytes, size_t alignment) {
  static auto* const real = next<void*(size_t, size_t)>("mi_malloc_aligned");
  return is_refused() ? nullptr : counted(real(bytes, alignment));
}
void* mi_realloc(void* memory, size_t bytes) {
  static auto* const real = next<void*(void*, size_t)>("mi_realloc");
  if (is_refused()) return nullptr;
  return memory == nullptr ? counted(real(memory, bytes)) : real(memory, bytes);
}
void mi_free(void* memory) {
  static auto* const real = next<void(void*)>("mi_free");
  if (memory != nullptr) --living_below;
  real(memory);
}
}
