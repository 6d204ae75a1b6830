// Reads rows one by one, and ends the locks of their statements.
#include <algorithm>

#include "stdlib/sqlite/database.h"
#include "stdlib/sqlite/sqlite_library.h"
#include "stdlib/sqlite/sqlite_memory.h"

namespace aspen {

namespace {

constexpr size_t kRowsAtOnce = 128;                     // are read ahead of the task that takes them
constexpr size_t kBytesAtOnce = 64 << 10;               // likewise
constexpr size_t kMostDetachedBytes = size_t{1} << 26;  // of rows that are read to end locks

struct AllDatabases {
  std::mutex lock;  // guards `list`; taken before the lock of any database but the caller's
  std::vector<Database*> list;
};

// Lives to the end of the process, as threads of the pool may.
AllDatabases& all_databases() {
  static auto* const all = new AllDatabases;
  return *all;
}

}  // namespace

Database::Database(std::string path, SqlOptions options)
    : path_(std::move(path)), options_(options), pages_(options.memory) {
  const std::lock_guard hold(all_databases().lock);
  all_databases().list.push_back(this);
}

Database::~Database() {
  {
    const std::lock_guard hold(all_databases().lock);
    std::erase(all_databases().list, this);
  }
  disconnect();
}

SqlReply Database::open_rows(const std::string& sql, std::shared_ptr<const SqlParameters> parameters) {
  OpenRows rows;
  rows.parameters = std::move(parameters);
  SqlReply reply;
  reply.error = start(sql, *rows.parameters, rows.prepared);
  if (reply.error) return reply;
  const uint64_t id = ++last_opened_;
  open_.emplace(id, std::move(rows));
  reply.cursor = std::make_shared<SqlCursor>(shared_from_this(), id);
  reply.error = reply.cursor->fill();
  return reply;
}

SqlReply Database::fetch_rows(uint64_t id) {
  SqlReply reply;
  if (connection_ == nullptr) {
    reply.error.kind = SqlError::Kind::closed;
    return reply;
  }
  const auto found = open_.find(id);
  if (found == open_.end()) return reply;
  OpenRows& rows = found->second;
  if (rows.is_read || rows.ahead.count() > 0) {
    reply.rows = std::exchange(rows.ahead, {});
    reply.error = rows.failure;
    if (rows.is_read) open_.erase(found);
    return reply;
  }
  bool is_over = false;
  reply.error = read(rows.prepared.statement.get(), kRowsAtOnce, kBytesAtOnce, reply.rows, is_over);
  if (!is_over) return reply;
  put_back(std::move(rows.prepared));
  open_.erase(found);
  return reply;
}

// Reads the remaining rows of all cursors, as far as memory allows. True if a statement has ended, and its
// locks with it: also one of a loop that ended early, as the collector may not have found its cursor yet.
bool Database::detach_rows() {
  const size_t most_bytes = std::min(options_.most_bytes, kMostDetachedBytes);
  bool has_ended = false;
  for (auto& [id, rows] : open_) {
    if (rows.is_read) continue;
    rows.failure = read(rows.prepared.statement.get(), SIZE_MAX, most_bytes, rows.ahead, rows.is_read);
    if (!rows.is_read) continue;
    put_back(std::move(rows.prepared));
    has_ended = true;
  }
  return has_ended;
}

// Detaches the rows of this process's other connections, if they are idle: one may hold the lock.
bool Database::detach_others() {
  bool has_ended = false;
  const std::lock_guard hold_all(all_databases().lock);
  for (Database* other : all_databases().list) {
    if (other == this || !other->lock_.try_lock()) continue;
    const std::lock_guard hold(other->lock_, std::adopt_lock);
    const SqliteMemoryScope scope(other->options_.memory, stop_);
    other->stop_ = stop_;
    const size_t before = other->open_.size();
    other->drop_abandoned();
    has_ended |= other->detach_rows() || other->open_.size() < before;
    other->stop_ = nullptr;
  }
  return has_ended;
}

// The holder of the lock calls this again after its release, so no abandoned cursor is left behind.
void Database::abandon_rows(uint64_t id) {
  bool are_there = false;
  {
    const std::lock_guard hold(abandoning_);
    if (id != 0) abandoned_.push_back(id);
    are_there = !abandoned_.empty();
  }
  if (!are_there) return;
  const std::unique_lock hold(lock_, std::try_to_lock);
  if (hold) drop_abandoned();
}

void Database::drop_abandoned() {
  if (is_transaction_abandoned_.exchange(false, std::memory_order_relaxed)) {
    while (!levels_.empty()) roll_back();
  }
  std::vector<uint64_t> ids;
  {
    const std::lock_guard hold(abandoning_);
    ids.swap(abandoned_);
  }
  for (const uint64_t id : ids) {
    const auto found = open_.find(id);
    if (found == open_.end()) continue;
    if (!found->second.is_read) put_back(std::move(found->second.prepared));
    open_.erase(found);
  }
}

// ---- Cursors

SqlCursor::Row SqlCursor::take(bool& is_over) {
  const std::lock_guard hold(lock_);
  is_over = is_over_;
  if (rows_ == nullptr) return {};
  Row row{rows_, next_++};
  if (next_ == rows_->count()) rows_.reset();
  return row;
}

// An error is reported after the rows that were read before it.
SqlError SqlCursor::fill() {
  {
    const std::lock_guard hold(lock_);
    if (rows_ != nullptr || is_over_) return {};
    is_over_ = static_cast<bool>(failure_);
    if (is_over_) return std::exchange(failure_, {});
  }
  SqlReply reply = database_->fetch_rows(id_);
  const std::lock_guard hold(lock_);
  next_ = 0;
  if (reply.rows.count() == 0 || is_over_) {
    is_over_ = true;
    return std::move(reply.error);
  }
  rows_ = std::make_shared<const SqlRows>(std::move(reply.rows));
  failure_ = std::move(reply.error);
  return {};
}

void SqlCursor::close() {
  {
    const std::lock_guard hold(lock_);
    is_over_ = true;
    rows_.reset();
  }
  database_->abandon_rows(id_);
}

}  // namespace aspen
