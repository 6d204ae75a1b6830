slot = cell ()
f = fiber { yield (try ((cell.get slot) ())) }
cell.set f slot
print (match f () { Some (Err (ValueError { message })) -> message, other -> other })
# expect: the fiber is running already
