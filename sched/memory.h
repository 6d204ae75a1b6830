// Memory of tasks and coroutine frames: many of a few sizes, made and dropped all the time, often on
// different threads.
#pragma once

#include <cstddef>

namespace aspen::sched {

// Aligned for every fundamental type; throws std::bad_alloc.
void* allocate(size_t bytes);
void release(void* memory) noexcept;

}  // namespace aspen::sched
