file = "/tmp/aspen-test-{random.int (10 ** 15)}"
fs.write file "first\nsecond\n"
print (fs.read file)
# expect: first
# expect: second
# expect:
fs.append file "third"
print (fs.lines file)
# expect: ["first", "second", "third"]
print (fs.exists? file)
# expect: true
fs.remove file
print (fs.exists? file)
# expect: false
