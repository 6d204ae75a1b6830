print "never"
f = () -> {
    use "./lib/geometry"     # expect error: use
    1
}
