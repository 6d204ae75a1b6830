print [string.upper "abcé", string.lower "ÀBC", string.capitalize "hello world"]
# expect: ["ABCÉ", "àbc", "Hello world"]
