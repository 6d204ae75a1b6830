r = try {
    inner = try (error "inner")
    print inner
    error "outer"
}
# expect: Err "inner"
print r
# expect: Err "outer"
