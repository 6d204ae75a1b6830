# Long formats are read in pieces.
for n in 250..262 {
    text = time.format (string.repeat n "x" + "%-d%d%%") 0
    assert (text == string.repeat n "x" + "101%")
}
print "done"
# expect: done
