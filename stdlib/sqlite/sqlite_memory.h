// What SQLite allocates, counted in the account of the machine that it works for (memory_account.h). The
// limit of that machine then bounds all that a connection holds: pages, caches, statements, sorters,
// temporary tables. SQLite is refused memory beyond, and its call ends with SQLITE_NOMEM.
#pragma once

#include <memory>

#include "vm/heap/memory_account.h"

namespace aspen {

struct Sqlite;

// Before anything else is asked of the library, once in a process. False if the host has used it before: then
// nothing is counted.
bool count_sqlite_memory(const Sqlite& sqlite);

// While it lives, what SQLite allocates on this thread counts there. What is freed, on any thread, counts
// where it was allocated.
class SqliteMemoryScope {
 public:
  explicit SqliteMemoryScope(const std::shared_ptr<MemoryAccount>& account);
  ~SqliteMemoryScope();
  SqliteMemoryScope(const SqliteMemoryScope&) = delete;
  SqliteMemoryScope& operator=(const SqliteMemoryScope&) = delete;

 private:
  const std::shared_ptr<MemoryAccount>* const around_;  // of the scope that this one stands in
};

}  // namespace aspen
