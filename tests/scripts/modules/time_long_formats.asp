# A long format is laid out piece by piece, which cuts neither directives nor characters.
for n in 250..262 {
    text = time.format (string.repeat n "a" + "%Yé%%%F") 0
    assert (text == string.repeat n "a" + "1970é%1970-01-01")
}
print (len (time.format (string.repeat 5000 "%A %c") 0))
print (time.format "" 0)
for format in ["abc%", string.repeat 255 "a" + "%Q", string.repeat 255 "a" + "%"] {
    print (match try (time.format format 0) { Err (ValueError e) -> e.message, other -> other })
}
print (match try (time.parse_with (string.repeat 10_001 "a") "a") { Err (ValueError e) -> e.message, other -> other })
# expect: 165000
# expect:
# expect: time.format: format has the unknown directive %
# expect: time.format: format has the unknown directive %Q
# expect: time.format: format has the unknown directive %
# expect: time.parse_with: format has more than 10000 bytes
