# Text is taken as its UTF-8; a value that is neither text nor bytes is refused.
print (string.from_bytes (compress.gunzip (compress.gzip "zürich")))
# expect: zürich
print (compress.gzip "zürich" == compress.gzip (bytes "zürich"))
# expect: true
for f in [compress.gzip, compress.gunzip, compress.deflate, compress.inflate, compress.zstd, compress.unzstd] {
    print ((try f [1, 2]) is Err (TypeError _), (try f "") is Ok _)
}
# expect: (true, true)
# expect: (true, false)
# expect: (true, true)
# expect: (true, false)
# expect: (true, true)
# expect: (true, false)
