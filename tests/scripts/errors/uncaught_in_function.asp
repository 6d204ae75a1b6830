helper = x -> {
    y = x + 1
    error "at {y}"            # expect error: at 6
}
print "start"
# expect: start
helper 5
