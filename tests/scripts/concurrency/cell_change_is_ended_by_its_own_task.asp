c = cell 1
says = f -> match try (f ()) { Err (ValueError { message }) -> message, other -> show other }
print (says (() -> cell.put 2 c))       # expect: cell.put: no `cell.take` has taken the value of this cell
print (says (() -> cell.end 2 c))       # expect: cell.end: this task has begun no change of the cell
print (says (() -> cell.lose c))        # expect: cell.end: this task has begun no change of the cell
begun = channel 0
go_on = channel 0
t = spawn cell.change (n -> { send begun (); recv go_on; n + 1 }) c
recv begun
print (says (() -> cell.put 5 c))       # expect: cell.put: no `cell.take` has taken the value of this cell
print (says (() -> cell.end 5 c))       # expect: cell.end: this task has begun no change of the cell
send go_on ()
await t
print (cell.get c)                      # expect: 2

# Another task may put what one has taken.
n = cell.take c
await (spawn cell.put (n + 1) c)
print (cell.get c)                      # expect: 3
