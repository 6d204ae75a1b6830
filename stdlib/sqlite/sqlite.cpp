// Module sqlite: databases in files or in memory. SQLite runs on a thread of the pool; a statement that is
// usually short, on the worker. Calls on one connection take turns; tasks wait for them as for any semaphore.
#include <optional>

#include "sched/worker.h"
#include "stdlib/native/capabilities.h"
#include "stdlib/native/elements.h"
#include "stdlib/native/fields.h"
#include "stdlib/native/native_state.h"
#include "stdlib/native/natives.h"
#include "stdlib/native/outside.h"
#include "stdlib/native/waiting.h"
#include "stdlib/sqlite/database.h"
#include "stdlib/sqlite/sqlite_values.h"
#include "stdlib/system/stream.h"
#include "vm/heap/heap.h"
#include "vm/heap/tracer.h"

namespace aspen {

namespace {

struct Connection {
  Connection(std::shared_ptr<Database> d, Semaphore& s) : database(std::move(d)), turn(&s) {}

  const std::shared_ptr<Database> database;
  Semaphore* const turn;  // one permit; the task with the open transaction owns it
  // Of nested transactions. Used by the task that has the turn. If a task gets the turn while it is not 0,
  // the owner was ended by a limit, or was a fiber that nothing referred to any more.
  size_t depth = 0;
};

// Rows that are read one by one.
struct Rows {
  const std::shared_ptr<SqlCursor> cursor;
  Connection& connection;
  const Value connection_object;  // keeps the connection alive
  const std::string sql;
  // The shape of the rows, from the first row on. Each thread that finds none writes it, all the same one.
  // Release and acquire, so that readers see the shape's contents.
  std::atomic<const Shape*> shape{nullptr};
};

void trace_connection(void* state, Tracer& tracer) { tracer.visit(static_cast<Connection*>(state)->turn); }
void trace_rows(void* state, Tracer& tracer) { tracer.visit(static_cast<Rows*>(state)->connection_object); }
Value next_row(Strand& s, void* state);

const NativeType kConnectionType{"database", drop_state<Connection>, trace_connection};
const NativeType kRowsType{"rows", drop_state<Rows>, trace_rows, true, next_row};

// A database argument, with its object.
struct Opened {
  Connection* connection;
  Value object;
  Connection* operator->() const { return connection; }
};

}  // namespace

template <>
struct Argument<Opened> {
  static Opened read(Strand& s, Value* args, unsigned i, bool& ok) {
    return {state_argument<Connection>(s, args, i, ok, kConnectionType, "a database, from sqlite.open"),
            args[i]};
  }
};

namespace {

// ---- Turns

bool has_turn(Strand& s, const Connection& c) {
  return !s.has_task() || s.task().owns(Value::object(c.turn));
}

// False: the native returns Value::exception(). If the native runs again with an operation, its call on the
// database has begun already, and it has the turn.
bool take_turn(Strand& s, Connection& c) {
  if (has_turn(s, c) || Operation::kept_by(s) != nullptr) return true;
  if (choose_one<Case::acquire>(s, *c.turn).is_exception()) return false;
  if (std::exchange(c.depth, 0) != 0) c.database->abandon_transaction();
  return true;
}

void end_turn(Strand& s, Connection& c) {
  if (!has_turn(s, c)) release(*c.turn);
}

// Ends the task's turn, unless the native runs again.
class Turn {
 public:
  Turn(Strand& s, Connection& c) : strand_(s), connection_(&c) {}
  ~Turn() {
    if (connection_ != nullptr && !strand_.gave_up()) end_turn(strand_, *connection_);
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  // The turn goes on after this.
  void keep() { connection_ = nullptr; }

 private:
  Strand& strand_;
  Connection* connection_;
};

bool is_under_way(Strand& s) { return Operation::kept_by(s) != nullptr; }

// The work that the fuel of the program pays for. What this strand has used since it last waited is still in
// it; it pays after the call.
uint64_t affordable_work(Strand& s) {
  const uint64_t fuel = s.has_task() ? s.task().run().fuel() : s.machine().options().limits.fuel;
  return fuel > UINT64_MAX / SqlStop::kWorkPerStep ? UINT64_MAX : fuel * SqlStop::kWorkPerStep;
}

// Pays for a call, and for its work, which was another thread's. False if the strand has to stop.
bool pay_for(Strand& s, SqlReply& reply) {
  constexpr uint64_t kCallWork = 4'000;
  return s.work(kCallWork + std::exchange(reply.work, 0));
}

// A statement that fails because something is locked has done nothing, and may be made again.
enum class CallKind : uint8_t { statement, other };

// A call that was short lately takes less time than giving it to another thread. Nothing waits for this
// worker meanwhile: another one is idle, or nothing is ready.
bool is_for_this_thread(Strand& s, const SqlCall& call, std::string_view sql) {
  const sched::Worker* worker = sched::Worker::current();
  return s.has_task() && !is_under_way(s) && worker != nullptr &&
         (worker->others_are_hungry() || !worker->others_wait()) && call.database().is_usually_short(sql);
}

// Nothing if something is locked.
std::optional<SqlReply> make_here(Strand& s, SqlCall& call) {
  SqlStop& stop = call.stop();
  stop.asks = [&s] { return s.is_asked_to_stop(); };
  stop.may_wait = false;
  std::optional<SqlReply> reply;
  while_outside(s, [&] { reply.emplace(call()); });
  stop.asks = nullptr;
  stop.may_wait = true;
  const std::string& code = reply->error.code;
  if (code.starts_with("SQLITE_BUSY") || code.starts_with("SQLITE_LOCKED")) reply.reset();
  return reply;
}

// Makes the call, and returns `finish(reply)`, or raises its error.
template <class Finish>
Value call_database(Strand& s, std::string_view function, std::string_view sql, SqlCall call, Finish finish,
                    CallKind kind = CallKind::other) {
  if (!is_under_way(s)) prepare_charges(s);
  if (!s.has_task()) call.stop().asks = [&machine = s.machine()] { return machine.is_interrupted(); };
  const bool is_patient = !call.can_be_cut_short();
  call.stop().affordable = is_patient ? UINT64_MAX : affordable_work(s);
  bool is_here = !s.has_task();
  const auto end = [&](SqlReply& reply) {
    // What a transaction has begun or ended is done: the strand stops afterwards.
    if (!pay_for(s, reply) && !is_patient) return s.raise_stop();
    if (!reply.error) return finish(reply);
    if (is_here && s.has_to_stop()) return s.raise_stop();
    return raise_sql_error(s, function, reply.error, sql);
  };
  if (kind == CallKind::statement && is_for_this_thread(s, call, sql)) {
    if (std::optional<SqlReply> reply = make_here(s, call)) {
      is_here = true;
      return end(*reply);
    }
  }
  return while_others_run(s, std::move(call), end);
}

// Likewise, in the task's turn. Natives check their arguments before this, unless the call has begun already.
template <class Finish>
Value in_turn(Strand& s, Connection& c, std::string_view function, std::string_view sql,
              SqlCall::Action action, Finish finish, CallKind kind = CallKind::other) {
  if (!take_turn(s, c)) return Value::exception();
  const Turn turn(s, c);
  return call_database(s, function, sql, SqlCall(c.database, std::move(action)), finish, kind);
}

Value changes(Strand& s, const SqlReply& reply) { return int_value(s, reply.number); }

// ---- Opening and closing

constexpr uint64_t kOpeningWork = 20'000;

// The result holds the new database as well as the reply.
struct Opening {
  struct Result {
    std::shared_ptr<Database> database;
    SqlReply reply;
  };
  Opening(std::shared_ptr<Database> d, SqlCall c) : database(std::move(d)), call(std::move(c)) {}
  Result operator()() { return {database, call()}; }
  void give_up() const { call.give_up(); }

