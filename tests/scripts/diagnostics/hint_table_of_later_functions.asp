table = ["add": add]    # expect error: only a function may use what is bound below it
add = a b -> a + b
