# Every type of value as a parameter, and the value that comes back for it.
db = sqlite.open ":memory:"
big = 2 ** 63 - 1
for v in [0, -5, big, -big - 1, 1.5, -0.0, math.inf, "", "zürich\0x", b"", b"\xff\0\x01", true, false, None, (), Some 3, Some None] {
    back = sqlite.query "select ? as v, typeof(?) as t" [v, v] db
    print "{show v}: {show back[0].v} {back[0].t}"
}
# expect: 0: 0 integer
# expect: -5: -5 integer
# expect: 9223372036854775807: 9223372036854775807 integer
# expect: -9223372036854775808: -9223372036854775808 integer
# expect: 1.5: 1.5 real
# expect: -0.0: -0.0 real
# expect: inf: inf real
# expect: "": "" text
# expect: "zürich\0x": "zürich\0x" text
# expect: b"": b"" blob
# expect: b"\xff\0\x01": b"\xff\0\x01" blob
# expect: true: 1 integer
# expect: false: 0 integer
# expect: None: None null
# expect: (): None null
# expect: Some 3: 3 integer
# expect: Some None: None null
