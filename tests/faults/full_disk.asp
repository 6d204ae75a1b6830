# A disk that fills up: a write that does not fit raises ENOSPC and harms nothing else; a removal makes room.
# disk: 256k
too_much = string.repeat 300000 "x"
code = f -> match try (f ()) {
    Ok _ -> "done"
    Err (IoError { code: code }) -> code
    Err e -> error e
}
fs.write "kept" "old"
print (code (() -> fs.atomic_write "kept" too_much), fs.read "kept")
# expect: ("ENOSPC", "old")
print (code (() -> fs.write "large" too_much))
# expect: ENOSPC
print (code (() -> fs.append "kept" too_much))
# expect: ENOSPC
fs.remove "large"
fs.write "kept" "old"
file = fs.open "write" "pieces"
print (code (() -> { fs.put too_much file; fs.flush file }))
# expect: ENOSPC
print (code (() -> fs.close file))
# expect: done
fs.remove "pieces"
half = string.repeat 150000 "x"
fs.write "half" half
print (code (() -> fs.copy "half" "copy"))
# expect: ENOSPC
print (fs.read "half" == half)
# expect: true
fs.remove "half"
try (fs.remove "copy")
db = sqlite.open "data.db"
sqlite.exec "create table t (text)" [] db
print (match try (for _ in 0..100 { sqlite.exec "insert into t values (?)" [string.repeat 10000 "y"] db }) {
    Err (SqliteError e) -> e.code
    other -> other
})
# expect: SQLITE_FULL
print (len (sqlite.query "select * from t" [] db) > 10)
# expect: true
sqlite.close db
fs.remove "data.db"
fs.atomic_write "kept" "new"
print (fs.read "kept", fs.list ".")
# expect: ("new", ["kept"])
