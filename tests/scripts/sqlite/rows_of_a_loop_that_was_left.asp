# Rows that a loop has left in the middle, in any way, do not block this program.
file = path.join (fs.temp_dir ()) "left.db"
db = sqlite.open file
other = sqlite.open_with { timeout: 0 } file
sqlite.exec "create table t (n)" () db
sqlite.exec_each "insert into t values (?)" (map (n -> [n]) (list.from (0..1000))) db
rows_of = () -> sqlite.rows "select n from t order by rowid" () db

leave = {
    by_break: () -> { for row in rows_of () { break } },
    by_an_error: () -> try { for row in rows_of () { error "left" } },
    by_take: () -> take 1 (rows_of ()),
}
leave.by_break ()
print (sqlite.exec "insert into t values (1000)" () other)
# expect: 1
leave.by_an_error ()
print (sqlite.exec "insert into t values (1001)" () other)
# expect: 1
leave.by_take ()
print (sqlite.exec "insert into t values (1002)" () other)
# expect: 1
returns = () -> { for row in rows_of () { return row.n } }
print (returns (), sqlite.exec "insert into t values (1003)" () other)
# expect: (0, 1)
# It waits in its loop for a message that never comes: a loop that only yields may end before it is cancelled.
begun = channel 0
never = channel 0
cancelled = spawn { for row in rows_of () { send begun (); recv never } }
recv begun
task.cancel cancelled
print ((try await cancelled) is Err (Cancelled _), sqlite.exec "insert into t values (1004)" () other)
# expect: (true, 1)

# Rows that are taken later are the state from before.
rows = rows_of ()
first = take 10 rows
print (sqlite.exec "delete from t where n >= 500" () other)
# expect: 505
sqlite.exec "drop table t" () db
print (len first + len (map identity rows), len (map identity rows))
# expect: (1005, 0)
sqlite.close db
sqlite.close other
fs.remove_all (path.parent file)
