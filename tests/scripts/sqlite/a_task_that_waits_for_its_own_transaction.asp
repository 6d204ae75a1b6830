# A transaction awaits another task, which waits for the connection: neither can go on, and that is reported.
db = sqlite.open ":memory:"
sqlite.transaction (db -> {
    t = spawn sqlite.query "select 1" () db
    await t    # expect error: Deadlock
}) db
