f = () -> {
    r = try { return "returned" }
    "after"
}
print (f ())
# expect: returned
