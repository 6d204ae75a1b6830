# A fiber ends when whoever waits for it gives up; else nobody could end the program.
g = fiber { loop { } }
print ((try (task.timeout 0.02 (() -> g ()))) is Err (Timeout _))
# expect: true
print (g ())
# expect: None
