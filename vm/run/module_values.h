// The variables of programs that have ended, and of modules that newer ones have replaced. They live as long
// as code that uses them can run: while there is a closure of a function of the module, a frame that runs
// one, or a program that imports it and may be run again.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>

#include "vm/heap/heap.h"

namespace aspen {

struct LoadedModule;

class ModuleValues final : public CodeValues {
 public:
  // From now on the module's values are kept no longer than that. Its code stays. By a thread of the machine.
  void release(LoadedModule& module);
  bool is_empty() const { return modules_.empty(); }

  // For the collector.
  void reach(const LoadedModule& module);
  void reach(uintptr_t word) override;
  bool trace_reached(Tracer& tracer) override;
  // After marking: drops the values of modules that were not reached. No code of these can ever run again.
  void drop_unreached();

 private:
  struct Entry {
    explicit Entry(LoadedModule& of) : module(of) {}
    LoadedModule& module;
    std::atomic<bool> is_reached{false};  // set by any marking thread; relaxed: marking ends with a lock
    bool is_traced = false;
  };

  // By the address at which the functions of the module begin.
  std::map<uintptr_t, Entry> modules_;
};

}  // namespace aspen
