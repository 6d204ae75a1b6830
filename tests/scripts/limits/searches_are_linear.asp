text = string.repeat 1000000 "a"
part = string.repeat 500000 "a" + "b"
print (contains part text)
# expect: false
print [string.contains? part text, string.count part text, len (split part text)]
# expect: [false, 0, 1]
print [index_of part text, string.index_of part text, string.last_index_of part text]
# expect: [None, None, None]
print (string.replace part "x" text == text)
# expect: true
turned = "b" + string.repeat 500000 "a"
print [string.last_index_of turned text, string.split_last turned text]
# expect: [None, None]
print (index_of (bytes part) (bytes text))
# expect: None
print (string.last_index_of (string.repeat 100 "a") text)
# expect: Some 999900
print [index_of "" "abc", string.last_index_of "" "abc", string.contains? "" ""]
# expect: [Some 0, Some 3, true]
print (string.split_once (string.repeat 20 "é") ("x" + string.repeat 21 "é"))
# expect: Some ("x", "é")
