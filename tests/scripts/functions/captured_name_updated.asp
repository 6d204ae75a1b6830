print "never"
total = 0
add = n -> {
    total += n           # expect error: cell
}
