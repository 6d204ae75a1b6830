# A stream of JSON gives the same values, however it is cut.
pieces = size b -> map (i -> b[i..i + size]) (range 0 (len b) size)

# Whole, byte by byte, and cut at each place.
ways = read text -> {
    b = bytes text
    whole = list (read text)
    for size in [1, 2, 3] { assert (list (read (pieces size b)) == whole) }
    for i in 0..=len b { assert (list (read [b[..i], b"", b[i..]]) == whole) }
    whole
}

print (ways json.values "\{\"a\": 1}\n[2, \"x\"]\r\n\r\n  null\ttrue\n-1.5e3")
# expect: [["a": 1], [2, "x"], None, true, -1500.0]
print (ways json.values "[]\{}\"a\"[[1]]1\"b\"")
# expect: [[], [:], "a", [[1]], 1, "b"]
print (ways json.values "\"é😀 \\\" \\\\ \\u00e9 [\{\" 12")
# expect: ["é😀 \" \\ é [\{", 12]
print (ways json.values b"\xef\xbb\xbf[1]\n2")
# expect: [[1], 2]
print (ways json.values "", ways json.values " \n\r\t")
# expect: ([], [])

print (ways json.elements " [1, \{\"a\": [2]}, \"],\", null , [[]], 3.5]\n")
# expect: [1, ["a": [2]], "],", None, [[]], 3.5]
print (ways json.elements "[]", ways json.elements "[ ] ", ways json.elements b"\xef\xbb\xbf[1]")
# expect: ([], [], [1])

print (first (json.values "1 2"), take 2 (json.elements "[1, 2, x"))
# expect: (1, [1, 2])
