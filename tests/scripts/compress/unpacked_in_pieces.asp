# compress.unpack gives what the data holds, however it is cut, in pieces of at most 65,536 bytes.
text = string.repeat 20000 "some text, and more "
formats = [("gzip", compress.gzip text), ("zlib", compress.deflate text), ("zstd", compress.zstd text)]
for format, packed in formats {
    for n in [1, 7, 1000, len packed] {
        parts = list (compress.unpack format (map bytes (chunks n packed)))
        assert (concat parts == bytes text and all (part -> len part <= 65_536) parts)
    }
    # The bytes before a mistake come first.
    half = packed[..len packed - 5]
    seen = cell 0
    result = try (for part in compress.unpack format [half] { cell.update (n -> n + len part) seen })
    print (format, cell.get seen > 0, result)
    print (try list (compress.unpack format []), (try list (compress.unpack format ["no such data at all"])) is Err (ValueError _))
}
# expect: ("gzip", true, Err (ValueError { message: "compress.unpack: the data ends too early" }))
# expect: (Err (ValueError { message: "compress.unpack: the data ends too early" }), true)
# expect: ("zlib", true, Err (ValueError { message: "compress.unpack: the data ends too early" }))
# expect: (Err (ValueError { message: "compress.unpack: the data ends too early" }), true)
# expect: ("zstd", true, Err (ValueError { message: "compress.unpack: the data ends too early" }))
# expect: (Err (ValueError { message: "compress.unpack: the data ends too early" }), true)

# Several members, and zeros after the last one; but nothing else.
two = compress.gzip "ab" + compress.gzip "cd"
whole = pieces -> concat (list (compress.unpack "gzip" pieces))
print (whole (map (x -> bytes [x]) two), whole [two + b"\0\0", b"\0"], whole [compress.gzip "ab", compress.gzip "cd"])
# expect: (b"abcd", b"abcd", b"abcd")
print ((try whole [two, b"junk"]) is Err (ValueError _), (try list (compress.unpack "zlib" [compress.deflate "a", b"x"])) is Err (ValueError _))
# expect: (true, true)
print (concat (list (compress.unpack "zstd" [compress.zstd "ab" + compress.zstd "cd", compress.zstd "ef"])))
# expect: b"abcdef"
print (try (compress.unpacker "rar"))
# expect: Err (ValueError { message: "compress.unpacker: format must be \"gzip\", \"zlib\" or \"zstd\"" })

# From a file, and from a channel.
file = fs.temp ()
fs.write_bytes file (compress.gzip text)
print (hash.of "md5" (compress.unpack "gzip" (fs.open "read" file)) == hash.md5 text)
# expect: true
fs.remove file
ch = channel 1
sender = spawn { for piece in chunks 100 (compress.zstd text) { send ch (bytes piece) }; close ch }
print (concat (list (compress.unpack "zstd" ch)) == bytes text)
# expect: true
