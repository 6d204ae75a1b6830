print (map type_of [1, 1.5, true, "a", b"a", [], (1,), [:], {:}])
# expect: [Int, Float, Bool, String, Bytes, List, Tuple, Dict, Record]
print (map type_of [None, Some 1, len, 1..2, ()])
# expect: [Label, Label, Function, Range, Unit]
print (type_of (type_of 1))
# expect: Label
