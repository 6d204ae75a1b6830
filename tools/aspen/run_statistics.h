// The numbers of `--stats`: what the workers did, where strands waited, and why that was fast or not.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <string>

#include "sched/statistics.h"
#include "stdlib/embed/engine.h"
#include "tools/aspen/commands.h"
#include "tools/aspen/verdict.h"

namespace aspen {

// Listens to the runtime that is started with it. The engine must end before it does.
class RunStatistics : public StrandObserver {
 public:
  explicit RunStatistics(Engine& engine) : engine_(engine) {}

  void begin();
  void end();
  // Prints on standard error. REQUIRES: the workers have ended.
  void print(const RunOptions& options) const;

 private:
  struct Place {
    const Source* source = nullptr;  // null: not in the program's text
    uint32_t line = 0;
    std::string what;  // the native that the instruction calls, or the variable that it waits for, or empty
    auto operator<=>(const Place&) const = default;
  };
  // Nanoseconds or a count, by place.
  using Amounts = std::map<Place, uint64_t>;

  void waited(const Strand& strand, WaitCause cause, uint64_t ns) override;
  Amounts* amounts_of(WaitCause cause);
  void refused(const Strand& strand, Refusal refusal, const TraceEntry* call) override;
  Amounts& amounts_of(Refusal refusal);
  std::string find_need(const TraceEntry& body, Place& place) const;
  Place place_of(const Strand& strand) const;
  bool find_line(const TraceEntry& entry, Place& place) const;
  RunFacts facts(const RunOptions& options) const;

  Engine& engine_;
  uint64_t began_ns_ = 0;
  uint64_t wall_ns_ = 0;
  std::mutex lock_;
  // Guarded by lock_ while workers run.
  Amounts turns_, values_, iterations_, channels_, semaphores_, cells_;  // waits
  Amounts writes_, small_, needed_, inner_;                              // refusals
  uint64_t outside_ns_ = 0;  // waits for a time, an operation or a task
};

}  // namespace aspen
