# A part of a cell's value, without a copy at the next change.
c = cell ["a": [1], "b": [2]]
print (cell.read (get "a") c)                 # expect: Some [1]
print (cell.read len c)                       # expect: 2

# The cell keeps its value whatever f does.
print (try (cell.read (_ -> error (Bad 1)) c))   # expect: Err (Bad 1)
all = cell.read (d -> d) c
cell.change (d -> { d["a"] = [9]; d }) c
print all                                     # expect: ["a": [1], "b": [2]]
print (cell.get c)                            # expect: ["a": [9], "b": [2]]
part = cell.read (d -> d["b"]) c
cell.change (d -> { d["b"][0] = 5; d }) c
print (part, cell.get c)                      # expect: ([2], ["a": [9], "b": [5]])

# Many tasks.
n = cell (dict (enumerate (repeat 1000 0)))
gather (k -> for _ in 0..50 {
    cell.change (d -> { d[k] += 1; d }) n
    assert (cell.read (get k) n is Some _)
}) (0..20)
print (cell.read (d -> sum (values d)) n)    # expect: 1000

# A use of the cell within f waits for itself.
print ((try (cell.read (_ -> cell.get c) c)) is Err (Deadlock _))    # expect: true
print (cell.read len c)                       # expect: 2
