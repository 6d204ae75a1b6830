print (string.chars "aé")
# expect: ["a", "é"]
print (string.lines "a\nb\n\nc")
# expect: ["a", "b", "", "c"]
print (string.lines "a\r\nb\n")
# expect: ["a", "b"]
print (string.words "  the quick\tbrown\nfox ")
# expect: ["the", "quick", "brown", "fox"]
print [string.len "aé", len (string.bytes "aé")]
# expect: [2, 3]
