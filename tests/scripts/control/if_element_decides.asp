xs = [true, false]
say = i -> if xs[i] { "yes" } else { "no" }
print "{say 0} {say 1} {say (-1)}"
# expect: yes no no
print (if not xs[1] and xs[0] { 1 } else { 2 })
# expect: 1
d = ["a": true]
print (if d["a"] or d["b"] { 3 } else { 4 })
# expect: 3
i = 0
while xs[i] { i += 1 }
print i
# expect: 1
message = result -> match result { Err (TypeError { message }) -> message, Err (IndexError { message }) -> message }
print (message (try { if xs[2] { 1 } }))
# expect: index 2 is out of range for a list of length 2
print (message (try { ys = [1]; i = 0; if ys[i] { 1 } }))
# expect: expected a Bool, not 1
if xs[i + 5] { print 5 } # expect error: IndexError
