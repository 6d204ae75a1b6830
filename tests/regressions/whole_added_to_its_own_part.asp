# `xs[0] += xs` made a list that contains itself: the part was opened before the whole was shared.
in_a_list = () -> { xs = [[1]]; xs[0] += xs; xs }
print (in_a_list ())                  # expect: [[1, [1]]]
in_a_record = () -> { r = { a: [[1]] }; r.a[0] += r.a; r }
print (in_a_record ())                # expect: { a: [[1, [1]]] }
in_a_dict = () -> { d = ["k": [[1]]]; d["k"][0] += d["k"]; d }
print (in_a_dict ())                  # expect: ["k": [[1, [1]]]]
in_a_tuple = () -> { t = ([[1]], 2); t.0[0] += t.0; t }
print (in_a_tuple ())                 # expect: ([[1, [1]]], 2)
xs = [[1]]
ys = xs
xs[0] += xs
xs[0] += xs[0]
print (xs, ys)                        # expect: ([[1, [1], 1, [1]]], [[1]])
