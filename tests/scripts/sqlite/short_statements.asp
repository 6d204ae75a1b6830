# Statements that have been short for a while run without another thread: what they give, and what ends them,
# stays the same.
db = sqlite.open ":memory:"
sqlite.exec "create table t (id integer primary key, name text)" () db
for i in 0..300 { sqlite.exec "insert into t values (?, ?)" (i, "n{i}") db }
sum = 0
for i in 0..300 {
    if sqlite.query_one "select id, name from t where id = ?" [i] db is Some ({ id, name }) {
        assert (name == "n{id}")
        sum += id
    }
}
print sum  # expect: 44850
print (sqlite.query_one "select id from t where id = ?" [300] db)  # expect: None

# An error of one use does not matter to the next.
for i in 298..302 { print ((try sqlite.exec "insert into t values (?, ?)" (i, "again") db) is Ok 1) }
# expect: false
# expect: false
# expect: true
# expect: true

# One that suddenly takes long is cut short, in a transaction too.
count = "with recursive c (n) as (select 1 union all select n + 1 from c where n < ?) select max(n) as m from c"
count_to = n -> sqlite.query_one count [n] db
for i in 0..100 { assert (count_to 2 == Some { m: 2 }) }
print ((try (task.timeout 0.05 (() -> count_to 1000000000))) is Err (Timeout _))  # expect: true
print (count_to 3)  # expect: Some { m: 3 }
for i in 0..100 { count_to 2 }
ended = try (sqlite.transaction (db -> {
    sqlite.exec "insert into t values (?, ?)" (400, "lost") db
    task.timeout 0.05 (() -> count_to 1000000000)
}) db)
print (ended is Err (Timeout _))  # expect: true
print (sqlite.query_one "select id from t where id = ?" [400] db)  # expect: None

# A task that waits for another one's statement gets its turn.
adders = map (k -> spawn { for i in 0..50 { sqlite.exec "insert into t values (?, ?)" (1000 * k + i, "t") db } }) (1..5)
for t in adders { await t }
print (sqlite.query_one "select count(*) as n from t where name = 't'" () db)  # expect: Some { n: 200 }
