# The functions of module bytes that take sources of several kinds.

## The contents of a source in pieces, for a `for` loop. An open file or a socket gives Bytes as they come, at most 65,536 at a time. A String or Bytes is one piece. Anything else that can be iterated gives its elements.
# list (bytes.pieces "abc") => ["abc"]
pieces = source -> match json.source_kind source {
    Text -> [source]
    File -> fiber {
        loop {
            piece = fs.read_some 65_536 source
            if empty? piece { break }
            yield piece
        }
    }
    Socket -> fiber {
        while net.read 65_536 source is Some piece { yield piece }
    }
    Pieces -> source
}
