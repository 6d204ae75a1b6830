// Counts the container copies made because of sharing, by line of source: for `--stats`.
#pragma once

#include <map>
#include <mutex>
#include <utility>

#include "stdlib/embed/engine.h"

namespace aspen {

// Listens from its construction to its destruction. The engine must outlive it.
class CopyCounter : private CopyObserver {
 public:
  explicit CopyCounter(Engine& engine);
  ~CopyCounter() override;
  CopyCounter(const CopyCounter&) = delete;
  CopyCounter& operator=(const CopyCounter&) = delete;

  // Prints on standard error, the most bytes first; nothing if nothing was copied.
  void print() const;

 private:
  struct Place {
    const Source* source;
    uint32_t line;
    auto operator<=>(const Place&) const = default;
  };
  struct Count {
    uint64_t copies = 0;
    uint64_t bytes = 0;
  };

  void copied(size_t bytes) override;

  Engine& engine_;
  std::mutex lock_;
  std::map<Place, Count> places_;  // guarded by lock_ while something runs
};

}  // namespace aspen
