# exec_each inserts all rows, or none.
db = sqlite.open ":memory:"
sqlite.exec "create table t (n integer primary key, square)" () db
print (sqlite.exec_each "insert into t values (?, ?)" (map (n -> (n, n * n)) (0..1000)) db)
# expect: 1000
print (sqlite.query "select count(*) as n, sum(square) as s from t" () db)
# expect: [{ n: 1000, s: 332833500 }]
print ((try sqlite.exec_each "insert into t values (?, 0)" [[1000], [1001], [5]] db) is Err (SqliteError { code: "SQLITE_CONSTRAINT_PRIMARYKEY" }))
# expect: true
print (sqlite.query_one "select max(n) as n from t" () db)
# expect: Some { n: 999 }
print ((try sqlite.exec_each "insert into t values (?, 0)" [[1000], [1, 2]] db) is Err (ValueError _))
# expect: true
print (sqlite.exec "update t set square = 0 where n < 10" () db, sqlite.exec "delete from t where n >= 10" () db)
# expect: (10, 990)
print (sqlite.exec "create table u as select * from t" () db)
# expect: 0
for sql in ["delete from t; delete from u", ""] {
    match try sqlite.exec_each sql [()] db { Err (ValueError e) -> print e.message, other -> print other }
}
# expect: sqlite.exec_each: the SQL has more than one statement, which is for sqlite.script
# expect: sqlite.exec_each: the SQL has no statement in it
