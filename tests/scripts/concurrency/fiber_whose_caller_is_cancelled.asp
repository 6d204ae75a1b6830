started = channel 0
f = fiber { send started (); recv (channel 0); yield 1 }
t = spawn f ()
recv started
task.cancel t
print ((try (await t)) is Err (Cancelled _))    # expect: true
print (f ())                                    # expect: None
