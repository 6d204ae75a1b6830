# bytes: parse a binary header, checksum, hexdump, bit flags
packet = b"\x89PNG" + bytes.from_int 4 258 + bytes.from_int 2 65535 + b"tail"
print (packet[0], packet[1..4], len packet)
print (bytes.to_int packet[4..8], bytes.to_int packet[8..10])
for i, row in enumerate (chunks 8 packet) {
    b = bytes row
    text = row |> map (c -> if c >= 32 and c < 127 { string.from_code c } else { "." }) |> join ""
    print "{i * 8:08x}  {row |> map (c -> "{c:02x}") |> join " ":<24} |{text}|"
}
flags = 0b1011
print (map (n -> bits.test n flags) (0..4))
check = fold 0 (acc b -> (acc * 31 + b) % 65521) packet
print check
print (bytes.from_float 8 1.5 |> hex.encode, bytes.to_float b"\x3f\xc0\x00\x00")
print (try string.from_bytes b"\xff\xfe", string.from_bytes_lossy b"a\xffb")
print (bytes "abc", bytes [1, 2], b"abc" == bytes "abc", b"a" < b"b", hex.decode "00ff")
print (bytes.split b"," b"a,b,,c", bytes.replace b"a" b"XX" b"banana", bytes.index_of b"n" b"banana")
print (bytes.xor b"\x0f\xf0" b"\xff\xff")
# expect: (137, b"PNG", 14)
# expect: (258, 65535)
# expect: 00000000  89 50 4e 47 00 00 01 02  |.PNG....|
# expect: 00000008  ff ff 74 61 69 6c        |..tail|
# expect: [true, true, false, true]
# expect: 46217
# expect: ("3ff8000000000000", 1.5)
# expect: (Err (ValueError { message: "string.from_bytes: not UTF-8 at byte 0" }), "a�b")
# expect: (b"abc", b"\x01\x02", true, true, b"\0\xff")
# expect: ([b"a", b"b", b"", b"c"], b"bXXnXXnXX", Some 2)
# expect: b"\xf0\x0f"
