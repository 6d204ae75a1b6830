# Tasks share a connection: calls come in turns, and none gets into another task's transaction.
db = sqlite.open ":memory:"
sqlite.exec "create table t (n)" () db
sqlite.exec "insert into t values (0)" () db
add_one = db -> {
    { n } = get_or 0 { n: -1, } (sqlite.query "select n from t" () db)
    task.yield ()
    sqlite.exec "update t set n = ?" [n + 1] db
}
gather (_ -> sqlite.transaction add_one db) (0..50)
print (sqlite.query "select n from t" () db)
# expect: [{ n: 50 }]

# A call that comes while a transaction is open waits for its end, and is not undone with it.
begun = channel 0
go_on = channel 0
failing = spawn try sqlite.transaction (db -> {
    sqlite.exec "update t set n = -1" () db
    send begun ()
    recv go_on
    error "undone"
}) db
recv begun
other = spawn sqlite.exec "insert into t values (1000)" () db
task.yield ()
send go_on ()
print (await failing, await other)
# expect: (Err "undone", 1)
print (sqlite.query "select n from t" () db)
# expect: [{ n: 50 }, { n: 1000 }]
