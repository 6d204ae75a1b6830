# The registers of calls that are over still have the fiber in them; no later call has written there. A Deadlock would be
# false: the fiber can never be resumed again, so it gives up what it has.
c = cell 5
f = () -> { g = fiber { v = cell.hold c; yield v; cell.put (v + 1) c }; g () }
print (f ())                                    # expect: Some 5
cell.change (n -> n + 1) c
print (f ())                                    # expect: Some 6
print (cell.update (n -> n + 1) c)              # expect: 7

db = sqlite.open ":memory:"
sqlite.exec "create table t (n integer)" () db
sqlite.exec_each "insert into t values (?)" (map (i -> [i]) (0..10)) db
numbered = () -> fiber {
    sqlite.begin db
    for r in sqlite.query "select n from t" () db { yield r.n }
    sqlite.commit db
}
first_over = k -> {
    for n in numbered () { if n > k { return n } }
    -1
}
print (first_over 3)                            # expect: 4
print (sqlite.query_one "select sum(n) as s from t" () db)      # expect: Some { s: 45 }
print (first_over 4)                            # expect: 5
t = spawn (sqlite.query_one "select sum(n) as s from t" () db)
print (await t)                                 # expect: Some { s: 45 }

s = semaphore 1
items = n -> fiber { semaphore.hold s; for i in 0..n { yield i }; semaphore.let_go s }
first_item = n -> (items n) ()
print (map first_item [5, 6, 7])                # expect: [Some 0, Some 0, Some 0]
print (gather first_item [5, 6, 7])             # expect: [Some 0, Some 0, Some 0]

# A fiber that waits in a native without effects, in a loop, and when it is called.
s = semaphore 1
for i in items 5 { break }
print (take 1 (items 5))                        # expect: [0]
for i in items 5 { print i; break }             # expect: 0
print (items 5 ())                              # expect: Some 0
print (find (x -> x > 2) (items 5))             # expect: Some 3
print (gather (k -> take k (items 5)) [1, 2])   # expect: [[0], [0, 1]]
semaphore.acquire s

# Right after a loop over one.
later = semaphore 1
held = () -> fiber { semaphore.hold later; yield 1; yield 2; semaphore.let_go later }
for i in held () { break }
print (take 1 (held ()))                        # expect: [1]

# In a call that goes on, where the fiber is not used any more.
taken = () -> take 1 (held ())
held_twice = n -> {
    g = held ()
    k = n + 1
    g ()
    xs = taken ()
    len xs + k
}
print (held_twice 1)                            # expect: 3
