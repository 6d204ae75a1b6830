print "never"
count = 0
next = () -> {
    count = count + 1    # expect error: cell
    count
}
