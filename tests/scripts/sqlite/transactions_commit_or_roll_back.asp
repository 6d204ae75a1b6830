# A transaction keeps its changes if its function returns; an error undoes them and is raised again.
db = sqlite.open ":memory:"
sqlite.exec "create table t (n)" () db
numbers = () -> sqlite.query "select n from t order by n" () db |> map (r -> r.n)
put = n db -> sqlite.exec "insert into t values (?)" [n] db

print (sqlite.transaction (db -> { put 1 db; put 2 db; "done" }) db)
# expect: done
print (try sqlite.transaction (db -> { put 3 db; error "no more" }) db)
# expect: Err "no more"
print (numbers ())
# expect: [1, 2]

# Inner transactions are savepoints: they undo their own changes.
sqlite.transaction (outer -> {
    put 3 outer
    inner = try sqlite.transaction (db -> { put 4 db; error "inner" }) outer
    print inner
    sqlite.transaction (put 5) outer
    print (numbers ())
}) db
# expect: Err "inner"
# expect: [1, 2, 3, 5]
print (numbers ())
# expect: [1, 2, 3, 5]
print ((try sqlite.commit db) is Err (ValueError _))
# expect: true

# A transaction that cannot be committed is undone.
sqlite.script """
    pragma foreign_keys = on;
    create table parent (id integer primary key);
    create table child (p references parent deferrable initially deferred)
    """ db
print ((try sqlite.transaction (sqlite.exec "insert into child values (5)" ()) db) is Err (SqliteError { code: "SQLITE_CONSTRAINT_FOREIGNKEY" }))
# expect: true
print (sqlite.query "select * from child" () db)
# expect: []
put 6 db
print (last (numbers ()))
# expect: 6
