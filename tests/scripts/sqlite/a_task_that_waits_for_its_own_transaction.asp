# A transaction that awaits another task, which waits for the connection: nobody can go on, and that is said.
db = sqlite.open ":memory:"
sqlite.transaction (db -> {
    t = spawn sqlite.query "select 1" () db
    await t    # expect error: Deadlock
}) db
