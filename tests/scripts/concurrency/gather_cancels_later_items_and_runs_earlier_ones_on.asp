log = cell []
f = x -> match x {
    "early" -> { for i in 0..300 { task.yield () }; cell.update (push "early ended") log }
    "bad" -> error "bad"
    "late" -> {
        r = try (recv (channel 0))
        if r is Err (Cancelled _) { cell.update (push "late cancelled") log }
        error "late"
    }
}
print (try (gather f ["early", "bad", "late"]))         # expect: Err "bad"
print (contains "early ended" (cell.get log))           # expect: true
