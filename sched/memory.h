// Memory for tasks and coroutine frames: many blocks of a few sizes, allocated and freed all the time, often
// on different threads.
#pragma once

#include <cstddef>

namespace aspen::sched {

// Not under a sanitizer, which has to see each allocation and cannot look into mimalloc.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kUsesMimalloc = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kUsesMimalloc = false;
#else
inline constexpr bool kUsesMimalloc = true;
#endif
#else
inline constexpr bool kUsesMimalloc = true;
#endif

// Aligned for every fundamental type; throws std::bad_alloc.
void* allocate(size_t bytes);
// Frees what allocate returned for the same `bytes`. Any thread.
void release(void* memory, size_t bytes) noexcept;

}  // namespace aspen::sched
