# Consecutive gzip members or Zstandard frames hold all of their data. After gzip's last member zeros do no
# harm, other bytes do.
parts = ["one ", "", "two ", "three"]
print (compress.gunzip (parts |> map compress.gzip |> fold b"" (all part -> all + part)))
# expect: b"one two three"
print (compress.unzstd (parts |> map compress.zstd |> fold b"" (all part -> all + part)))
# expect: b"one two three"
print (compress.gunzip (compress.gzip "padded" + bytes.repeat 512 b"\0"))
# expect: b"padded"
broken = f data -> (try f data) is Err (ValueError _)
print (broken compress.gunzip (compress.gzip "a" + b"more"), broken compress.unzstd (compress.zstd "a" + b"more"))
# expect: (true, true)
print (broken compress.inflate (compress.deflate "a" + compress.deflate "b"))
# expect: true
print (broken compress.gunzip (compress.gzip "a" + b"\0\0\x1f"))
# expect: true
