# A function of two parameters that `filter`, `sum_by` or `sort_by` calls with one entry of a dict.
d = ["a": 1, "b": 2]
hint = f -> match try (f ()) { Err (TypeError { hint: text }) -> contains "write `(k, v) -> …`" text, other -> other }
print (hint (() -> filter (k v -> v > 1) d))       # expect: true
print (hint (() -> sum_by (k v -> v) d))           # expect: true
print (hint (() -> sort_by (k v -> v) d))          # expect: true
print (hint (() -> flat_map (k v -> [v]) d))       # expect: true
print (hint (() -> filter ((k, v) -> v > 1) d))    # expect: Ok [("b", 2)]
