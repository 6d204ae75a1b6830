file = "/tmp/aspen-test-{random.int (10 ** 15)}"
fs.write_bytes file b"a\xffb"
print ((try fs.read file) is Err _)
# expect: true
fs.remove file
