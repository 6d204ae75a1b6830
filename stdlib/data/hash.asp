# The functions of module hash that are made of its natives.

## The digest of all that a source gives, in hexadecimal digits, by an algorithm of `hash.begin`. The source is an open file, a socket, a String or Bytes, or whatever has Strings or Bytes for its elements. Only a piece of it is in memory at a time.
# hash.of "sha1" ["a", b"bc"] => "a9993e364706816aba3e25717850c26c9cd0d89d"
of = algorithm source -> {
    h = hash.begin algorithm
    for piece in bytes.pieces source { hash.add piece h }
    hash.digest h
}
