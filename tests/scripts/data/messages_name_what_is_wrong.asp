message = f -> match try (f ()) { Err (ValueError e) -> e.message, other -> show other }
print (message (() -> url.show { port: 80 }))         # expect: url.show: parts has a user or a port, and no host
print (message (() -> url.show { user: "u" }))        # expect: url.show: parts has a user or a port, and no host
print (message (() -> url.show { scheme: "a b" }))    # expect: url.show: parts has a scheme of more than letters, digits, `+`, `-` and dots
print (message (() -> url.show { host: "h", port: 80, user: "u" }))    # expect: Ok "//u@h:80"
print (message (() -> int math.nan))                  # expect: int: nan is no Int
print (message (() -> regex.replace "(a)" "$1300" "a"))    # expect: regex.replace: with names a group that the pattern does not have; a dollar sign is written $$
print (message (() -> string.format (string.repeat 200 "x") 5))     # expect: a format spec has at most 100 bytes
