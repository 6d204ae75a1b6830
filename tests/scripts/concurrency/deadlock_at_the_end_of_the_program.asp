wait_for_ever = () -> {
    recv (channel 0)       # expect error: the program cannot end: a task waits for what can never come
    5
}
t = spawn wait_for_ever ()
print "printed"            # expect: printed
