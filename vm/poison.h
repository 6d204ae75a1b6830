// Marks memory that holds no objects, so that AddressSanitizer, or in stress builds a wild address, catches
// who still looks there.
#pragma once

#include <cstddef>
#include <cstring>

#if defined(__SANITIZE_ADDRESS__)
#define ASPEN_HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ASPEN_HAS_ASAN 1
#endif
#endif

#ifdef ASPEN_HAS_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace aspen {

// Behind each object, under AddressSanitizer: what reads or writes past the end of an object is seen.
#ifdef ASPEN_HAS_ASAN
inline constexpr size_t kRedZoneBytes = 16;
#else
inline constexpr size_t kRedZoneBytes = 0;
#endif

inline void poison([[maybe_unused]] void* begin, [[maybe_unused]] size_t bytes) {
#ifdef ASPEN_STRESS_GC
  // As a header: no kind there is. As a Value: a double; as a pointer: not canonical.
  std::memset(begin, 0xdd, bytes);
#endif
#ifdef ASPEN_HAS_ASAN
  ASAN_POISON_MEMORY_REGION(begin, bytes);
#endif
}

inline void unpoison([[maybe_unused]] void* begin, [[maybe_unused]] size_t bytes) {
#ifdef ASPEN_HAS_ASAN
  ASAN_UNPOISON_MEMORY_REGION(begin, bytes);
#endif
}

}  // namespace aspen
