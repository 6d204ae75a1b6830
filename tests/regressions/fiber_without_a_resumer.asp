# A fiber ends when the task that waits for it gives up; otherwise the program could not end.
g = fiber { loop { } }
print ((try (task.timeout 0.02 (() -> g ()))) is Err (Timeout _))
# expect: true
print (g ())
# expect: None
