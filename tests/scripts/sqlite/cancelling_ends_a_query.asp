# A query that would take for ever ends with its task, and the connection goes on.
db = sqlite.open ":memory:"
sqlite.exec "create table t (n)" () db
forever = "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n"
print ((try task.timeout 0.05 (() -> sqlite.query forever () db)) is Err (Timeout _))
# expect: true
print (sqlite.query "select 1 as n" () db)
# expect: [{ n: 1 }]

# Its changes are undone with it, and other rows that are being read go on.
rows = sqlite.rows "with recursive n(i) as (select 1 union all select i + 1 from n) select i from n" () db
filling = "insert into t with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000000000000) select i from n where i < 10 or i < 0"
t = spawn sqlite.exec filling () db
task.cancel t
print ((try await t) is Err (Cancelled _))
# expect: true
print (sqlite.query "select count(*) as n from t" () db, take 2 rows)
# expect: ([{ n: 0 }], [{ i: 1 }, { i: 2 }])

# In a transaction, the whole transaction is undone.
result = try task.timeout 0.05 (() -> sqlite.transaction (db -> {
    sqlite.exec "insert into t values (1)" () db
    sqlite.exec filling () db
}) db)
print (result is Err (Timeout _), sqlite.query "select count(*) as n from t" () db)
# expect: (true, [{ n: 0 }])
print (sqlite.transaction (sqlite.exec "insert into t values (2)" ()) db)
# expect: 1
