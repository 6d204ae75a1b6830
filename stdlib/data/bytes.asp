# The functions of module bytes that take sources of several kinds.

## What a source gives, in pieces, for `for`: of an open file or a socket the Bytes that come, at most 65,536 at a time; a String or Bytes as a whole; of anything else that can be iterated its elements.
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
