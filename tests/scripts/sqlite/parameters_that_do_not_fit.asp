# A value that cannot be a parameter, or does not fit the SQL, is refused before anything runs.
db = sqlite.open ":memory:"
sqlite.exec "create table t (a, b)" () db
complaint = sql parameters -> match try (sqlite.exec sql parameters db) {
    Err (ValueError e) -> e.message
    Err (TypeError e) -> e.message
    other -> show other
}
two = "insert into t values (?, ?)"
print (complaint two [2 ** 63, 1])
# expect: sqlite.exec: the parameter 1 is an Int of more than 64 bits
print (complaint two (1, math.nan))
# expect: sqlite.exec: the parameter 2 is nan, which SQL has not
print (complaint two [1, [2]])
# expect: sqlite.exec: the parameter 2 must be a number, a String, Bytes, a Bool, None or (), not [2], a List
print (complaint two [1])
# expect: sqlite.exec: the SQL takes 2 parameters, and 1 was given
print (complaint two "ab")
# expect: sqlite.exec: params must be a List, a Tuple, a Record, a Dict or (), not "ab", a String
print (complaint two { a: 1, b: 2 })
# expect: sqlite.exec: the SQL does not name its parameter 1, so give a list
print (complaint "insert into t values (:a, @b)" [1, 2])
# expect: sqlite.exec: the SQL names its parameter a, so give a record or a dict
print (complaint "insert into t values (:a, @b)" { a: 1, })
# expect: sqlite.exec: there is no value for the parameter b
print (complaint "insert into t values (:a, @b)" [1: 2])
# expect: sqlite.exec: params must be a Dict with strings for keys, not 1, an Int
print (complaint "insert into t values (1, 2); delete from t" ())
# expect: sqlite.exec: the SQL has more than one statement, which is for sqlite.script
print (complaint " -- nothing" ())
# expect: sqlite.exec: the SQL has no statement in it
print (sqlite.query "select count(*) as n from t" () db)
# expect: [{ n: 0 }]
