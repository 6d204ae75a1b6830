table = ["add": add]    # expect error: only a function may use what is bound below
add = a b -> a + b
for x in [1, 2] {
    if x > 1 { print before }    # expect error: bind it above this line
    before = x
}
