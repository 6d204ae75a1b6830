// Marks memory without objects, so that AddressSanitizer, or in stress builds a wild address, catches code
// that still reads it.
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

// After each object, under AddressSanitizer: detects accesses past the end of an object.
#ifdef ASPEN_HAS_ASAN
inline constexpr size_t kRedZoneBytes = 16;
#else
inline constexpr size_t kRedZoneBytes = 0;
#endif

inline void poison([[maybe_unused]] void* begin, [[maybe_unused]] size_t bytes) {
#ifdef ASPEN_STRESS_GC
  // As a header: not a valid kind. As a Value: a double; as a pointer: not canonical.
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
