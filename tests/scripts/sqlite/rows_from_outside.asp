# Rows of parameters may come one by one: from a fiber, a channel, a file, or another database. They arrive once, and the
# connection stays usable.
db = sqlite.open ":memory:"
sqlite.exec "create table t (a, b)" () db
add = rows -> sqlite.exec_each "insert into t values (?, ?)" rows db
count_rows = () -> (sqlite.query "select count(*) as n from t" () db)[0].n

print (add (fiber { for i in 0..3 { yield (i, "fiber") } }))
print (add (fiber { () }))
ch = channel 5
send ch (1, "channel")
send ch (2, "channel")
close ch
print (add ch)
print (add (csv.rows "5,csv\n6,csv\n"))
print (count_rows ())
# expect: 3
# expect: 0
# expect: 2
# expect: 2
# expect: 7

other = sqlite.open ":memory:"
sqlite.exec "create table copy (a, b)" () other
print (sqlite.exec_each "insert into copy values (:a, :b)" (sqlite.rows "select * from t" () db) other)
print (len (sqlite.query "select * from copy" () other))
# expect: 7
# expect: 7

# The rows wait for something else themselves.
slow = fiber {
    for i in 0..3 {
        sleep 0.001
        yield (i, "slow")
    }
}
print (add slow)
# expect: 3

# Several tasks want the connection at once.
print (gather (n -> add (fiber { for i in 0..10 { yield (i, "task {n}") } })) [1, 2, 3])
print (count_rows ())
# expect: [10, 10, 10]
# expect: 40

# Rows that fail leave nothing behind.
print ((try (add (fiber { yield (1, 2); error "no more rows" }))) is Err "no more rows")
print ((try (add (fiber { yield (1, 2); yield [1, 2, 3] }))) is Err (ValueError _))
print ((try (task.timeout 0.02 (() -> add (channel 0)))) is Err (Timeout _))
print (count_rows ())
sqlite.close db
# expect: true
# expect: true
# expect: true
# expect: 40
