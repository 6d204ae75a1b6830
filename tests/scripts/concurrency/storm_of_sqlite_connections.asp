# Tasks share one connection and have others of their own; some go through rows while others write, and some are cancelled.
file = path.join (fs.temp_dir ()) "storm.db"
shared = sqlite.open file
sqlite.script "pragma journal_mode = wal; create table t (task integer, n integer)" shared
add = i -> {
    own = sqlite.open_with { timeout: 60 } file
    sqlite.transaction (db -> for n in 0..5 { sqlite.exec "insert into t values (?, ?)" [i, n] db }) own
    sqlite.transaction (db -> for n in 5..10 { sqlite.exec "insert into t values (?, ?)" [i, n] db }) shared
    seen = count (row -> row.task == i) (sqlite.rows "select task, n from t" () own)
    sqlite.close own
    seen
}
stopped = spawn sqlite.query "with recursive n(i) as (select 1 union all select i + 1 from n) select max(i) from n" () (sqlite.open file)
print (gather add (0..16) |> all (seen -> seen == 10))
# expect: true
task.cancel stopped
print ((try (await stopped)) is Err (Cancelled _))
# expect: true
print (sqlite.query "select count(*) as rows, count(distinct task) as tasks, sum(n) as sum from t" () shared)
# expect: [{ rows: 160, tasks: 16, sum: 720 }]
