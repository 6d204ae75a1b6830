log = channel 1
t = spawn {
    spawn { r = try (recv (channel 0)); send log (r is Err (Cancelled _)) }
    recv (channel 0)
}
task.cancel t
print ((try (await t)) is Err (Cancelled _))    # expect: true
close log
for x in log { assert x }
print "all ended"          # expect: all ended
