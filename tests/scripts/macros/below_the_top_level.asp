f = () -> {
    syntax 'twice a { a * 2 } # expect error: bad `syntax`
    1
}
