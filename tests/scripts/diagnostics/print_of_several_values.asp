# `print a b` calls the value of `print a`.
total = 5
xs = [1]
print 1 2                   # expect error: `print` takes one argument, but has 2
print total (len xs)        # expect error: hint: several values are one text: `print "{a} {b}"`
write "a" "b" "c"           # expect error: `write` takes one argument, but has 3
print len xs                # expect error: hint: an argument that is a call stands in parentheses: `print (f x)`
print string total          # expect error: hint: an argument that is a call stands in parentheses: `print (f x)`
print total -1              # expect error: `print` takes one argument, but has 2
println total total         # expect error: `println` takes one argument, but has 2
total |> eprint xs          # expect error: `eprint` takes one argument, but has 2
f = () -> print xs total    # expect error: E0414
