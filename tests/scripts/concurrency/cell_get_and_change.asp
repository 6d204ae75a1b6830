# A change with an answer: no job is taken twice, and none is left.
jobs = cell (list (0..500))
next_job = xs -> if empty? xs { (None, xs) } else { job, rest = pop xs; (Some job, rest) }
work = _ -> { done = []; while cell.get_and_change next_job jobs is Some n { done |>= push n }; done }
print (sort (concat (gather work (0..8))) == list (0..500), cell.get jobs)  # expect: (true, [])

# An error loses the value, as that of `cell.change` does, and so does what is no pair.
c = cell 1
print (try cell.get_and_change (_ -> error "no") c)  # expect: Err "no"
print ((try cell.get c) is Err (Broken _))  # expect: true
cell.set 1 c
print (try cell.get_and_change (n -> n + 1) c)
# expect: Err (TypeError { message: "cell.get_and_change: f must give a tuple of two, not 2" })
print ((try cell.get c) is Err (Broken _))  # expect: true
cell.set 1 c
print (cell.get_and_change (n -> (n, n + 1)) c, cell.get c)  # expect: (1, 2)

# In place: 20,000 changes of a list of 20,000 elements copy nothing.
big = cell (list (0..20000))
set_one = i -> cell.get_and_change (xs -> { before = xs[i]; xs[i] = 0; (before, xs) }) big
print (sum (map set_one (0..20000)), sum (cell.get big))  # expect: (199990000, 0)
