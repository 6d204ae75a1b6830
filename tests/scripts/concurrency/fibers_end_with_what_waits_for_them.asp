# No task is told that they are still running.
never = channel 0
begun = channel 0
inner = fiber { yield 1; send begun (); recv never; yield 2 }
middle = fiber { for x in inner { yield x } }
outer = fiber { for x in middle { yield x } }
print (outer ())                                    # expect: Some 1
t = spawn outer ()
recv begun
task.cancel t
print ((try (await t)) is Err (Cancelled _))        # expect: true
print [outer (), middle (), inner ()]               # expect: [None, None, None]
