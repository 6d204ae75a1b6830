# A statement that has been short waits for another connection's lock, as any other.
file = path.join (fs.temp_dir ()) "locked.db"
a = sqlite.open file
b = sqlite.open file
sqlite.script "pragma journal_mode = memory; pragma synchronous = off; create table t (n)" a
sqlite.script "pragma journal_mode = memory; pragma synchronous = off" b
for i in 0..100 { sqlite.exec "insert into t values (?)" [i] b }
for i in 0..100 { sqlite.query_one "select count(*) as n from t where n = ?" [i] b }
locked = channel 0
holder = spawn sqlite.transaction (a -> {
    sqlite.exec "insert into t values (?)" [100] a
    send locked ()
    sleep 0.05
}) a
recv locked
print (sqlite.exec "insert into t values (?)" [101] b)  # expect: 1
await holder
print (sqlite.query_one "select count(*) as n from t" () b)  # expect: Some { n: 102 }

# Rows that this connection still reads do not keep it from changing the table.
rows = sqlite.rows "select n from t" () b
assert (take 1 rows == [{ n: 0 }])
print (sqlite.exec "insert into t values (?)" [102] b)  # expect: 1
sqlite.close rows
short = sqlite.open_with { timeout: 0.01 } file
for i in 0..100 { sqlite.query_one "select count(*) as n from t where n = ?" [i] short }
for i in 0..20 { sqlite.exec "insert into t values (?)" [200 + i] short }
sqlite.begin a
refused = try sqlite.exec "insert into t values (?)" [300] short
print (refused is Err (SqliteError { code: "SQLITE_BUSY" }))  # expect: true
sqlite.rollback a
