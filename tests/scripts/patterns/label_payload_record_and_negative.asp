f = v -> match v {
    Err { message } -> message
    Num -1          -> "minus one"
    Num n           -> string n
}
print (map f [Err { message: "bad" }, Num -1, Num 5])
# expect: ["bad", "minus one", "5"]
