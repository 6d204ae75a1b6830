print r"a\n{x}"
# expect: a\n{x}
print (len r"\")
# expect: 1
