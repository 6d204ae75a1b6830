# Rows are read on demand: some of an endless sequence can be taken.
db = sqlite.open ":memory:"
endless = "with recursive n(i) as (select 1 union all select i + 1 from n) select i, i * i as square from n"
print (take 3 (sqlite.rows endless () db))
# expect: [{ i: 1, square: 1 }, { i: 2, square: 4 }, { i: 3, square: 9 }]
total = 0
rows = sqlite.rows endless () db
for row in rows {
    if row.i > 1000 { break }
    total += row.i
}
print total
# expect: 500500

# The connection can do other things meanwhile; closed rows have ended.
print (sqlite.query "select 1 as n" () db)
# expect: [{ n: 1 }]
sqlite.close rows
sqlite.close rows
print (len (map identity rows))
# expect: 0
print (map (r -> r.n) (sqlite.rows "select 7 as n where false" () db))
# expect: []
print ((try sqlite.rows "select nothing" () db) is Err (SqliteError _))
# expect: true

# An error in the middle comes in place of the row.
some_rows = sqlite.rows "with recursive n(i) as (select 1 union all select i + 1 from n) select abs(case when i < 300 then i else -9223372036854775807 - 1 end) as a from n" () db
seen = cell 0
result = try (for row in some_rows { cell.set row.a seen })
print (result is Err (SqliteError { code: "SQLITE_ERROR" }), cell.get seen)
# expect: (true, 299)