  std::shared_ptr<Database> database;
  SqlCall call;
};

Value connection_value(Strand& s, const std::shared_ptr<Database>& database) {
  Semaphore* turn = s.allocator().make<Semaphore>(0, uint64_t{1});
  return state_value(s, kConnectionType, std::make_unique<Connection>(database, *turn));
}

// Needs the right to read even to write. A database in memory needs no permission.
bool may_open(Strand& s, std::string_view path, const SqlOptions& options) {
  if (is_in_memory(path)) return true;
  return may_read(s, path) && (options.is_read_only || may_write(s, path));
}

Value open_database(Strand& s, const String& path, SqlOptions options) {
  if (!may_open(s, path.view(), options)) return Value::exception();
  options.may_open_others =
      permissions(s).is_everywhere(Capability::fs_read) && permissions(s).is_everywhere(Capability::fs_write);
  const auto needed = bit_of(Capability::fs_read) | (options.is_read_only ? 0 : bit_of(Capability::fs_write));
  options.access = FileAccess(permissions(s), needed);
  const Limits& limits = s.machine().options().limits;
  options.is_limited = limits.fuel != UINT64_MAX || limits.wall_ns != UINT64_MAX;
  options.most_bytes = limits.heap_bytes;
  options.memory = s.machine().heap().memory();
  const auto database = std::make_shared<Database>(std::string(path.view()), options);
  SqlCall call(database, [](Database& d) { return d.connect(); });
  return while_others_run(s, Opening(database, std::move(call)), [&](Opening::Result& result) {
    if (result.reply.error) return raise_sql_error(s, s.native()->name, result.reply.error, {});
    if (!s.work(kOpeningWork)) return s.raise_stop();
    return connection_value(s, result.database);
  });
}

Value open(Strand& s, const String& path) { return open_database(s, path, {}); }

bool read_option(Strand& s, std::string_view name, Value v, SqlOptions& out) {
  if (name == "timeout" && is_number(v) && to_double(v) >= 0) {
    out.busy_seconds = to_double(v);
    return true;
  }
  if (name == "read_only" && v.is_bool()) {
    out.is_read_only = v.is_true();
    return true;
  }
  if (name == "create" && v.is_bool()) {
    out.creates = v.is_true();
    return true;
  }
  return fail_with(bad_argument(
      s, 0, "may have timeout, in seconds, and the Bools read_only and create, and nothing else"));
}

Value open_with(Strand& s, const Record& options, const String& path) {
  SqlOptions read;
  const bool are_good = for_each_field(
      s, options, [&](std::string_view name, Value v) { return read_option(s, name, v, read); });
  return are_good ? open_database(s, path, read) : Value::exception();
}

Value close(Strand& s, Value db) {
  if (const Rows* rows = state_of<Rows>(db, kRowsType)) {
    rows->cursor->close();
    return Value::unit();
  }
  auto* connection = state_of<Connection>(db, kConnectionType);
  if (connection == nullptr) return wrong_type(s, 0, db, "a database, or rows of one");
  return in_turn(
      s, *connection, s.native()->name, {}, [](Database& d) { return d.close(); },
      [](const SqlReply&) { return Value::unit(); });
}

// ---- Statements

// What a call copies from its arguments; empty if the call has begun already. Shared, as the call may go on
// after the task that waits for it has been cancelled.
struct Request {
  std::string sql;
  SqlParameters parameters;
  std::vector<SqlParameters> each;
  Charge charge;  // for all of them
};
using RequestPointer = std::shared_ptr<Request>;

// False with an error pending.
bool set_sql(Strand& s, const String& sql, Request& out) {
  out.charge = Charge(s.machine().heap().memory());
  if (!s.charge(out.charge, sql.view().size())) return false;
  out.sql = sql.view();
  return true;
}

// Null with an error pending, or if a future is missed.
RequestPointer read_request(Strand& s, const String& sql, Value parameters) {
  auto out = std::make_shared<Request>();
  if (is_under_way(s)) return out;
  const bool is_read =
      set_sql(s, sql, *out) && read_parameters(s, 1, parameters, out->parameters, out->charge);
  return is_read ? out : nullptr;
}

Value execute(Strand& s, const String& sql, Value parameters, Opened db) {
  const RequestPointer request = read_request(s, sql, parameters);
  if (!request) return Value::exception();
  const auto action = [request](Database& d) { return d.execute(request->sql, request->parameters); };
  return in_turn(
      s, *db.connection, s.native()->name, sql.view(), action,
      [&](const SqlReply& reply) { return changes(s, reply); }, CallKind::statement);
}

bool read_each(Strand& s, const String& sql, Iterable rows, Request& out) {
  constexpr size_t kGrowth = 3;  // as for parameters
  if (is_under_way(s)) return true;
  if (!set_sql(s, sql, out)) return false;
  Elements elements(s, rows);
  for (Value row; elements.next(row);) {
    if (!s.charge(out.charge, out.charge.bytes() + kGrowth * sizeof(SqlParameters)) ||
        !read_parameters(s, 1, row, out.each.emplace_back(), out.charge))
      return false;
  }
  return s.work(1) || (s.raise_stop(), false);  // the rows may have ended early
}

Value execute_each(Strand& s, const String& sql, Iterable rows, Opened db) {
  auto request = std::make_shared<Request>();
  if (!read_each(s, sql, rows, *request)) return Value::exception();
  const auto action = [request](Database& d) { return d.execute_each(request->sql, request->each); };
  return in_turn(s, *db.connection, s.native()->name, sql.view(), action,
                 [&](const SqlReply& reply) { return changes(s, reply); });
}

Value run_script(Strand& s, const String& sql, Opened db) {
  auto request = std::make_shared<Request>();
  if (!is_under_way(s) && !set_sql(s, sql, *request)) return Value::exception();
  const auto action = [request](Database& d) { return d.run_script(request->sql); };
  return in_turn(s, *db.connection, s.native()->name, sql.view(), action,
                 [](const SqlReply&) { return Value::unit(); });
}

template <class Finish>
Value ask(Strand& s, const String& sql, Value parameters, Opened db, size_t most, Finish finish) {
  const RequestPointer request = read_request(s, sql, parameters);
  if (!request) return Value::exception();
  const auto action = [request, most](Database& d) {
    return d.query(request->sql, request->parameters, most);
  };
  return in_turn(s, *db.connection, s.native()->name, sql.view(), action, finish, CallKind::statement);
}

Value query(Strand& s, const String& sql, Value parameters, Opened db) {
  return ask(s, sql, parameters, db, SIZE_MAX,
             [&](const SqlReply& reply) { return rows_value(s, reply.rows); });
}

Value query_one(Strand& s, const String& sql, Value parameters, Opened db) {
  return ask(s, sql, parameters, db, 1, [&](const SqlReply& reply) {
    const Value rows = rows_value(s, reply.rows);
    if (rows.is_exception()) return rows;
    const List& list = *as<List>(rows);
    return list.length == 0 ? none() : some(s, list.items[0]);
  });
}

Value last_id(Strand& s, Opened db) {
  return in_turn(
      s, *db.connection, s.native()->name, {}, [](Database& d) { return d.last_id(); },
      [&](const SqlReply& reply) { return int_value(s, reply.number); });
}

// ---- Rows one by one

Value open_rows(Strand& s, const String& sql, Value parameters, Opened db) {
  const RequestPointer request = read_request(s, sql, parameters);
  if (!request) return Value::exception();
  const auto action = [request](Database& d) {
    return d.open_rows(request->sql, {request, &request->parameters});
  };
  return in_turn(s, *db.connection, s.native()->name, sql.view(), action, [&](const SqlReply& reply) {
    share(db.object);
    std::unique_ptr<Rows> rows(new Rows{reply.cursor, *db.connection, db.object, std::string(sql.view())});
    return state_value(s, kRowsType, std::move(rows));
  });
}

Value row_of(Strand& s, Rows& rows, const SqlCursor::Row& row) {
  const Shape* shape = rows.shape.load(std::memory_order_acquire);
  if (shape == nullptr) {
    shape = shape_of_rows(s, *row.rows);
    if (shape == nullptr) return Value::exception();
    rows.shape.store(shape, std::memory_order_release);
  }
  const size_t width = row.rows->columns.size();
  size_t bytes = sizeof(Record) + width * (sizeof(Value) + sizeof(String));
  for (size_t i = 0; i < width; ++i) bytes += row.rows->cells[row.index * width + i].length;
  return s.reserve(bytes) ? row_value(s, *shape, *row.rows, row.index) : Value::exception();
}

Value next_row(Strand& s, void* state) {
  auto& rows = *static_cast<Rows*>(state);
  for (;;) {
    if (!is_under_way(s)) {
      bool is_over = false;
      const SqlCursor::Row row = rows.cursor->take(is_over);
      if (row.rows != nullptr) return row_of(s, rows, row);
      if (is_over) return Value::undefined();
    }
    const auto fill = [cursor = rows.cursor](Database&) {
      SqlReply reply;
      reply.error = cursor->fill();
      return reply;
    };
    const Value filled = in_turn(s, rows.connection, "sqlite.rows", rows.sql, fill,
                                 [](const SqlReply&) { return Value::unit(); });
    if (filled.is_exception()) return filled;
  }
}

// ---- Transactions

// A cancelled task waits for the call, as it must know whether a transaction is open.
Value call_patiently(Strand& s, Connection& c, SqlCall::Action action) {
  return call_database(s, s.native()->name, {}, SqlCall(c.database, std::move(action), true),
                       [](const SqlReply&) { return Value::unit(); });
}

Value begin(Strand& s, Opened db) {
  // First, as nothing could undo a transaction that has begun.
  const Value place = pair(s, Value::undefined(), Value::undefined());
  if (!take_turn(s, *db.connection)) return Value::exception();
  Turn turn(s, *db.connection);
  const Value begun = call_patiently(s, *db.connection, [](Database& d) { return d.begin(); });
  if (s.gave_up() || begun.is_exception()) return begun;
  turn.keep();
  if (db->depth++ == 0 && s.has_task()) own(*db->turn, *as<Tuple>(place), s.task());
  return begun;
}

// The transaction is over even if the action fails.
Value end_transaction(Strand& s, Opened db, const SqlCall::Action& action) {
  if (!has_turn(s, *db.connection) || db->depth == 0)
    return s.value_error(std::string(s.native()->name) + ": this task has no transaction there");
  const Value ended = call_patiently(s, *db.connection, action);
  if (s.gave_up() || --db->depth != 0) return ended;
  if (s.has_task()) give_back(*db->turn, s);
  return ended;
}

Value commit(Strand& s, Opened db) {
  return end_transaction(s, db, [](Database& d) { return d.commit(); });
}
Value roll_back(Strand& s, Opened db) {
  return end_transaction(s, db, [](Database& d) { return d.roll_back(); });
}

const NativeDescriptor kRows[] = {
    row<open>(
        "sqlite.open", "path", kBorrows,
        "A connection to the SQLite database in a file, which is made if it is not there; \":memory:\" is "
        "one in memory, which ends with its connection. Tasks may share a connection: their calls take "
        "turns. A call waits at most 5 seconds for what another program or connection has locked. Failures "
        "are `SqliteError { message, code, sql }`, where the code is SQLite's name of the error, such as "
        "\"SQLITE_BUSY\". A connection is closed by `sqlite.close`, or when nothing refers to it any "
        "more.\n"
        "{ db = sqlite.open \":memory:\"; sqlite.query \"select 1 + 1 as n\" () db } => [{ n: 2 }]",
        Effect::write),
    row<open_with>("sqlite.open_with", "options path", kBorrows,
                   "Like sqlite.open, with a record of options: `timeout`, the seconds to wait for locks, "
                   "`read_only`, and `create`. With `create: false` a missing file is an error.",
                   Effect::write),
    row<execute>("sqlite.exec", "sql params db", kBorrows,
                 "Runs a statement and gives the number of rows that it has inserted, changed or deleted. "
                 "Parameters are a list or tuple with a value for each `?`, a record or dict for names like "
                 "`:name`, or `()` if there are none. Values are Ints of 64 bits, Floats, Strings, Bytes as "
                 "blobs, and Bools as 1 and 0. None and () are NULL, and `Some v` is v.\n"
                 "{ db = sqlite.open \":memory:\"; sqlite.exec \"create table t (n)\" () db; "
                 "sqlite.exec \"insert into t values (?), (?)\" [1, 2] db } => 2",
                 Effect::write),
    row<execute_each>("sqlite.exec_each", "sql rows db", kBorrows,
                      "Runs a statement once with each of several rows of parameters, in one transaction: "
                      "all of it happens, or nothing. Gives the number of changed rows.\n"
                      "{ db = sqlite.open \":memory:\"; sqlite.exec \"create table t (n)\" () db; "
                      "sqlite.exec_each \"insert into t values (:n)\" [{ n: 1 }, { n: 2 }] db } => 2",
                      Effect::write),
    row<run_script>("sqlite.script", "sql db", kBorrows,
                    "Runs several statements, with semicolons between them, which take no parameters.",
                    Effect::write),
    row<query>(
        "sqlite.query", "sql params db", kBorrows,
        "The rows that a statement gives: a list of records with a field for each column, which has the "
        "column's name. NULL is `None`, and a blob is Bytes. Columns with equal names need different names, "
        "by `as`.\n"
        "{ db = sqlite.open \":memory:\"; sqlite.query \"select ? as a, ? as b\" [None, \"x\"] db } => "
        "[{ a: None, b: \"x\" }]",
        Effect::write),
    row<query_one>(
        "sqlite.query_one", "sql params db", kBorrows,
        "The first row as `Some row`; None if there is none.\n"
        "{ db = sqlite.open \":memory:\"; sqlite.query_one \"select 5 as n\" () db } => Some { n: 5 }",
        Effect::write),
    row<open_rows>(
        "sqlite.rows", "sql params db", kBorrows,
        "The rows of sqlite.query one by one, for `for row in` and for functions that take a collection, "
        "without holding all of them. Some rows are read ahead, so a change that is made meanwhile may or "
        "may not show. The rows hold a lock on the database until the last one, or until `sqlite.close "
        "rows`. Other programs wait for the lock. If this program needs it, as after a loop that was left "
        "early, up to 64 MiB of rows are read into memory and the lock ends.\n"
        "{ db = sqlite.open \":memory:\"; map (r -> r.n) (sqlite.rows \"select 5 as n\" () db) } => "
        "[5]",
        Effect::write),
    row<last_id>("sqlite.last_id", "db", kBorrows,
                 "The id of the row that was last inserted by this connection; 0 before that.",
                 Effect::write),
    takes_away(row<begin>(
        "sqlite.begin", "db", kBorrows,
        "Begins a transaction, or a savepoint inside of another transaction; `sqlite.transaction` does it "
        "for you. Until it ends, other tasks wait for the connection.",
        Effect::write)),
    row<commit>("sqlite.commit", "db", kBorrows,
                "Ends what `sqlite.begin` has begun, and keeps what was done. If that fails, it is undone.",
                Effect::write),
    row<roll_back>("sqlite.rollback", "db", kBorrows,
                   "Ends what `sqlite.begin` has begun, and undoes what was done.", Effect::write),
    row<close>("sqlite.close", "db", kBorrows,
               "Closes a connection and undoes its open transaction, or closes rows that are not needed. "
               "No error if it is closed already. Uses of a closed connection raise Closed.",
               Effect::write),
};

}  // namespace

NativeTable sqlite_natives() { return kRows; }

}  // namespace aspen
