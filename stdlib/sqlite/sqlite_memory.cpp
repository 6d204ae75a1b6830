#include "stdlib/sqlite/sqlite_memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "stdlib/sqlite/sql_stop.h"
#include "stdlib/sqlite/sqlite_library.h"

namespace aspen {

namespace {

thread_local const SqliteMemoryScope* current = nullptr;

const std::shared_ptr<MemoryAccount> kNotCounted;

// Before each piece. It shares the account: SQLite keeps some pieces longer than the connection that asked
// for them, as for a file that another machine has open, too.
struct Header {
  std::shared_ptr<MemoryAccount> account;  // null: not counted
  size_t bytes;                            // of the piece
};

constexpr size_t kAlignment = 8;  // all that SQLite wants
static_assert(sizeof(Header) % kAlignment == 0);

Header* header_of(void* piece) { return static_cast<Header*>(piece) - 1; }

void* allocate(int bytes) {
  const size_t size = static_cast<size_t>(bytes);
  if (current != nullptr && !current->pay(size)) return nullptr;
  const std::shared_ptr<MemoryAccount>& account = current != nullptr ? current->account() : kNotCounted;
  Charge charge(account);
  if (!charge.grow_to(sizeof(Header) + size)) return nullptr;
  void* place = std::malloc(sizeof(Header) + size);
  if (place == nullptr) return nullptr;
  charge.detach();
  return new (place) Header{account, size} + 1;
}

void release(void* piece) {
  if (piece == nullptr) return;
  Header* header = header_of(piece);
  if (header->account != nullptr) header->account->give_back(sizeof(Header) + header->bytes);
  header->~Header();
  std::free(header);
}

// Both pieces count until one has been copied, as both are there.
void* reallocate(void* piece, int bytes) {
  void* larger = allocate(bytes);
  if (larger == nullptr) return nullptr;
  std::memcpy(larger, piece, std::min(header_of(piece)->bytes, static_cast<size_t>(bytes)));
  release(piece);
  return larger;
}

int size_of(void* piece) { return piece != nullptr ? static_cast<int>(header_of(piece)->bytes) : 0; }

int round_up(int bytes) {
  constexpr int kRest = static_cast<int>(kAlignment) - 1;
  return (bytes + kRest) & ~kRest;
}

}  // namespace

bool count_sqlite_memory(const Sqlite& sqlite) {
  static sqlite3_mem_methods methods = {allocate,     release,  reallocate,
                                        size_of,      round_up, [](void*) { return SQLITE_OK; },
                                        [](void*) {}, nullptr};
  if (sqlite.config(SQLITE_CONFIG_MALLOC, &methods) != SQLITE_OK) return false;
  // Files that are mapped would be resident memory that nothing counts.
  const sqlite3_int64 none = 0;
  sqlite.config(SQLITE_CONFIG_MMAP_SIZE, none, none);
  return sqlite.initialize() == SQLITE_OK;
}

SqliteMemoryScope::SqliteMemoryScope(const std::shared_ptr<MemoryAccount>& account, SqlStop* stop)
    : account_(account), stop_(stop), around_(std::exchange(current, this)) {}

SqliteMemoryScope::~SqliteMemoryScope() { current = around_; }

bool SqliteMemoryScope::pay(size_t bytes) const {
  constexpr size_t kLarge = size_t{64} << 10, kBytesPerWork = 4;
  return bytes < kLarge || stop_ == nullptr || stop_->pay(bytes / kBytesPerWork);
}

}  // namespace aspen
