// Connections to SQLite databases, for threads that may block. Knows nothing of Values.
#pragma once

#include <sqlite3.h>

#include <atomic>
#include <condition_variable>
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

#include "stdlib/place.h"
#include "vm/memory_account.h"

namespace aspen {

struct SqlBlob {
  std::string octets;
};
using SqlScalar = std::variant<std::monostate, int64_t, double, std::string, SqlBlob>;

struct SqlParameters {
  bool have_names = false;
  std::vector<std::string> names;  // of each, without the mark before it
  std::vector<SqlScalar> values;
};

struct SqlError {
  enum class Kind : uint8_t { none, sql, bad_parameters, closed, too_large, missing_library };
  Kind kind = Kind::none;
  std::string message, code;  // "SQLITE_BUSY"; of Kind::sql only

  explicit operator bool() const { return kind != Kind::none; }
};

// What has been read, beside the heap: cells row by row, and the octets of texts and blobs behind each other.
struct SqlRows {
  struct Cell {
    enum class Type : uint8_t { null, integer, real, text, blob };
    Type type = Type::null;
    uint32_t length = 0;  // of a text or blob, whose octets end at `end`
    union {
      int64_t integer = 0;
      double real;
      size_t end;
    };
  };
  std::vector<std::string> columns;
  std::vector<Cell> cells;
  std::string octets;

  size_t count() const { return columns.empty() ? 0 : cells.size() / columns.size(); }
  size_t size() const { return cells.size() * sizeof(Cell) + octets.size(); }
  std::string_view text(const Cell& cell) const {
    return std::string_view(octets).substr(cell.end - cell.length, cell.length);
  }
};

class SqlCursor;

struct SqlReply {
  SqlError error;
  int64_t number = 0;  // of changed rows, or an id
  SqlRows rows;
  std::shared_ptr<SqlCursor> cursor;
};

// Tells who works on a thread that nobody wants to have it done.
class SqlStop {
 public:
  // Any thread.
  void give_up();
  bool is_given_up() const { return is_given_up_.load(std::memory_order_relaxed) || (asks && asks()); }
  // So long, or until it is given up.
  void pause(int milliseconds);

  // By who works on the strand's own thread: whether that has to stop. Set before the work begins.
  std::function<bool()> asks;

 private:
  std::mutex lock_;
  std::condition_variable changed_;
  // Written under the lock, so that no pause misses it, by who gives up. Read by who works; relaxed, as
  // nothing else goes along.
  std::atomic<bool> is_given_up_{false};
};

struct SqlOptions {
  double busy_seconds = 5;
  bool is_read_only = false;
  bool creates = true;
  bool may_open_others = true;            // by ATTACH and the like
  FileAccess access;                      // where its files may be
  size_t most_bytes = 0;                  // of a value, and of a database in memory
  std::shared_ptr<MemoryAccount> memory;  // counts databases in memory
};

inline bool is_in_memory(std::string_view path) { return path == ":memory:" || path.empty(); }

class Database;

// Does something with a database, on a thread of the pool.
class SqlCall {
 public:
  using Action = std::function<SqlReply(Database&)>;

  SqlCall() = default;
  // `is_patient`: who is cancelled waits for it.
  SqlCall(std::shared_ptr<Database> database, Action action, bool is_patient = false)
      : database_(std::move(database)), action_(std::move(action)), is_patient_(is_patient) {}

  SqlReply operator()();
  void give_up() const { stop_->give_up(); }
  bool can_be_cut_short() const { return !is_patient_; }
  SqlStop& stop() { return *stop_; }

 private:
  std::shared_ptr<Database> database_;
  Action action_;
  bool is_patient_ = false;
  std::shared_ptr<SqlStop> stop_ = std::make_shared<SqlStop>();  // shared by who waits and who works
};

// Shared by the program's value, those who read its rows, and those who work on it. One works at a time; who
// comes meanwhile blocks, so callers come in turns, and find somebody there only who has been given up.
class Database : public std::enable_shared_from_this<Database> {
 public:
  Database(std::string path, SqlOptions options);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // `action`, which uses what stands below.
  SqlReply work(SqlStop& stop, const SqlCall::Action& action);

  SqlReply connect();
  SqlReply execute(const std::string& sql, const SqlParameters& parameters);
  // Once with each; all of it, or nothing.
  SqlReply execute_each(const std::string& sql, const std::vector<SqlParameters>& each);
  // Statements behind each other.
  SqlReply run_script(const std::string& sql);
  // The first `most` rows.
  SqlReply query(const std::string& sql, const SqlParameters& parameters, size_t most);
  // A transaction, inside of another one a savepoint. What fails to be committed is rolled back.
  SqlReply begin();
  SqlReply commit();
  SqlReply roll_back();
  SqlReply last_id();
  // What is open ends: rows that are being read, and a transaction.
  SqlReply close();

  // Gives a cursor that has its first rows.
  SqlReply open_rows(const std::string& sql, const SqlParameters& parameters);
  // Some more of them; none: there are no more.
  SqlReply fetch_rows(uint64_t id);
  // Any thread, without waiting: nobody wants them any more.
  void abandon_rows(uint64_t id);

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  using Statement = std::unique_ptr<sqlite3_stmt, Finalize>;
  struct Prepared {
    std::string sql;
    Statement statement;
  };
  struct OpenRows {
    Prepared prepared;
    std::unique_ptr<const SqlParameters> parameters;
    // What was read before it was asked for, so that the statement has no lock any more. Once all has been,
    // the statement is gone, and `failure` is what it ended with.
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
  bool detach_rows();
  bool detach_others();
  bool wait_while_busy(int tries);

  int open(int flags);

  const std::string path_;
  const SqlOptions options_;

  std::mutex lock_;
  // Guarded by the lock:
  std::unique_ptr<const Place> place_;  // while it is open, of one in a file; files beside it are made there
  sqlite3* connection_ = nullptr;
  Charge pages_;             // of a database in memory
  SqlStop* stop_ = nullptr;  // of who works
  int64_t busy_since_ms_ = 0;
  std::list<Prepared> cache_;  // that were used last stand first
  std::unordered_map<std::string_view, std::list<Prepared>::iterator> cached_;
  std::unordered_map<uint64_t, OpenRows> open_;
  uint64_t last_opened_ = 0;
  std::vector<bool> levels_;  // of what `begin` has begun: whether it is a savepoint

  std::mutex abandoning_;            // held for moments; may be taken under the other one
  std::vector<uint64_t> abandoned_;  // guarded by it
};

// The rows of a statement, one by one. Several tasks may take them, each row going to one.
class SqlCursor {
 public:
  SqlCursor(std::shared_ptr<Database> database, uint64_t id) : database_(std::move(database)), id_(id) {}
  ~SqlCursor() { database_->abandon_rows(id_); }
  SqlCursor(const SqlCursor&) = delete;
  SqlCursor& operator=(const SqlCursor&) = delete;

  struct Row {
    std::shared_ptr<const SqlRows> rows;  // null: none is there
    size_t index = 0;
  };
  Row take(bool& is_over);
  // By who works on the database: so that there is a row, or the end. Rows that nobody takes after all, as he
  // was cancelled, are there for the next one.
  SqlError fill();
  void close();

 private:
  const std::shared_ptr<Database> database_;
  const uint64_t id_;
  std::mutex lock_;  // held for moments
  // Guarded by it:
  std::shared_ptr<const SqlRows> rows_;
  size_t next_ = 0;
  SqlError failure_;  // behind them
  bool is_over_ = false;
};

}  // namespace aspen
