f = () -> {
    write "flushed"
    exit 7
}
map (x -> f ()) [1, 2]
# expect: flushed
# exit: 7
