// What SQLite allocates, counted in the account of the machine that it works for (memory_account.h). The
// limit of that machine then bounds all that a connection holds: pages, caches, statements, sorters,
// temporary tables. SQLite is refused memory beyond, and its call ends with SQLITE_NOMEM.
//
// An instruction that makes long values allocates them, and no other check comes before its end. So large
// pieces also cost work, and are refused once the call has to stop.
#pragma once

#include <memory>

#include "vm/heap/memory_account.h"

namespace aspen {

struct Sqlite;
class SqlStop;

// Before anything else is asked of the library, once in a process. False if the host has used it before: then
// nothing is counted.
bool count_sqlite_memory(const Sqlite& sqlite);

// While it lives, what SQLite allocates on this thread counts there. What is freed, on any thread, counts
// where it was allocated. `stop`: of the call that allocates, or null.
class SqliteMemoryScope {
 public:
  SqliteMemoryScope(const std::shared_ptr<MemoryAccount>& account, SqlStop* stop);
  ~SqliteMemoryScope();
  SqliteMemoryScope(const SqliteMemoryScope&) = delete;
  SqliteMemoryScope& operator=(const SqliteMemoryScope&) = delete;

  const std::shared_ptr<MemoryAccount>& account() const { return account_; }
  // Whether the call may go on, and allocate a piece of this size.
  bool pay(size_t bytes) const;

 private:
  const std::shared_ptr<MemoryAccount>& account_;
  SqlStop* const stop_;
  const SqliteMemoryScope* const around_;  // that this one stands in
};

}  // namespace aspen
