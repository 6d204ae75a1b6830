# The cancel comes in a call of the library on a list, which looks for what it missed if it fails.
big = list (0..50)
late = f -> (try (task.timeout 0.02 f)) is Err (Timeout _)
use_it = x -> len (show x)
test = () -> [
    late (() -> { total = 0; for i in 0..1000000000 { total += len (show big) }; total }),
    late (() -> { best = 0; for i in 0..1000000000 { best = max [best, use_it big] }; best }),
    late (() -> { loop { sort big } }),
    late (() -> map (i -> json.show big) (0..1000000000))
]
print (test ())     # expect: [true, true, true, true]
print (test ())     # expect: [true, true, true, true]
