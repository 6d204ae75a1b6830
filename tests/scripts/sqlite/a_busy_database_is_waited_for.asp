# A call waits for a lock of another connection, while other tasks run, for a limited number of seconds.
file = path.join (fs.temp_dir ()) "busy.db"
a = sqlite.open file
b = sqlite.open file
impatient = sqlite.open_with { timeout: 0 } file
sqlite.exec "create table t (n)" () a
sqlite.begin a
sqlite.exec "insert into t values (1)" () a
print ((try sqlite.exec "insert into t values (2)" () impatient) is Err (SqliteError { code: "SQLITE_BUSY" }))
# expect: true
waiting = spawn sqlite.exec "insert into t values (3)" () b
cancelled = spawn sqlite.exec "insert into t values (4)" () (sqlite.open_with { timeout: 1e6 } file)
task.yield ()
task.cancel cancelled
print ((try await cancelled) is Err (Cancelled _))
# expect: true
sqlite.exec "insert into t values (5)" () a
sqlite.commit a
print (await waiting)
# expect: 1
print (sqlite.query "select n from t order by n" () impatient)
# expect: [{ n: 1 }, { n: 3 }, { n: 5 }]
