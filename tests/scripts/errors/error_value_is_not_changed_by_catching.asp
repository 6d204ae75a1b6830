e = { message: "m", items: [1] }
match (try (error e)) {
    Err x -> {
        x.items[0] = 2
        print x.items
    }
}
# expect: [2]
print e.items
# expect: [1]
