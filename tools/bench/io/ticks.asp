# A thousand tasks wait for a tick a millisecond each, for as many milliseconds as the argument says. Prints
# the number of ticks that they got, and the time at which the last task ended.
milliseconds = int args[0]
hear = _ -> {
    heard = 0
    for tick in time.every 0.001 {
        heard += 1
        if tick >= milliseconds { break }
    }
    heard
}
begin = time.monotonic ()
heard = sum (gather hear (0..1000))
print "RESULT ms {(time.monotonic () - begin) * 1000}"
print "RESULT ticks {heard}"
