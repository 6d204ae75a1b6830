#include "vm/run/module_values.h"

#include "vm/heap/tracer.h"
#include "vm/run/machine.h"

namespace aspen {

static uintptr_t address_of(const Proto* function) { return reinterpret_cast<uintptr_t>(function); }

void ModuleValues::release(LoadedModule& module) {
  modules_.try_emplace(address_of(module.functions.data()), module);
  module.is_released = true;
}

void ModuleValues::reach(const LoadedModule& module) {
  if (module.is_released) reach(address_of(module.functions.data()));
}

// A word that only looks like the address of a function keeps values too long, which does no harm.
void ModuleValues::reach(uintptr_t word) {
  auto after = modules_.upper_bound(word);
  if (after == modules_.begin()) return;
  Entry& entry = std::prev(after)->second;
  const auto& functions = entry.module.functions;
  if (word < address_of(functions.data() + functions.size()))
    entry.is_reached.store(true, std::memory_order_relaxed);
}

bool ModuleValues::trace_reached(Tracer& tracer) {
  bool has_traced = false;
  for (auto& [begin, entry] : modules_) {
    if (entry.is_traced || !entry.is_reached.load(std::memory_order_relaxed)) continue;
    entry.is_traced = has_traced = true;
    entry.module.trace_values(tracer);
  }
  return has_traced;
}

void ModuleValues::drop_unreached() {
  for (auto each = modules_.begin(); each != modules_.end();) {
    Entry& entry = each->second;
    if (entry.is_traced) {
      entry.is_traced = false;
      entry.is_reached.store(false, std::memory_order_relaxed);
      ++each;
    } else {
      entry.module.drop_values();
      each = modules_.erase(each);
    }
  }
}

}  // namespace aspen
