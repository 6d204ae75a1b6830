# A record or a dict gives parameters by name; it may hold more than the SQL uses.
db = sqlite.open ":memory:"
sqlite.script "create table people (name, age); -- and that is all" db
print (sqlite.exec "insert into people values (:name, $age)" { name: "ann", age: 41, town: "Bern" } db)
# expect: 1
print (sqlite.exec "insert into people values (:name, @age)" ["age": 7, "name": "bob"] db)
# expect: 1
print (sqlite.query "select name from people where age > :least and age < :least * 10" { least: 5, } db)
# expect: [{ name: "ann" }, { name: "bob" }]
