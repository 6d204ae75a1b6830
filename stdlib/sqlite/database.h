// Connections to SQLite databases, for threads that may block. Knows nothing of Values.
#pragma once

#include <sqlite3.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "stdlib/sqlite/sql_stop.h"
#include "stdlib/system/place.h"
#include "vm/heap/memory_account.h"

namespace aspen {

struct SqlBlob {
  std::string bytes;
};
using SqlScalar = std::variant<std::monostate, int64_t, double, std::string, SqlBlob>;

struct SqlParameters {
  bool have_names = false;
  std::vector<std::string> names;  // of each value, without the mark before the name
  std::vector<SqlScalar> values;
};

struct SqlError {
  enum class Kind : uint8_t { none, sql, bad_parameters, closed, too_large, missing_library };
  Kind kind = Kind::none;
  std::string message, code;  // "SQLITE_BUSY"; of Kind::sql only

  explicit operator bool() const { return kind != Kind::none; }
};

// Rows that were read, outside of the heap: cells row by row, and the bytes of texts and blobs in one string.
struct SqlRows {
  struct Cell {
    enum class Type : uint8_t { null, integer, real, text, blob };
    Type type = Type::null;
    uint32_t length = 0;  // of a text or blob; its bytes end at `end`
    union {
      int64_t integer = 0;
      double real;
      size_t end;
    };
  };
  std::vector<std::string> columns;
  std::vector<Cell> cells;
  std::string bytes;
  Charge charge = {};

  size_t count() const { return columns.empty() ? 0 : cells.size() / columns.size(); }
  size_t size() const { return cells.size() * sizeof(Cell) + bytes.size(); }
  std::string_view text(const Cell& cell) const {
    return std::string_view(bytes).substr(cell.end - cell.length, cell.length);
  }
};

class SqlCursor;

struct SqlReply {
  SqlError error;
  int64_t number = 0;  // the number of changed rows, or an id
  SqlRows rows;
  std::shared_ptr<SqlCursor> cursor;
  uint64_t work = 0;  // that the strand has to pay for
};

// A reply that is an error.
inline SqlReply failed(SqlError error) {
  SqlReply reply;
  reply.error = std::move(error);
  return reply;
}

struct SqlOptions {
  double busy_seconds = 5;
  bool is_read_only = false;
  bool creates = true;
  bool may_open_others = true;            // by ATTACH and the like
  bool is_limited = false;                // whether fuel or time is
  FileAccess access;                      // where its files may be
  size_t most_bytes = 0;                  // of a value, and of a database in memory
  std::shared_ptr<MemoryAccount> memory;  // counts databases in memory
};

inline bool is_in_memory(std::string_view path) { return path == ":memory:" || path.empty(); }

class Database;

// One call on a database, made on a thread of the pool.
class SqlCall {
 public:
  using Action = std::function<SqlReply(Database&)>;

  SqlCall() = default;
  // `is_patient`: a cancelled task waits until the call ends.
  SqlCall(std::shared_ptr<Database> database, Action action, bool is_patient = false)
      : database_(std::move(database)), action_(std::move(action)), is_patient_(is_patient) {}

  SqlReply operator()();
  void give_up() const { stop_->give_up(); }
  bool can_be_cut_short() const { return !is_patient_; }
  SqlStop& stop() { return *stop_; }
  Database& database() const { return *database_; }

 private:
  std::shared_ptr<Database> database_;
  Action action_;
  bool is_patient_ = false;
  std::shared_ptr<SqlStop> stop_ = std::make_shared<SqlStop>();  // shared by both threads
};

// Shared by the script's value, the cursors that read its rows, and running calls. Runs one call at a time: a
// second caller blocks. The caller takes turns; only a call that was given up may still be running.
class Database : public std::enable_shared_from_this<Database> {
 public:
  Database(std::string path, SqlOptions options);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Runs `action` under the lock. The action uses the functions below.
  SqlReply work(SqlStop& stop, const SqlCall::Action& action);
  // Any thread, without blocking. Whether the statement has been prepared, and took some microseconds lately.
  bool is_usually_short(std::string_view sql);

  // REQUIRES, from here to fetch_rows: `work` calls the action.
  SqlReply connect();
  SqlReply execute(const std::string& sql, const SqlParameters& parameters);
  // Runs the statement once for each set of parameters, in a transaction: all of it, or nothing.
  SqlReply execute_each(const std::string& sql, const std::vector<SqlParameters>& each);
  // Runs several statements, one after the other.
  SqlReply run_script(const std::string& sql);
  // Reads the first `most` rows.
  SqlReply query(const std::string& sql, const SqlParameters& parameters, size_t most);
  // Begins a transaction, or a savepoint if one is open. A failed commit is rolled back.
  SqlReply begin();
  SqlReply commit();
  SqlReply roll_back();
  SqlReply last_id();
  // Ends open cursors and the open transaction, and closes the connection.
  SqlReply close();

