# As SQLite and many logs write times: without a zone.
match try time.parse "2024-02-29 12:30:00" { Err (ValueError { hint }) -> print hint, other -> print other }
print (time.parse_with "%F %T" "2024-02-29 12:30:00" == time.parse "2024-02-29T12:30:00Z")
match try time.parse "tomorrow" { Err (ValueError { message }) -> print message, other -> print other }
# expect: for other forms, and a time without a zone: `time.parse_with "%F %T" text`
# expect: true
# expect: time.parse: "tomorrow" is not a time such as 2024-02-29T12:30:00Z
