# A file keeps what was written; read_only and create say what is allowed.
dir = fs.temp_dir ()
file = path.join dir "a.db"
db = sqlite.open file
sqlite.script "create table t (n); insert into t values (1); insert into t values (2)" db
print (sqlite.last_id db)
# expect: 2
sqlite.close db
reader = sqlite.open_with { read_only: true } file
print (sqlite.transaction (sqlite.query "select n from t" ()) reader)
# expect: [{ n: 1 }, { n: 2 }]
print ((try sqlite.exec "delete from t" () reader) is Err (SqliteError { code: "SQLITE_READONLY" }))
# expect: true
missing = path.join dir "b.db"
print ((try sqlite.open_with { create: false } missing) is Err (SqliteError { code: "SQLITE_CANTOPEN" }), fs.exists? missing)
# expect: (true, false)
fs.write missing (string.repeat 1000 "no database")
print ((try sqlite.query "select * from t" () (sqlite.open missing)) is Err (SqliteError { code: "SQLITE_NOTADB" }))
# expect: true
print ((try sqlite.open_with { cache: 1 } file) is Err (ValueError _))
# expect: true
print ((try sqlite.open "a\0b") is Err (ValueError _))
# expect: true