  // Returns a cursor that holds its first rows.
  SqlReply open_rows(const std::string& sql, std::shared_ptr<const SqlParameters> parameters);
  // Reads the cursor's next rows. No rows: the statement has ended.
  SqlReply fetch_rows(uint64_t id);
  // Any thread, without blocking. The rows of the cursor are no longer wanted. 0: no cursor in particular.
  void abandon_rows(uint64_t id);
  // Any thread. What the open transaction has done is undone before the next call.
  void abandon_transaction() { is_transaction_abandoned_.store(true, std::memory_order_relaxed); }

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;
  struct Prepared {
    std::string sql;
    Statement statement;
    Charge charge = {};     // for the text, here and as a key, once the statement was kept
    uint64_t began_ns = 0;  // this use of it
    uint64_t usual_ns = 0;  // what a use takes: a mean of the last ones
  };
  struct OpenRows {
    Prepared prepared;
    std::shared_ptr<const SqlParameters> parameters;  // SQLite refers to them
    // Rows that were read before the script asked for them, so that the statement gives up its locks. Once
    // all have been read, the statement is gone, and `failure` is the error that it ended with.
    SqlRows ahead;
    bool is_read = false;
    SqlError failure;
  };

  void disconnect();
  void limit_memory();
  void limit_pages();
  void count_pages();
  SqlError error_here() const;
  SqlError prepare(const std::string& sql, Prepared& out);
  SqlError prepare_next(std::string_view sql, unsigned flags, Statement& out, size_t& used);
  SqlError start(const std::string& sql, const SqlParameters& parameters, Prepared& out);
  SqlError run(sqlite3_stmt* statement, int64_t& changed);
  SqlError read(sqlite3_stmt* statement, size_t most_rows, size_t most_bytes, SqlRows& out, bool& is_over);
  SqlError simple(const char* sql);
  void put_back(Prepared prepared);
  void drop_abandoned();
  int step_to_end(sqlite3_stmt* statement);
  bool has_room(sqlite3_stmt* statement, SqlRows& rows) const;
  bool detach_rows();
  bool detach_others();
  bool wait_while_busy(int tries);

  int open(int flags);

  const std::string path_;
  const SqlOptions options_;

  std::mutex lock_;
  // Guarded by the lock:
  std::unique_ptr<const Place> place_;  // null if closed or in memory; SQLite's other files lie beside it
  sqlite3* connection_ = nullptr;
  Charge pages_;             // of a database in memory, where nothing else counts what SQLite holds
  SqlStop* stop_ = nullptr;  // of the call that works
  int64_t busy_since_ms_ = 0;
  std::list<Prepared> cache_;  // the most recently used first
  std::unordered_map<std::string_view, std::list<Prepared>::iterator> cached_;
  std::unordered_map<uint64_t, OpenRows> open_;
  uint64_t last_opened_ = 0;
  std::vector<bool> levels_;  // open transactions and savepoints: whether each is a savepoint

  std::atomic<bool> is_transaction_abandoned_ = false;
  std::mutex abandoning_;            // held for moments; may be taken while lock_ is held
  std::vector<uint64_t> abandoned_;  // guarded by abandoning_
};

// The rows of a statement, one by one. Several tasks may take rows; each row goes to one task.
class SqlCursor {
 public:
  SqlCursor(std::shared_ptr<Database> database, uint64_t id) : database_(std::move(database)), id_(id) {}
  ~SqlCursor() { database_->abandon_rows(id_); }
  SqlCursor(const SqlCursor&) = delete;
  SqlCursor& operator=(const SqlCursor&) = delete;

  struct Row {
    std::shared_ptr<const SqlRows> rows;  // null: no row is buffered
    size_t index = 0;
  };
  Row take(bool& is_over);
  // Call it within Database::work. Makes a row, or the end, available to `take`. If the task that asked was
  // cancelled, the rows stay for the next task.
  SqlError fill();
  void close();

 private:
  const std::shared_ptr<Database> database_;
  const uint64_t id_;
  std::mutex lock_;  // held for moments
  // Guarded by lock_:
  std::shared_ptr<const SqlRows> rows_;
  size_t next_ = 0;
  SqlError failure_;  // reported after rows_
  bool is_over_ = false;
};

}  // namespace aspen
