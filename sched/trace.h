// What happened when, on which worker. It is recorded if Config::trace_events asks for it, and written for
// viewers of Chrome's trace format (Perfetto, chrome://tracing): a row per worker and one per task, a slice
// per run, an arrow from each wake to its run.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace aspen::sched {

enum class TraceKind : uint8_t {
#define TRACE_KIND(name, meaning) name,
#include "sched/trace_kinds.def"
#undef TRACE_KIND
};

// A place in the code of the component that records the event. PlaceNames gives its name.
struct TracePlace {
  const void* code = nullptr;
  uint32_t word = 0;
};

struct TraceEvent {
  uint64_t ns;
  const void* task;  // distinguishes tasks that live at the same time; null if none is concerned
  const char* name;  // of the task's type, of an effect, of what is waited for; or null
  TraceKind kind;
  uint32_t count = 1;  // of tasks, where several are concerned
  TracePlace place = {};
};

// One worker's events. One writer; read when that has stopped.
class TraceBuffer {
 public:
  void reserve(uint32_t most) { most_ = most; }
  bool is_on() const { return most_ != 0; }
  // Drops the event if the buffer is full.
  void add(const TraceEvent& event) { events_.size() < most_ ? events_.push_back(event) : void(++dropped_); }
  const std::vector<TraceEvent>& events() const { return events_; }
  uint64_t dropped() const { return dropped_; }

 private:
  uint32_t most_ = 0;
  uint64_t dropped_ = 0;
  std::vector<TraceEvent> events_;
};

// What to call a place; "" for one without a name. UTF-8.
using PlaceNames = std::function<std::string(const TracePlace&)>;

// The text of a trace file. `rows`: a buffer for each worker, then the one of all other threads.
std::string chrome_trace(const std::vector<const TraceBuffer*>& rows, const PlaceNames& name_of);

}  // namespace aspen::sched
