# Each would take seconds.
late = f -> (try (task.timeout 0.05 f)) is Err (Timeout _)
print (late (() -> bytes.from_int 1_500_000_000 1))
# expect: true
print (bytes.from_int 4 (-2), bytes.from_int 3 258, bytes.from_int 0 0, bytes.from_int 9 (2 ** 64), bytes.from_int 9 (-(2 ** 64)))
# expect: (b"\xff\xff\xff\xfe", b"\0\x01\x02", b"", b"\x01\0\0\0\0\0\0\0\0", b"\xff\0\0\0\0\0\0\0\0")
long = bytes.from_int 200_000 (2 ** 1_500_000 + 7)
print (bytes.to_int long == 2 ** 1_500_000 + 7, bytes.to_int (reverse (reverse long)) == bytes.to_int long)
# expect: (true, true)
print ((reverse long)[0], (reverse long)[187500], len (reverse long), reverse b"abc", reverse b"")
# expect: (7, 1, 200000, b"cba", b"")
print (bytes.xor long long == bytes.from_int 200_000 0)
# expect: true
