# No task is told that they are still running.
never = channel 0
inner = fiber { yield 1; recv never; yield 2 }
middle = fiber { for x in inner { yield x } }
outer = fiber { for x in middle { yield x } }
print (outer ())                                    # expect: Some 1
t = spawn outer ()
for i in 0..20 { task.yield () }
task.cancel t
print ((try (await t)) is Err (Cancelled _))        # expect: true
print [outer (), middle (), inner ()]               # expect: [None, None, None]
