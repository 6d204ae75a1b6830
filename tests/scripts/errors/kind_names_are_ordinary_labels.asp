r = try (error (ValueError { message: "mine", extra: 5 }))
match r { Err (ValueError { message, extra }) -> print "{message} {extra}" }
# expect: mine 5
