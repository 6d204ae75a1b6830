# The functions of module sqlite that take functions.

## The value of `f db`, called in a transaction: what it has done with the database stays if it comes to its end, and is undone if it fails. Inside of another transaction, only what f has done is undone. Other tasks wait for the connection meanwhile.
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
