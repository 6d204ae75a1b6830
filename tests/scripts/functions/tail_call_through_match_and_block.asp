run = n -> match n {
    0 -> "done"
    k -> {
        next = k - 1
        run next
    }
}
print (run 1000000)
# expect: done
