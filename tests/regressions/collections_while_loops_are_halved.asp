# A split allocated while a strand was prepared for it. A worker that met this strand's entry in a queue tried again
# and again, and never stopped for the collection that the allocation had begun.
doubled = c -> "{c}{c}"
for i in 0..10 { map doubled (0..2000) }
print (len (map doubled (0..2000)))
# expect: 2000
