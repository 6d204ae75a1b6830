begun = channel 0
gate = channel 0
f = fiber { send begun (); recv gate; yield 1; yield 2 }
a = spawn f ()
recv begun
print ((try (f ())) is Err (ValueError _))      # expect: true
send gate ()
print (await a)                                 # expect: Some 1
print (f ())                                    # expect: Some 2
