file = "/tmp/aspen-test-{random.int (10 ** 15)}"
fs.write_bytes file b"\x00\xffab\r\n"
print (fs.read_bytes file)
# expect: b"\0\xffab\r\n"
fs.remove file
