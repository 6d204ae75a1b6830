// The connection of a database: opening and closing it, its limits, and waiting for other connections.
#include <strings.h>

#include <algorithm>
#include <chrono>
#include <iterator>

#include "stdlib/sqlite/database.h"
#include "stdlib/sqlite/sqlite_library.h"
#include "stdlib/sqlite/sqlite_memory.h"
#include "stdlib/sqlite/sqlite_text.h"

namespace aspen {

namespace {

constexpr int kInstructionsPerLook = 100;  // of SQLite, between checks for a stop
constexpr size_t kLargestLimit = INT32_MAX;
constexpr size_t kPageBytes = 4096;

int64_t now_ms() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

// An authorizer: refuses statements that reach files besides the database's own, and those that would let
// temporary data go to files. `action` is SQLite's.
int refuse_other_files(void* /*data*/, int action, const char* first, const char* /*second*/,
                       const char* /*database*/, const char* /*trigger*/) {
  if (action == SQLITE_ATTACH)  // null: the name is not known before the statement runs
    return first != nullptr && is_in_memory(first) ? SQLITE_OK : SQLITE_DENY;
  if (action != SQLITE_PRAGMA) return SQLITE_OK;
  constexpr const char* kRefused[] = {"temp_store", "temp_store_directory", "data_store_directory"};
  const bool is_refused = std::any_of(std::begin(kRefused), std::end(kRefused), [first](const char* pragma) {
    return ::strcasecmp(first, pragma) == 0;  // it is given as the statement spells it
  });
  return is_refused ? SQLITE_DENY : SQLITE_OK;
}

// The system's file functions without the resolution of links in names: the name of a place is a link, that
// of its descriptor, and must be kept. All files are opened with O_NOFOLLOW in any case.
const char* files_by_place() {
  static sqlite3_vfs vfs = [] {
    sqlite3_vfs out = *sqlite().vfs_find(nullptr);
    out.zName = "aspen-place";
    out.pNext = nullptr;
    out.xFullPathname = [](sqlite3_vfs*, const char* name, int room, char* full) {
      const std::string_view text = name;
      if (text.size() >= static_cast<size_t>(room)) return SQLITE_CANTOPEN;
      full[text.copy(full, text.size())] = '\0';
      return SQLITE_OK;
    };
    return out;
  }();
  static const int registered = sqlite().vfs_register(&vfs, 0);
  return registered == SQLITE_OK ? vfs.zName : nullptr;
}

}  // namespace

int Database::open(int flags) {
  const char* files = nullptr;
  // A path, not a URI. The empty one would be a file in a folder for temporary files.
  std::string name = path_.starts_with("file:") ? "./" + path_ : path_.empty() ? ":memory:" : path_;
  if (options_.access.is_limited() && !is_in_memory(path_)) {
    place_ = std::make_unique<const Place>(options_.access.to(path_));
    files = files_by_place();
    if (!*place_ || files == nullptr) return SQLITE_CANTOPEN;
    name = place_->path();
  }
  return sqlite().open_v2(name.c_str(), &connection_, flags, files);
}

SqlReply Database::connect() {
  if (!sqlite().is_there)
    return failed({SqlError::Kind::missing_library, "sqlite needs libsqlite3: " + why_no_sqlite(), {}});
  int flags = options_.is_read_only ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
  if (options_.creates && !options_.is_read_only) flags |= SQLITE_OPEN_CREATE;
  if (const int code = open(flags | SQLITE_OPEN_NOMUTEX); code != SQLITE_OK) {
    SqlReply reply = failed(error_here());
    reply.error.message = path_ + ": " + reply.error.message;
    disconnect();
    return reply;
  }
  sqlite().extended_result_codes(connection_, 1);
  sqlite().busy_handler(
      connection_,
      [](void* self, int tries) { return static_cast<Database*>(self)->wait_while_busy(tries) ? 1 : 0; },
      this);
  // Not sqlite3_interrupt, which would also stop the statements of other cursors.
  sqlite().progress_handler(
      connection_, kInstructionsPerLook,
      [](void* self) {
        return static_cast<Database*>(self)->stop_->pay_for_instructions(kInstructionsPerLook) ? 0 : 1;
      },
      this);
  replace_quadratic_functions(connection_, options_.is_limited ? &stop_ : nullptr);
  limit_memory();
  if (options_.may_open_others) return {};
  // Else what does not fit into SQLite's cache goes to files.
  if (SqlError error = simple("PRAGMA temp_store = MEMORY")) return failed(std::move(error));
  sqlite().set_authorizer(connection_, refuse_other_files, nullptr);
  return {};
}

// SQLite allocates outside of the heap, so the heap's limit has to be applied here.
void Database::limit_memory() {
  sqlite().limit(connection_, SQLITE_LIMIT_LENGTH,
                 static_cast<int>(std::min(options_.most_bytes, kLargestLimit)));
  limit_pages();
}

// One in memory may take what it has and what is free. Where all that SQLite holds is counted, that is the
// limit.
void Database::limit_pages() {
  if (connection_ == nullptr || sqlite().counts_memory || !is_in_memory(path_)) return;
  const size_t limit = options_.memory->limit(), used = options_.memory->used();
  const size_t most = std::min(options_.most_bytes, pages_.bytes() + (limit - std::min(limit, used)));
  const size_t most_pages = std::clamp<size_t>(most / kPageBytes, 1, kLargestLimit);
  simple(("PRAGMA max_page_count = " + std::to_string(most_pages)).c_str());
}

// Called after each call. If other allocations have taken the room meanwhile, the next call counts the pages.
void Database::count_pages() {
  if (sqlite().counts_memory || !is_in_memory(path_)) return;
  size_t pages = 0;
  const auto read = [](void* to, int, char** values, char**) {
    *static_cast<size_t*>(to) = std::strtoull(values[0], nullptr, 10);
    return 0;
  };
  const bool is_read = connection_ == nullptr ||
                       sqlite().exec(connection_, "PRAGMA page_count", read, &pages, nullptr) == SQLITE_OK;
  if (is_read && pages_.grow_to(pages * kPageBytes)) pages_.shrink_to(pages * kPageBytes);
}

void Database::disconnect() {
  cached_.clear();
  cache_.clear();
  open_.clear();
  levels_.clear();
  if (connection_ != nullptr) sqlite().close_v2(std::exchange(connection_, nullptr));
  place_.reset();
}

SqlReply Database::close() {
  disconnect();
  return SqlReply();
}

// Called while another connection holds a lock: waits, and says whether SQLite should try again.
bool Database::wait_while_busy(int tries) {
  if (stop_ == nullptr || !stop_->may_wait) return false;
  if (tries == 0 && detach_others()) return true;
  constexpr int kLongestPause = 20;
  constexpr int kDoublings = 5;
  const int64_t now = now_ms();
  if (tries == 0) busy_since_ms_ = now;
  const double waited = static_cast<double>(now - busy_since_ms_) / 1000;
  if (stop_->is_given_up() || waited >= options_.busy_seconds) return false;
  stop_->pause(std::min(1 << std::min(tries, kDoublings), kLongestPause));
  return true;
}

SqlError Database::error_here() const {
  if (connection_ == nullptr) return {SqlError::Kind::sql, "not enough memory", "SQLITE_NOMEM"};
  const int code = sqlite().extended_errcode(connection_);
  return {SqlError::Kind::sql, sqlite().errmsg(connection_), std::string(name_of_sqlite_code(code))};
}

}  // namespace aspen
