# Data that was cut off at any place gives nothing.
text = range 0 200 1 |> map show |> join ","
cut = unpack packed -> (0..len packed) |> count (n -> {
    match try unpack packed[..n] {
        Err (ValueError e) -> string.ends_with? "data ends too early" e.message
        _ -> false
    }
})
for pack, unpack in [(compress.gzip, compress.gunzip), (compress.deflate, compress.inflate), (compress.zstd, compress.unzstd)] {
    packed = pack text
    print (cut unpack packed == len packed)
}
# expect: true
# expect: true
# expect: true
