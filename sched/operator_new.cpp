// The C++ operators `new` and `delete`, over mimalloc, for every program that links this library.
//
// Debian's mimalloc is compiled as C. Its own `operator new` cannot throw: it aborts the process when the
// system has no memory, so that no `catch (std::bad_alloc)` is ever reached. The operators here throw.
//
// They are weak: a host that replaces these operators keeps its own. A sanitizer keeps its own, too.
#include <mimalloc.h>

#include <cstddef>
#include <new>

// The same test for a sanitizer as in sched/memory.h, for the preprocessor.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ASPEN_IS_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define ASPEN_IS_SANITIZED 1
#endif
#endif

#ifndef ASPEN_IS_SANITIZED

namespace {

constexpr std::align_val_t kPlain{__STDCPP_DEFAULT_NEW_ALIGNMENT__};

void* take(size_t bytes, std::align_val_t alignment) {
  return alignment == kPlain ? mi_malloc(bytes) : mi_malloc_aligned(bytes, static_cast<size_t>(alignment));
}

// As the standard requires: the handler is called until there is memory, or there is no handler.
[[gnu::noinline, gnu::cold]] void* take_again(size_t bytes, std::align_val_t alignment) {
  while (const std::new_handler handler = std::get_new_handler()) {
    handler();
    if (void* memory = take(bytes, alignment)) return memory;
  }
  throw std::bad_alloc();
}

inline void* make(size_t bytes, std::align_val_t alignment = kPlain) {
  void* memory = take(bytes, alignment);
  return memory != nullptr ? memory : take_again(bytes, alignment);
}

void* try_to_make(size_t bytes, std::align_val_t alignment = kPlain) noexcept {
  try {
    return make(bytes, alignment);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

using Alignment = std::align_val_t;
using Nothrow = const std::nothrow_t&;

[[gnu::weak]] void* operator new(size_t bytes) { return make(bytes); }
[[gnu::weak]] void* operator new[](size_t bytes) { return make(bytes); }
[[gnu::weak]] void* operator new(size_t bytes, Alignment alignment) { return make(bytes, alignment); }
[[gnu::weak]] void* operator new[](size_t bytes, Alignment alignment) { return make(bytes, alignment); }
[[gnu::weak]] void* operator new(size_t bytes, Nothrow) noexcept { return try_to_make(bytes); }
[[gnu::weak]] void* operator new[](size_t bytes, Nothrow) noexcept { return try_to_make(bytes); }
[[gnu::weak]] void* operator new(size_t bytes, Alignment alignment, Nothrow) noexcept {
  return try_to_make(bytes, alignment);
}
[[gnu::weak]] void* operator new[](size_t bytes, Alignment alignment, Nothrow) noexcept {
  return try_to_make(bytes, alignment);
}

// mi_free knows each block's size and alignment.
[[gnu::weak]] void operator delete(void* memory) noexcept { mi_free(memory); }
[[gnu::weak]] void operator delete[](void* memory) noexcept { mi_free(memory); }
[[gnu::weak]] void operator delete(void* memory, size_t) noexcept { mi_free(memory); }
[[gnu::weak]] void operator delete[](void* memory, size_t) noexcept { mi_free(memory); }
[[gnu::weak]] void operator delete(void* memory, Alignment) noexcept { mi_free(memory); }
[[gnu::weak]] void operator delete[](void* memory, Alignment) noexcept { mi_free(memory); }
[[gnu::weak]] void operator delete(void* memory, size_t, Alignment) noexcept { mi_free(memory); }
[[gnu::weak]] void operator delete[](void* memory, size_t, Alignment) noexcept { mi_free(memory); }
[[gnu::weak]] void operator delete(void* memory, Nothrow) noexcept { mi_free(memory); }
[[gnu::weak]] void operator delete[](void* memory, Nothrow) noexcept { mi_free(memory); }
[[gnu::weak]] void operator delete(void* memory, Alignment, Nothrow) noexcept { mi_free(memory); }
[[gnu::weak]] void operator delete[](void* memory, Alignment, Nothrow) noexcept { mi_free(memory); }

#endif
