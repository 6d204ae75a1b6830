# A loop gives `()`, so what stands after its body on the same line cannot be its argument.
xs = [1, 2]
for x in xs { print x } print xs  # expect error: this is an argument of the `for` before it, but a `for` gives `()`, which cannot be called
while false { } [1]               # expect error: this is an argument of the `while` before it
f = () -> { for x in xs { print x } f () }  # expect error: this is an argument of the `for` before it
