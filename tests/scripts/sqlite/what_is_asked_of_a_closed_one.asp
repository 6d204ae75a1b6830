# Closing twice does no harm; later calls raise Closed, and rows end with their connection.
db = sqlite.open ":memory:"
rows = sqlite.rows "with recursive n(i) as (select 1 union all select i + 1 from n) select i from n" () db
sqlite.close db
sqlite.close db
ask = f -> match try f () { Err (Closed e) -> print e.message, other -> print other }
ask (() -> sqlite.exec "select 1" () db)
# expect: sqlite.exec: the database is closed
ask (() -> sqlite.query "select 1" () db)
# expect: sqlite.query: the database is closed
ask (() -> sqlite.last_id db)
# expect: sqlite.last_id: the database is closed
ask (() -> sqlite.transaction identity db)
# expect: sqlite.begin: the database is closed
ask (() -> len (map identity rows))
# expect: sqlite.rows: the database is closed

# In the middle of a transaction: it is undone, and the connection is free for others.
path = path.join (fs.temp_dir ()) "t.db"
db = sqlite.open path
sqlite.exec "create table t (n)" () db
ask (() -> sqlite.transaction (db -> { sqlite.exec "insert into t values (1)" () db; sqlite.close db }) db)
# expect: sqlite.commit: the database is closed
print ((try sqlite.exec "select 1" () db) is Err (Closed _))
# expect: true
print (sqlite.query "select * from t" () (sqlite.open path))
# expect: []
