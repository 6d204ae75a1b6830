# The functions of module compress that are made of its natives.

## The bytes in packed data as they come, for a `for` loop, in pieces of at most 65,536. The format is "gzip", "zlib" or "zstd"; the source is as for `bytes.pieces`: an open file, a socket, or pieces cut anywhere. Memory holds one piece at a time and the window of the format, which has at most 8 MiB: "zstd" data with a larger window is refused. ValueError, after the bytes before it, if the data is corrupt or ends too early. (Python: gzip.open, zlib.decompressobj)
# join "" (map string.from_bytes (list (compress.unpack "gzip" [compress.gzip "ab", compress.gzip "c"]))) => "abc"
unpack = format source -> fiber {
    unpacker = compress.unpacker format
    for piece in bytes.pieces source {
        compress.feed piece unpacker
        while compress.take unpacker is Some part { yield part }
    }
    compress.finish unpacker
    while compress.take unpacker is Some part { yield part }
}
