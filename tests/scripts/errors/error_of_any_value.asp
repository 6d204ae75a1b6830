for v in [1, "a", (), None, Custom { code: 3 }, [1]] {
    print (try (error v))
}
# expect: Err 1
# expect: Err "a"
# expect: Err ()
# expect: Err None
# expect: Err (Custom { code: 3 })
# expect: Err [1]
