# Data that is packed and unpacked is the same as before, in each format.
pairs = [(compress.gzip, compress.gunzip), (compress.deflate, compress.inflate), (compress.zstd, compress.unzstd)]
data = {
    state = 12345
    out = []
    for _ in 0..100000 {
        state = (state * 1103515245 + 12345) % 2147483648
        out |>= push (state // 65536 % 256)
    }
    bytes out
}
samples = [b"", b"\0", b"a", data, bytes.repeat 300000 b"ab", data + bytes.repeat 200000 b"\0" + data]
for pack, unpack in pairs {
    print (samples |> map (data -> unpack (pack data) == data))
}
# expect: [true, true, true, true, true, true]
# expect: [true, true, true, true, true, true]
# expect: [true, true, true, true, true, true]
for pack, _ in pairs {
    print (len (pack samples[4]) < 1000, len (pack data) > 99000)
}
# expect: (true, true)
# expect: (true, true)
# expect: (true, true)
