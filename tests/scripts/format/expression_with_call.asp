xs = [1, 2, 3]
print "{sum xs / len xs:.1f} {max xs:03}"
# expect: 2.0 003
