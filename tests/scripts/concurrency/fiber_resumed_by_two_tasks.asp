gate = channel 0
f = fiber { recv gate; yield 1; yield 2 }
a = spawn f ()
for i in 0..50 { task.yield () }
print ((try (f ())) is Err (ValueError _))      # expect: true
send gate ()
print (await a)                                 # expect: Some 1
print (f ())                                    # expect: Some 2
