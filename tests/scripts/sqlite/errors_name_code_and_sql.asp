# SQLite's errors carry its message, its name of the error and the SQL, and leave the connection usable.
db = sqlite.open ":memory:"
sqlite.exec "create table t (id integer primary key, name text unique not null)" () db
sqlite.exec "insert into t values (1, 'a')" () db
attempt = sql -> match try (sqlite.exec sql () db) {
    Err (SqliteError { message, code, sql: text }) -> print "{code}: {message} {text == sql}"
    other -> print other
}
attempt "insert into t values (1, 'b')"
# expect: SQLITE_CONSTRAINT_PRIMARYKEY: sqlite.exec: UNIQUE constraint failed: t.id, in "insert into t values (1, 'b')" true
attempt "insert into t values (2, 'a')"
# expect: SQLITE_CONSTRAINT_UNIQUE: sqlite.exec: UNIQUE constraint failed: t.name, in "insert into t values (2, 'a')" true
attempt "insert into t values (2, null)"
# expect: SQLITE_CONSTRAINT_NOTNULL: sqlite.exec: NOT NULL constraint failed: t.name, in "insert into t values (2, null)" true
attempt "selct 1"
# expect: SQLITE_ERROR: sqlite.exec: near "selct": syntax error, in "selct 1" true
attempt "select * from missing"
# expect: SQLITE_ERROR: sqlite.exec: no such table: missing, in "select * from missing" true
attempt "select load_extension('x')"
# expect: SQLITE_ERROR: sqlite.exec: not authorized, in "select load_extension('x')" true
print (sqlite.query "select * from t" () db)
# expect: [{ id: 1, name: "a" }]
print ((try sqlite.open "/nowhere/at/all.db") is Err (SqliteError { code: "SQLITE_CANTOPEN" }))
# expect: true
