# A changed byte is noticed at every position, or does not matter: other data never comes out.
text = range 0 100 1 |> map show |> join ","
other = unpack packed -> (0..len packed) |> count (i -> {
    changed = bytes.set i (255 - packed[i]) packed
    match try unpack changed {
        Ok data -> data != bytes text
        Err (ValueError _) -> false
        _ -> true
    }
})
for pack, unpack in [(compress.gzip, compress.gunzip), (compress.deflate, compress.inflate), (compress.zstd, compress.unzstd)] {
    print (other unpack (pack text))
}
# expect: 0
# expect: 0
# expect: 0
for unpack in [compress.gunzip, compress.inflate, compress.unzstd] {
    match try unpack "this is no such thing" { Err (ValueError e) -> print e.message, other -> print other }
}
# expect: compress.gunzip: data is corrupt: incorrect header check
# expect: compress.inflate: data is corrupt: incorrect header check
# expect: compress.unzstd: data is corrupt: Unknown frame descriptor
