# The functions of module sqlite that take functions.

## The value of `f db`, called in a transaction. The changes that f makes are kept if it returns, and undone if it fails. If a limit of the host ends f, the next use of the connection undoes them. A cancel or a time-out that comes when f has returned does not undo them. Inside another transaction, only the changes of f are undone. Other tasks wait for the connection meanwhile.
# { db = sqlite.open ":memory:"; sqlite.transaction (db -> sqlite.exec "create table t (n)" () db) db } => 0
transaction = f db -> {
    sqlite.begin db
    match try f db {
        Ok v -> {
            sqlite.commit db
            v
        }
        Err e -> {
            sqlite.rollback db
            error e
        }
    }
}
