# Digests of data that comes in pieces are those of the whole.
text = string.repeat 3000 "piece by piece "
whole = ["sha256": hash.sha256, "sha384": hash.sha384, "sha512": hash.sha512, "sha3_256": hash.sha3_256, "sha1": hash.sha1, "md5": hash.md5]
for name, digest in whole {
    for n in [1, 63, 64, 65, 10000, len text] { assert (hash.of name (chunks n text |> map (join "")) == digest text) }
    h = hash.begin name
    assert (hash.digest h == digest "")
    hash.add "a" h
    assert (hash.digest h == digest "a" and hash.digest h == digest "a")
    hash.add b"bc" h
    print (name, hash.digest h == digest "abc")
}
# expect: ("sha256", true)
# expect: ("sha384", true)
# expect: ("sha512", true)
# expect: ("sha3_256", true)
# expect: ("sha1", true)
# expect: ("md5", true)
file = fs.temp ()
fs.write_bytes file (bytes text + b"\xff\0")
print (hash.of "sha1" (fs.open "read" file) == hash.sha1 (fs.read_bytes file), hash.of "sha1" text == hash.sha1 text)
# expect: (true, true)
fs.remove file
print (try (hash.begin "sha0"))
# expect: Err (ValueError { message: "hash.begin: algorithm must be \"sha256\", \"sha384\", \"sha512\", \"sha3_256\", \"sha1\" or \"md5\"" })
print (try (hash.add 5 (hash.begin "md5")), try (hash.of "md5" [5]), try (hash.digest "md5"))
# expect: (Err (TypeError { message: "hash.add: data must be Bytes or a String, not 5, an Int" }), Err (TypeError { message: "hash.add: data must be Bytes or a String, not 5, an Int" }), Err (TypeError { message: "hash.digest: h must be a hash, from hash.begin, not \"md5\", a String" }))
print (list (bytes.pieces "ab"), list (bytes.pieces b"ab"), list (bytes.pieces ["a", b"b"]))
# expect: (["ab"], [b"ab"], ["a", b"b"])
