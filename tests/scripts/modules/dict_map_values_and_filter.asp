d = ["a": 1, "b": 2]
print (dict.map_values (v -> v * 10) d)
# expect: ["a": 10, "b": 20]
print (dict.filter ((k, v) -> v > 1) d)
# expect: ["b": 2]
