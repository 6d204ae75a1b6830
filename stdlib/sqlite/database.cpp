#include "stdlib/sqlite/database.h"

#include <algorithm>
#include <cstring>

#include "sched/platform.h"
#include "stdlib/sqlite/sqlite_library.h"
#include "stdlib/sqlite/sqlite_memory.h"
#include "stdlib/sqlite/sqlite_text.h"

namespace aspen {

namespace {

constexpr size_t kMostCached = 64;  // statements
constexpr uint64_t kWorkPerStatement = 1000, kWorkPerSqlByte = 50;
constexpr uint64_t kShortNs = 50'000;      // about what it costs to hand a call to another thread, and back
constexpr size_t kMostSqlBytes = 1 << 30;  // more than SQLite accepts

SqlError bad_parameters(std::string message) {
  return {SqlError::Kind::bad_parameters, std::move(message), {}};
}

SqlError interrupted() {
  return {SqlError::Kind::sql, sqlite().errstr(SQLITE_INTERRUPT), "SQLITE_INTERRUPT"};
}

std::string counted(size_t count, std::string_view thing) {
  return std::to_string(count) + " " + std::string(thing) + (count == 1 ? "" : "s");
}

// ---- Parameters

int bind_one(sqlite3_stmt* statement, int index, const SqlScalar& value) {
  struct Binder {
    int operator()(std::monostate) const { return sqlite().bind_null(statement, index); }
    int operator()(int64_t i) const { return sqlite().bind_int64(statement, index, i); }
    int operator()(double x) const { return sqlite().bind_double(statement, index, x); }
    int operator()(const std::string& text) const {
      return sqlite().bind_text64(statement, index, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8);
    }
    int operator()(const SqlBlob& blob) const {
      return sqlite().bind_blob64(statement, index, blob.bytes.data(), blob.bytes.size(), SQLITE_STATIC);
    }
    sqlite3_stmt* statement;
    int index;
  };
  return std::visit(Binder{statement, index}, value);
}

// The name of a parameter, without its mark; null if it has a number only, or nothing.
const char* parameter_name(sqlite3_stmt* statement, int index) {
  const char* name = sqlite().bind_parameter_name(statement, index);
  return name == nullptr || name[0] == '?' ? nullptr : name + 1;
}

// The value for a parameter; null with an error.
const SqlScalar* value_for(sqlite3_stmt* statement, int index, const SqlParameters& given, SqlError& error) {
  const char* name = parameter_name(statement, index);
  if (!given.have_names) {
    if (name == nullptr) return &given.values[static_cast<size_t>(index - 1)];
    error =
        bad_parameters("the SQL names its parameter " + std::string(name) + ", so give a record or a dict");
    return nullptr;
  }
  if (name == nullptr) {
    error =
        bad_parameters("the SQL does not name its parameter " + std::to_string(index) + ", so give a list");
    return nullptr;
  }
  const auto found = std::find(given.names.begin(), given.names.end(), name);
  if (found != given.names.end()) return &given.values[static_cast<size_t>(found - given.names.begin())];
  error = bad_parameters("there is no value for the parameter " + std::string(name));
  return nullptr;
}

// `given` must stay unchanged as long as the statement runs.
SqlError bind(sqlite3_stmt* statement, const SqlParameters& given) {
  const auto count = static_cast<size_t>(sqlite().bind_parameter_count(statement));
  if (!given.have_names && given.values.size() != count)
    return bad_parameters("the SQL takes " + counted(count, "parameter") + ", and " +
                          std::to_string(given.values.size()) +
                          (given.values.size() == 1 ? " was" : " were") + " given");
  for (int i = 1; i <= static_cast<int>(count); ++i) {
    SqlError error;
    const SqlScalar* value = value_for(statement, i, given, error);
    if (value == nullptr) return error;
    if (const int code = bind_one(statement, i, *value); code != SQLITE_OK)
      return {SqlError::Kind::sql, sqlite().errstr(code), std::string(name_of_sqlite_code(code))};
  }
  return {};
}

// ---- Rows

void read_columns(sqlite3_stmt* statement, SqlRows& out) {
  const int count = sqlite().column_count(statement);
  for (int i = 0; i < count; ++i) {
    const char* name = sqlite().column_name(statement, i);
    out.columns.emplace_back(name != nullptr ? name : "");
  }
}

void read_cell(sqlite3_stmt* statement, int column, SqlRows& out) {
  using Type = SqlRows::Cell::Type;
  SqlRows::Cell cell;
  const int type = sqlite().column_type(statement, column);
  if (type == SQLITE_INTEGER) {
    cell.type = Type::integer;
    cell.integer = sqlite().column_int64(statement, column);
  } else if (type == SQLITE_FLOAT) {
    cell.type = Type::real;
    cell.real = sqlite().column_double(statement, column);
  } else if (type != SQLITE_NULL) {
    cell.type = type == SQLITE_TEXT ? Type::text : Type::blob;
    const void* bytes = sqlite().column_blob(statement, column);
    cell.length = static_cast<uint32_t>(sqlite().column_bytes(statement, column));
    if (bytes != nullptr) out.bytes.append(static_cast<const char*>(bytes), cell.length);
    cell.end = out.bytes.size();
  }
  out.cells.push_back(cell);
}

template <class Vector>
bool grow(Vector& vector, size_t more, size_t element_bytes, Charge& charge) {
  const size_t needed = vector.size() + more;
  if (needed <= vector.capacity()) return true;
  const size_t fresh = std::max(needed, 2 * vector.capacity());
  // Both are there while one is copied to the other.
  if (!charge.grow_to(charge.bytes() + fresh * element_bytes)) return false;
  const size_t old = vector.capacity();
  vector.reserve(fresh);
  charge.shrink_to(charge.bytes() - old * element_bytes);
  return true;
}

void read_row(sqlite3_stmt* statement, SqlRows& out) {
  if (out.columns.empty()) read_columns(statement, out);
  for (size_t i = 0; i < out.columns.size(); ++i) read_cell(statement, static_cast<int>(i), out);
}

}  // namespace

// ---- Calls

SqlReply SqlCall::operator()() { return database_->work(*stop_, action_); }

// Cursors that were abandoned while this call held the lock are dropped after its release.
SqlReply Database::work(SqlStop& stop, const SqlCall::Action& action) {
  SqlReply reply;
  {
    std::unique_lock hold(lock_, std::defer_lock);
    if (stop.may_wait)
      hold.lock();
    else if (!hold.try_lock())
      return failed({SqlError::Kind::sql, "database is in use", "SQLITE_BUSY"});
    sqlite();  // what the library allocates for itself when it is loaded is not counted
    const SqliteMemoryScope scope(options_.memory, &stop);
    stop_ = &stop;
    stop.begin();
    drop_abandoned();
    limit_pages();
    reply = stop.goes_on() ? action(*this) : failed(interrupted());
    count_pages();
    reply.work = stop.take_work();
    stop_ = nullptr;
  }
  abandon_rows(0);
  return reply;
}

// ---- Statements

void Database::Finalize::operator()(sqlite3_stmt* statement) const { sqlite().finalize(statement); }

// Prepares the first statement; none if only space and comments are left. `used`: the bytes of its text.
// REQUIRES: a NUL follows the SQL.
SqlError Database::prepare_next(std::string_view sql, unsigned flags, Statement& out, size_t& used) {
  if (connection_ == nullptr) return {SqlError::Kind::closed, {}, {}};
  if (sql.size() > kMostSqlBytes) return {SqlError::Kind::sql, "the SQL is too long", "SQLITE_TOOBIG"};
  sqlite3_stmt* statement = nullptr;
  const char* rest = sql.data();
  // With the NUL at its end, SQLite does not copy the text for each statement in it.
  const auto size = static_cast<int>(sql.size() + 1);
  const int code = sqlite().prepare_v3(connection_, sql.data(), size, flags, &statement, &rest);
  out.reset(statement);
  used = static_cast<size_t>(rest - sql.data());
  if (!stop_->pay(kWorkPerStatement + used * kWorkPerSqlByte)) return interrupted();
  return code == SQLITE_OK ? SqlError() : error_here();
}

bool Database::is_usually_short(std::string_view sql) {
  const std::unique_lock hold(lock_, std::try_to_lock);
  if (!hold || is_transaction_abandoned_.load(std::memory_order_relaxed)) return false;
  const auto found = cached_.find(sql);
  return found != cached_.end() && found->second->usual_ns < kShortNs;
}

SqlError Database::prepare(const std::string& sql, Prepared& out) {
  const uint64_t now = sched::monotonic_ns();
  if (const auto found = cached_.find(sql); found != cached_.end()) {
    const auto place = found->second;
    cached_.erase(found);
    out = std::move(*place);
    out.began_ns = now;
    cache_.erase(place);
    return {};
  }
  size_t used = 0, used_by_next = 0;
  Statement statement, next;
  if (sql.find('\0') != sql.npos) return bad_parameters("the SQL cannot contain a NUL character");
  SqlError error = prepare_next(sql, SQLITE_PREPARE_PERSISTENT, statement, used);
  if (error) return error;
  if (statement == nullptr) return bad_parameters("the SQL has no statement in it");
  error = prepare_next(std::string_view(sql).substr(used), 0, next, used_by_next);
  if (error || next) return bad_parameters("the SQL has more than one statement, which is for sqlite.script");
  out = {.sql = sql, .statement = std::move(statement), .began_ns = now};
  return {};
}

void Database::put_back(Prepared prepared) {
  sqlite().reset(prepared.statement.get());
  sqlite().clear_bindings(prepared.statement.get());
  const uint64_t taken_ns = sched::monotonic_ns() - prepared.began_ns;
  prepared.usual_ns = prepared.usual_ns == 0 ? taken_ns : (3 * prepared.usual_ns + taken_ns) / 4;
  if (connection_ == nullptr || cached_.contains(prepared.sql)) return;
  if (prepared.charge.bytes() == 0) prepared.charge = Charge(options_.memory);
  if (!prepared.charge.grow_to(2 * prepared.sql.size())) return;
  cache_.push_front(std::move(prepared));
  cached_.emplace(cache_.front().sql, cache_.begin());
  if (cache_.size() <= kMostCached) return;
  cached_.erase(cache_.back().sql);
  cache_.pop_back();
}

// Prepares a statement and binds its parameters; after an error it is back in the cache.
SqlError Database::start(const std::string& sql, const SqlParameters& parameters, Prepared& out) {
  SqlError error = prepare(sql, out);
  if (error) return error;
  error = bind(out.statement.get(), parameters);
  if (error) put_back(std::move(out));
  return error;
}

int Database::step_to_end(sqlite3_stmt* statement) {
  int code = SQLITE_ROW;
  while (code == SQLITE_ROW) code = sqlite().step(statement);
  return code;
}

// False if there is no memory for the row that the statement stands at.
bool Database::has_room(sqlite3_stmt* statement, SqlRows& rows) const {
  const int width = sqlite().column_count(statement);
  size_t bytes = 0;
  for (int i = 0; i < width; ++i) {
    const int type = sqlite().column_type(statement, i);
    if (type == SQLITE_TEXT || type == SQLITE_BLOB)
      bytes += static_cast<size_t>(sqlite().column_bytes(statement, i));
  }
  if (rows.charge.bytes() == 0) rows.charge = Charge(options_.memory);
  return grow(rows.cells, static_cast<size_t>(width), sizeof(SqlRows::Cell), rows.charge) &&
         grow(rows.bytes, bytes, 1, rows.charge);
}

// Runs to the end, dropping rows. If this connection's own cursors lock a table, they are detached first.
SqlError Database::run(sqlite3_stmt* statement, int64_t& changed) {
  constexpr int kPrimaryBits = 0xff;
  const int64_t before = sqlite().total_changes64(connection_);
  int code = step_to_end(statement);
  if ((code & kPrimaryBits) == SQLITE_LOCKED && stop_->may_wait && detach_rows()) {
    sqlite().reset(statement);
    code = step_to_end(statement);
  }
  SqlError error = code == SQLITE_DONE ? SqlError() : error_here();
  if (sqlite().total_changes64(connection_) != before) changed += sqlite().changes64(connection_);
  sqlite().reset(statement);
  return error;
}

SqlReply Database::execute(const std::string& sql, const SqlParameters& parameters) {
  SqlReply reply;
  Prepared prepared;
  reply.error = start(sql, parameters, prepared);
  if (reply.error) return reply;
  reply.error = run(prepared.statement.get(), reply.number);
  put_back(std::move(prepared));
  return reply;
}

SqlReply Database::execute_each(const std::string& sql, const std::vector<SqlParameters>& each) {
  SqlReply reply = begin();
  if (reply.error) return reply;
  Prepared prepared;
  reply.error = prepare(sql, prepared);
  for (size_t i = 0; i < each.size() && !reply.error; ++i) {
    reply.error = stop_->pay(kWorkPerStatement) ? bind(prepared.statement.get(), each[i]) : interrupted();
    if (!reply.error) reply.error = run(prepared.statement.get(), reply.number);
  }
  if (prepared.statement) put_back(std::move(prepared));
  if (reply.error) {
    roll_back();
    return reply;
  }
  reply.error = commit().error;
  return reply;
}

SqlReply Database::run_script(const std::string& sql) {
  SqlReply reply;
  if (sql.find('\0') != sql.npos) return failed(bad_parameters("the SQL cannot contain a NUL character"));
  for (std::string_view rest = sql; !rest.empty() && !reply.error;) {
    Statement statement;
    size_t used = 0;
    reply.error = prepare_next(rest, 0, statement, used);
    if (reply.error || statement == nullptr) break;
    rest.remove_prefix(used);
    reply.error = bind(statement.get(), {});
    if (!reply.error) reply.error = run(statement.get(), reply.number);
  }
  return reply;
}

// ---- Rows

SqlError Database::read(sqlite3_stmt* statement, size_t most_rows, size_t most_bytes, SqlRows& out,
                        bool& is_over) {
  for (size_t rows = 0; rows < most_rows && out.size() < most_bytes; ++rows) {
    const int code = sqlite().step(statement);
    is_over = code != SQLITE_ROW;
    if (is_over) return code == SQLITE_DONE ? SqlError() : error_here();
    if (!has_room(statement, out)) return {SqlError::Kind::too_large, {}, {}};
    read_row(statement, out);
  }
  return {};
}

SqlReply Database::query(const std::string& sql, const SqlParameters& parameters, size_t most) {
  SqlReply reply;
  Prepared prepared;
  reply.error = start(sql, parameters, prepared);
  if (reply.error) return reply;
  bool is_over = false;
  reply.error = read(prepared.statement.get(), most, options_.most_bytes, reply.rows, is_over);
  put_back(std::move(prepared));
  if (reply.rows.size() >= options_.most_bytes) reply.error.kind = SqlError::Kind::too_large;
  return reply;
}

// ---- Transactions

SqlError Database::simple(const char* sql) {
  if (connection_ == nullptr) return {SqlError::Kind::closed, {}, {}};
  return sqlite().exec(connection_, sql, nullptr, nullptr, nullptr) == SQLITE_OK ? SqlError() : error_here();
}

// A transaction takes the write lock when it begins. If it took it later, it would fail, and have to be
// rolled back, if another connection had written meanwhile.
SqlReply Database::begin() {
  if (connection_ == nullptr) return failed({SqlError::Kind::closed, {}, {}});
  const bool is_inner = sqlite().get_autocommit(connection_) == 0;
  const bool is_read_only = sqlite().db_readonly(connection_, "main") == 1;
  SqlError error = simple(is_inner ? "SAVEPOINT aspen" : is_read_only ? "BEGIN" : "BEGIN IMMEDIATE");
  if (!error) levels_.push_back(is_inner);
  return failed(std::move(error));
}

SqlReply Database::commit() {
  if (connection_ == nullptr) return failed({SqlError::Kind::closed, {}, {}});
  if (levels_.empty()) return failed(bad_parameters("there is no transaction"));
  SqlError error;
  if (sqlite().get_autocommit(connection_) != 0) {
    error = {SqlError::Kind::sql, "a statement has ended the transaction already", "SQLITE_ABORT_ROLLBACK"};
  } else {
    error = simple(levels_.back() ? "RELEASE aspen" : "COMMIT");
  }
  if (error) {
    roll_back();
    return failed(std::move(error));
  }
  levels_.pop_back();
  return {};
}

// SQLite may have rolled back by itself, for example when the disk was full.
SqlReply Database::roll_back() {
  if (levels_.empty()) return {};
  const bool is_inner = levels_.back();
  levels_.pop_back();
  if (sqlite().get_autocommit(connection_) != 0) return {};
  return failed(simple(is_inner ? "ROLLBACK TO aspen; RELEASE aspen" : "ROLLBACK"));
}

SqlReply Database::last_id() {
  if (connection_ == nullptr) return failed({SqlError::Kind::closed, {}, {}});
  SqlReply reply;
  reply.number = sqlite().last_insert_rowid(connection_);
  return reply;
}

}  // namespace aspen
