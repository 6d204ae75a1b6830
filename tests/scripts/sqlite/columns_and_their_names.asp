# Fields have the names of the columns. Two columns of one name are refused, and so is text that is not UTF-8.
db = sqlite.open ":memory:"
row = sqlite.query_one "select 1 as one, 'x' as text, 2 + 2" () db
print row
# expect: Some { one: 1, text: "x", 2 + 2: 4 }
match try sqlite.query "select 1 as a, 2 as a" () db {
    Err (ValueError { message, hint }) -> print "{message}; {hint}"
    other -> print other
}
# expect: two columns are called a; give one of them another name: select … as other_name
match try sqlite.query "select cast(x'ff41' as text) as t" () db {
    Err (ValueError { message, hint }) -> print "{message}; {hint}"
    other -> print other
}
# expect: the column t has text that is not UTF-8; read it as Bytes: cast(t as blob)
sqlite.exec "create table t (a)" () db
sqlite.exec "insert into t values (1)" () db
same = () -> sqlite.query "select * from t" () db
print (same ())
# expect: [{ a: 1 }]
sqlite.exec "alter table t add column b default 'new'" () db
print (same ())
# expect: [{ a: 1, b: "new" }]
print (sqlite.query "insert into t values (5, 6) returning a, b" () db)
# expect: [{ a: 5, b: 6 }]
print (sqlite.query_one "select a from t where a > 100" () db)
# expect: None
