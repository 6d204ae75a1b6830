s = "héllo"
print [s[0], s[1], s[-1]]
# expect: ["h", "é", "o"]
print [s[1..3], s[..2], s[3..], s[-2..]]
# expect: ["él", "hé", "lo", "lo"]
print ((try s[5]) is Err (IndexError _))
# expect: true
