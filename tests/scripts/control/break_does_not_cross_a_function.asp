print "never"
for x in [1] {
    f = () -> break      # expect error: break
}
