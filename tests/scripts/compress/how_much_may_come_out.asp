# With a bound, data that holds more is refused as soon as that shows.
text = string.repeat 100000 "0"
for pack, unpack in [(compress.gzip, compress.gunzip_max), (compress.deflate, compress.inflate_max), (compress.zstd, compress.unzstd_max)] {
    packed = pack text
    print (len (unpack 100000 packed), (try unpack 99999 packed) is Err (ValueError _), (try unpack 0 packed) is Err (ValueError _))
}
# expect: (100000, true, true)
# expect: (100000, true, true)
# expect: (100000, true, true)
match try compress.gunzip_max 10 (compress.gzip text) { Err (ValueError e) -> print e.message, other -> print other }
# expect: compress.gunzip_max: data holds more than 10 bytes
print (compress.gunzip_max 0 (compress.gzip ""))
# expect: b""
