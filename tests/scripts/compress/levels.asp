# A higher level packs at least as small; levels that do not exist are refused.
text = range 0 20000 1 |> map (n -> show (n * n)) |> join " "
for pack, unpack, worst, best in [(compress.gzip_with, compress.gunzip, 0, 9), (compress.deflate_with, compress.inflate, 0, 9), (compress.zstd_with, compress.unzstd, 1, 19)] {
    loose, tight = pack worst text, pack best text
    print (len loose > len tight, unpack loose == bytes text, unpack tight == bytes text)
    print ((try pack (worst - 1) text) is Err (ValueError _), (try pack (best + 1) text) is Err (ValueError _))
}
# expect: (true, true, true)
# expect: (true, true)
# expect: (true, true, true)
# expect: (true, true)
# expect: (true, true, true)
# expect: (true, true)
print (len (compress.gzip_with 0 text) > len text, compress.gzip_with 6 text == compress.gzip text)
# expect: (true, true)
print (compress.zstd_with 3 text == compress.zstd text)
# expect: true
