// Memory of tasks and coroutine frames: many of a few sizes, made and dropped all the time, often on
// different threads.
#pragma once

#include <cstddef>

namespace aspen::sched {

// Aligned for every fundamental type; throws std::bad_alloc.
void* allocate(size_t bytes);
// What allocate gave for as many bytes; any thread.
void release(void* memory, size_t bytes) noexcept;

}  // namespace aspen::sched
