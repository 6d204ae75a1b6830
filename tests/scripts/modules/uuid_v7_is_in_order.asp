# Identifiers that are made one after the other sort in that order, however fast they are made.
ids = map (_ -> uuid.v7 ()) (0..5000)
print (list.sorted? ids, len (unique ids), all uuid.valid? ids, all (id -> id[14] == "7") ids)
# expect: (true, 5000, true, true)
